// The initial HTML of a webview page: without inline code or resources from other origins. Data is in JSON blocks.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayLanguage } from '../../std/displayLanguage.ts';
import { escapeHtml, jsonBlock } from '../../std/text.ts';
import { translations } from './translations.ts';

/** Returns the folder of the pages' bundles. */
export function pageRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** The name of a page's bundle, and the page's title for screen readers. */
export interface PageBundle {
  readonly name: string;
  readonly title: string;
  /** Whether the page has its own style sheet in addition to the shared style sheet. */
  readonly hasStylesheet: boolean;
}

/** `firstUpdate` is what the page shows before it has received a message; undefined if the page waits for a message. */
export function pageHtml(
  webview: Pick<vscode.Webview, 'asWebviewUri' | 'cspSource'>,
  extensionUri: vscode.Uri,
  { name, title, hasStylesheet }: PageBundle,
  firstUpdate?: unknown,
): string {
  const { language, messages } = translations();
  const nonce = randomBytes(18).toString('base64');
  const uri = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extensionUri), file)).toString();
  const contentSecurityPolicy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data: blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri('codicon.css')}">
<link rel="stylesheet" href="${uri('main.css')}">${hasStylesheet ? `\n<link rel="stylesheet" href="${uri(`${name}Page.css`)}">` : ''}
<title>${escapeHtml(title)}</title>
</head>
<body>
<div id="root"></div>${Object.keys(messages).length === 0 ? '' : `\n${jsonBlock('translations', { language, messages })}`}${firstUpdate === undefined ? '' : `\n${jsonBlock('first-update', firstUpdate)}`}
<script type="module" nonce="${nonce}" src="${uri(`${name}.js`)}"></script>
</body>
</html>`;
}

/** Returns the HTML of a page with one sentence. Screen readers read `title`. `title` and `message` are plain text. */
export function messageHtml(title: string, message: string): string {
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>${escapeHtml(title)}</title></head>
<body><p>${escapeHtml(message)}</p></body>
</html>`;
}
