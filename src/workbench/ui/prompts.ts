// Owns the asking in boxes that the page in front cannot take away: when a command is chosen in the palette, VS Code
// gives the focus back to that page, whose frame takes it a moment later; were a box of ours open by then, it would
// close before anybody read it.

import * as vscode from 'vscode';
import { displayText } from '../../std/displayName.ts';

/** Nobody reads a question and leaves it in less. In milliseconds. */
const FIRST_MOMENT = 500;

/**
 * Calls `left` when the person leaves the box. One that closes in its first moment is shown again, once. `now` is in
 * milliseconds.
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
 * Calls `take` with the row that Enter or a click chose, and returns how to replace the rows while the user types. VS
 * Code reports the chosen row by its place in the list that it shows, which may be an earlier one: then the row that
 * has the focus in the new list is taken.
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

/** `vscode.window.showQuickPick` for one row. */
export function choose<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  options: vscode.QuickPickOptions,
): Promise<Row | undefined> {
  return again(() => vscode.window.showQuickPick(rows, displayed(options)));
}

/** `vscode.window.showQuickPick` for any number of rows. */
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
