// Opens links in text of other users.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showWarning } from './notifications.ts';

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** Opens the link externally, after VS Code shows the address and asks. Only web and mail addresses are opened. */
export async function openText(href: string): Promise<void> {
  if (!URL.canParse(href) || !ALLOWED.has(new URL(href).protocol)) {
    void showWarning(l10n.t('Only web and mail links can be opened from a work item.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(href, true));
}
