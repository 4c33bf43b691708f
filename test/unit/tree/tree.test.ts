// Tests the tree with the real store and server: the requests of expanding a node, and which nodes
// a change updates.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/cache/store.ts';
import type { InitiativeState } from '../../../src/contract/resources/initiative.ts';
import { DEFAULT_CHOICES, NO_FILTER, sortOf, type ViewChoices } from '../../../src/tree/grouping/choices.ts';
import { searchedProjects } from '../../../src/tree/mine.ts';
import { type Node, nodeId, type ViewName } from '../../../src/tree/node.ts';
import { present } from '../../../src/tree/presentation/present.ts';
import { Tree } from '../../../src/tree/tree.ts';
import type { OwnItems } from '../../../src/tree/treeData.ts';
import { answered, html, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const NOTES = sample.project('NOTES');
const ADA = sample.user('ada');

let setup: Setup;
let store: Store;
let asked: number;
let choices: ViewChoices;
let mine: OwnItems;
let open: Tree[];

beforeAll(async () => {
  setup = await createSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(() => {
  setup.proxy.heal();
  store = new Store(setup.client);
  asked = setup.proxy.requests.length;
  choices = DEFAULT_CHOICES;
  mine = { me: ADA, recents: [], pinned: [] };
  open = [];
});
afterEach(() => {
  for (const outline of open) outline.dispose();
});

function outlineOf(view: ViewName): Tree {
  const outline = new Tree(view, store, { choices: () => choices, mine: () => mine, isBound: () => false });
  open.push(outline);
  return outline;
}

const requests = (): number => setup.proxy.requests.length - asked;
const label = (outline: Tree, node: Node): string => present(node, outline.known, ({ kind }) => kind).label;

/** Expands nodes from the root down by the start of their labels. */
async function walk(outline: Tree, ...names: string[]): Promise<Node[]> {
  let rows = await outline.open(undefined);
  for (const name of names) rows = await outline.open(rowIn(outline, rows, name));
  return rows;
}

function rowIn(outline: Tree, rows: readonly Node[], name: string): Node {
  const row = rows.find((one) => label(outline, one).startsWith(name));
  if (row === undefined) throw new Error(`no row ${name} among ${rows.map((one) => label(outline, one)).join(', ')}`);
  return row;
}

function repaintsOf(outline: Tree): string[] {
  const repainted: string[] = [];
  outline.onDidChange((node) => repainted.push(node === undefined ? 'all' : (nodeId(node).split(' > ').at(-1) ?? '')));
  return repainted;
}

describe('Expanding', () => {
  it.each<[ViewName, readonly string[], number]>([
    ['myWork', [], 0],
    ['myWork', ['Assigned to Me'], 1],
    ['myWork', ['Pinned'], 0],
    ['projects', ['Atlas Web'], 2],
    ['initiatives', ['Know where every parcel is'], 1],
    ['initiatives', ['Know where every parcel is', 'Epics'], 2],
    ['initiatives', ['Know where every parcel is', 'Projects', 'Courier API'], 3],
    ['initiatives', ['Know where every parcel is', 'Labels'], 2],
    ['initiatives', ['Labels'], 2],
    ['teamspaces', [], 1],
    ['customers', ['Lantern Books'], 2],
    ['customers', ['Properties'], 2],
  ])('the view %s at %j sends %i requests, and none if it is expanded again', async (view, names, cost) => {
    const outline = outlineOf(view);
    const rows = await walk(outline, ...names);
    expect(rows.length).toBeGreaterThan(0);
    expect(requests()).toBe(cost);
    expect((await walk(outline, ...names)).map(nodeId)).toEqual(rows.map(nodeId));
    expect(requests()).toBe(cost);
  });

  it('a teamspace shows its members, and its projects with their work items', async () => {
    const outline = outlineOf('teamspaces');
    const [first] = await outline.open(undefined);
    const name = first === undefined ? '' : label(outline, first);
    expect((await walk(outline, name, 'Members')).map(({ kind }) => kind)).toContain('teamspaceMember');
    const [project] = await walk(outline, name, 'Projects');
    expect((await walk(outline, name, 'Projects', project === undefined ? '' : label(outline, project)))[0]?.kind).toBe(
      'workItem',
    );
    expect(requests()).toBe(4);
  });

  it.each(['cycle', 'module'] as const)(
    'a project grouped by %s sends one request, and one for each group',
    async (groupBy) => {
      choices = { ...DEFAULT_CHOICES, groupBy };
      const outline = outlineOf('projects');
      const groups = await walk(outline, 'Atlas Web');
      expect(requests()).toBe(2);
      const held: string[][] = [];
      for (const group of groups)
        held.push((await outline.open(group)).flatMap((row) => (row.kind === 'workItem' ? row.id : [])));
      expect(requests()).toBe(2 + groups.length);
      const rest = held.at(-1) ?? [];
      const members = held.slice(0, -1).flat();
      expect(members.length).toBeGreaterThan(0);
      expect(rest.length).toBeGreaterThan(0);
      // The rows after every group was expanded.
      const left = (await outline.open(groups.at(-1))).flatMap((row) => (row.kind === 'workItem' ? row.id : []));
      expect(left.filter((id) => members.includes(id))).toEqual([]);
      expect(requests()).toBe(2 + groups.length);
    },
  );

  it('a list that failed shows an error row, and expanding it again sends a retry', async () => {
    setup.proxy.inject(requestTo('GET', '/initiatives/'), html);
    const outline = outlineOf('initiatives');
    expect((await outline.open(undefined)).map(({ kind }) => kind)).toEqual(['failed']);
    setup.proxy.heal();
    expect((await outline.open(undefined)).map(({ kind }) => kind)).toContain('initiative');
  });
});

describe('While the server rejects the key', () => {
  const reject = async (): Promise<void> => {
    setup.proxy.inject(requestTo('GET', '/'), answered(401, { detail: 'expired' }));
    await store.resources.projects.list().reload();
  };
  /** The client is shared: its next successful request ends the rejection. */
  const accept = async (): Promise<void> => {
    setup.proxy.heal();
    await store.resources.projects.list().reload();
  };

  it.each(['myWork', 'projects', 'initiatives'] as const)(
    'the view %s has the sign-in row above all others',
    async (view) => {
      const outline = outlineOf(view);
      const before = (await outline.open(undefined)).map(nodeId);
      const repainted = repaintsOf(outline);
      await reject();
      expect(repainted).toContain('all');
      const rows = await outline.open(undefined);
      expect(rows[0]?.kind).toBe('signIn');
      expect(rows.slice(1).map(nodeId)).toEqual(expect.arrayContaining(before));
      await accept();
      expect((await outline.open(undefined)).map(nodeId)).toEqual(before);
    },
  );

  it('a list that failed is not requested again if its rows are drawn again', async () => {
    const outline = outlineOf('initiatives');
    setup.proxy.inject(requestTo('GET', '/'), answered(401, { detail: 'expired' }));
    await outline.open(undefined);
    const spent = requests();
    expect((await outline.open(undefined)).map(({ kind }) => kind)).toEqual(['signIn', 'failed']);
    expect(requests()).toBe(spent);
    await accept();
    expect((await outline.open(undefined)).map(({ kind }) => kind)).toContain('initiative');
  });
});

describe('A change', () => {
  it('of one record updates only its nodes', async () => {
    const outline = outlineOf('projects');
    await walk(outline, 'Atlas Web');
    const repainted = repaintsOf(outline);
    await store.resources.workItems.update(WEB_1.id, { name: 'Painted once more' }, WEB_1.project);
    expect(new Set(repainted)).toEqual(new Set([`item ${WEB}/${WEB_1.id}`]));
  });

  it('of one record updates its node in every group', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'assignee' };
    const outline = outlineOf('projects');
    for (const group of await walk(outline, 'Atlas Web')) await outline.open(group);
    const repainted = repaintsOf(outline);
    const count = store.item(WEB_1)?.assignees.length ?? 0;
    expect(count).toBeGreaterThan(1);
    await store.resources.workItems.update(WEB_1.id, { name: 'Painted in every group' }, WEB_1.project);
    // Fires when the change is applied, and when the response arrives.
    expect(repainted).toEqual(Array.from({ length: 2 * count }, () => `item ${WEB}/${WEB_1.id}`));
  });

  it('that moves a record updates its project without a request', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'priority' };
    const outline = outlineOf('projects');
    const groups = await walk(outline, 'Atlas Web');
    for (const group of groups) await outline.open(group);
    const repainted = repaintsOf(outline);
    const before = requests();
    const priority = store.item(WEB_1)?.priority === 'low' ? 'medium' : 'low';
    const asking = store.resources.workItems.update(WEB_1.id, { priority }, WEB_1.project);
    for (const group of await walk(outline, 'Atlas Web')) await outline.open(group);
    repainted.length = 1;
    await asking;
    expect(requests()).toBe(before + 1);
    // First the project when the item moves, then the item in its new position when the response arrives.
    expect(repainted).toEqual([`project ${WEB}`, `item ${WEB}/${WEB_1.id}`]);
    const rows = await outline.open(
      rowIn(outline, await walk(outline, 'Atlas Web'), priority === 'low' ? 'Low' : 'Medium'),
    );
    expect(rows.map(nodeId).join()).toContain(WEB_1.id);
  });

  it('of a record other than a work item updates its row', async () => {
    const outline = outlineOf('initiatives');
    const [first] = await outline.open(undefined);
    if (first?.kind !== 'initiative') throw new Error('no initiative');
    const repainted = repaintsOf(outline);
    await store.resources.initiatives.update(first.id, { name: 'Called otherwise' });
    expect(new Set(repainted)).toEqual(new Set([`initiative /${first.id}`]));
    expect(label(outline, first)).toBe('Called otherwise');
  });

  it('of an initiative’s state moves it to the group of that state without a request', async () => {
    choices = { ...DEFAULT_CHOICES, initiativesBy: 'state' };
    const outline = outlineOf('initiatives');
    const [from, to] = await outline.open(undefined);
    const [first] = await outline.open(from);
    if (first?.kind !== 'initiative' || to?.kind !== 'initiativeGroup') throw new Error('no two groups of initiatives');
    const repainted = repaintsOf(outline);
    const before = requests();
    await store.resources.initiatives.update(first.id, { name: 'Moved on', state: to.state as InitiativeState });
    expect(repainted).toContain('all');
    expect((await walk(outline, label(outline, to))).map((row) => label(outline, row))).toContain('Moved on');
    expect(requests()).toBe(before + 1);
  });

  it('of the loaded users updates the role of members', async () => {
    const outline = outlineOf('teamspaces');
    const [first] = await outline.open(undefined);
    const members = await walk(outline, first === undefined ? '' : label(outline, first), 'Members');
    const told = (): string[] =>
      members.map((row) => present(row, outline.known, ({ kind }) => kind).description ?? '');
    expect(told().join()).not.toContain('Admin');
    const repainted = repaintsOf(outline);
    await store.people.read('');
    expect(repainted).toContain('all');
    expect(told()).toContain('Admin · you');
  });

  it('that creates a record updates the list, which contains the new row', async () => {
    const outline = outlineOf('customers');
    await outline.open(undefined);
    const repainted = repaintsOf(outline);
    const { id } = await store.resources.customers.create({ name: 'Somebody' });
    expect(repainted).toEqual(['all']);
    expect((await outline.open(undefined)).some((row) => 'id' in row && row.id === id)).toBe(true);
  });

  it('keeps the node object of a row that stays', async () => {
    const outline = outlineOf('projects');
    const before = await walk(outline, 'Atlas Web');
    await outline.refresh();
    const after = await walk(outline, 'Atlas Web');
    expect(after.length).toBe(before.length);
    expect(after.every((row, index) => row === before[index] && outline.holds(row))).toBe(true);
  });
});

describe('Refreshing', () => {
  it('reloads only the lists of expanded nodes', async () => {
    const outline = outlineOf('initiatives');
    await walk(outline, 'Know where every parcel is', 'Epics');
    const before = requests();
    await outline.refresh();
    expect(requests()).toBe(before + 2);
  });

  it('one row reloads the lists at and below it', async () => {
    const outline = outlineOf('projects');
    const project = rowIn(outline, await walk(outline), 'Atlas Web');
    await walk(outline, 'Courier API');
    await outline.open(project);
    const before = requests();
    await outline.refresh(project);
    expect(requests()).toBe(before + 1);
  });

  it('a project grouped by state reloads its states if loaded, and shows a state added elsewhere', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'state' };
    const outline = outlineOf('projects');
    const project = rowIn(outline, await walk(outline), 'Atlas Web');
    await outline.open(project);
    const first = requests();
    await outline.refresh(project);
    expect(requests()).toBe(first + 1);
    await store.states.read(WEB);
    await setup.client.call.createState({
      project_id: WEB,
      body: { name: 'Just added', color: '#123456', group: 'started' },
    });
    const before = requests();
    await outline.refresh(project);
    expect(requests()).toBe(before + 2);
    expect((await outline.open(project)).map((row) => label(outline, row)).join()).toContain('Just added');
  });

  it('expires the lists of labels and members, and loads them only on the next access', async () => {
    const outline = outlineOf('projects');
    const project = rowIn(outline, await walk(outline), 'Atlas Web');
    await outline.open(project);
    for (const parts of [store.labels, store.members]) await parts.read(WEB);
    const before = requests();
    await outline.refresh();
    expect(requests()).toBe(before + 2);
    await store.labels.read(WEB);
    expect(requests()).toBe(before + 3);
  });
});

describe('A project that the user has not joined', () => {
  const items = requestTo('GET', `/projects/${NOTES}/work-items/`);
  const list = requestTo('GET', '/projects/');
  const timesAsked = () => setup.proxy.requestsTo(items).length;

  /** As an open-source server responds: the project is listed, but requests within it are rejected. */
  async function isNotJoined(): Promise<void> {
    await new Store(setup.client).resources.projects.list().read();
    const answer = setup.proxy.answers.findLast(({ to }) => list(to.method, to.path));
    const { results, ...page } = JSON.parse(answer?.body.toString() ?? '{}') as {
      readonly results: readonly { readonly id: string }[];
    };
    const changed = results.map((one) => (one.id === NOTES ? { ...one, is_member: false, member_role: null } : one));
    setup.proxy.inject(list, answered(200, { ...page, results: changed }));
    setup.proxy.inject(items, answered(403, { detail: 'You do not have permission to perform this action.' }));
  }

  it('is requested once, again only if its own row is refreshed, and is marked as not joined', async () => {
    await isNotJoined();
    const outline = outlineOf('projects');
    const before = timesAsked();
    const row = rowIn(outline, await outline.open(undefined), 'Field Notes');
    const rows = await outline.open(row);
    expect(rows.map((one) => label(outline, one))).toEqual(['You have not joined this project']);
    expect(rows.map((one) => present(one, outline.known, ({ kind }) => kind).tooltip)).toEqual([
      'You have not joined this project. Join it in Plane, or ask its admin to add you, and select to try again.',
    ]);
    expect(timesAsked()).toBe(before + 1);
    await outline.refresh();
    await outline.open(undefined);
    await outline.open(row);
    expect(timesAsked()).toBe(before + 1);
    await outline.refresh(row);
    await outline.open(row);
    expect(timesAsked()).toBe(before + 2);
  });

  it('is loaded by a refresh of the view after the user has joined it', async () => {
    await isNotJoined();
    const outline = outlineOf('projects');
    const row = rowIn(outline, await outline.open(undefined), 'Field Notes');
    await outline.open(row);
    setup.proxy.heal();
    await outline.refresh();
    expect((await outline.open(row)).map(({ kind }) => kind)).toContain('workItem');
  });
});

describe('Choosing', () => {
  it('a filter sends no request and shows how many items are loaded', async () => {
    const outline = outlineOf('projects');
    await walk(outline, 'Field Notes');
    const before = requests();
    choices = { ...DEFAULT_CHOICES, filter: { ...NO_FILTER, text: 'no such words' } };
    outline.rechoose();
    const rows = await walk(outline, 'Field Notes');
    expect(rows.map((row) => label(outline, row))).toEqual([
      'None of 100 loaded work items match the filter',
      'Load 30 more of 130',
    ]);
    expect(requests()).toBe(before);
  });

  it('an order reloads only the lists that are not completely loaded, sorted by the server', async () => {
    const outline = outlineOf('projects');
    await walk(outline, 'Field Notes');
    await walk(outline, 'Atlas Web');
    const before = requests();
    choices = { ...DEFAULT_CHOICES, sortBy: 'identifier', descending: false };
    store.orderItems(sortOf(choices));
    outline.rechoose();
    const web = await walk(outline, 'Atlas Web');
    expect(requests()).toBe(before);
    expect(label(outline, web[0] ?? web[1] ?? rowIn(outline, web, 'WEB-1'))).toMatch(/^WEB-1 /);
    const notes = await walk(outline, 'Field Notes');
    expect(requests()).toBe(before + 1);
    expect(notes.slice(0, 2).map((row) => label(outline, row).split(' ')[0])).toEqual(['NOTES-1', 'NOTES-2']);
    expect(setup.proxy.requests.at(-1)?.path).toContain('order_by=sequence_id');
    await store.list({ of: 'items', owner: NOTES }).loadMore();
    expect(new Set(store.list({ of: 'items', owner: NOTES }).state.ids).size).toBe(130);
  });
});

describe('My Work', () => {
  it('shows the assigned items among those loaded, and updates as more are loaded', async () => {
    const outline = outlineOf('myWork');
    const before = await walk(outline, 'Assigned to Me');
    expect(before.map((row) => label(outline, row))).toEqual(['Load work items from 3 projects']);
    const repainted = repaintsOf(outline);
    await store.list({ of: 'items', owner: WEB }).read();
    expect(repainted).toContain('assigned');
    const after = await walk(outline, 'Assigned to Me');
    const items = after.flatMap((row) => (row.kind === 'workItem' ? (store.item(row) ?? []) : []));
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ assignees }) => assignees.includes(ADA))).toBe(true);
    expect(searchedProjects(outline.known)).toMatchObject({ projects: 3, hasUnread: true });
    expect(searchedProjects(outline.known).left).not.toContain(WEB);
  });

  it('adds an item that is assigned to the user, and removes one that no longer is', async () => {
    const outline = outlineOf('myWork');
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB }).read();
    const ids = async () => (await walk(outline, 'Assigned to Me')).map(nodeId).join();
    const address = { project: WEB, id: sample.workItem('WEB', 28) };
    const others = (store.item(address)?.assignees ?? []).filter((id) => id !== ADA);
    await store.resources.workItems.update(address.id, { assignees: [...others, ADA] }, address.project);
    expect(await ids()).toContain(address.id);
    const repainted = repaintsOf(outline);
    await store.resources.workItems.update(address.id, { assignees: others }, address.project);
    expect(repainted).toContain('assigned');
    expect(await ids()).not.toContain(address.id);
  });

  it('shows pinned and recent items, and updates them if they change', async () => {
    const outline = outlineOf('myWork');
    await outline.open(undefined);
    const repainted = repaintsOf(outline);
    mine = { ...mine, pinned: [{ ...WEB_1, identifier: 'WEB-1', name: 'Pinned' }] };
    outline.ownChanged(WEB_1);
    expect(repainted).toEqual(['recent', 'pinned']);
    const [row] = await walk(outline, 'Pinned');
    expect(row && label(outline, row)).toBe('WEB-1 Pinned');
    expect(requests()).toBe(0);
  });
});
