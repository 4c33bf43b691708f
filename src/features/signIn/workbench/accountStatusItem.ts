// The status bar item that shows the account of the window, if there are several.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { SecretStorageError } from '../../../core/session/accounts/secretStorageError.ts';
import type { Sessions } from '../../../core/session/session.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { withErrorHandling } from '../../../shell/notifications/errorBoundary.ts';
import { escapeCodicons } from '../../../shell/prompts/escape.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { type AccountStatus, accountStatus } from '../accountStatus.ts';

export interface AccountStatusDeps {
  readonly sessions: Sessions;
  readonly logger: Logger;
}

/** Shows the account in the status bar if there are several. Selecting the item runs Switch Account…. */
export function showAccountStatus({ sessions, logger }: AccountStatusDeps): Disposable {
  const disposables = new DisposableStore();
  const item = disposables.add(vscode.window.createStatusBarItem('account', vscode.StatusBarAlignment.Left));
  item.name = l10n.t('Contrail: Account');
  item.command = COMMANDS.switchAccount;
  let latestRefreshNumber = 0;
  const refresh = async (): Promise<void> => {
    latestRefreshNumber += 1;
    const request = latestRefreshNumber;
    const status = await statusOf({ sessions, logger });
    if (request === latestRefreshNumber) updateItem(item, status);
  };
  const refreshWithErrorHandling = (): void => void withErrorHandling(logger, 'showing the account', refresh);
  disposables.add(sessions.onDidChange(refreshWithErrorHandling));
  disposables.add(sessions.onDidChangeAccounts(refreshWithErrorHandling));
  refreshWithErrorHandling();
  return disposables;
}

async function statusOf({ sessions, logger }: AccountStatusDeps): Promise<AccountStatus | undefined> {
  try {
    return accountStatus(await sessions.listAccounts(), sessions.currentAccountId);
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    logger.write('warn', 'the accounts could not be listed', { detail: error.message });
    return undefined;
  }
}

function updateItem(item: vscode.StatusBarItem, status: AccountStatus | undefined): void {
  if (status === undefined) {
    item.hide();
    return;
  }
  item.text = `$(account) ${escapeCodicons(status.text)}`;
  item.tooltip = status.tooltip;
  item.accessibilityInformation = { label: status.tooltip.replaceAll('\n', '. '), role: 'button' };
  item.show();
}
