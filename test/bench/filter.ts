// Measures the cost of a keystroke in the filter of a tree with 10,000 work items.

import { createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { Tree } from '../../src/features/tree/tree.ts';
import { type Filter, NO_FILTER, withTypedText } from '../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../src/items/grouping/choices.ts';
import { ItemSorter } from '../../src/items/grouping/sortItems.ts';
import type { Node } from '../../src/shell/tree/node.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { readRows } from '../unit/features/tree/readRows.ts';
import { item, itemNames } from '../unit/features/tree/treeData.ts';
import { type Measure, p95OfMedians, ratioAtMost } from './measure.ts';

const ITEM_COUNT = 10_000;
const FILTERED_ITEM_COUNT = 50_000;
/** The maximum cost of a keystroke, in milliseconds: the duration of one frame of the screen. */
const FRAME_MS = 16;
/**
 * The texts that are typed into the filter letter by letter and then deleted. Each matches a different number of work
 * items; `xyz` matches none.
 */
const FILTERS = ['work item 4207', 'SCALE-99', 'item 1 2', 'xyz'];
const ROUNDS = 8;

export async function benchFilter(): Promise<readonly Measure[]> {
  await using disposables = new AsyncDisposableStack();
  const planeServer = disposables.adopt(await BuiltInServer.start({ seed: `scale:${ITEM_COUNT}`, rate: 0 }), (server) =>
    server.stop(),
  );
  const { baseUrl, workspace, apiKey } = planeServer;
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  const client = disposables.adopt(
    createClient({
      baseUrl,
      workspace,
      credential,
      clock: systemClock,
      logger: silentLogger,
      transport: createTransport(),
    }),
    (openClient) => openClient.close(),
  );
  const store = new Store(client);
  let choices: ViewChoices = DEFAULT_CHOICES;
  const { tree } = disposables.use(
    asDisposable(
      new Tree('projects', store, {
        choices: () => choices,
        ownItems: () => ({ me: '', recents: [], pinned: [] }),
        today: () => '2026-11-20',
        isBound: () => false,
      }),
    ),
  );
  const [projectNode] = await readRows(tree, undefined);
  if (projectNode?.kind !== 'project') throw new Error('The first row is no project');
  await readRows(tree, projectNode);
  while (store.list({ of: 'items', owner: projectNode.project }).state.next !== undefined)
    await store.list({ of: 'items', owner: projectNode.project }).loadMore();

  const changedNodes: (Node | undefined)[] = [];
  tree.onDidChange((node) => changedNodes.push(node));
  /** Waits until the tree has compared its rows, and calls all functions that VS Code calls for those that changed. */
  const refreshRows = async (): Promise<void> => {
    await Promise.resolve();
    for (const node of changedNodes.splice(0)) {
      if (node !== undefined) tree.showRow(node);
      if (node === undefined || node.kind === 'project') await readRows(tree, node);
    }
  };
  await refreshRows();
  const durations = keystrokes().map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [step, text] of keystrokes().entries()) {
      const start = performance.now();
      choices = { ...DEFAULT_CHOICES, filter: withTypedText(NO_FILTER, text) };
      tree.applyChoices();
      await refreshRows();
      // Not the CPU time of the thread, which some systems count in steps of 4 ms.
      if (round >= 0) durations[step]?.push(performance.now() - start);
    }
  }
  choices = DEFAULT_CHOICES;
  tree.applyChoices();
  await refreshRows();
  const changeDurations: number[] = [];
  const [changedItem] = tree.data.sortedItems(projectNode.project);
  if (changedItem === undefined) throw new Error('No work item is loaded');
  for (let round = -1; round < 3 * ROUNDS; round += 1) {
    const start = performance.now();
    const updatePromise = store.resources.workItems.update(
      changedItem.id,
      { name: `Name ${round}` },
      projectNode.project,
    );
    await refreshRows();
    if (round >= 0) changeDurations.push(performance.now() - start);
    await updatePromise;
    await refreshRows();
  }
  return [
    measureManyItems(),
    ratioAtMost(
      `a keystroke in the filter with ${store.list({ of: 'items', owner: projectNode.project }).state.ids.length} loaded items, p95, against half a frame`,
      p95OfMedians(durations),
      FRAME_MS / 2,
      1,
      'ms',
    ),
    ratioAtMost(
      `a change of one of ${ITEM_COUNT} shown items, median, against one frame`,
      p95OfMedians([changeDurations]),
      FRAME_MS,
      1,
      'ms',
    ),
  ];
}

/** Measures the evaluation of a filter with words and fields, which runs at each keystroke. */
function measureManyItems(): Measure {
  const sorter = new ItemSorter({
    ...itemNames,
    state: (_, id) => ({ id, name: id, group: id === 's0' ? 'completed' : 'started' }),
    label: (_, id) => ({ name: id }),
  });
  const items = Array.from({ length: FILTERED_ITEM_COUNT }, (_, index) =>
    item(`w${index}`, {
      name: `Work item number ${index}`,
      state: `s${index % 5}`,
      labels: [`l${index % 7}`, `l${index % 11}`],
      assignees: [`u${index % 3}`],
      target_date: index % 2 === 0 ? '2026-11-19' : null,
    }),
  );
  const fields: Filter = [
    { field: 'is', values: ['open'], isExcluded: false },
    { field: 'label', values: ['l3'], isExcluded: true },
    { field: 'assignee', values: ['me', ''], isExcluded: false },
    { field: 'due', values: ['<7d', ''], isExcluded: false },
  ];
  const durations = keystrokes().map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [step, text] of keystrokes().entries()) {
      const start = performance.now();
      sorter.filter(items, withTypedText(fields, text));
      if (round >= 0) durations[step]?.push(performance.now() - start);
    }
  }
  const name = `filtering ${FILTERED_ITEM_COUNT} items by words and four fields, p95, against one frame`;
  return ratioAtMost(name, p95OfMedians(durations), FRAME_MS, 1, 'ms');
}

function keystrokes(): string[] {
  return FILTERS.flatMap((text) => {
    const prefixes = Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
    return [...prefixes, ...prefixes.slice(0, -1).reverse()];
  });
}

function asDisposable(tree: Tree): { readonly tree: Tree } & Disposable {
  return { tree, [Symbol.dispose]: () => tree.dispose() };
}
