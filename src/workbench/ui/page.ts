// Owns the HTML that a page starts from: no data, no inline code, nothing from another origin.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the page's bundle lies. */
export function pageRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** A page by the name of its bundle, and what a screen reader calls it. */
export interface PageBundle {
  readonly name: string;
  readonly title: string;
  /** It has a style sheet of its own beside the one that all pages share. */
  readonly styled: boolean;
}

export function pageHtml(webview: vscode.Webview, extension: vscode.Uri, { name, title, styled }: PageBundle): string {
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
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri('codicon.css')}">
<link rel="stylesheet" href="${uri('main.css')}">${styled ? `\n<link rel="stylesheet" href="${uri(`${name}.css`)}">` : ''}
<title>${title}</title>
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${uri(`${name}.js`)}"></script>
</body>
</html>`;
}

/** A page that says one sentence of ours. */
export function messageHtml(sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>Work item</title></head>
<body><p>${sentence}</p></body>
</html>`;
}
