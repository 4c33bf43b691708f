// Manages the session: the signed-in account with its client, store and drafts, and its changes.

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
import { checkSignIn, type TrialFailure } from './checkSignIn.ts';
import type { CredentialStore, Profile } from './credentialStore.ts';
import type { LocalWorkspace } from './localWorkspace.ts';
import { accountId, type Me } from './profile.ts';
import { SecretStorageError } from './secretStorageError.ts';

/** One sign-in. It is replaced, never changed. */
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

/** What sessions are created with, so that this module depends on no wire and no folder. */
export interface SessionDeps {
  readonly vault: CredentialStore;
  readonly logger: Logger;
  openClient(where: { readonly baseUrl: string; readonly workspace: string; readonly credential: Credential }): Client;
  /** Detects what the server does not support, before the session's client is created. Rejects only when cancelled. */
  learnEdition(client: Client, signal: AbortSignal): Promise<void>;
  openDraftStore(account: string): DraftStore;
  openSnapshot(account: string): SnapshotFile;
  readonly clock: Clock;
  startLocalWorkspace(): Promise<LocalWorkspace>;
}

/** The answers of a sign-in that has not been checked. */
export type RemoteAnswers = Omit<Extract<Profile, { service: 'remote' }>, 'me' | 'service'>;

/** `notStored`: the server accepted the key, but the secret storage rejected it and the user cancelled. */
export type SignInOutcome = { readonly me: Me } | TrialFailure | { readonly notStored: SecretStorageError };

/**
 * What the user chooses when the secret storage rejects the key. `session` keeps it in memory, for this window only.
 */
export type StorageChoice = 'retry' | 'session' | 'cancel';

export class Sessions {
  readonly #deps: SessionDeps;
  readonly #changed = new Emitter<Session | undefined>();
  /** One for each account for the lifetime of the window: two stores over the same files would overwrite each other. */
  readonly #draftStores = new Map<string, DraftStore>();
  #current: Session | undefined;
  /** Snapshot of an earlier run for the current session. */
  #snapshotWriter: SnapshotWriter | undefined;
  #revalidator: Revalidator | undefined;
  #restored: Promise<void> | undefined;
  #local: Promise<LocalWorkspace> | undefined;
  #following: Promise<void> = Promise.resolve();
  /** Replaces the vault when it cannot be written: a profile for this window only, or none after a sign-out. */
  #inMemory: { readonly profile: Profile | undefined } | undefined;
  /** What the check of the profile that is being stored has already loaded. */
  #tried: { readonly profile: Profile; readonly projects: Page<Project> } | undefined;

  /** Fires with the new session, or undefined when the user is signed out. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    deps.vault.onDidChange(() => {
      this.#inMemory = undefined;
      void this.#follow();
    });
  }

  get current(): Session | undefined {
    return this.#current;
  }

  /**
   * Resolves when the stored profile, if there is one, is in use. Sends no request. When the profile cannot be read,
   * only the first call rejects (SecretStorageError, LocalWorkspaceError): the user can still sign in.
   */
  restore(): Promise<void> {
    if (this.#restored !== undefined) return this.#restored;
    const first = this.#follow();
    this.#restored = this.#following;
    return first;
  }

  /** Reads the stored profile again after `restore` rejected, and rejects with the same errors. */
  restoreAgain(): Promise<void> {
    return this.#follow();
  }

  /**
   * Checks the answers against the server, and stores the profile only when they are correct. `onNotStored` is called
   * when the secret storage rejects the key; by default nothing is stored then.
   */
  async signIn(
    answers: RemoteAnswers,
    signal: AbortSignal,
    onNotStored: (error: SecretStorageError) => Promise<StorageChoice> = async () => 'cancel',
  ): Promise<SignInOutcome> {
    const client = this.#deps.openClient({ ...answers, credential: credentialOf(answers) });
    try {
      const outcome = await checkSignIn(client, signal);
      if ('me' in outcome) await this.#deps.learnEdition(client, signal);
      signal.throwIfAborted();
      if ('fault' in outcome) return outcome;
      const { me, projects } = outcome;
      const notStored = await this.#keep({ ...answers, service: 'remote', me }, projects, onNotStored);
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
      // The key of the local workspace is not stored, so the user is not asked.
      await this.#keep({ service: 'local', me }, projects, async () => 'session');
      return { me };
    } finally {
      await client.close();
    }
  }

  /**
   * Deletes the profile and its secret, in this and in every other window. Drafts stay on disk until the account signs
   * in again. When the secret storage does not delete the key, this window is signed out, and the method rejects with a
   * SecretStorageError.
   */
  async signOut(): Promise<void> {
    await this.#current?.draftStore.flush();
    const failure = await storageErrorOf(this.#deps.vault.clear());
    this.#inMemory = { profile: undefined };
    await this.#follow();
    if (failure !== undefined) throw failure;
  }

  /** Resolves when every draft is on disk, including those of accounts that were signed in earlier. */
  async close(): Promise<void> {
    await this.#following;
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

  /** Stores the profile and starts its session. If storing fails and the user cancels, returns the error. */
  async #keep(
    profile: Profile,
    projects: Page<Project>,
    onNotStored: (error: SecretStorageError) => Promise<StorageChoice>,
  ): Promise<SecretStorageError | undefined> {
    this.#tried = { profile, projects };
    try {
      let failure = await this.#store(profile);
      while (failure !== undefined) {
        const choice = await onNotStored(failure);
        if (choice === 'cancel') return failure;
        if (choice === 'session') this.#inMemory = { profile };
        failure = choice === 'session' ? undefined : await this.#store(profile);
      }
      await this.#follow();
      return undefined;
    } finally {
      this.#tried = undefined;
    }
  }

  async #store(profile: Profile): Promise<SecretStorageError | undefined> {
    const failure = await storageErrorOf(this.#deps.vault.write(profile));
    if (failure === undefined) this.#inMemory = undefined;
    else this.#deps.logger.write('warn', 'the secret storage rejected the key', { detail: failure.message });
    return failure;
  }

  /** Updates the session to the profile in the vault; one change after the other. */
  #follow(): Promise<void> {
    const own = this.#following.then(async () => this.#become(await this.#profile()));
    this.#following = own.catch((error: unknown) => {
      this.#deps.logger.write('error', 'the kept profile could not be used', {
        detail: errorMessage(error),
      });
    });
    return own;
  }

  async #profile(): Promise<Profile | undefined> {
    return this.#inMemory === undefined ? this.#deps.vault.read() : this.#inMemory.profile;
  }

  async #become(profile: Profile | undefined): Promise<void> {
    const before = this.#current;
    // A session whose key was rejected is replaced even when the key is the same: failed reads are repeated.
    if (isSame(before?.profile, profile) && before?.client.authentication.rejection === undefined) return;
    const next = profile === undefined ? undefined : await this.#open(profile);
    const snapshotWriter = this.#snapshotWriter;
    this.#revalidator?.dispose();
    await this.#know(next);
    if (this.#tried !== undefined && isSame(this.#tried.profile, profile))
      next?.store.takeInProjects(this.#tried.projects);
    this.#current = next;
    this.#changed.fire(next);
    try {
      await before?.draftStore.flush();
      // Signing out deletes the snapshot and keeps only drafts; another account keeps its snapshot for the next
      // sign-in.
      await (next === undefined ? snapshotWriter?.forget() : snapshotWriter?.flush());
    } finally {
      snapshotWriter?.dispose();
      await before?.client.close();
      if (profile?.service !== 'local') await this.#stopLocalWorkspace();
    }
  }

  async #open(profile: Profile): Promise<Session> {
    const { me } = profile;
    const place = profile.service === 'local' ? await this.#localWorkspace() : profile;
    const credential =
      profile.service === 'local' ? localCredential(await this.#localWorkspace()) : credentialOf(profile);
    const { baseUrl, workspace } = place;
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
      draftStore: this.#deskOf(account),
    };
  }

  /** Restores the snapshot of an earlier run. Its lists are loaded again when they are shown. */
  async #know(session: Session | undefined): Promise<void> {
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

  #deskOf(account: string): DraftStore {
    const draftStore = this.#draftStores.get(account) ?? this.#deps.openDraftStore(account);
    this.#draftStores.set(account, draftStore);
    return draftStore;
  }

  async #stopLocalWorkspace(): Promise<void> {
    const running = this.#local;
    this.#local = undefined;
    await (await running)?.stop();
  }

  #localWorkspace(): Promise<LocalWorkspace> {
    this.#local ??= this.#deps.startLocalWorkspace().catch((error: unknown) => {
      this.#local = undefined;
      throw error;
    });
    return this.#local;
  }
}

/** The SecretStorageError that the work rejects with; undefined when it succeeds. Rejects with any other error. */
async function storageErrorOf(work: Promise<void>): Promise<SecretStorageError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof SecretStorageError) return error;
    throw error;
  }
}

/** Another secret for the same account is another session, so that a rejected user can sign in again. */
function isSame(one: Profile | undefined, other: Profile | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.service === 'local' || other.service === 'local') return one.service === other.service;
  const samePlace = one.baseUrl === other.baseUrl && one.workspace === other.workspace && one.method === other.method;
  return samePlace && one.me.id === other.me.id && one.secret.equals(other.secret);
}

function credentialOf(answers: RemoteAnswers): Credential {
  return { kind: answers.method, secret: answers.secret, origin: new URL(answers.baseUrl).origin };
}

function localCredential(local: LocalWorkspace): Credential {
  return { kind: 'key', secret: local.key, origin: new URL(local.baseUrl).origin };
}
