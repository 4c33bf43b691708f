// The session of a window: signs in and out, and switches accounts.

import type { Client } from '../../client/api/client.ts';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { Transport } from '../../client/transport.ts';
import type { Page } from '../../contract/page.ts';
import type { Project } from '../../contract/resources/project.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { Emitter } from '../../std/event.ts';
import type { Secret } from '../../std/secret.ts';
import type { Store } from '../cache/store/store.ts';
import type { DraftStore } from '../drafts/draftStore.ts';
import type { AccountItems } from '../sync/projects/accountItems.ts';
import {
  type Account,
  ENVIRONMENT_ACCOUNT,
  isSameProfile,
  listedId,
  type Profile,
  type RemoteAccount,
} from './accounts/account.ts';
import { Accounts, type AccountsDeps, type OnNotStored, storageErrorOf } from './accounts/accounts.ts';
import type { CredentialChange } from './accounts/credentialStore.ts';
import type { EnvironmentProblem } from './accounts/environmentAccount.ts';
import { HttpChoices } from './accounts/httpChoices.ts';
import type { Me } from './accounts/profile.ts';
import type { SecretStorageError } from './accounts/secretStorageError.ts';
import type { SessionSnapshot } from './accounts/sessionSnapshot.ts';
import { type Memento, WindowAccount } from './accounts/windowAccount.ts';
import { checkServerAndSignIn, checkSignIn, type SignInCheck, type SignInFailure } from './checkSignIn.ts';
import { type FoundServer, findServer } from './server/findServer.ts';
import { parseServerAddress, serverCandidates, type UnusableAddress } from './server/webAddress.ts';
import { remoteConnection, SessionFactory, type SessionFactoryDeps } from './sessionFactory.ts';

/** A signed-in account. Immutable: a change creates another session. */
export interface Session {
  readonly profile: Profile;
  readonly baseUrl: string;
  readonly workspace: string;
  /** The id under which the data of the account is stored on this machine. */
  readonly account: string;
  readonly me: Me;
  readonly client: Client;
  readonly store: Store;
  readonly draftStore: DraftStore;
  /** The complete lists of work items that the background synchronization reads; undefined if they are not stored. */
  readonly items?: AccountItems;
}

/** The dependencies of sessions. They contain all access to the network and the file system. */
export interface SessionDeps extends SessionFactoryDeps, AccountsDeps {
  /** Opens connections for requests without a key. */
  openTransport(origin: string): Promise<Transport>;
  /**
   * Detects unsupported operations before the session's client is created. Resolves with a fault if the server is too
   * old. Rejects only when canceled.
   */
  detectEdition(client: Client, signal: AbortSignal): Promise<Fault | undefined>;
  /** Stores values for the folder of this window. */
  readonly windowMemory: Memento;
  /** Returns the slug of the workspace that the folder's settings name. */
  boundWorkspace(): string | undefined;
}

/** The values that the user entered to sign in, before they are checked. */
export type RemoteSignInInput = Omit<Extract<Profile, { service: 'remote' }>, 'me' | 'service'>;

/** `notStored`: the server accepted the key, but the secret storage did not store it, and the user canceled. */
export type SignInOutcome = { readonly me: Me } | SignInFailure | { readonly notStored: SecretStorageError };

/** `otherUser`: the server accepted the key, but the key belongs to another user. Nothing has been stored. */
export type ReplaceKeyOutcome = SignInOutcome | { readonly otherUser: Me };

/** By default, the sign-in is canceled if the secret storage does not store the key. */
const cancelSignIn: OnNotStored = async () => 'cancel';

export class Sessions {
  readonly #deps: SessionDeps;
  readonly #changed = new Emitter<Session | undefined>();
  readonly #accounts: Accounts;
  readonly #windowAccount: WindowAccount;
  /** The servers for which the user has chosen http. */
  readonly httpChoices: HttpChoices;
  readonly #factory: SessionFactory;
  #current: Session | undefined;
  /** Restores and writes the snapshot of the current session. */
  #snapshot: SessionSnapshot | undefined;
  #firstRestore: Promise<void> | undefined;
  #lastUpdate: Promise<void> = Promise.resolve();
  /** The profile that is being stored, and the projects that `checkSignIn` has loaded. */
  #checkedSignIn: { readonly profile: Profile; readonly projects: Page<Project> } | undefined;
  /** Whether this run has checked which user the key from the environment belongs to. */
  #isEnvironmentChecked = false;

  /** Fires with the new session, or undefined when the user is signed out. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the list of accounts has changed, in this window or in another window. */
  readonly onDidChangeAccounts: Accounts['onDidChange'];

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#accounts = new Accounts(deps);
    this.onDidChangeAccounts = this.#accounts.onDidChange;
    this.#factory = new SessionFactory(deps, this.#accounts, () => this.#current?.profile.service === 'local');
    this.#windowAccount = new WindowAccount(deps);
    this.httpChoices = new HttpChoices(deps.memory);
    deps.credentialStore.onDidChange((change) => this.#onCredentialsChanged(change));
    const problem = this.environmentProblem;
    if (problem !== undefined)
      deps.logger.write('warn', 'the account from the environment cannot be used', { problem });
  }

  get current(): Session | undefined {
    return this.#current;
  }

  /**
   * Why the account that the environment variables define cannot be used; undefined if it can be used or no key is set.
   */
  get environmentProblem(): EnvironmentProblem | undefined {
    const { environment } = this.#deps;
    return environment !== undefined && 'problem' in environment ? environment.problem : undefined;
  }

  /** The id of the account of the current session; undefined if this window is signed out. */
  get currentAccountId(): string | undefined {
    return this.#current === undefined ? undefined : listedId(this.#current.profile);
  }

  /**
   * Resolves with all accounts that the user is signed in to, without their keys. The latest sign-in is first. Rejects
   * with a SecretStorageError.
   */
  listAccounts(): Promise<readonly Account[]> {
    return this.#accounts.list();
  }

  /** The accounts whose keys are not in the secret storage. Available even if the secret storage fails. */
  get unstoredAccounts(): readonly Account[] {
    return this.#accounts.unstoredAccounts;
  }

  /**
   * Opens a client for an account, which need not be the account of this window. `id` is from `listAccounts`. Sends no
   * request. The caller closes the client. Clients with the same key share one budget of requests. Rejects with an
   * ApiError (`unauthorized`) if the account is signed out, with a SecretStorageError, or with a LocalWorkspaceError.
   */
  openClientOf(id: string): Promise<Client> {
    return this.#factory.openClientOf(id);
  }

  /**
   * Returns the drafts of an account, even if the user is signed out of this account. `account` is as in
   * `Session.account`.
   */
  draftStoreOf(account: string): DraftStore {
    return this.#factory.draftStoreOf(account);
  }

  /**
   * Starts the session of the stored profile, if there is one. Sends no request. If the session cannot start, only the
   * first call rejects (SecretStorageError, LocalWorkspaceError), so that the user can still sign in.
   */
  restore(): Promise<void> {
    if (this.#firstRestore !== undefined) return this.#firstRestore;
    const first = this.#updateSession();
    this.#firstRestore = this.#lastUpdate;
    return first;
  }

  /** Reads the stored profile again after `restore` has rejected. Rejects with the same errors as `restore`. */
  retryRestore(): Promise<void> {
    return this.#updateSession();
  }

  /**
   * Switches this window to another account, and remembers the choice. The session starts from the account's snapshot,
   * without a request. Resolves with false if the key is not available. If the session cannot start, rejects with a
   * SecretStorageError or a LocalWorkspaceError, and the window keeps its previous account.
   */
  async switchTo(id: string): Promise<boolean> {
    if ((await this.#accounts.read(id)) === undefined) return false;
    const before = this.#windowAccount.current;
    await this.#windowAccount.choose(id);
    try {
      await this.#updateSession();
    } catch (error) {
      if (before !== undefined) await this.#windowAccount.choose(before);
      else this.#windowAccount.release();
      throw error;
    }
    return true;
  }

  /** Finds the server and the workspace that a typed address means, with requests that contain no key. */
  async findServer(address: string, signal: AbortSignal): Promise<FoundServer | UnusableAddress> {
    const likely = parseServerAddress(address);
    if ('problem' in likely) return likely;
    const transport = await this.#deps.openTransport(new URL(likely.baseUrl).origin);
    try {
      return await findServer(transport, serverCandidates(address), likely, signal);
    } finally {
      await transport.close();
    }
  }

  /**
   * Checks the user's values with requests to the server, and stores the profile only if they are correct.
   * `onNotStored` is called when the secret storage does not store the key; by default, it cancels the sign-in.
   */
  async signIn(
    answers: RemoteSignInInput,
    signal: AbortSignal,
    onNotStored: OnNotStored = cancelSignIn,
  ): Promise<SignInOutcome> {
    const outcome = await this.#check(answers, signal);
    if ('fault' in outcome) return outcome;
    const { me, projects } = outcome;
    const notStored = await this.#storeAndStart({ ...answers, service: 'remote', me }, projects, onNotStored);
    return notStored === undefined ? { me } : { notStored };
  }

  /** Checks the key from the environment with requests to the server, and switches this window to its account. */
  async signInFromEnvironment(signal: AbortSignal): Promise<SignInOutcome> {
    const { environment } = this.#deps;
    if (environment === undefined || 'problem' in environment)
      throw new Error('the environment defines no usable account');
    const outcome = await this.signIn({ ...environment, method: 'key', source: 'environment' }, signal);
    this.#isEnvironmentChecked ||= 'me' in outcome;
    return outcome;
  }

  /**
   * Checks a new key of an account with requests to the server, and stores it. If this window uses the account, its
   * session starts again with the new key. `onNotStored` is as in `signIn`.
   */
  async replaceKey(
    { baseUrl, workspace, method, me: user }: RemoteAccount,
    secret: Secret,
    signal: AbortSignal,
    onNotStored: OnNotStored = cancelSignIn,
  ): Promise<ReplaceKeyOutcome> {
    const answers: RemoteSignInInput = { baseUrl, workspace, method, secret };
    const outcome = await this.#check(answers, signal);
    if ('fault' in outcome) return outcome;
    const { me } = outcome;
    if (me.id !== user?.id) return { otherUser: me };
    const notStored = await this.#accounts.writeOrAsk({ ...answers, service: 'remote', me }, onNotStored);
    if (notStored !== undefined) return { notStored };
    await this.#updateSession();
    return { me };
  }

  /** Starts the local workspace and signs in to it. Rejects with a LocalWorkspaceError. */
  async signInLocally(signal: AbortSignal): Promise<SignInOutcome> {
    const client = await this.#factory.openLocalClient();
    try {
      const outcome = await checkSignIn(client, signal);
      if ('fault' in outcome) return outcome;
      const { me, projects } = outcome;
      // The key of the local workspace is not stored, so the user is not asked what to do if storing fails.
      await this.#storeAndStart({ service: 'local', me }, projects, async () => 'session');
      return { me };
    } finally {
      await client.close();
    }
  }

  /**
   * Deletes an account and its key, by default the account of this window. Every window that uses the account is signed
   * out, and does not switch to another account automatically. Drafts stay on disk until the user signs in to the
   * account again. If the secret storage does not delete the key, only this window is signed out, and the method
   * rejects with a SecretStorageError.
   */
  async signOut(id: string | undefined = this.currentAccountId): Promise<void> {
    if (id === undefined) return;
    const isCurrent = id === this.currentAccountId;
    if (isCurrent) await this.#current?.draftStore.flush();
    const origin = await this.#originOf(id);
    const failure = await storageErrorOf(this.#accounts.remove(id));
    if (failure === undefined && origin !== undefined) await this.forgetUnusedHttpChoice(origin);
    if (isCurrent) {
      await this.#windowAccount.clearAccount(failure !== undefined || (await this.#accounts.hasOthers(id)));
      await this.#updateSession();
    } else if (failure === undefined && id !== ENVIRONMENT_ACCOUNT) {
      await this.#deps.openSnapshot(id).remove();
      await this.#deps.itemStorage?.remove(id);
    }
    this.#accounts.reportChange();
    if (failure !== undefined) throw failure;
  }

  /** Forgets that the user has chosen http for a server, unless there is an account on this server. */
  async forgetUnusedHttpChoice(origin: string): Promise<void> {
    if (!this.httpChoices.isAllowed(origin) || (await this.#accounts.hasAccountAt(origin))) return;
    await this.httpChoices.forget(origin);
  }

  /**
   * Ends the session. Before that, writes all drafts to disk, including drafts of other accounts that this window has
   * used.
   */
  async close(): Promise<void> {
    await this.#lastUpdate;
    try {
      await Promise.all([this.#factory.flushDrafts(), this.#snapshot?.writer.flush()]);
    } finally {
      this.#snapshot?.dispose();
      await this.#current?.client.close();
      await this.#factory.stopLocal();
    }
  }

  /** Checks the user's values with a separate client, which is closed at the end. */
  async #check(answers: RemoteSignInInput, signal: AbortSignal): Promise<SignInCheck> {
    const client = this.#deps.openClient(remoteConnection(answers));
    try {
      return await checkServerAndSignIn(client, (...args) => this.#deps.detectEdition(...args), signal);
    } finally {
      await client.close();
    }
  }

  /** Stores the profile and starts its session. Resolves with an error if storing fails and the user cancels. */
  async #storeAndStart(
    profile: Profile,
    projects: Page<Project>,
    onNotStored: OnNotStored,
  ): Promise<SecretStorageError | undefined> {
    this.#checkedSignIn = { profile, projects };
    try {
      const failure = await this.#accounts.writeOrAsk(profile, onNotStored);
      if (failure !== undefined) return failure;
      await this.#windowAccount.choose(listedId(profile));
      await this.#updateSession();
      return undefined;
    } finally {
      this.#checkedSignIn = undefined;
    }
  }

  /**
   * Reacts to a change of the stored accounts by this or another window. If another account has changed, the session
   * changes only if this window is signed out and may use that account.
   */
  #onCredentialsChanged(change: CredentialChange): void {
    const usedAccount = this.#windowAccount.current;
    if (change !== 'list') this.#accounts.removeFromMemory(change.account);
    if (usedAccount === undefined || (change !== 'list' && change.account === usedAccount)) void this.#updateSession();
    else if (change === 'list' && this.#current !== undefined) void this.#accounts.restoreToList(this.#current.profile);
    this.#accounts.reportChange();
  }

  /** Starts the session of the current profile. Concurrent calls run one after the other. */
  #updateSession(): Promise<void> {
    const updatePromise = this.#lastUpdate.then(async () => this.#replaceSession(await this.#currentProfile()));
    this.#lastUpdate = updatePromise.catch((error: unknown) => {
      this.#deps.logger.write('error', 'the stored profile could not be used', {
        detail: errorMessage(error),
      });
    });
    return updatePromise;
  }

  async #currentProfile(): Promise<Profile | undefined> {
    if (this.#windowAccount.isSignedOut) return undefined;
    // If the window already has an account, only the entry of this account is read: the secret storage may fail to read
    // the list while the key is in memory.
    const id = this.#windowAccount.current ?? this.#windowAccount.resolve(await this.#accounts.list());
    if (id === undefined) return undefined;
    const profile = await this.#accounts.read(id);
    if (profile !== undefined) return profile;
    // If the account has a session in this window, another window has signed it out. Otherwise, its stored entry is
    // missing or invalid.
    if (this.currentAccountId === id) await this.#windowAccount.clearAccount(await this.#accounts.hasOthers(id));
    else this.#windowAccount.release();
    return undefined;
  }

  async #originOf(id: string): Promise<string | undefined> {
    const profile = id === this.currentAccountId ? this.#current?.profile : await this.#accounts.read(id);
    return profile?.service === 'remote' ? new URL(profile.baseUrl).origin : undefined;
  }

  async #replaceSession(profile: Profile | undefined): Promise<void> {
    const before = this.#current;
    // If the server rejected the key, the session is replaced even if the key is the same, so that failed requests are
    // sent again.
    if (isSameProfile(before?.profile, profile) && before?.client.authentication.rejection === undefined) return;
    const nextSession: Session | undefined = profile && (await this.#factory.create(profile));
    const snapshot = this.#snapshot;
    snapshot?.revalidator.dispose();
    this.#snapshot = nextSession && this.#factory.snapshotOf(nextSession);
    await this.#snapshot?.writer.restore();
    if (this.#deps.itemStorage?.isEnabled() === true) await nextSession?.items?.catchUpFromFiles(true);
    if (this.#checkedSignIn !== undefined && isSameProfile(this.#checkedSignIn.profile, profile))
      nextSession?.store.storeFirstProjectPage(this.#checkedSignIn.projects);
    this.#current = nextSession;
    this.#changed.fire(nextSession);
    try {
      await before?.draftStore.flush();
      // Signing out deletes the snapshot. Switching to another account writes the snapshot, so that the user can switch
      // back quickly.
      await (nextSession === undefined ? snapshot?.writer.forget() : snapshot?.writer.flush());
      if (nextSession === undefined) await before?.items?.forget();
      await this.#windowAccount.rememberCurrent();
    } finally {
      snapshot?.dispose();
      await before?.client.close();
      await this.#factory.stopLocalUnlessUsed();
    }
    if (nextSession !== undefined && this.currentAccountId === ENVIRONMENT_ACCOUNT)
      void this.#checkEnvironmentUser(nextSession);
  }

  /**
   * Asks the server, once in each run, which user the key from the environment belongs to. Sends no request if the user
   * of this key is already stored.
   */
  async #checkEnvironmentUser({ client, profile }: Session): Promise<void> {
    if (this.#isEnvironmentChecked) return;
    this.#isEnvironmentChecked = true;
    try {
      if (await this.#accounts.isEnvironmentUserStored()) return;
      const user = await client.call.getCurrentUser({}, { urgency: 'background' });
      await this.#accounts.write({ ...profile, me: { id: user.id, name: nameOfUser(user) } });
      if (user.id !== profile.me.id) await this.#updateSession();
    } catch (error) {
      this.#isEnvironmentChecked = false;
      this.#deps.logger.write('info', 'the user of the key from the environment was not checked', {
        kind: faultOf(error).kind,
      });
    }
  }
}
