// Manages the accounts that a window can use: stored accounts, accounts of this window only, and the account from the
// environment.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Emitter } from '../../../std/event.ts';
import type { Logger } from '../../../std/logger.ts';
import {
  type Account,
  accountOf,
  ENVIRONMENT_ACCOUNT,
  listedAccountOf,
  listedId,
  type Profile,
  type RemoteAccount,
} from './account.ts';
import type { CredentialStore } from './credentialStore.ts';
import type { EnvironmentAccount } from './environmentAccount.ts';
import { me } from './profile.ts';
import { SecretStorageError } from './secretStorageError.ts';
import type { Memento } from './windowAccount.ts';

export interface AccountsDeps {
  readonly credentialStore: CredentialStore;
  readonly environment: EnvironmentAccount | undefined;
  /** Stores the user of the key from the environment, and a hash of this key, for all windows. */
  readonly memory: Memento;
  readonly logger: Logger;
}

/**
 * The user's choice when the secret storage does not store the key. `session`: this window uses the key without storing
 * it.
 */
export type StorageChoice = 'retry' | 'session' | 'cancel';

/** Asks the user what to do after the secret storage has not stored the key. */
export type OnNotStored = (error: SecretStorageError) => Promise<StorageChoice>;

const ENVIRONMENT_USER_KEY = 'contrail.environmentUser';
const environmentUser = z.object({
  baseUrl: z.string(),
  workspace: z.string(),
  me,
  /** The hash of the key that belongs to the user, and its salt. Version 0.1.0 did not store them. */
  keyHash: z.string().optional(),
  salt: z.string().optional(),
});
type EnvironmentUser = z.output<typeof environmentUser>;

/** Methods that access the secret storage reject with a SecretStorageError when it fails. */
export class Accounts {
  readonly #deps: AccountsDeps;
  /** By id: profiles that the secret storage did not store, and that only this window uses. */
  readonly #inMemory = new Map<string, Profile>();
  #environmentRejectedAt: number | undefined;
  /** The accounts that the latest call of `list` returned. */
  #latest: readonly Account[] = [];
  readonly #changed = new Emitter<void>();

  /** Fires when an account was stored or deleted, or its key was rejected, by this window or by another one. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
  }

  /** Must be called when the stored accounts have changed in a way that this object does not know. */
  reportChange(): void {
    this.#changed.fire();
  }

  /** Resolves with all accounts, the latest sign-in first, and the account from the environment last. */
  async list(): Promise<readonly Account[]> {
    const storedAccounts = (await this.#deps.credentialStore.list())
      .filter((account) => !this.#inMemory.has(listedId(account)))
      .map((account) => accountOf(account, 'stored'));
    this.#latest = [...this.#windowAccounts, ...storedAccounts, ...this.#environmentAccounts];
    return this.#latest;
  }

  /** The accounts whose keys are not in the secret storage. Available even if the secret storage fails. */
  get unstoredAccounts(): readonly Account[] {
    return [...this.#windowAccounts, ...this.#environmentAccounts];
  }

  /**
   * Resolves with the profile of the account; with undefined if the key is not available, or if the user of the key
   * from the environment is not known.
   */
  async read(id: string): Promise<Profile | undefined> {
    if (id !== ENVIRONMENT_ACCOUNT) return this.#inMemory.get(id) ?? this.#deps.credentialStore.read(id);
    const { environment } = this.#deps;
    const user = this.#environmentUser?.me;
    if (environment === undefined || 'problem' in environment || user === undefined) return undefined;
    return { service: 'remote', ...environment, method: 'key', me: user, source: 'environment' };
  }

  /**
   * Stores the profile. If the profile is from the environment, stores only its user and a hash, by which the key is
   * recognized after a restart.
   */
  async write(profile: Profile): Promise<void> {
    const id = listedId(profile);
    if (id === ENVIRONMENT_ACCOUNT && profile.service === 'remote') {
      const { baseUrl, workspace } = profile;
      this.#environmentRejectedAt = undefined;
      const salt = randomUUID();
      const keyHash = await profile.secret.hash(salt);
      const user: EnvironmentUser = { baseUrl, workspace, me: profile.me, keyHash, salt };
      await this.#deps.memory.update(ENVIRONMENT_USER_KEY, user);
      return;
    }
    await this.#deps.credentialStore.write(profile);
    this.#inMemory.delete(id);
  }

  /**
   * Stores the profile. If that fails, the user can keep the profile in memory, for this window only. Resolves with an
   * error if the user cancels.
   */
  async writeOrAsk(profile: Profile, onNotStored: OnNotStored): Promise<SecretStorageError | undefined> {
    for (;;) {
      const failure = await storageErrorOf(this.write(profile));
      if (failure === undefined) break;
      this.#deps.logger.write('warn', 'the secret storage rejected the key', { detail: failure.message });
      const choice = await onNotStored(failure);
      if (choice === 'cancel') return failure;
      if (choice === 'retry') continue;
      this.#inMemory.set(listedId(profile), profile);
      break;
    }
    this.#changed.fire();
    return undefined;
  }

  /** Whether the user of the current key from the environment is stored. Compares the hash of the key. */
  async isEnvironmentUserStored(): Promise<boolean> {
    const { environment } = this.#deps;
    const { keyHash, salt } = this.#environmentUser ?? {};
    if (environment === undefined || 'problem' in environment || keyHash === undefined || salt === undefined)
      return false;
    return (await environment.secret.hash(salt)) === keyHash;
  }

  /** Removes the profile from memory. Called when the stored profile has changed. */
  removeFromMemory(id: string): void {
    this.#inMemory.delete(id);
  }

  /** Deletes the key. The account from the environment remains in the list as long as the variables are set. */
  async remove(id: string): Promise<void> {
    this.#inMemory.delete(id);
    if (id !== ENVIRONMENT_ACCOUNT) await this.#deps.credentialStore.remove(id);
  }

  /** Whether the server rejects the key of the account, according to the latest call of `list`. */
  isRejected(id: string): boolean {
    return this.#latest.some(
      (account) => account.id === id && account.service === 'remote' && account.rejectedAt !== undefined,
    );
  }

  /** Stores the time since which the server rejects the key; undefined if the server accepts the key. */
  async storeRejection(id: string, rejectedAt: number | undefined): Promise<void> {
    const failure = await storageErrorOf(this.#setRejected(id, rejectedAt));
    if (failure === undefined) this.#changed.fire();
    else this.#deps.logger.write('warn', 'the rejection of a key was not stored', { detail: failure.message });
  }

  async #setRejected(id: string, rejectedAt: number | undefined): Promise<void> {
    this.#latest = this.#latest.map((account) =>
      account.id === id && account.service === 'remote' ? { ...account, rejectedAt } : account,
    );
    if (id !== ENVIRONMENT_ACCOUNT) await this.#deps.credentialStore.setRejected(id, rejectedAt);
    else if (rejectedAt === undefined || this.#environmentRejectedAt === undefined)
      this.#environmentRejectedAt = rejectedAt;
  }

  /**
   * Adds the account of a stored profile to the list again if another window has overwritten the list at the same time.
   * A failure of the secret storage is only logged.
   */
  async restoreToList(profile: Profile): Promise<void> {
    const id = listedId(profile);
    const restore = async (): Promise<void> => {
      if ((await this.read(id)) === undefined || id === ENVIRONMENT_ACCOUNT || this.#inMemory.has(id)) return;
      await this.#deps.credentialStore.restoreToList(profile);
    };
    const failure = await storageErrorOf(restore());
    if (failure !== undefined)
      this.#deps.logger.write('warn', 'the list of accounts could not be checked', { detail: failure.message });
  }

  /** Whether there are accounts besides this one and the one from the environment. */
  async hasOthers(id: string): Promise<boolean> {
    return (await this.list()).some((account) => account.id !== id && account.id !== ENVIRONMENT_ACCOUNT);
  }

  /** If the accounts cannot be listed, resolves with false, so that a choice is rather forgotten than kept. */
  async hasAccountAt(origin: string): Promise<boolean> {
    try {
      const accounts = await this.list();
      return accounts.some((account) => account.service === 'remote' && new URL(account.baseUrl).origin === origin);
    } catch (error) {
      if (!(error instanceof SecretStorageError)) throw error;
      this.#deps.logger.write('warn', 'the accounts could not be listed', { detail: error.message });
      return false;
    }
  }

  get #windowAccounts(): readonly Account[] {
    return [...this.#inMemory.values()].map((profile) => accountOf(listedAccountOf(profile), 'window'));
  }

  /** An array with the account from the environment; an empty array if the variables define no account. */
  get #environmentAccounts(): readonly RemoteAccount[] {
    const { environment } = this.#deps;
    if (environment === undefined || 'problem' in environment) return [];
    const { baseUrl, workspace } = environment;
    return [
      {
        service: 'remote',
        id: ENVIRONMENT_ACCOUNT,
        baseUrl,
        workspace,
        method: 'key',
        me: this.#environmentUser?.me,
        source: 'environment',
        rejectedAt: this.#environmentRejectedAt,
      },
    ];
  }

  /** The user of the key from the environment, if the user is stored for the same server and workspace. */
  get #environmentUser(): EnvironmentUser | undefined {
    const { environment, memory } = this.#deps;
    if (environment === undefined || 'problem' in environment) return undefined;
    const rememberedUser = environmentUser.safeParse(memory.get(ENVIRONMENT_USER_KEY)).data;
    const isSameAccount =
      rememberedUser?.baseUrl === environment.baseUrl && rememberedUser.workspace === environment.workspace;
    return isSameAccount ? rememberedUser : undefined;
  }
}

/** Resolves with the SecretStorageError of the promise; undefined if there is no error. Rejects with other errors. */
export async function storageErrorOf(storing: Promise<void>): Promise<SecretStorageError | undefined> {
  try {
    await storing;
    return undefined;
  } catch (error) {
    if (error instanceof SecretStorageError) return error;
    throw error;
  }
}
