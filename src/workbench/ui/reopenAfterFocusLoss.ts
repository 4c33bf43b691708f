// Shows a quick input again if it closes because the active webview page takes the focus.
// After the Command Palette closes, VS Code returns the focus to the webview, which receives it with a delay. A quick
// input that was opened in the meantime loses the focus and closes before the user can read it.

import type * as vscode from 'vscode';

/** A quick input that closes within this time after it was shown was not closed by the user. */
const REOPEN_WITHIN_MS = 500;

/**
 * Calls `onClose` when the user closes the quick input. If it closes within `REOPEN_WITHIN_MS`, it is shown again, at
 * most once. `now` returns milliseconds.
 */
export function onUserClose(box: vscode.QuickInput, onClose: () => void, now: () => number = Date.now): void {
  const shownAt = now();
  let wasShownAgain = false;
  box.onDidHide(() => {
    if (wasShownAgain || now() - shownAt >= REOPEN_WITHIN_MS) {
      onClose();
      return;
    }
    wasShownAgain = true;
    if (isQuickPick(box)) restoreRows(box);
    box.show();
  });
}

function isQuickPick(box: vscode.QuickInput): box is vscode.QuickPick<vscode.QuickPickItem> {
  return 'items' in box;
}

/** VS Code removes the rows of a hidden quick pick, and shows them again only if they are set again. */
function restoreRows(picker: vscode.QuickPick<vscode.QuickPickItem>): void {
  const selectedItems = picker.selectedItems;
  picker.items = [...picker.items];
  picker.selectedItems = selectedItems;
}
