// Returns the description beside the name of the Projects view.
import * as l10n from '@vscode/l10n';
import { serverName } from '../../core/session/server/webAddress.ts';
import type { NamedAccount } from '../../shell/accountName.ts';
import { displayName } from '../../std/displayName.ts';

/**
 * Returns the workspace, the user's choices (see `choicesText`), and the user and server, for example
 * `acme · by priority · Ada Park at plane.example.com`. A narrow view shows only the start; VS Code shows the whole
 * description on hover.
 */
export function viewDescription(account: NamedAccount | 'local' | undefined, choices: string): string {
  return [workspaceText(account), choices, userText(account)].filter((part) => part !== '').join(' · ');
}

function workspaceText(account: NamedAccount | 'local' | undefined): string {
  if (account === undefined) return '';
  return account === 'local' ? l10n.t('Sample workspace') : account.workspace;
}

function userText(account: NamedAccount | 'local' | undefined): string {
  if (account === undefined || account === 'local') return '';
  const server = serverName(account.baseUrl);
  return account.me === undefined ? server : l10n.t('{0} at {1}', displayName(account.me.name), server);
}
