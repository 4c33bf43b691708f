// Owns saying something to the person: in a notice, in a question, or for a moment in the status bar. Here alone,
// because sentences hold other people's words.
import * as vscode from 'vscode';
import { escapeCodicons, escapeLinks } from './escape.ts';

/** Resolves with the button that was pressed; undefined when the notice goes by itself. */
export function showInfo<Button extends string>(
  sentence: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showInformationMessage(escapeLinks(sentence), ...buttons);
}

export function showWarning<Button extends string>(
  sentence: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showWarningMessage(escapeLinks(sentence), ...buttons);
}

export function showError<Button extends string>(
  sentence: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showErrorMessage(escapeLinks(sentence), ...buttons);
}

/** A question that nothing goes on without; undefined when it is cancelled. */
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

/** In the status bar, behind an icon. */
export function showStatus(text: string, milliseconds: number, icon = 'check'): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${escapeCodicons(text)}`, milliseconds);
}
