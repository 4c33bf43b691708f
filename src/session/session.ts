// Owns the session: who is signed in now, with a client and a store of their own, and how that changes.
import type { Client } from '../api/client.ts';
import type { Credential } from '../api/credential.ts';
import type { Page } from '../contract/page.ts';
import type { Project } from '../contract/resources/project.ts';
import type { Clock } from '../std/clock.ts';
import { Emitter } from '../std/event.ts';
import type { Journal } from '../std/journal.ts';
import type { Desk } from '../store/desk.ts';
import { Keeper } from '../store/keeper.ts';
import { Revalidator } from '../store/revalidate.ts';
import type { SnapshotFile } from '../store/snapshotFile.ts';
import { Store } from '../store/store.ts';
import type { LocalWorkspace } from './localWorkspace.ts';
import { accountId, type Me } from './profile.ts';
import { type TrialFailure, trySignIn } from './trial.ts';
import type { Profile, Vault } from './vault.ts';

/** One signing-in. Replaced, never changed. */
export interface Session {
  readonly profile: Profile;
  readonly baseUrl: string;
  readonly workspace: string;
  readonly account: string;
  readonly me: Me;
  readonly client: Client;
  readonly store: Store;
  readonly desk: Desk;
}

/** What sessions are made of; handed in, so that nothing here knows a wire or a folder. */
export interface SessionGround {
  readonly vault: Vault;
  readonly journal: Journal;
  openClient(where: { readonly baseUrl: string; readonly workspace: string; readonly credential: Credential }): Client;
  /** Finds out what the server lacks, before the session's own client is opened. Rejects only when it is cancelled. */
  learnEdition(client: Client, signal: AbortSignal): Promise<void>;
  openDesk(account: string): Desk;
  openSnapshot(account: string): SnapshotFile;
  readonly clock: Clock;
  startLocalWorkspace(): Promise<LocalWorkspace>;
}

/** A sign-in that has not been tried. */
export type RemoteAnswers = Omit<Extract<Profile, { service: 'remote' }>, 'me' | 'service'>;

export type SignInOutcome = { readonly me: Me } | TrialFailure;

export class Sessions {
  readonly #ground: SessionGround;
  readonly #changed = new Emitter<Session | undefined>();
  /** One for each account for as long as this window lives: two over the same files would write over each other. */
  readonly #desks = new Map<string, Desk>();
  #current: Session | undefined;
  /** What an earlier run knew, for the current session. */
  #keeper: Keeper | undefined;
  #revalidator: Revalidator | undefined;
  #restored: Promise<void> | undefined;
  #local: Promise<LocalWorkspace> | undefined;
  #following: Promise<void> = Promise.resolve();
  /** What the trial of the profile that is being stored has read already. */
  #tried: { readonly profile: Profile; readonly projects: Page<Project> } | undefined;

  /** Fires with the session that has begun, or undefined when nobody is signed in any more. */
  readonly onDidChange = this.#changed.event;

  constructor(ground: SessionGround) {
    this.#ground = ground;
    ground.vault.onDidChange(() => void this.#follow());
  }

  get current(): Session | undefined {
    return this.#current;
  }

  /** The kept profile is in use, if there is one, when it resolves. No request is made. */
  restore(): Promise<void> {
    this.#restored ??= this.#follow();
    return this.#restored;
  }

  /** Tries the answers against the service; only when they hold is anything kept. */
  async signIn(answers: RemoteAnswers, signal: AbortSignal): Promise<SignInOutcome> {
    const client = this.#ground.openClient({ ...answers, credential: credentialOf(answers) });
    try {
      const outcome = await trySignIn(client, signal);
      if ('me' in outcome) await this.#ground.learnEdition(client, signal);
      signal.throwIfAborted();
      if ('fault' in outcome) return outcome;
      const { me, projects } = outcome;
      await this.#keep({ ...answers, service: 'remote', me }, projects);
      return { me };
    } finally {
      await client.close();
    }
  }

  /** Starts the local workspace and signs in to it. Throws LocalWorkspaceError. */
  async signInLocally(signal: AbortSignal): Promise<SignInOutcome> {
    const local = await this.#localWorkspace();
    const client = this.#ground.openClient({ ...local, credential: localCredential(local) });
    try {
      const outcome = await trySignIn(client, signal);
      if ('fault' in outcome) return outcome;
      const { me, projects } = outcome;
      await this.#keep({ service: 'local', me }, projects);
      return { me };
    } finally {
      await client.close();
    }
  }

  /** Forgets the profile and its secret, here and in every other window. Drafts stay on disk for when the account comes back. */
  async signOut(): Promise<void> {
    await this.#current?.desk.flush();
    await this.#ground.vault.clear();
    await this.#follow();
  }

  /** Every draft is on disk when it resolves, also of an account that was just left. */
  async close(): Promise<void> {
    await this.#following;
    try {
      await Promise.all([...[...this.#desks.values()].map((desk) => desk.flush()), this.#keeper?.flush()]);
    } finally {
      this.#keeper?.dispose();
      this.#revalidator?.dispose();
      await this.#current?.client.close();
      await this.#stopLocalWorkspace();
    }
  }

  async #keep(profile: Profile, projects: Page<Project>): Promise<void> {
    this.#tried = { profile, projects };
    try {
      await this.#ground.vault.write(profile);
      await this.#follow();
    } finally {
      this.#tried = undefined;
    }
  }

  /** Makes the session what the vault says; one change after the other. */
  #follow(): Promise<void> {
    const own = this.#following.then(async () => this.#become(await this.#ground.vault.read()));
    this.#following = own.catch((error: unknown) => {
      this.#ground.journal.write('error', 'the kept profile could not be used', {
        detail: error instanceof Error ? error.message : 'unknown',
      });
    });
    return own;
  }

  async #become(profile: Profile | undefined): Promise<void> {
    const before = this.#current;
    // A session whose key was rejected is replaced also by one with the same key: what could not be read is read again.
    if (isSame(before?.profile, profile) && before?.client.authentication.rejection === undefined) return;
    const next = profile === undefined ? undefined : await this.#open(profile);
    const keeper = this.#keeper;
    this.#revalidator?.dispose();
    await this.#know(next);
    if (this.#tried !== undefined && isSame(this.#tried.profile, profile)) next?.store.tellProjects(this.#tried.projects);
    this.#current = next;
    this.#changed.fire(next);
    try {
      await before?.desk.flush();
      // Who signs out leaves nothing behind but drafts; another account keeps what it knows for when it comes back.
      await (next === undefined ? keeper?.forget() : keeper?.flush());
    } finally {
      keeper?.dispose();
      await before?.client.close();
      if (profile?.service !== 'local') await this.#stopLocalWorkspace();
    }
  }

  async #open(profile: Profile): Promise<Session> {
    const { me } = profile;
    const place = profile.service === 'local' ? await this.#localWorkspace() : profile;
    const credential = profile.service === 'local' ? localCredential(await this.#localWorkspace()) : credentialOf(profile);
    const { baseUrl, workspace } = place;
    const client = this.#ground.openClient({ baseUrl, workspace, credential });
    const account = accountId(profile.service === 'local' ? 'local' : profile);
    return { profile, baseUrl, workspace, account, me, client, store: new Store(client, this.#ground.clock), desk: this.#deskOf(account) };
  }

  /** What an earlier run knew of the account is known from the start, and looked at again when somebody looks at it. */
  async #know(session: Session | undefined): Promise<void> {
    this.#keeper = undefined;
    this.#revalidator = undefined;
    if (session === undefined) return;
    const { clock, journal } = this.#ground;
    const { account, store } = session;
    this.#keeper = new Keeper(store, this.#ground.openSnapshot(account), clock, (error) => {
      journal.write('warn', 'the snapshot could not be kept', { detail: error instanceof Error ? error.message : 'unknown' });
    });
    this.#revalidator = new Revalidator(store, clock, (key, error) => {
      journal.write('info', 'a list of an earlier run could not be read anew', {
        key,
        detail: error instanceof Error ? error.message : 'unknown',
      });
    });
    await this.#keeper.restore();
  }

  #deskOf(account: string): Desk {
    const desk = this.#desks.get(account) ?? this.#ground.openDesk(account);
    this.#desks.set(account, desk);
    return desk;
  }

  async #stopLocalWorkspace(): Promise<void> {
    const running = this.#local;
    this.#local = undefined;
    await (await running)?.stop();
  }

  #localWorkspace(): Promise<LocalWorkspace> {
    this.#local ??= this.#ground.startLocalWorkspace().catch((error: unknown) => {
      this.#local = undefined;
      throw error;
    });
    return this.#local;
  }
}

/** Another secret for the same account makes another session: whoever was refused is let in again. */
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
