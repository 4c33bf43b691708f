// Measures how long the background sync of a large project blocks the event loop, and the memory that it needs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryUsage, threadCpuUsage } from 'node:process';
import { createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { AccountItems } from '../../src/core/sync/projects/accountItems.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { countAtMost, type Measure } from './measure.ts';

const ITEM_COUNT = 50_000;
const MAX_TURN_MS = 50;
const MAX_RSS_MB = 350;

export async function benchSyncBlocks(): Promise<readonly Measure[]> {
  await using disposables = new AsyncDisposableStack();
  const server = disposables.adopt(await BuiltInServer.start({ seed: `scale:${ITEM_COUNT}`, rate: 0 }), (running) =>
    running.stop(),
  );
  const folder = disposables.adopt(await mkdtemp(join(tmpdir(), 'contrail-items-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const openItems = () => {
    const client = createClient({
      baseUrl: server.baseUrl,
      workspace: server.workspace,
      credential: { kind: 'key', secret: new Secret(server.apiKey), origin: server.baseUrl },
      clock: systemClock,
      logger: silentLogger,
      transport: async () => createTransport(),
    });
    disposables.defer(() => client.close());
    const store = new Store(client, systemClock);
    return new AccountItems({ store, folder, clock: systemClock, logger: silentLogger });
  };
  const items = openItems();
  await items.tryBecomeReader();
  await items.store.resources.projects.list().read();
  const [project = ''] = items.store.resources.projects.list().state.ids;
  const projectItems = items.itemsOf(project);
  const rssBefore = memoryUsage().rss;
  const readMs = await longestTurn(async () => {
    while ((await projectItems.syncNext(ITEM_COUNT, {})) !== undefined);
  });
  const checkMs = await longestTurn(async () => {
    for (let check = 0; check < 3; check += 1) await projectItems.syncNext(ITEM_COUNT, { urgency: 'background' });
  });
  const rssMb = Math.round(memoryUsage().rss / 1_000_000);
  console.error(`  ${rssMb} MB, before the read ${Math.round(rssBefore / 1_000_000)} MB`);
  await items.stopBeingReader();
  const reopenedItems = openItems();
  const restoreMs = await longestTurn(() => reopenedItems.catchUpFromFiles(true));
  return [
    countAtMost(`longest block while ${ITEM_COUNT} work items are read`, readMs, MAX_TURN_MS, 'ms'),
    countAtMost(`longest block while ${ITEM_COUNT} work items are checked`, checkMs, MAX_TURN_MS, 'ms'),
    countAtMost(`longest block while ${ITEM_COUNT} work items are restored`, restoreMs, MAX_TURN_MS, 'ms'),
    countAtMost(`memory of the process after ${ITEM_COUNT} work items were read`, rssMb, MAX_RSS_MB, 'MB'),
  ];
}

/**
 * Resolves with the longest turn of the event loop during `run`, in milliseconds of this thread's CPU time, so that
 * other programs do not affect it.
 */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let isRunning = true;
  let usage = threadCpuUsage();
  const measureTurn = (): void => {
    const { user, system } = threadCpuUsage(usage);
    usage = threadCpuUsage();
    longestMs = Math.max(longestMs, (user + system) / 1000);
    if (isRunning) setImmediate(measureTurn);
  };
  setImmediate(measureTurn);
  await run();
  isRunning = false;
  measureTurn();
  return Math.round(longestMs);
}
