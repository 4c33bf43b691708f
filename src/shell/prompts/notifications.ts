// Shows notifications, modal questions and status bar messages.
// All messages must be shown with these functions, because they escape text of other users.
import * as vscode from 'vscode';
import { systemClock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { escapeCodicons, escapeLinks } from './escape.ts';
import type { StatusAction } from './prompts.ts';

/** Resolves with the selected button, or with undefined if the notification is closed. */
export function showInfo<Button extends string>(
  message: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showInformationMessage(escapeLinks(message), ...buttons);
}

export function showWarning<Button extends string>(
  message: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showWarningMessage(escapeLinks(message), ...buttons);
}

export function showError<Button extends string>(
  message: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showErrorMessage(escapeLinks(message), ...buttons);
}

/** Shows a modal question. Resolves with undefined if the user cancels. */
export function confirm<Button extends string>(
  question: string,
  detail: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showWarningMessage(
    escapeLinks(question),
    { modal: true, detail: escapeLinks(detail, { keepLines: true }) },
    ...buttons,
  );
}

/**
 * Shows a message with an icon in the status bar until the time is over or the returned object is disposed of. A click
 * on the message runs its action.
 */
export function showStatus(text: string, milliseconds: number, icon = 'check', action?: StatusAction): Disposable {
  const shownText = `$(${icon}) ${escapeCodicons(text)}`;
  if (action === undefined) return vscode.window.setStatusBarMessage(shownText, milliseconds);
  const { command, argument, tooltip } = action;
  // Without an id of its own: items with the same id are one for VS Code, so the end of an earlier message would remove a
  // later one.
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  item.text = shownText;
  item.tooltip = tooltip;
  item.command = { command, title: tooltip, arguments: [argument] };
  item.show();
  void systemClock.sleep(milliseconds).then(() => item.dispose());
  return item;
}
