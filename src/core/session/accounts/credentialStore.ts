// Stores accounts and their keys in VS Code's secret storage. No other code stores keys. Each account has a separate
// entry. Another entry lists the accounts without their keys.
import type { Disposable } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { Emitter, type Event } from '../../../std/event.ts';
import { parseJson } from '../../../std/json.ts';
import type { Logger } from '../../../std/logger.ts';
import { Secret } from '../../../std/secret.ts';
import { listedAccountOf, listedId, type Profile } from './account.ts';
import { accountList, type ListedAccount, listedAccount, profile, type StoredProfile } from './profile.ts';
import { type SecretOperation, SecretStorageError } from './secretStorageError.ts';

/** The members of VS Code's `SecretStorage` that Contrail uses. */
export interface SecretStorage {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  readonly onDidChange: (listener: (change: { readonly key: string }) => void) => Disposable;
}

/** The entry in which version 0.1.0 stored its only account. */
const FIRST_VERSION_ENTRY = 'contrail.profile';
const ACCOUNT_LIST_ENTRY = 'contrail.accounts';
const ACCOUNT_ENTRY_PREFIX = 'contrail.account.';

/** What has changed: the entry of an account, or the list of accounts. */
export type CredentialChange = { readonly account: string } | 'list';

/** All methods except `onDidChange` reject with a SecretStorageError when the secret storage fails. */
export class CredentialStore {
  readonly #storage: SecretStorage;
  readonly #logger: Logger;
  readonly #changed = new Emitter<CredentialChange>();
  #isFirstVersionChecked = false;
  /**
   * Resolves when the latest change of the list is stored. Changes run one after the other, because each reads and
   * writes the whole list.
   */
  #lastListChange: Promise<void> = Promise.resolve();

  /** Fires when an account changes, in this window or in another window. */
  readonly onDidChange: Event<CredentialChange> = this.#changed.event;

  constructor(storage: SecretStorage, logger: Logger) {
    this.#storage = storage;
    this.#logger = logger;
    storage.onDidChange(({ key }) => {
      if (key === FIRST_VERSION_ENTRY) this.#isFirstVersionChecked = false;
      if (key === ACCOUNT_LIST_ENTRY || key === FIRST_VERSION_ENTRY) this.#changed.fire('list');
      else if (key.startsWith(ACCOUNT_ENTRY_PREFIX))
        this.#changed.fire({ account: key.slice(ACCOUNT_ENTRY_PREFIX.length) });
    });
  }

  /** Resolves with the accounts, the latest sign-in first. Migrates the account that version 0.1.0 stored. */
  async list(): Promise<readonly ListedAccount[]> {
    await this.#migrateFirstVersion();
    return this.#readList();
  }

  /**
   * Resolves with the profile of an account. Ignores an entry whose server, workspace and user belong to a different
   * account id, so that a copied or edited entry cannot send a key to another server.
   */
  async read(id: string): Promise<Profile | undefined> {
    const text = await this.#get(ACCOUNT_ENTRY_PREFIX + id);
    if (text === undefined) return undefined;
    const stored = this.#parse(text);
    if (stored === undefined || listedId(stored) === id) return stored;
    this.#logger.write('warn', 'the stored key belongs to another account and is not used', { account: id });
    return undefined;
  }

  /** Stores the profile, and puts its account first in the list, without `rejectedAt`. */
  async write(newProfile: Profile): Promise<void> {
    await this.#writeEntry(newProfile);
    await this.#addToList(newProfile);
  }

  /** Adds the account of a stored profile to the list again if it was lost because two windows wrote the list. */
  async restoreToList(stored: Profile): Promise<void> {
    const isListed = (await this.#readList()).some((row) => listedId(row) === listedId(stored));
    if (!isListed) await this.#addToList(stored);
  }

  /**
   * Deletes the key, then removes the account from the list. If deleting the key fails, the account is still in the
   * list.
   */
  async remove(id: string): Promise<void> {
    await wrapStorageError('delete', () => this.#storage.delete(ACCOUNT_ENTRY_PREFIX + id));
    await this.#changeList((rows) => rows.filter((row) => listedId(row) !== id));
  }

  /** Stores the time since which the server rejects the account's key; undefined if the server accepts the key. */
  async setRejected(id: string, rejectedAt: number | undefined): Promise<void> {
    await this.#changeList((rows) => {
      const changedRow = rows.find((row) => listedId(row) === id);
      if (changedRow?.service !== 'remote' || (changedRow.rejectedAt === undefined) === (rejectedAt === undefined))
        return rows;
      const { rejectedAt: _, ...accepted } = changedRow;
      const row = rejectedAt === undefined ? accepted : { ...accepted, rejectedAt };
      return rows.map((one) => (one === changedRow ? row : one));
    });
  }

  async #writeEntry(newProfile: Profile): Promise<void> {
    if (newProfile.service === 'remote' && newProfile.source === 'environment')
      throw new Error('a key from the environment is never stored');
    const stored: StoredProfile =
      newProfile.service === 'local'
        ? { version: 1, service: 'local', me: newProfile.me }
        : { version: 1, ...newProfile, secret: newProfile.secret.reveal() };
    await this.#store(ACCOUNT_ENTRY_PREFIX + listedId(newProfile), JSON.stringify(stored));
  }

  async #addToList(newProfile: Profile): Promise<void> {
    const id = listedId(newProfile);
    await this.#changeList((rows) => [listedAccountOf(newProfile), ...rows.filter((row) => listedId(row) !== id)]);
  }

  #changeList(change: (rows: readonly ListedAccount[]) => readonly ListedAccount[]): Promise<void> {
    const result = this.#lastListChange.then(() => this.#rewriteList(change));
    this.#lastListChange = result.catch(() => undefined);
    return result;
  }

  /**
   * Stores the result of `change` as the list of accounts. Writes nothing if `change` returns the same array. Deletes
   * the entry if the result is empty.
   */
  async #rewriteList(change: (rows: readonly ListedAccount[]) => readonly ListedAccount[]): Promise<void> {
    const rows = await this.#readList();
    const newRows = change(rows);
    if (newRows === rows) return;
    if (newRows.length > 0) await this.#store(ACCOUNT_LIST_ENTRY, JSON.stringify({ version: 1, accounts: newRows }));
    else if (rows.length > 0) await wrapStorageError('delete', () => this.#storage.delete(ACCOUNT_LIST_ENTRY));
  }

  async #readList(): Promise<readonly ListedAccount[]> {
    const text = await this.#get(ACCOUNT_LIST_ENTRY);
    if (text === undefined) return [];
    const parsed = accountList.safeParse(parseJson(text));
    const rows = (parsed.data?.accounts ?? []).flatMap((row) => listedAccount.safeParse(row).data ?? []);
    if (!parsed.success || rows.length < parsed.data.accounts.length)
      this.#logger.write('warn', 'the stored list of accounts contains invalid entries');
    return rows;
  }

  /**
   * Stores the account of version 0.1.0 in the form of this version. An entry that cannot be parsed stays as it is.
   * Several windows may do this at the same time, because all of them write the same values.
   */
  async #migrateFirstVersion(): Promise<void> {
    if (this.#isFirstVersionChecked) return;
    const text = await this.#get(FIRST_VERSION_ENTRY);
    const stored = text === undefined ? undefined : this.#parse(text);
    if (stored !== undefined) {
      await this.write(stored);
      await wrapStorageError('delete', () => this.#storage.delete(FIRST_VERSION_ENTRY));
    }
    this.#isFirstVersionChecked = true;
  }

  #parse(text: string): Profile | undefined {
    const parsed = profile.safeParse(parseJson(text));
    if (!parsed.success) {
      this.#logger.write('warn', 'the stored profile is invalid and is not used');
      return undefined;
    }
    const { data } = parsed;
    if (data.service === 'local') return { service: 'local', me: data.me };
    const { version: _, ...stored } = data;
    return { ...stored, secret: new Secret(data.secret) };
  }

  #get(entry: string): Promise<string | undefined> {
    return wrapStorageError('read', () => this.#storage.get(entry));
  }

  #store(entry: string, text: string): Promise<void> {
    return wrapStorageError('store', () => this.#storage.store(entry, text));
  }
}

async function wrapStorageError<T>(operation: SecretOperation, access: () => PromiseLike<T>): Promise<T> {
  try {
    return await access();
  } catch (error) {
    throw new SecretStorageError(operation, errorMessage(error, String(error)));
  }
}
