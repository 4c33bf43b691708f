// Sets up tests of the background synchronization: the real server behind a fault proxy, and windows of one account
// that share a folder. All of them use one fake clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client/api/client.ts';
import { createTransport, type Transport } from '../../src/client/transport.ts';
import { keyOf } from '../../src/core/cache/address.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { AccountItems } from '../../src/core/sync/projects/accountItems.ts';
import { ProjectSync, type SyncSettings } from '../../src/core/sync/projects/projectSync.ts';
import type { Dialect } from '../../src/server/http/dialect.ts';
import type { Seed } from '../../src/server/sample/seed.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { type FakeClock, flushPromises } from './clock.ts';
import { type FaultProxy, type FaultProxyRequest, openFaultProxy } from './faultProxy.ts';
import { startTestServer, type TestServer } from './testServer.ts';

export const SETTINGS: SyncSettings = { isEnabled: true, maxWorkItems: 10_000, intervalMs: 300_000 };

/** A window with the synchronization of the account. */
export interface SyncWindow {
  readonly client: Client;
  readonly store: Store;
  readonly items: AccountItems;
  /** The messages that were logged. */
  readonly log: readonly string[];
  hasFocus: boolean;
  settings: SyncSettings;
  /** The ids of projects with pinned or recent work items; by default, the project of the seed. */
  rememberedProjects: ReadonlySet<string>;
  /** Starts the background synchronization; before that, the window only reads files. */
  start(): void;
  /** Ends the background synchronization, as when the window is closed. */
  close(): Promise<void>;
}

export interface SyncFixture extends AsyncDisposable {
  readonly server: TestServer;
  readonly proxy: FaultProxy;
  readonly clock: FakeClock;
  /** The folder that all windows share. */
  readonly folder: string;
  /** The project of the seed `scale`. */
  readonly project: string;
  openWindow(changes?: Partial<Pick<SyncWindow, 'hasFocus' | 'settings' | 'rememberedProjects'>>): SyncWindow;
  /** Advances the clock in steps. Before each step, waits for requests in flight and for background loops. */
  passTime(milliseconds: number): Promise<void>;
  /** Returns the requests for work items that reached the proxy. */
  listRequests(): readonly FaultProxyRequest[];
}

export async function createSyncFixture(
  seed: Seed,
  { rate = 0, dialect = 'spec' }: { readonly rate?: number; readonly dialect?: Dialect } = {},
): Promise<SyncFixture> {
  const server = await startTestServer({ seed, rate, dialect });
  const { clock } = server;
  const proxy = await openFaultProxy(server.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-items-'));
  const inFlightRequests = { count: 0 };
  /** The number of background loops that are working, not waiting for the clock. */
  const activeWork = { count: 0 };
  const windows: { close(): Promise<void>; client: Client }[] = [];

  const { results } = (await (await server.ask('GET', 'projects/')).json()) as { results: { id: string }[] };
  const project = results[0]?.id ?? '';

  const openWindow: SyncFixture['openWindow'] = (changes = {}) => {
    const client = createClient({
      baseUrl: proxy.url,
      workspace: server.workspace,
      credential: { kind: 'key', secret: new Secret(server.apiKey), origin: proxy.url },
      clock,
      logger: silentLogger,
      transport: async () => countRequests(createTransport(), inFlightRequests),
      random: () => 0,
    });
    const store = new Store(client, clock);
    const log: string[] = [];
    const logger = { write: (_level: string, message: string) => void log.push(message) };
    const items = new AccountItems({ store, folder, clock, logger });
    let sync: ProjectSync | undefined;
    let running: Promise<void> = Promise.resolve();
    const window: SyncWindow = {
      client,
      store,
      items,
      log,
      hasFocus: true,
      settings: SETTINGS,
      rememberedProjects: new Set([project]),
      ...changes,
      start: () => {
        activeWork.count += 1;
        sync = new ProjectSync({
          items,
          clock: {
            now: () => clock.now(),
            sleep: async (milliseconds, signal) => {
              activeWork.count -= 1;
              try {
                await clock.sleep(milliseconds, signal);
              } finally {
                activeWork.count += 1;
              }
            },
          },
          logger,
          me: '',
          settings: () => window.settings,
          hasFocus: () => window.hasFocus,
          unusedShare: () => client.allowance.unusedShare,
          isBound: () => false,
          pinnedOrRecentProjects: () => window.rememberedProjects,
        });
        running = sync.run().finally(() => {
          activeWork.count -= 1;
        });
      },
      close: async () => {
        sync?.dispose();
        await running;
      },
    };
    windows.push(window);
    return window;
  };

  return {
    server,
    proxy,
    clock,
    folder,
    project,
    openWindow,
    passTime: (milliseconds) =>
      passTime(clock, milliseconds, () => {
        if (inFlightRequests.count > 0) return proxy.isHolding ? MAX_HELD_RESPONSE_MS : MAX_RESPONSE_MS;
        if (activeWork.count === 0) return 0;
        return isUsingFiles() ? MAX_FILE_WAIT_MS : MAX_WORK_WAIT_MS;
      }),
    listRequests: () => proxy.requests.filter(({ path }) => /\/work-items\/\?/.test(path)),
    [Symbol.asyncDispose]: async () => {
      proxy.removeFaults();
      for (const window of windows) {
        await window.close();
        await window.client.close();
      }
      await proxy[Symbol.asyncDispose]();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function countRequests(transport: Transport, inFlight: { count: number }): Transport {
  return {
    ...transport,
    exchange: async (request) => {
      inFlight.count += 1;
      try {
        return await transport.exchange(request);
      } finally {
        inFlight.count -= 1;
      }
    },
  };
}

/** How long `passTime` waits in real time for requests in flight, which a busy machine answers late. */
const MAX_RESPONSE_MS = 5_000;
/** The same while the proxy holds a response back, perhaps for ever. */
const MAX_HELD_RESPONSE_MS = 300;
/**
 * How long `passTime` waits in real time for background loops that wait neither for files nor for a response: most of
 * them wait for the clock of the client, which no one counts.
 */
const MAX_WORK_WAIT_MS = 20;
/** A loop works in parts. On a busy machine, 20 ms may be too few for all of them. */
const MIN_TURNS = 40;
/** How long `passTime` waits in real time for files. */
const MAX_FILE_WAIT_MS = 5_000;
const STEP_MS = 500;

/**
 * Advances the clock in steps. `busyMs` returns how long to wait in real time before the next step; 0 if nothing is in
 * progress.
 */
async function passTime(clock: FakeClock, milliseconds: number, busyMs: () => number): Promise<void> {
  const end = clock.now() + milliseconds;
  while (clock.now() < end) {
    await waitUntilIdle(busyMs);
    await clock.advance(Math.min(STEP_MS, end - clock.now()));
  }
  await waitUntilIdle(busyMs);
}

/** Waits as long as `busyMs` says from the last time that it said something else: then something has ended or begun. */
async function waitUntilIdle(busyMs: () => number): Promise<void> {
  await flushPromises();
  let awaitedMs = busyMs();
  let since = performance.now();
  for (let turn = 0; awaitedMs > 0 && (turn < MIN_TURNS || performance.now() - since < awaitedMs); turn += 1) {
    await flushPromises();
    const nextMs = busyMs();
    if (nextMs === awaitedMs) continue;
    awaitedMs = nextMs;
    since = performance.now();
    turn = 0;
  }
}

function isUsingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
}

interface ServerItem {
  readonly id: string;
  readonly name: string;
  readonly state: string | null;
}

/** Returns every work item of the project, read from the server without the client. */
export async function itemsOnServer({ server, project }: SyncFixture): Promise<readonly ServerItem[]> {
  const items: ServerItem[] = [];
  for (let cursor = ''; ; ) {
    const response = await server.ask('GET', `projects/${project}/work-items/?per_page=100${cursor}`);
    const page = (await response.json()) as {
      results: ServerItem[];
      next_page_results: boolean;
      next_cursor: string;
    };
    items.push(...page.results);
    if (!page.next_page_results) return items;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/**
 * Returns what the cache of a window has, in the form of `itemsOnServer`; undefined for work items it does not have.
 */
export function itemsInCache({ store }: SyncWindow, project: string): readonly (ServerItem | undefined)[] {
  return store.list({ of: 'items', owner: project }).state.ids.map((id) => {
    const record = store.resources.workItems.records.confirmed(keyOf({ project, id }));
    return record === undefined ? undefined : { id: record.id, name: record.name, state: record.state };
  });
}

/** Returns the values by id, so that the order does not matter. */
export function valuesById(items: readonly (ServerItem | undefined)[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    items.flatMap((item) => (item === undefined ? [] : [[item.id, `${item.name} ${item.state}`]])),
  );
}
