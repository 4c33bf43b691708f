// The initial HTML of a webview page: without resources from other origins. Data is in JSON blocks.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayLanguage } from '../../std/displayLanguage.ts';
import { escapeHtml, jsonBlock } from '../../std/text.ts';
import { pageStyles } from '../host/pageStyles.ts';
import { translations } from '../translations.ts';

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

/** What a page shows before it has received a message. */
export interface FirstContent {
  /** JSON for the page's script. */
  readonly data: unknown;
  /** What the page shows until its script has loaded. All text in it must be escaped. */
  readonly html: string;
}

/**
 * The only inline script: loads the script of the page after the page is shown. VS Code hides a page until all its
 * files have loaded, and each takes some 50 ms.
 */
const LOADER = `const { nonce, dataset } = document.currentScript;
addEventListener('load', () => {
const create = (tag, properties) => Object.assign(document.createElement(tag), properties);
document.head.prepend(create('link', { rel: 'stylesheet', id: 'vscode-codicon-stylesheet', href: dataset.icons }));
document.head.append(create('script', { type: 'module', nonce, src: dataset.script }));
}, { once: true });`;

/** `first` is absent if the page is empty. */
export function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, title, hasStylesheet }: PageBundle,
  first?: FirstContent,
): string {
  const { language, messages } = translations();
  const nonce = randomBytes(18).toString('base64');
  const fileUri = (file: string): vscode.Uri => vscode.Uri.joinPath(pageRoot(extensionUri), file);
  const uri = (file: string): string => webview.asWebviewUri(fileUri(file)).toString();
  const contentSecurityPolicy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data: blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const styleSheets = ['main.css', ...(hasStylesheet ? [`${name}Page.css`] : [])].map(fileUri);
  const data = [
    ...(Object.keys(messages).length === 0 ? [] : [jsonBlock('translations', { language, messages })]),
    ...(first === undefined ? [] : [jsonBlock('first-update', first.data)]),
  ];
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${pageStyles(webview, styleSheets, nonce)}
<title>${escapeHtml(title)}</title>
</head>
<body>
<div id="root">${first?.html ?? ''}</div>
${data.join('\n')}
<script nonce="${nonce}" data-script="${uri(`${name}.js`)}" data-icons="${uri('codicon.css')}">${LOADER}</script>
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
