// Measures the memory of 50,000 work items in the store, compared with the memory of their parsed JSON.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, request } from 'undici';
import { createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { type Measure, ratioAtMost } from './measure.ts';

const ITEM_COUNT = 50_000;
const MAX_KB_PER_ITEM = 2;

export async function benchMemory(itemCount = ITEM_COUNT): Promise<readonly Measure[]> {
  await using disposables = new AsyncDisposableStack();
  const planeServer = disposables.adopt(await BuiltInServer.start({ seed: `scale:${itemCount}`, rate: 0 }), (server) =>
    server.stop(),
  );
  const responsesGrowth = await measureGrowth(() => readParsedPages(planeServer));
  const storeGrowth = await measureGrowth(() => fillStore(planeServer));
  return [
    ratioAtMost(
      `memory for each of ${storeGrowth.items} loaded items, against the parsed responses alone`,
      storeGrowth.kbPerItem,
      responsesGrowth.kbPerItem,
      1,
      'kB',
    ),
    ratioAtMost(
      `memory for each of ${storeGrowth.items} loaded items, against the limit`,
      storeGrowth.kbPerItem,
      MAX_KB_PER_ITEM,
      1,
      'kB',
    ),
  ];
}

interface LoadedItems {
  /** The number of work items. */
  readonly items: number;
  /** The object that contains the work items: this reference prevents its garbage collection before the measurement. */
  readonly container: unknown;
}

/** Resolves with the kilobytes that `load` adds to the heap for each work item, after garbage collection. */
async function measureGrowth(
  load: () => Promise<LoadedItems>,
): Promise<{ readonly items: number; readonly kbPerItem: number }> {
  const bytesBefore = await heapInUse();
  const { items, container } = await load();
  const growth = (await heapInUse()) - bytesBefore;
  if (container === undefined) throw new Error('Nothing was loaded');
  return { items, kbPerItem: growth / items / 1000 };
}

/**
 * Resolves with the bytes in use. Collects garbage twice, each time after a turn of the event loop, because a client
 * that has just been closed references its last response until then.
 */
export async function heapInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  for (let collection = 0; collection < 2; collection += 1) {
    await setImmediate();
    gc();
  }
  return process.memoryUsage().heapUsed;
}

async function fillStore({ baseUrl, workspace, apiKey }: BuiltInServer): Promise<LoadedItems> {
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  const client = createClient({
    baseUrl,
    workspace,
    credential,
    clock: systemClock,
    logger: silentLogger,
    transport: createTransport(),
  });
  const store = new Store(client);
  await store.resources.projects.list().read();
  const [project = ''] = store.resources.projects.list().state.ids;
  await store.list({ of: 'items', owner: project }).read();
  while (store.list({ of: 'items', owner: project }).state.next !== undefined)
    await store.list({ of: 'items', owner: project }).loadMore();
  await client.close();
  return { items: store.list({ of: 'items', owner: project }).state.ids.length, container: store };
}

interface ListResponse {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly next_page_results?: boolean;
  readonly next_cursor?: string;
}

async function readParsedPages({ baseUrl, workspace, apiKey }: BuiltInServer): Promise<LoadedItems> {
  const dispatcher = new Agent();
  const fetchList = async (path: string): Promise<ListResponse> => {
    const { body } = await request(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
      dispatcher,
      headers: { 'x-api-key': apiKey },
    });
    return JSON.parse(await body.text());
  };
  const { results: projects } = await fetchList('projects/');
  const records: ListResponse['results'][number][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: ListResponse = await fetchList(
      `projects/${String(projects[0]?.['id'])}/work-items/?per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    records.push(...page.results);
    cursor = page.next_page_results ? page.next_cursor : undefined;
  }
  await dispatcher.close();
  return { items: records.length, container: records };
}
