// The translations for VS Code's display language.
import * as vscode from 'vscode';
import type { Translations } from '../../std/displayLanguage.ts';

/** Returns English without any messages when Contrail has no translations for the display language. */
export function translations(): Translations {
  const messages = vscode.l10n.bundle;
  return messages === undefined ? { language: 'en', messages: {} } : { language: vscode.env.language, messages };
}
