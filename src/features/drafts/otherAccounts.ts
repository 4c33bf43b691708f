// The drafts of the accounts that this window does not use.
import { join } from 'node:path';
import { createDraftFiles, type StoredDraft } from '../../core/drafts/draftFiles.ts';
import type { Account } from '../../core/session/accounts/account.ts';
import { type OtherAccountsDeps, otherAccounts } from '../../core/session/otherAccounts.ts';
import type { Session } from '../../core/session/session.ts';
import { folderNames } from '../../std/files/atomicFile.ts';

export interface AccountDrafts {
  /** The id under which the data of the account is stored, see `Session.account`. */
  readonly id: string;
  /** The account, or undefined if the user is not signed in to it. */
  readonly account: Account | undefined;
  /** The drafts of the account, the latest first. The list is never empty. */
  readonly drafts: readonly StoredDraft[];
}

export interface OtherDraftsDeps extends OtherAccountsDeps {
  /** The folder that contains a folder with drafts for each account. */
  readonly folder: string;
}

/**
 * Reads the drafts of all accounts except the session's from disk. Accounts that the user is not signed in to come
 * last. Rejects with the file system's error.
 */
export async function readOtherDrafts(
  deps: OtherDraftsDeps,
  session: Pick<Session, 'account'> | undefined,
): Promise<readonly AccountDrafts[]> {
  const { folder } = deps;
  const accounts = await otherAccounts(deps, session);
  // Each account that has or had drafts has a folder.
  const signedOutAccounts = (await folderNames(folder)).filter((id) => id !== session?.account && !accounts.has(id));
  const accountDrafts = [...accounts.keys(), ...signedOutAccounts].map(async (id) => ({
    id,
    account: accounts.get(id),
    drafts: [...(await createDraftFiles(join(folder, id)).list())].sort((one, other) => other.draft.at - one.draft.at),
  }));
  return (await Promise.all(accountDrafts)).filter(({ drafts }) => drafts.length > 0);
}
