// Tests that visible lists are refreshed in the background, at the pace of the rate limit that is
// left: with the real server, in simulated time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/cache/address.ts';
import { nameId } from '../../../src/server/nameId.ts';
import { BackgroundRefresh } from '../../../src/sync/backgroundRefresh.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../src/tree/grouping/choices.ts';
import { type Node, nodeId, type ViewName } from '../../../src/tree/node.ts';
import { Tree } from '../../../src/tree/tree.ts';
import type { OwnItems } from '../../../src/tree/treeData.ts';
import { settled } from '../../support/clock.ts';
import { answered } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const ONE = { ...WEB_1, identifier: 'WEB-1', name: 'One' };

let setup: Setup;
let mine: OwnItems;
let choices: ViewChoices;
const held: Tree[] = [];
beforeEach(async () => {
  setup = await createSetup();
  choices = DEFAULT_CHOICES;
  mine = { me: sample.user('ada'), recents: [], pinned: [] };
});
afterEach(async () => {
  for (const one of held.splice(0)) one.dispose();
  await setup[Symbol.asyncDispose]();
});

/** Opens a view and expands nodes from the root down by the end of their ids. */
async function opened(
  view: ViewName,
  ...ids: string[]
): Promise<{ readonly outline: Tree; readonly nodes: readonly Node[] }> {
  const outline = new Tree(view, setup.store, { choices: () => choices, mine: () => mine, isBound: () => false });
  held.push(outline);
  let rows = await outline.open(undefined);
  const nodes: Node[] = [];
  for (const id of ids) {
    const node = rows.find((row) => nodeId(row).endsWith(id));
    if (node === undefined) throw new Error(`no row ${id} among ${rows.map(nodeId).join(', ')}`);
    nodes.push(node);
    rows = await outline.open(node);
  }
  return { outline, nodes };
}

const keysOf = ({ outline }: { readonly outline: Tree }): string[] => outline.visible.map(({ key }) => key);
const gets = (): string[] =>
  setup.proxy
    .requestsTo((method) => method === 'GET')
    .map(({ path }) => path.split('?')[0]?.split('/workspaces/')[1] ?? '');

/** Runs the background refresh on the visible lists for some minutes, and returns the requested paths. */
async function freshened(
  outlines: readonly Tree[],
  minutes: number,
  { unspent = 1, watched = true } = {},
): Promise<string[]> {
  const failed: string[] = [];
  const freshener = new BackgroundRefresh({
    clock: setup.clock,
    isWatched: () => watched,
    unspent: () => unspent,
    visible: () => outlines.flatMap((outline) => outline.visible),
    failed: (key) => failed.push(key),
  });
  const before = gets().length;
  const running = freshener.run();
  for (let second = 0; second < minutes * 60; second += 10) {
    await setup.clock.advance(10_000);
    // The server runs in real time: every request gets its response before the simulated time advances.
    while (setup.proxy.answers.length < setup.proxy.requests.length) await settled();
    await settled();
  }
  freshener.dispose();
  await running;
  expect(failed).toEqual([]);
  return gets().slice(before);
}

describe('The visible lists', () => {
  it('are the loaded lists of expanded rows only', async () => {
    const initiative = nameId('initiative', 'Know where every parcel is');
    const view = await opened('initiatives', `initiative /${initiative}`, 'folder initiativeEpics');
    expect(keysOf(view)).toEqual(['initiatives', `epics of initiative ${initiative}`]);
    expect(keysOf(await opened('customers'))).toEqual(['customers']);
    expect(keysOf(await opened('myWork'))).toEqual([]);
  });

  it('do not include a list below a collapsed row until it is expanded again', async () => {
    const view = await opened('projects', `project ${WEB}`);
    const [project] = view.nodes;
    expect(keysOf(view)).toEqual(['projects', `items ${WEB}`]);
    view.outline.turn(project, false);
    expect(keysOf(view)).toEqual(['projects']);
    view.outline.turn(project, true);
    expect(keysOf(view)).toEqual(['projects', `items ${WEB}`]);
  });

  it('include the project’s list of pinned items if it is loaded, otherwise each loaded item', async () => {
    mine = { ...mine, pinned: [ONE, { ...ONE, id: sample.workItem('WEB', 2) }] };
    const view = await opened('myWork', 'pinned');
    expect(keysOf(view)).toEqual([]);
    await setup.store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(keysOf(view)).toEqual([keyOf(WEB_1)]);
    await setup.store.list({ of: 'items', owner: WEB }).read();
    expect(keysOf(view)).toEqual([`items ${WEB}`]);
    await setup.store.resources.projects.list().read();
    expect(keysOf(await opened('myWork', 'assigned'))).toEqual(['projects', `items ${WEB}`]);
  });
});

describe('The states of an expanded project', () => {
  it('are visible only while the project is grouped by state and they are expired', async () => {
    const view = await opened('projects', `project ${WEB}`);
    await setup.store.states.read(WEB);
    setup.store.expireNames();
    expect(keysOf(view)).not.toContain(`states ${WEB}`);
    choices = { ...DEFAULT_CHOICES, groupBy: 'state' };
    const grouped = await opened('projects', `project ${WEB}`);
    expect(keysOf(grouped)).toContain(`states ${WEB}`);
    expect((await freshened([grouped.outline], 10)).filter((path) => path.endsWith('/states/'))).toHaveLength(1);
    expect(keysOf(grouped)).not.toContain(`states ${WEB}`);
  });
});

describe('A visible list', () => {
  it.each<[ViewName, string]>([
    ['initiatives', 'initiatives/'],
    ['teamspaces', 'teamspaces/'],
    ['customers', 'customers/'],
  ])(
    'of %s is refreshed while the window has focus, slower as the rate limit runs out, and adds new records',
    async (view, path) => {
      const { outline } = await opened(view);
      const full = (await freshened([outline], 10)).filter((one) => one.endsWith(path)).length;
      const quarter = (await freshened([outline], 10, { unspent: 0.25 })).filter((one) => one.endsWith(path)).length;
      expect(full).toBeLessThanOrEqual(10);
      expect(full).toBeGreaterThan(quarter);
      expect(quarter).toBeGreaterThan(0);
      expect(await freshened([outline], 10, { unspent: 0.1 })).toEqual([]);
      expect(await freshened([outline], 10, { watched: false })).toEqual([]);
      const other = setup.otherStore();
      const shelf = {
        initiatives: other.resources.initiatives,
        teamspaces: other.resources.teamspaces,
        customers: other.resources.customers,
      }[view as 'initiatives'];
      const made = await shelf.create({ name: 'Made elsewhere' });
      await freshened([outline], 3);
      expect((await outline.open(undefined)).some((row) => 'id' in row && row.id === made.id)).toBe(true);
    },
  );

  it('has a cost of one for each request', async () => {
    const { call } = setup.client;
    const many = Array.from({ length: 110 }, (_, index) => call.createCustomer({ body: { name: `Number ${index}` } }));
    await setup.whileTimePasses(Promise.all(many));
    const { outline } = await opened('customers');
    await setup.store.resources.customers.list().loadMore();
    expect(outline.visible).toMatchObject([{ key: 'customers', cost: 2 }]);
    expect((await freshened([outline], 10)).length).toBeLessThanOrEqual(20);
  });

  it('stays unchanged if its refresh fails', async () => {
    const { outline } = await opened('customers');
    const before = await outline.open(undefined);
    setup.proxy.inject(
      (method, path) => method === 'GET' && path.includes('/customers/'),
      answered(400, { detail: 'No.' }),
    );
    const [customers] = outline.visible;
    await expect(customers?.revalidate(new AbortController().signal)).rejects.toThrow();
    expect(await outline.open(undefined)).toEqual(before);
  });
});
