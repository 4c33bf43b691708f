// Finds the session and the work item of a document whose URI names an account and a work item.
import * as vscode from 'vscode';
import { type ItemAddress, parseItemKey } from '../../core/cache/address.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import type { WindowAccounts } from '../windowAccounts.ts';

export interface DocumentTargetDeps {
  readonly sessions: Sessions;
  readonly accounts: Pick<WindowAccounts, 'nameOf'>;
}

interface AccountMessages {
  /** The message that is shown if the account of the document is unknown. */
  readonly signIn: string;
  /** Returns the message that is shown if the window uses another account than the document. */
  switchAccount(name: string): string;
}

/**
 * Resolves with the work item whose key is `itemKey`, in the account that is the authority of the URI. Rejects with
 * `Unavailable` while the window does not use this account.
 */
export async function documentTarget(
  { sessions, accounts }: DocumentTargetDeps,
  uri: vscode.Uri,
  itemKey: string,
  messages: AccountMessages,
): Promise<{ readonly session: Session; readonly address: ItemAddress }> {
  await sessions.restore();
  const session = sessions.current;
  const address = parseItemKey(itemKey);
  if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  if (session === undefined || session.account !== uri.authority) {
    const name = await accounts.nameOf(uri.authority);
    throw vscode.FileSystemError.Unavailable(name === undefined ? messages.signIn : messages.switchAccount(name));
  }
  return { session, address };
}
