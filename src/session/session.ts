// Signs in and out, and creates sessions: signed-in accounts with their client, store and drafts.

import { listKeyText } from '../cache/lists/listKey.ts';
import type { SnapshotFile } from '../cache/snapshotFile.ts';
import { Store } from '../cache/store.ts';
import type { Client } from '../client/client.ts';
import type { Credential } from '../client/credential.ts';
import type { Page } from '../contract/page.ts';
import type { Project } from '../contract/resources/project.ts';
import type { DraftStore } from '../drafts/draftStore.ts';
import type { Clock } from '../std/clock.ts';
import { errorMessage } from '../std/errorMessage.ts';
import { Emitter } from '../std/event.ts';
import type { Logger } from '../std/logger.ts';
import { Revalidator } from '../sync/revalidate.ts';
import { SnapshotWriter } from '../sync/snapshotWriter.ts';
import { checkSignIn, type SignInFailure } from './checkSignIn.ts';
import type { CredentialStore, Profile } from './credentialStore.ts';
import type { LocalWorkspace } from './localWorkspace.ts';
import { accountId, type Me } from './profile.ts';
import { SecretStorageError } from './secretStorageError.ts';

/** A signed-in account. Immutable: a change creates another session. */
export interface Session {
  readonly profile: Profile;
  readonly baseUrl: string;
  readonly workspace: string;
  readonly account: string;
  readonly me: Me;
  readonly client: Client;
  readonly store: Store;
  readonly draftStore: DraftStore;
}

/** The dependencies of sessions. Through them, this module does not depend on the network or the file system. */
export interface SessionDeps {
  readonly credentialStore: CredentialStore;
  readonly logger: Logger;
  openClient(where: { readonly baseUrl: string; readonly workspace: string; readonly credential: Credential }): Client;
  /** Detects unsupported operations before the session's client is created. Rejects only when canceled. */
  detectEdition(client: Client, signal: AbortSignal): Promise<void>;
  openDraftStore(account: string): DraftStore;
  openSnapshot(account: string): SnapshotFile;
  readonly clock: Clock;
  startLocalWorkspace(): Promise<LocalWorkspace>;
}

/** The user's answers in a sign-in, before they are checked. */
export type RemoteAnswers = Omit<Extract<Profile, { service: 'remote' }>, 'me' | 'service'>;

/** `notStored`: the server accepted the key, but the secret storage rejected the key, and the user canceled. */
export type SignInOutcome = { readonly me: Me } | SignInFailure | { readonly notStored: SecretStorageError };

/**
 * The user's choice when the secret storage rejects the key. `session`: the key is kept in memory, for this window
 * only.
 */
export type StorageChoice = 'retry' | 'session' | 'cancel';

export class Sessions {
  readonly #deps: SessionDeps;
  readonly #changed = new Emitter<Session | undefined>();
  /** By account. Never replaced, because two draft stores for the same files would overwrite each other's files. */
  readonly #draftStores = new Map<string, DraftStore>();
  #current: Session | undefined;
  /** Restores and writes the snapshot of the current session. */
  #snapshotWriter: SnapshotWriter | undefined;
  #revalidator: Revalidator | undefined;
  #firstRestore: Promise<void> | undefined;
  #runningLocal: Promise<LocalWorkspace> | undefined;
  #lastUpdate: Promise<void> = Promise.resolve();
  /** Used in place of the stored profile when it cannot be written: for this window only; none after a sign-out. */
  #inMemory: { readonly profile: Profile | undefined } | undefined;
  /** The profile that is being stored, with the projects that the check of the sign-in has loaded. */
  #checkedSignIn: { readonly profile: Profile; readonly projects: Page<Project> } | undefined;

  /** Fires with the new session, or undefined when the user is signed out. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    deps.credentialStore.onDidChange(() => {
      this.#inMemory = undefined;
      void this.#updateSession();
    });
  }

  get current(): Session | undefined {
    return this.#current;
  }

  /**
   * Resolves when the session of the stored profile, if there is one, has started. Sends no request. If that fails,
   * only the first call rejects (SecretStorageError, LocalWorkspaceError), so that the user can still sign in.
   */
  restore(): Promise<void> {
    if (this.#firstRestore !== undefined) return this.#firstRestore;
    const first = this.#updateSession();
    this.#firstRestore = this.#lastUpdate;
    return first;
  }

  /** Reads the stored profile again after `restore` has rejected. Rejects with the same errors as `restore`. */
  restoreAgain(): Promise<void> {
    return this.#updateSession();
  }

  /**
   * Checks the answers with requests to the server, and stores the profile only if they are correct. `onNotStored` is
   * called when the secret storage rejects the key; by default, the sign-in is canceled then.
   */
  async signIn(
    answers: RemoteAnswers,
    signal: AbortSignal,
    onNotStored: (error: SecretStorageError) => Promise<StorageChoice> = async () => 'cancel',
  ): Promise<SignInOutcome> {
    const client = this.#deps.openClient({ ...answers, credential: credentialOf(answers) });
    try {
      const outcome = await checkSignIn(client, signal);
      if ('me' in outcome) await this.#deps.detectEdition(client, signal);
      signal.throwIfAborted();
      if ('fault' in outcome) return outcome;
      const { me, projects } = outcome;
      const notStored = await this.#storeAndStart({ ...answers, service: 'remote', me }, projects, onNotStored);
      return notStored === undefined ? { me } : { notStored };
    } finally {
      await client.close();
    }
  }

  /** Starts the local workspace and signs in to it. Rejects with a LocalWorkspaceError. */
  async signInLocally(signal: AbortSignal): Promise<SignInOutcome> {
    const local = await this.#localWorkspace();
    const client = this.#deps.openClient({ ...local, credential: localCredential(local) });
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
   * Deletes the profile and its secret, which signs out every window. Drafts stay on disk until the user signs in to
   * the account again. If the secret storage does not delete the key, only this window is signed out, and the method
   * rejects with a SecretStorageError.
   */
  async signOut(): Promise<void> {
    await this.#current?.draftStore.flush();
    const failure = await storageErrorOf(this.#deps.credentialStore.clear());
    this.#inMemory = { profile: undefined };
    await this.#updateSession();
    if (failure !== undefined) throw failure;
  }

  /** Resolves when every draft is on disk, including the drafts of accounts that were signed in earlier. */
  async close(): Promise<void> {
    await this.#lastUpdate;
    try {
      await Promise.all([
        ...[...this.#draftStores.values()].map((draftStore) => draftStore.flush()),
        this.#snapshotWriter?.flush(),
      ]);
    } finally {
      this.#snapshotWriter?.dispose();
      this.#revalidator?.dispose();
      await this.#current?.client.close();
      await this.#stopLocalWorkspace();
    }
  }

  /** Stores the profile and starts its session. Resolves with an error if storing fails and the user cancels. */
  async #storeAndStart(
    profile: Profile,
    projects: Page<Project>,
    onNotStored: (error: SecretStorageError) => Promise<StorageChoice>,
  ): Promise<SecretStorageError | undefined> {
    this.#checkedSignIn = { profile, projects };
    try {
      let failure = await this.#store(profile);
      while (failure !== undefined) {
        const choice = await onNotStored(failure);
        if (choice === 'cancel') return failure;
        if (choice === 'session') this.#inMemory = { profile };
        failure = choice === 'session' ? undefined : await this.#store(profile);
      }
      await this.#updateSession();
      return undefined;
    } finally {
      this.#checkedSignIn = undefined;
    }
  }

  async #store(profile: Profile): Promise<SecretStorageError | undefined> {
    const failure = await storageErrorOf(this.#deps.credentialStore.write(profile));
    if (failure === undefined) this.#inMemory = undefined;
    else this.#deps.logger.write('warn', 'the secret storage rejected the key', { detail: failure.message });
    return failure;
  }

  /** Starts the session of the current profile. Concurrent calls run one after the other. */
  #updateSession(): Promise<void> {
    const update = this.#lastUpdate.then(async () => this.#switchTo(await this.#currentProfile()));
    this.#lastUpdate = update.catch((error: unknown) => {
      this.#deps.logger.write('error', 'the kept profile could not be used', {
        detail: errorMessage(error),
      });
    });
    return update;
  }

  async #currentProfile(): Promise<Profile | undefined> {
    return this.#inMemory === undefined ? this.#deps.credentialStore.read() : this.#inMemory.profile;
  }

  async #switchTo(profile: Profile | undefined): Promise<void> {
    const before = this.#current;
    // A session whose key was rejected is replaced even if the key is the same, so that failed requests are repeated.
    if (isSameProfile(before?.profile, profile) && before?.client.authentication.rejection === undefined) return;
    const next = profile === undefined ? undefined : await this.#createSession(profile);
    const snapshotWriter = this.#snapshotWriter;
    this.#revalidator?.dispose();
    await this.#restoreSnapshot(next);
    if (this.#checkedSignIn !== undefined && isSameProfile(this.#checkedSignIn.profile, profile))
      next?.store.storeFirstProjects(this.#checkedSignIn.projects);
    this.#current = next;
    this.#changed.fire(next);
    try {
      await before?.draftStore.flush();
      // Signing out deletes the snapshot. Signing in to another account writes it, for the next sign-in to the
      // previous account.
      await (next === undefined ? snapshotWriter?.forget() : snapshotWriter?.flush());
    } finally {
      snapshotWriter?.dispose();
      await before?.client.close();
      if (profile?.service !== 'local') await this.#stopLocalWorkspace();
    }
  }

  async #createSession(profile: Profile): Promise<Session> {
    const { me } = profile;
    const target = profile.service === 'local' ? await this.#localWorkspace() : profile;
    const credential =
      profile.service === 'local' ? localCredential(await this.#localWorkspace()) : credentialOf(profile);
    const { baseUrl, workspace } = target;
    const client = this.#deps.openClient({ baseUrl, workspace, credential });
    const account = accountId(profile.service === 'local' ? 'local' : profile);
    return {
      profile,
      baseUrl,
      workspace,
      account,
      me,
      client,
      store: new Store(client, this.#deps.clock),
      draftStore: this.#draftStoreOf(account),
    };
  }

  /** Restores the snapshot of an earlier run. Each of its lists is loaded again when a view shows the list. */
  async #restoreSnapshot(session: Session | undefined): Promise<void> {
    this.#snapshotWriter = undefined;
    this.#revalidator = undefined;
    if (session === undefined) return;
    const { clock, logger } = this.#deps;
    const { account, store } = session;
    this.#snapshotWriter = new SnapshotWriter(store, this.#deps.openSnapshot(account), clock, (error) => {
      logger.write('warn', 'the snapshot could not be kept', { detail: errorMessage(error) });
    });
    this.#revalidator = new Revalidator(store, clock, (key, error) => {
      logger.write('info', 'a list of an earlier run could not be read anew', {
        key: listKeyText(key),
        detail: errorMessage(error),
      });
    });
    await this.#snapshotWriter.restore();
  }

  #draftStoreOf(account: string): DraftStore {
    const draftStore = this.#draftStores.get(account) ?? this.#deps.openDraftStore(account);
    this.#draftStores.set(account, draftStore);
    return draftStore;
  }

  async #stopLocalWorkspace(): Promise<void> {
    const running = this.#runningLocal;
    this.#runningLocal = undefined;
    await (await running)?.stop();
  }

  #localWorkspace(): Promise<LocalWorkspace> {
    this.#runningLocal ??= this.#deps.startLocalWorkspace().catch((error: unknown) => {
      this.#runningLocal = undefined;
      throw error;
    });
    return this.#runningLocal;
  }
}

/** Resolves with the SecretStorageError of the promise; undefined if there is no error. Rejects with other errors. */
async function storageErrorOf(storing: Promise<void>): Promise<SecretStorageError | undefined> {
  try {
    await storing;
    return undefined;
  } catch (error) {
    if (error instanceof SecretStorageError) return error;
    throw error;
  }
}

/** Profiles of the same account with different secrets differ, so that the user can sign in again with a new key. */
function isSameProfile(one: Profile | undefined, other: Profile | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.service === 'local' || other.service === 'local') return one.service === other.service;
  const isSameWorkspace =
    one.baseUrl === other.baseUrl && one.workspace === other.workspace && one.method === other.method;
  return isSameWorkspace && one.me.id === other.me.id && one.secret.equals(other.secret);
}

function credentialOf(answers: RemoteAnswers): Credential {
  return { kind: answers.method, secret: answers.secret, origin: new URL(answers.baseUrl).origin };
}

function localCredential(local: LocalWorkspace): Credential {
  return { kind: 'key', secret: local.key, origin: new URL(local.baseUrl).origin };
}
