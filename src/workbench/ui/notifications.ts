// Owns saying something to the person: in a notice, in a question, or for a moment in the status bar. Here alone, because sentences hold other
// people's words.
import * as vscode from 'vscode';
import { plain, unlinked } from './escape.ts';

/** Resolves with the button that was pressed; undefined when the notice goes by itself. */
export function inform<Button extends string>(sentence: string, ...buttons: readonly Button[]): Thenable<Button | undefined> {
  return vscode.window.showInformationMessage(unlinked(sentence), ...buttons);
}

export function warn<Button extends string>(sentence: string, ...buttons: readonly Button[]): Thenable<Button | undefined> {
  return vscode.window.showWarningMessage(unlinked(sentence), ...buttons);
}

export function complain<Button extends string>(sentence: string, ...buttons: readonly Button[]): Thenable<Button | undefined> {
  return vscode.window.showErrorMessage(unlinked(sentence), ...buttons);
}

/** A question that nothing goes on without; undefined when it is cancelled. */
export function askFirst<Button extends string>(
  question: string,
  detail: string,
  ...buttons: readonly Button[]
): Thenable<Button | undefined> {
  return vscode.window.showWarningMessage(unlinked(question), { modal: true, detail: unlinked(detail, { keepLines: true }) }, ...buttons);
}

/** In the status bar, behind an icon. */
export function flash(text: string, milliseconds: number, icon = 'check'): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${plain(text)}`, milliseconds);
}
