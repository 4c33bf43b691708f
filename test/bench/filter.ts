// Measures the tree over many loaded work items: the cost of a key typed into the filter, and how
// many nodes are rendered again after one item changed.

import { Store } from '../../src/cache/store.ts';
import { createClient } from '../../src/client/client.ts';
import { createWire } from '../../src/client/wire.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { DEFAULT_CHOICES, NO_FILTER, type ViewChoices } from '../../src/tree/grouping/choices.ts';
import type { Node } from '../../src/tree/node.ts';
import { present } from '../../src/tree/presentation/present.ts';
import { Tree } from '../../src/tree/tree.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { atMost, exactly, type Measure } from './measure.ts';

const KNOWN = 10_000;
/** One frame, in milliseconds. */
const FRAME = 16;
/** Typed key by key, and deleted again. The first text occurs in every name, the last one in none. */
const TYPED = ['work item 4207', 'SCALE-99', 'item 1 2', 'xyz'];
const ROUNDS = 8;

export async function filtering(): Promise<readonly Measure[]> {
  await using held = new AsyncDisposableStack();
  const planeServer = held.adopt(await PlaneServer.start({ seed: `scale:${KNOWN}`, rate: 0 }), (one) => one.stop());
  const { baseUrl, workspace, apiKey } = planeServer;
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  const client = held.adopt(
    createClient({ baseUrl, workspace, credential, clock: systemClock, logger: silentLogger, wire: createWire() }),
    (one) => one.close(),
  );
  const store = new Store(client);
  let choices: ViewChoices = DEFAULT_CHOICES;
  const outline = held.use(
    disposable(
      new Tree('projects', store, {
        choices: () => choices,
        mine: () => ({ me: '', recents: [], pinned: [] }),
        isBound: () => false,
      }),
    ),
  ).one;
  const [row] = await outline.open(undefined);
  if (row?.kind !== 'project') throw new Error('The first row is no project');
  await outline.open(row);
  while (store.list({ of: 'items', owner: row.project }).state.next !== undefined)
    await store.list({ of: 'items', owner: row.project }).loadMore();

  /** Calls everything that VS Code calls after the rows have changed. */
  const shown = async (): Promise<readonly Node[]> => {
    await outline.open(undefined);
    const rows = await outline.open(row);
    for (const one of [row, ...rows]) present(one, outline.known, ({ kind }) => kind);
    return rows;
  };
  const took: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const text of keystrokes()) {
      const begun = process.cpuUsage();
      choices = { ...DEFAULT_CHOICES, filter: { ...NO_FILTER, text } };
      outline.rechoose();
      await shown();
      // Nothing is awaited in between, so the CPU time is the cost, without the time of other programs.
      const { user, system } = process.cpuUsage(begun);
      if (round >= 0) took.push((user + system) / 1000);
    }
  }
  choices = DEFAULT_CHOICES;
  outline.rechoose();
  await shown();
  return [
    atMost(
      `a key typed in the filter over ${store.list({ of: 'items', owner: row.project }).state.ids.length} known items, p95, against one frame`,
      p95(took),
      FRAME,
      1,
      'ms',
    ),
    exactly(
      `nodes told to be drawn anew after one of ${KNOWN} items changed`,
      await repainted(store, outline, row.project),
      1,
      'nodes',
    ),
  ];
}

function keystrokes(): string[] {
  return TYPED.flatMap((text) => {
    const grown = Array.from({ length: text.length }, (_, before) => text.slice(0, before + 1));
    return [...grown, ...grown.slice(0, -1).reverse()];
  });
}

async function repainted(store: Store, outline: Tree, project: string): Promise<number> {
  const id =
    store
      .list({ of: 'items', owner: project })
      .state.ids.find((one) => store.item({ project, id: one })?.parent === null) ?? '';
  const told = new Set<Node | undefined>();
  const listening = outline.onDidChange((node) => told.add(node));
  await store.resources.workItems.update(id, { name: 'Another name' }, project);
  listening.dispose();
  return told.size;
}

function p95(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

function disposable<T extends { dispose(): void }>(one: T): { readonly one: T } & Disposable {
  return { one, [Symbol.dispose]: () => one.dispose() };
}
