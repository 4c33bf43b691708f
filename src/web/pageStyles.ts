// The style sheets of a page in a browser, where no file can be read without waiting.
import type * as vscode from 'vscode';

/** Returns links to the style sheets. */
export function pageStyles(webview: vscode.Webview, styleSheets: readonly vscode.Uri[]): string {
  return styleSheets.map((uri) => `<link rel="stylesheet" href="${webview.asWebviewUri(uri).toString()}">`).join('\n');
}
