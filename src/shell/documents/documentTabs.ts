// Finds the tabs of the documents of comments and descriptions.
import * as vscode from 'vscode';

/** Whether a document with this scheme that `pick` selects is open in a tab. */
export function isOpenInTab(scheme: string, pick: (uri: vscode.Uri) => boolean): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === scheme && pick(input.uri));
}
