// Shows notifications, modal questions and status bar messages.
// All messages must be shown with these functions, because they escape text of other users.
import * as vscode from 'vscode';
import { escapeCodicons, escapeLinks } from './escape.ts';

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

/** Shows a message with an icon in the status bar. */
export function showStatus(text: string, milliseconds: number, icon = 'check'): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${escapeCodicons(text)}`, milliseconds);
}
