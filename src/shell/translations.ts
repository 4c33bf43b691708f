// Provides the translated messages for VS Code's display language.
import * as vscode from 'vscode';
import type { Translations } from '../std/displayLanguage.ts';

/**
 * Returns the display language and its messages, or English without messages if Contrail has no translation into the
 * display language.
 */
export function translations(): Translations {
  const messages = vscode.l10n.bundle;
  return messages === undefined ? { language: 'en', messages: {} } : { language: vscode.env.language, messages };
}
