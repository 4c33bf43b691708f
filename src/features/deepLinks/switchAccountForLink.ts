// Asks before the window switches to another account to open a link to its workspace.
import * as l10n from '@vscode/l10n';
import type { RemoteAccount } from '../../core/session/accounts/account.ts';
import type { ItemLink } from '../../core/session/itemLink.ts';
import type { WindowAccounts } from '../../shell/windowAccounts.ts';
import { switchQuestion } from './messages.ts';

/**
 * Switches the window to one of the accounts in the workspace of the link (see `switchToOneOf`). Resolves with whether
 * the window uses the account afterwards. `accounts` is not empty.
 */
export function switchAccountForLink(
  windowAccounts: Pick<WindowAccounts, 'switchToOneOf'>,
  { item }: ItemLink,
  accounts: readonly RemoteAccount[],
): Promise<boolean> {
  return windowAccounts.switchToOneOf(accounts, {
    question: (account) => switchQuestion(item, account),
    title: 'identifier' in item ? l10n.t('Open {0} from a Link', item.identifier) : l10n.t('Open a Link'),
  });
}
