// Opens links from text of other users.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showWarning } from '../prompts/notifications.ts';

const ALLOWED_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Opens a web or mail link outside of VS Code, which asks the user first. All other links are rejected. */
export async function openExternalLink(href: string): Promise<void> {
  if (!URL.canParse(href) || !ALLOWED_PROTOCOLS.has(new URL(href).protocol)) {
    void showWarning(l10n.t('Only web and mail links can be opened from a work item.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(href, true));
}
