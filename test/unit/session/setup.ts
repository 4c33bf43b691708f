// Setup for the tests of sessions: windows that share a secret storage.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotFile } from '../../../src/cache/snapshotFile.ts';
import { type Client, createClient } from '../../../src/client/client.ts';
import { createWire } from '../../../src/client/wire.ts';
import { draftFiles } from '../../../src/drafts/draftFiles.ts';
import { DraftStore } from '../../../src/drafts/draftStore.ts';
import { type RunningServer, startServer } from '../../../src/server/startServer.ts';
import { CredentialStore } from '../../../src/session/credentialStore.ts';
import type { LocalWorkspace } from '../../../src/session/localWorkspace.ts';
import { LocalWorkspaceError } from '../../../src/session/localWorkspaceError.ts';
import { type RemoteAnswers, type Session, Sessions } from '../../../src/session/session.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { FakeClock } from '../../support/clock.ts';
import { type Entry, keptJournal } from '../client/calls.ts';
import { SharedSecrets } from './secrets.ts';

/** Starts a server with the sample workspace; its key is valid while it runs. */
export function startSample(apiKey?: string): Promise<RunningServer> {
  return startServer({
    data: ':memory:',
    seed: { kind: 'sample' },
    rate: 0,
    port: 0,
    apiKey,
    clock: systemClock,
    logger: silentLogger,
  });
}

export function answersFor(server: RunningServer, changes: Partial<RemoteAnswers> = {}): RemoteAnswers {
  return {
    baseUrl: server.baseUrl,
    workspace: server.workspace,
    method: 'key',
    secret: new Secret(server.apiKey),
    ...changes,
  };
}

export interface Window extends AsyncDisposable {
  readonly sessions: Sessions;
  /** Values of `onDidChange`. */
  readonly became: (Session | undefined)[];
  readonly entries: readonly Entry[];
  /** The servers whose edition was requested. */
  readonly learned: readonly string[];
  /** Clients that this window opened and did not close. */
  readonly openClients: ReadonlySet<Client>;
  /** Local workspaces that this window started and that are still running. */
  readonly running: ReadonlySet<LocalWorkspace>;
  /** Makes the next start of the local workspace fail. */
  failLocally(detail: string): void;
  /** Resolves when the session fulfills the condition. */
  until(wanted: (session: Session | undefined) => boolean): Promise<void>;
}

export class SessionsGround implements AsyncDisposable {
  readonly secrets = new SharedSecrets();
  readonly clock = new FakeClock();
  readonly folder: string;
  readonly #windows: Window[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<SessionsGround> {
    return new SessionsGround(await mkdtemp(join(tmpdir(), 'contrail-sessions-')));
  }

  /** Opens a window whose clients use `clock`. */
  window(): Window {
    const { logger, entries } = keptJournal();
    const openClients = new Set<Client>();
    const running = new Set<LocalWorkspace>();
    const became: (Session | undefined)[] = [];
    const learned: string[] = [];
    let failure: string | undefined;
    const sessions = new Sessions({
      vault: new CredentialStore(this.secrets.window(), logger),
      logger,
      openClient: (where) => {
        const client = createClient({
          ...where,
          clock: this.clock,
          logger,
          wire: async () => createWire(),
          random: () => 0,
        });
        const counted = {
          ...client,
          close: async () => {
            openClients.delete(counted);
            await client.close();
          },
        };
        openClients.add(counted);
        return counted;
      },
      learnEdition: async ({ baseUrl }) => void learned.push(baseUrl),
      openDraftStore: (account) => new DraftStore(draftFiles(join(this.folder, account)), this.clock),
      openSnapshot: (account) => snapshotFile(join(this.folder, 'snapshots', `${account}.json.gz`)),
      clock: this.clock,
      startLocalWorkspace: async () => {
        const detail = failure;
        failure = undefined;
        if (detail !== undefined) throw new LocalWorkspaceError('failed', detail);
        return startLocally(running);
      },
    });
    sessions.onDidChange((session) => became.push(session));
    const window: Window = {
      sessions,
      became,
      entries,
      learned,
      openClients,
      running,
      failLocally: (detail) => {
        failure = detail;
      },
      until: (wanted) =>
        new Promise((resolve) => {
          if (wanted(sessions.current)) resolve();
          else sessions.onDidChange((session) => wanted(session) && resolve());
        }),
      [Symbol.asyncDispose]: () => sessions.close(),
    };
    this.#windows.push(window);
    return window;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const window of this.#windows) await window[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function startLocally(running: Set<LocalWorkspace>): Promise<LocalWorkspace> {
  const server = await startSample();
  const local: LocalWorkspace = {
    baseUrl: server.baseUrl,
    workspace: server.workspace,
    key: new Secret(server.apiKey),
    stop: async () => {
      running.delete(local);
      await server.stop();
    },
  };
  running.add(local);
  return local;
}
