// Lists the accounts that a window can switch to, by the id under which their data is stored on this machine.
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import { type Account, storageIdOf } from './accounts/account.ts';
import { SecretStorageError } from './accounts/secretStorageError.ts';
import type { Session, Sessions } from './session.ts';

export interface OtherAccountsDeps {
  readonly sessions: Pick<Sessions, 'listAccounts'>;
  readonly logger: Logger;
}

/**
 * Resolves with all accounts except the session's, by the id under which their data is stored. Sends no request.
 * Resolves with no account if the secret storage fails, because it is unknown to which accounts the user is signed in.
 */
export async function otherAccounts(
  { sessions, logger }: OtherAccountsDeps,
  session: Pick<Session, 'account'> | undefined,
): Promise<ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>();
  try {
    for (const account of await sessions.listAccounts()) {
      const id = storageIdOf(account);
      if (id !== undefined && id !== session?.account && !accounts.has(id)) accounts.set(id, account);
    }
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    logger.write('warn', 'the accounts could not be listed', { detail: errorMessage(error) });
  }
  return accounts;
}
