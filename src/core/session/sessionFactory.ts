// Creates sessions, and the clients, drafts and snapshots of accounts.

import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/api/client.ts';
import { ApiError } from '../../client/apiError.ts';
import type { Credential } from '../../client/credential.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import type { SnapshotFile } from '../cache/store/snapshotFile.ts';
import { Store } from '../cache/store/store.ts';
import type { DraftStore } from '../drafts/draftStore.ts';
import type { AccountItems } from '../sync/projects/accountItems.ts';
import { ENVIRONMENT_ACCOUNT, LOCAL_ACCOUNT, listedId, type Profile } from './accounts/account.ts';
import type { Accounts, AccountsDeps } from './accounts/accounts.ts';
import { accountId } from './accounts/profile.ts';
import { SessionSnapshot } from './accounts/sessionSnapshot.ts';
import type { LocalWorkspace } from './localWorkspace.ts';
import { LocalWorkspaceRunner } from './localWorkspaceRunner.ts';

/** Opens and deletes the folders in which the work items of accounts are stored. */
export interface ItemStorage {
  /** Whether stored work items are restored when a session starts. */
  isEnabled(): boolean;
  open(account: string, store: Store): AccountItems;
  remove(account: string): Promise<void>;
}

/** Where a client sends its requests, and with which key. */
interface Connection {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly credential: Credential;
}

export interface SessionFactoryDeps extends Pick<AccountsDeps, 'environment'> {
  readonly logger: Logger;
  readonly clock: Clock;
  openClient(connection: Connection): Client;
  openDraftStore(account: string): DraftStore;
  openSnapshot(account: string): SnapshotFile;
  /** The storage of work items. If undefined, they are not stored and not synchronized in the background. */
  readonly itemStorage?: ItemStorage;
  startLocalWorkspace(): Promise<LocalWorkspace>;
}

export class SessionFactory {
  readonly #deps: SessionFactoryDeps;
  readonly #accounts: Accounts;
  readonly #isLocalInUse: () => boolean;
  readonly #localRunner: LocalWorkspaceRunner;
  /**
   * The draft store of each account. An account always has the same draft store, because two draft stores would
   * overwrite each other's files.
   */
  readonly #draftStores = new Map<string, DraftStore>();

  /** `isLocalInUse` returns whether the session of the window is one of the local workspace. */
  constructor(deps: SessionFactoryDeps, accounts: Accounts, isLocalInUse: () => boolean) {
    this.#deps = deps;
    this.#accounts = accounts;
    this.#isLocalInUse = isLocalInUse;
    this.#localRunner = new LocalWorkspaceRunner(() => deps.startLocalWorkspace());
  }

  /** Resolves with a session of the account. Rejects with a LocalWorkspaceError. */
  async create(profile: Profile) {
    const { baseUrl, workspace, credential } = await this.#connectionOf(profile);
    const client = this.#openClient(listedId(profile), { baseUrl, workspace, credential });
    const account = profile.service === 'local' ? LOCAL_ACCOUNT : accountId(profile);
    const store = new Store(client, this.#deps.clock);
    const items = this.#deps.itemStorage?.open(account, store);
    const draftStore = this.draftStoreOf(account);
    const { me } = profile;
    return { profile, baseUrl, workspace, account, me, client, store, draftStore, ...(items && { items }) };
  }

  snapshotOf({ account, store }: { readonly account: string; readonly store: Store }): SessionSnapshot {
    const { clock, logger } = this.#deps;
    return new SessionSnapshot({ store, file: this.#deps.openSnapshot(account), clock, logger });
  }

  /** Returns the drafts of an account, even if the user is signed out of this account. */
  draftStoreOf(account: string): DraftStore {
    const draftStore = this.#draftStores.get(account) ?? this.#deps.openDraftStore(account);
    this.#draftStores.set(account, draftStore);
    return draftStore;
  }

  async flushDrafts(): Promise<void> {
    await Promise.all([...this.#draftStores.values()].map((draftStore) => draftStore.flush()));
  }

  /** Opens a client for the local workspace that is closed before the session starts, and starts the workspace. */
  async openLocalClient(): Promise<Client> {
    return this.#deps.openClient(localConnection(await this.#localRunner.get()));
  }

  /** Opens a client for an account: see `Sessions.openClientOf`. */
  async openClientOf(id: string): Promise<Client> {
    const { environment } = this.#deps;
    // The key from the environment can be used before its user is known.
    if (id === ENVIRONMENT_ACCOUNT && environment !== undefined && !('problem' in environment))
      return this.#openClient(id, remoteConnection({ ...environment, method: 'key' }));
    const profile = await this.#accounts.read(id);
    if (profile === undefined)
      throw new ApiError({ kind: 'unauthorized', status: 0, detail: l10n.t('The account is signed out.') });
    if (profile.service === 'remote') return this.#openClient(id, remoteConnection(profile));
    const release = this.#localRunner.retain();
    const closeLocalWorkspace = async (): Promise<void> => {
      release();
      await this.stopLocalUnlessUsed();
    };
    try {
      const client = this.#openClient(id, localConnection(await this.#localRunner.get()));
      return {
        ...client,
        get latestStats() {
          return client.latestStats;
        },
        close: async () => {
          await client.close();
          await closeLocalWorkspace();
        },
      };
    } catch (error) {
      await closeLocalWorkspace();
      throw error;
    }
  }

  /** Stops the local workspace unless the session of the window or a client of `openClientOf` uses it. */
  async stopLocalUnlessUsed(): Promise<void> {
    if (!this.#isLocalInUse()) await this.#localRunner.stopUnlessRetained();
  }

  stopLocal(): Promise<void> {
    return this.#localRunner.stop();
  }

  async #connectionOf(profile: Profile): Promise<Connection> {
    return profile.service === 'local' ? localConnection(await this.#localRunner.get()) : remoteConnection(profile);
  }

  /** Opens a client, and stores the time at which the server first rejected its key. */
  #openClient(id: string, connection: Connection): Client {
    const client = this.#deps.openClient(connection);
    if (id === LOCAL_ACCOUNT) return client;
    const storeRejection = (): void => {
      const rejectedAt = client.authentication.rejection === undefined ? undefined : this.#deps.clock.now();
      void this.#accounts.storeRejection(id, rejectedAt);
    };
    client.authentication.onDidChange(storeRejection);
    // If an earlier run has stored a rejection, a successful response clears it.
    client.onDidUpdateReachability((isReached) => {
      if (isReached && this.#accounts.isRejected(id)) storeRejection();
    });
    return client;
  }
}

type RemoteAnswers = Pick<Extract<Profile, { service: 'remote' }>, 'baseUrl' | 'workspace' | 'method' | 'secret'>;

export function remoteConnection({ baseUrl, workspace, method, secret }: RemoteAnswers): Connection {
  return { baseUrl, workspace, credential: { kind: method, secret, origin: new URL(baseUrl).origin } };
}

function localConnection({ baseUrl, workspace, key }: LocalWorkspace): Connection {
  return { baseUrl, workspace, credential: { kind: 'key', secret: key, origin: new URL(baseUrl).origin } };
}
