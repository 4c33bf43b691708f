// The initial HTML of a page: no data, no inline code, nothing from another origin.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayLanguage, type Translations } from '../../std/displayLanguage.ts';
import { escapeHtml } from '../../std/text.ts';
import { translations } from './translations.ts';

/** The folder of the pages' bundles. */
export function pageRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The name of a page's bundle, and the page's title for screen readers. */
export interface PageBundle {
  readonly name: string;
  readonly title: string;
  /** Whether it has its own style sheet besides the shared one. */
  readonly styled: boolean;
}

export function pageHtml(webview: vscode.Webview, extension: vscode.Uri, { name, title, styled }: PageBundle): string {
  const { language, messages } = translations();
  const nonce = randomBytes(18).toString('base64');
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extension), file)).toString();
  const policy = [
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
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri('codicon.css')}">
<link rel="stylesheet" href="${uri('main.css')}">${styled ? `\n<link rel="stylesheet" href="${uri(`${name}.css`)}">` : ''}
<title>${escapeHtml(title)}</title>
</head>
<body>
<div id="root"></div>${Object.keys(messages).length === 0 ? '' : `\n${translationsHtml({ language, messages })}`}
<script type="module" nonce="${nonce}" src="${uri(`${name}.js`)}"></script>
</body>
</html>`;
}

/** A data block, which runs nothing. `<` is escaped, so that no message ends the element. */
function translationsHtml(all: Translations): string {
  return `<script type="application/json" id="translations">${JSON.stringify(all).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns a page that shows one sentence. `title` is the page's title for screen readers. Both are plain text. */
export function messageHtml(title: string, sentence: string): string {
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>${escapeHtml(title)}</title></head>
<body><p>${escapeHtml(sentence)}</p></body>
</html>`;
}
