// Owns the HTML that an item's panel starts from: no data, no inline code, nothing from another origin.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the page's bundle lies. */
export function pageRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(18).toString('base64');
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extension), file)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri('codicon.css')}">
<link rel="stylesheet" href="${uri('main.css')}">
<title>Work item</title>
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${uri('main.js')}"></script>
</body>
</html>`;
}

/** A page that says one sentence of ours. */
export function sentenceHtml(sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>Work item</title></head>
<body><p>${sentence}</p></body>
</html>`;
}
