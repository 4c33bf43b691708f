// Measures the tree with 10,000 work items: the cost of a keystroke in the filter and a change.

import { Store } from '../../src/cache/store.ts';
import { createClient } from '../../src/client/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { DEFAULT_CHOICES, NO_FILTER, type ViewChoices } from '../../src/tree/grouping/choices.ts';
import type { Node } from '../../src/tree/node.ts';
import { present } from '../../src/tree/presentation/present.ts';
import { Tree } from '../../src/tree/tree.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { atMost, exactly, type Measure } from './measure.ts';

const ITEM_COUNT = 10_000;
/** The duration of one frame of the screen. */
const FRAME_MS = 16;
/**
 * Filters that are typed and deleted again letter by letter. They match different numbers of work items, `xyz` none.
 */
const FILTERS = ['work item 4207', 'SCALE-99', 'item 1 2', 'xyz'];
const ROUNDS = 8;

export async function filtering(): Promise<readonly Measure[]> {
  await using disposables = new AsyncDisposableStack();
  const planeServer = disposables.adopt(await PlaneServer.start({ seed: `scale:${ITEM_COUNT}`, rate: 0 }), (server) =>
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
        mine: () => ({ me: '', recents: [], pinned: [] }),
        isBound: () => false,
      }),
    ),
  );
  const [projectNode] = await tree.loadChildren(undefined);
  if (projectNode?.kind !== 'project') throw new Error('The first row is no project');
  await tree.loadChildren(projectNode);
  while (store.list({ of: 'items', owner: projectNode.project }).state.next !== undefined)
    await store.list({ of: 'items', owner: projectNode.project }).loadMore();

  /** Calls all functions that VS Code calls after the rows have changed. */
  const refreshRows = async (): Promise<readonly Node[]> => {
    await tree.loadChildren(undefined);
    const nodes = await tree.loadChildren(projectNode);
    for (const node of [projectNode, ...nodes]) present(node, tree.data, ({ kind }) => kind);
    return nodes;
  };
  const durations: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const text of keystrokes()) {
      const start = process.cpuUsage();
      choices = { ...DEFAULT_CHOICES, filter: { ...NO_FILTER, text } };
      tree.applyChoices();
      await refreshRows();
      // This process waits for nothing else, so its CPU time is the cost of the keystroke, without other programs.
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) durations.push((user + system) / 1000);
    }
  }
  choices = DEFAULT_CHOICES;
  tree.applyChoices();
  await refreshRows();
  return [
    atMost(
      `a keystroke in the filter with ${store.list({ of: 'items', owner: projectNode.project }).state.ids.length} loaded items, p95, against one frame`,
      p95(durations),
      FRAME_MS,
      1,
      'ms',
    ),
    exactly(
      `nodes rendered again after one of ${ITEM_COUNT} items changed`,
      await countChangedNodes(store, tree, projectNode.project),
      1,
      'nodes',
    ),
  ];
}

function keystrokes(): string[] {
  return FILTERS.flatMap((text) => {
    const prefixes = Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
    return [...prefixes, ...prefixes.slice(0, -1).reverse()];
  });
}

/** Renames a work item, and resolves with the number of nodes that the tree reports as changed. */
async function countChangedNodes(store: Store, tree: Tree, project: string): Promise<number> {
  const id =
    store
      .list({ of: 'items', owner: project })
      .state.ids.find((itemId) => store.item({ project, id: itemId })?.parent === null) ?? '';
  const changedNodes = new Set<Node | undefined>();
  const subscription = tree.onDidChange((node) => changedNodes.add(node));
  await store.resources.workItems.update(id, { name: 'Another name' }, project);
  subscription.dispose();
  return changedNodes.size;
}

function p95(values: readonly number[]): number {
  return [...values].sort((first, second) => first - second)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

function asDisposable(tree: Tree): { readonly tree: Tree } & Disposable {
  return { tree, [Symbol.dispose]: () => tree.dispose() };
}
