// Measures the search in 50,000 cached work items: opening Go to Work Item,
// a keystroke there, and the completion of a mention in an editor.

import { createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { type WorkItem, workItem } from '../../src/contract/resources/workItem.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { completionsFor } from '../../src/core/mentions/completions.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { startTestServer } from '../support/testServer.ts';
import { type Measure, median, p95, ratioAtMost } from './measure.ts';

const ITEM_COUNT = 50_000;
/** The maximum cost of a keystroke, in milliseconds: the duration of one frame of the screen. */
const FRAME_MS = 16;
/** The maximum time for which the extension host may be blocked, in milliseconds. */
const MAX_BLOCK_MS = 50;
const ROUNDS = 6;
const OPEN_COUNT = 12;
/** Texts that are typed letter by letter: identifiers, words, an abbreviation, and a text without a match. */
const TYPED_TEXTS = ['WEB-4207', 'web-1', 'login page', 'crash export', 'e', 'lgn pge', 'wrkspc', 'xyzzy plugh', '42'];
const WORDS =
  'login page crash export import of the board fails when a user opens settings twice after the last update ' +
  'workspace members cannot see labels in dark theme keyboard focus moves wrong dialog closes too early report';

export async function benchFind(): Promise<readonly Measure[]> {
  const server = await startTestServer();
  const { baseUrl, workspace, apiKey } = server;
  const client = createClient({
    baseUrl,
    workspace,
    credential: { kind: 'key', secret: new Secret(apiKey), origin: baseUrl },
    clock: systemClock,
    logger: silentLogger,
    transport: async () => createTransport(),
  });
  try {
    const openDurationsMs: number[] = [];
    for (let openIndex = 0; openIndex < OPEN_COUNT; openIndex += 1) {
      const store = await newStore(client);
      openDurationsMs.push(measureCpuMs(() => store.finder.findLatest(300)));
    }
    const store = await newStore(client);
    await store.finder.prepareEntries();
    const keystrokes = TYPED_TEXTS.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));
    const findDurationsMs: number[] = [];
    const completionDurationsMs: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1)
      for (const text of keystrokes) {
        const findDurationMs = measureCpuMs(() => store.finder.find(text, 50));
        const completionDurationMs = measureCpuMs(() =>
          completionsFor({ kind: 'words', start: 0, words: text }, 100, { store, recentMentions: [] }),
        );
        if (round < 0) continue;
        findDurationsMs.push(findDurationMs);
        completionDurationsMs.push(completionDurationMs);
      }
    return [
      durationAtMost(
        `opening Go to Work Item with ${ITEM_COUNT} items for the first time, median`,
        median(openDurationsMs),
        MAX_BLOCK_MS,
      ),
      durationAtMost(
        `a keystroke in Go to Work Item with ${ITEM_COUNT} items, p95, against one frame`,
        p95(findDurationsMs),
        FRAME_MS,
      ),
      durationAtMost(
        `a keystroke in completion with ${ITEM_COUNT} items, p95, against one frame`,
        p95(completionDurationsMs),
        FRAME_MS,
      ),
    ];
  } finally {
    await client.close();
    await server.stop();
  }
}

/** Resolves with a store that contains generated work items, distributed among the projects of the server. */
async function newStore(client: ReturnType<typeof createClient>): Promise<Store> {
  const store = new Store(client);
  const projects = store.resources.projects.list();
  await projects.read();
  const words = WORDS.split(' ');
  const { ids } = projects.state;
  const itemsPerProject = Math.floor(ITEM_COUNT / ids.length);
  for (const [position, project] of ids.entries())
    store.resources.workItems.storeRecords(
      project,
      Array.from({ length: itemsPerProject }, (_, index) => itemAt(position * itemsPerProject + index, project, words)),
    );
  return store;
}

function itemAt(index: number, project: string, words: readonly string[]): WorkItem {
  const wordAt = (step: number): string => words[(index * (step * 2 + 1) + step * 7) % words.length] ?? '';
  return workItem.parse({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    project,
    name: Array.from({ length: 8 }, (_, step) => wordAt(step)).join(' '),
    sequence_id: index + 1,
    updated_at: new Date(Date.UTC(2026, 0, 1) + ((index * 7919) % ITEM_COUNT) * 60_000).toISOString(),
  });
}

/** Returns the CPU time that this process needs for `work`. Other programs do not affect the CPU time. */
function measureCpuMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function durationAtMost(what: string, ours: number, bound: number): Measure {
  return ratioAtMost(what, ours, bound, 1, 'ms');
}
