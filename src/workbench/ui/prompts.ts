// Quick inputs that an active page cannot close by taking the focus.
// After a command is chosen in the Command Palette, VS Code returns the focus to the page, whose frame takes it a
// moment later. A quick input that is open by then closes before the user can read it.

import * as vscode from 'vscode';
import { displayText } from '../../std/displayName.ts';

/** In milliseconds. A user needs longer to read a question and close it. */
const FIRST_MOMENT = 500;

/**
 * Calls `left` when the user closes the quick input. If it closes within `FIRST_MOMENT`, it is shown again, once. `now`
 * is in milliseconds.
 */
export function onHide(box: vscode.QuickInput, left: () => void, now: () => number = Date.now): void {
  const begun = now();
  let isSecond = false;
  box.onDidHide(() => {
    if (isSecond || now() - begun >= FIRST_MOMENT) {
      left();
      return;
    }
    isSecond = true;
    box.show();
  });
}

/**
 * Calls `take` with the row that Enter or a click chose. Returns the function that replaces the rows while the user
 * types. VS Code reports the chosen row by its position in the list that it shows, which may be the previous list: then
 * the focused row of the new list is taken.
 */
export function onAccept<Row extends vscode.QuickPickItem>(
  picker: vscode.QuickPick<Row>,
  take: (row: Row | undefined) => void,
): (rows: readonly Row[]) => void {
  let isShown = true;
  let isEntered = false;
  picker.onDidChangeActive(([active]) => {
    const isDue = !isShown && isEntered;
    isShown = true;
    isEntered = false;
    if (isDue) take(active);
  });
  picker.onDidAccept(() => {
    if (isShown) take(picker.selectedItems[0]);
    else isEntered = true;
  });
  return (rows) => {
    isShown = false;
    isEntered = false;
    picker.items = rows;
  };
}

/** Calls `vscode.window.showQuickPick` for one row. */
export function choose<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  options: vscode.QuickPickOptions,
): Promise<Row | undefined> {
  return again(() => vscode.window.showQuickPick(rows, displayed(options)));
}

/** Calls `vscode.window.showQuickPick` for any number of rows. */
export function chooseMany<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  options: vscode.QuickPickOptions,
): Promise<readonly Row[] | undefined> {
  return again(() => vscode.window.showQuickPick(rows, { ...displayed(options), canPickMany: true }));
}

function displayed(options: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return options.title === undefined ? options : { ...options, title: displayText(options.title) };
}

async function again<Answer>(ask: () => Thenable<Answer | undefined>): Promise<Answer | undefined> {
  const begun = Date.now();
  const answer = await ask();
  return answer === undefined && Date.now() - begun < FIRST_MOMENT ? ask() : answer;
}
