// The style sheets of a page. `web/pageStyles.ts` replaces this module in a browser.
import { readFileSync } from 'node:fs';
import type * as vscode from 'vscode';

/** Returns the style sheets as an element of the HTML, so that the page has its final look at once. */
export function pageStyles(_: vscode.Webview, styleSheets: readonly vscode.Uri[], nonce: string): string {
  return `<style nonce="${nonce}">${styleSheets.map(({ fsPath }) => readFileSync(fsPath, 'utf8')).join('\n')}</style>`;
}
