// Measures memory: what the store keeps of 50,000 loaded work items, against the same parsed
// answers alone.
import { setImmediate } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { Store } from '../../src/cache/store.ts';
import { createClient } from '../../src/client/client.ts';
import { createWire } from '../../src/client/wire.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { atMost, type Measure } from './measure.ts';

const ITEMS = 50_000;
/** Kilobytes per work item. */
const ALLOWED = 2;

export async function memory(): Promise<readonly Measure[]> {
  await using held = new AsyncDisposableStack();
  const planeServer = held.adopt(await PlaneServer.start({ seed: `scale:${ITEMS}`, rate: 0 }), (one) => one.stop());
  const floor = await growth(() => parsedPages(planeServer));
  const ours = await growth(() => openedStore(planeServer));
  return [
    atMost(
      `memory for each of ${ours.items} opened items, against the parsed answers alone`,
      ours.each,
      floor.each,
      1,
      'kB',
    ),
    atMost(`memory for each of ${ours.items} opened items, against what is allowed`, ours.each, ALLOWED, 1, 'kB'),
  ];
}

interface Kept {
  readonly items: number;
  /** Referenced, so that it is not garbage-collected before the measurement. */
  readonly kept: unknown;
}

/** Resolves with the kilobytes of heap per work item, after garbage collection. */
async function growth(read: () => Promise<Kept>): Promise<{ readonly items: number; readonly each: number }> {
  const before = await heapInUse();
  const { items, kept } = await read();
  const grown = (await heapInUse()) - before;
  if (kept === undefined) throw new Error('Nothing was kept');
  return { items, each: grown / items / 1000 };
}

/**
 * Resolves with the bytes in use. Collects garbage twice, each time after a turn of the event loop: an object that has
 * just been closed references its last answer until then.
 */
async function heapInUse(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('Run it with --expose-gc');
  for (let time = 0; time < 2; time += 1) {
    await setImmediate();
    gc();
  }
  return process.memoryUsage().heapUsed;
}

async function openedStore({ baseUrl, workspace, apiKey }: PlaneServer): Promise<Kept> {
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  const client = createClient({
    baseUrl,
    workspace,
    credential,
    clock: systemClock,
    logger: silentLogger,
    wire: createWire(),
  });
  const store = new Store(client);
  await store.resources.projects.list().read();
  const [project = ''] = store.resources.projects.list().state.ids;
  await store.list({ of: 'items', owner: project }).read();
  while (store.list({ of: 'items', owner: project }).state.next !== undefined)
    await store.list({ of: 'items', owner: project }).loadMore();
  await client.close();
  return { items: store.list({ of: 'items', owner: project }).state.ids.length, kept: store };
}

interface Answer {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly next_page_results?: boolean;
  readonly next_cursor?: string;
}

async function parsedPages({ baseUrl, workspace, apiKey }: PlaneServer): Promise<Kept> {
  const dispatcher = new Agent();
  const ask = async (path: string): Promise<Answer> => {
    const { body } = await request(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
      dispatcher,
      headers: { 'x-api-key': apiKey },
    });
    return JSON.parse(await body.text());
  };
  const { results: projects } = await ask('projects/');
  const kept: Answer['results'][number][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: Answer = await ask(
      `projects/${String(projects[0]?.['id'])}/work-items/?per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    kept.push(...page.results);
    cursor = page.next_page_results ? page.next_cursor : undefined;
  }
  await dispatcher.close();
  return { items: kept.length, kept };
}
