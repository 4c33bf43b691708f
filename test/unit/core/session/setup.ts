// Creates windows that share a secret storage, for the tests of sessions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../../src/client/api/client.ts';
import type { Fault } from '../../../../src/client/apiError.ts';
import { Budgets } from '../../../../src/client/budget/budgets.ts';
import { defaultNetworkConfiguration, type NetworkConfiguration } from '../../../../src/client/network/network.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { createSnapshotFile } from '../../../../src/core/cache/store/snapshotFile.ts';
import { createDraftFiles } from '../../../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import { CredentialStore } from '../../../../src/core/session/accounts/credentialStore.ts';
import type { EnvironmentAccount } from '../../../../src/core/session/accounts/environmentAccount.ts';
import { HttpChoices } from '../../../../src/core/session/accounts/httpChoices.ts';
import type { Memento } from '../../../../src/core/session/accounts/windowAccount.ts';
import type { LocalWorkspace } from '../../../../src/core/session/localWorkspace.ts';
import { LocalWorkspaceError } from '../../../../src/core/session/localWorkspaceError.ts';
import { type RemoteSignInInput, type Session, Sessions } from '../../../../src/core/session/session.ts';
import { AccountItems } from '../../../../src/core/sync/projects/accountItems.ts';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import type { Logger } from '../../../../src/std/logger.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { FakeClock } from '../../../support/clock.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { type LogEntry, recordingLogger } from '../../client/calls.ts';
import { SharedSecrets } from './secrets.ts';

export function answersFor(server: RunningServer, changes: Partial<RemoteSignInInput> = {}): RemoteSignInInput {
  return {
    baseUrl: server.baseUrl,
    workspace: server.workspace,
    method: 'key',
    secret: new Secret(server.apiKey),
    ...changes,
  };
}

/** Returns a memento that stores values in memory. */
function createMemory(): Memento & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: (key) => values.get(key),
    update: async (key, value) => void (value === undefined ? values.delete(key) : values.set(key, value)),
  };
}

export interface WindowOptions {
  readonly network?: NetworkConfiguration;
  /** The memento of a closed window, for the same window after a restart; empty by default. */
  readonly windowMemory?: Memento;
  /** The account that environment variables define. */
  readonly environment?: EnvironmentAccount;
  /** The workspace that the folder's settings name. */
  readonly boundWorkspace?: string;
}

export interface Window extends AsyncDisposable {
  readonly sessions: Sessions;
  /** The sessions that `onDidChange` has fired with. */
  readonly sessionChanges: (Session | undefined)[];
  readonly logger: Logger;
  readonly entries: readonly LogEntry[];
  /** The base URLs of the servers whose edition was requested. */
  readonly editionRequests: readonly string[];
  /** What the request for the edition finds wrong. */
  editionFault: Fault | undefined;
  /** Clients that this window has opened and not closed. */
  readonly openClients: ReadonlySet<Client>;
  /** Local workspaces that this window has started and not stopped. */
  readonly runningWorkspaces: ReadonlySet<LocalWorkspace>;
  readonly windowMemory: Memento;
  /** Makes the next start of the local workspace fail. */
  failNextLocalStart(detail: string): void;
  /** Resolves when the condition is true for the session. */
  until(condition: (session: Session | undefined) => boolean): Promise<void>;
}

export class SessionsSetup implements AsyncDisposable {
  readonly secrets = new SharedSecrets();
  readonly clock = new FakeClock();
  /** The memento that all windows share. */
  readonly memory = createMemory();
  readonly folder: string;
  readonly #windows: Window[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<SessionsSetup> {
    return new SessionsSetup(await mkdtemp(join(tmpdir(), 'contrail-sessions-')));
  }

  /** Returns the folder with the work items of an account. */
  itemFolder(account: string): string {
    return join(this.folder, 'items', account);
  }

  /** Opens a window whose clients use `clock` and the network. */
  window({
    network = defaultNetworkConfiguration,
    windowMemory = createMemory(),
    environment,
    boundWorkspace,
  }: WindowOptions = {}): Window {
    const budgets = new Budgets(this.clock);
    const { logger, entries } = recordingLogger();
    const openClients = new Set<Client>();
    const runningWorkspaces = new Set<LocalWorkspace>();
    const sessionChanges: (Session | undefined)[] = [];
    const editionRequests: string[] = [];
    let nextFailure: string | undefined;
    const sessions = new Sessions({
      credentialStore: new CredentialStore(this.secrets.openStorage(), logger),
      logger,
      openClient: (target) => {
        const client = createClient({
          ...target,
          clock: this.clock,
          logger,
          transport: async () => createTransport({ network: () => network }),
          random: () => 0,
          isHttpAllowed: (origin) => new HttpChoices(this.memory).isAllowed(origin),
          budget: budgets.get(target.credential),
        });
        const trackedClient = {
          ...client,
          close: async () => {
            openClients.delete(trackedClient);
            await client.close();
          },
        };
        openClients.add(trackedClient);
        return trackedClient;
      },
      openTransport: async () => createTransport({ network: () => network }),
      detectEdition: async ({ baseUrl }) => {
        editionRequests.push(baseUrl);
        return window.editionFault;
      },
      openDraftStore: (account) => new DraftStore(createDraftFiles(join(this.folder, account)), this.clock),
      openSnapshot: (account) => createSnapshotFile(join(this.folder, 'snapshots', `${account}.json.gz`)),
      itemStorage: {
        isEnabled: () => true,
        open: (account, store) =>
          new AccountItems({ store, folder: this.itemFolder(account), clock: this.clock, logger }),
        remove: (account) => rm(this.itemFolder(account), { recursive: true, force: true }),
      },
      clock: this.clock,
      startLocalWorkspace: async () => {
        const detail = nextFailure;
        nextFailure = undefined;
        if (detail !== undefined) throw new LocalWorkspaceError(detail);
        return startLocally(runningWorkspaces);
      },
      environment,
      memory: this.memory,
      windowMemory,
      boundWorkspace: () => boundWorkspace,
    });
    sessions.onDidChange((session) => sessionChanges.push(session));
    const window: Window = {
      sessions,
      sessionChanges,
      logger,
      entries,
      editionRequests,
      editionFault: undefined,
      openClients,
      runningWorkspaces,
      windowMemory,
      failNextLocalStart: (detail) => {
        nextFailure = detail;
      },
      until: (condition) =>
        new Promise((resolve) => {
          if (condition(sessions.current)) resolve();
          else sessions.onDidChange((session) => condition(session) && resolve());
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

async function startLocally(runningWorkspaces: Set<LocalWorkspace>): Promise<LocalWorkspace> {
  const server = await startSampleServer();
  const localWorkspace: LocalWorkspace = {
    baseUrl: server.baseUrl,
    workspace: server.workspace,
    key: new Secret(server.apiKey),
    stop: async () => {
      runningWorkspaces.delete(localWorkspace);
      await server.stop();
    },
  };
  runningWorkspaces.add(localWorkspace);
  return localWorkspace;
}
