// Quick inputs that remain open when the active webview page takes the focus.
// After the Command Palette closes, VS Code returns the focus to the webview, which receives it with a delay. A quick
// input that was opened in the meantime loses the focus and closes before the user can read it.

import * as vscode from 'vscode';
import { displayText } from '../../std/displayName.ts';

/** A quick input that closes within this time was not closed by the user. */
const REOPEN_WITHIN_MS = 500;

/**
 * Calls `onClose` when the user closes the quick input. If it closes within `REOPEN_WITHIN_MS`, it is shown again, at
 * most once. `now` returns milliseconds.
 */
export function onHide(box: vscode.QuickInput, onClose: () => void, now: () => number = Date.now): void {
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
  const selected = picker.selectedItems;
  picker.items = [...picker.items];
  picker.selectedItems = selected;
}

/** Calls `vscode.window.showQuickPick` to pick one row. */
export function choose<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  options: vscode.QuickPickOptions,
): Promise<Row | undefined> {
  return retryIfClosedEarly(() => vscode.window.showQuickPick(rows, withDisplayTitle(options)));
}

/** Calls `vscode.window.showQuickPick` to pick any number of rows. */
export function chooseMany<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  options: vscode.QuickPickOptions,
): Promise<readonly Row[] | undefined> {
  return retryIfClosedEarly(() =>
    vscode.window.showQuickPick(rows, { ...withDisplayTitle(options), canPickMany: true }),
  );
}

function withDisplayTitle(options: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return options.title === undefined ? options : { ...options, title: displayText(options.title) };
}

async function retryIfClosedEarly<Answer>(ask: () => Thenable<Answer | undefined>): Promise<Answer | undefined> {
  const shownAt = Date.now();
  const result = await ask();
  return result === undefined && Date.now() - shownAt < REOPEN_WITHIN_MS ? ask() : result;
}
