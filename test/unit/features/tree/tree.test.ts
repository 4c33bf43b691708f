// Tests the tree with the real store and server: the requests that expanding a node sends, and the
// nodes that a change updates.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InitiativeState } from '../../../../src/contract/resources/initiative.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { tooltipOf } from '../../../../src/features/tree/presentation/tooltip.ts';
import { Tree } from '../../../../src/features/tree/tree.ts';
import { NO_FILTER, withTypedText } from '../../../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES, orderByParameter, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { itemLoadProgress } from '../../../../src/shell/tree/assignedItems.ts';
import { type Node, nodeId, type ViewName } from '../../../../src/shell/tree/node.ts';
import type { OwnItems } from '../../../../src/shell/tree/treeData.ts';
import { escapeMarkdown } from '../../../../src/std/text.ts';
import { answerWith, matchRequest, nginxErrorPage } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';
import { readRows, rowsCompared } from './readRows.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const NOTES_PROJECT_ID = sample.project('NOTES');
const ADA_ID = sample.user('ada');

let store: Store;
let initialRequestCount: number;
let choices: ViewChoices;
let ownItems: OwnItems;
let openTrees: Tree[];

const setup = forAllTests(createSetup);
beforeEach(() => {
  setup.proxy.removeFaults();
  store = new Store(setup.client);
  initialRequestCount = setup.proxy.requests.length;
  choices = DEFAULT_CHOICES;
  ownItems = { me: ADA_ID, recents: [], pinned: [] };
  openTrees = [];
});
afterEach(() => {
  for (const tree of openTrees) tree.dispose();
});

function openTree(view: ViewName): Tree {
  const tree = new Tree(view, store, {
    choices: () => choices,
    ownItems: () => ownItems,
    today: () => '2026-11-20',
    isBound: () => false,
  });
  openTrees.push(tree);
  return tree;
}

const requestCount = (): number => setup.proxy.requests.length - initialRequestCount;
const label = (tree: Tree, node: Node): string => presentTreeRow(node, tree.data).label;

/** Expands one row on each level: the first whose label starts with the name. Returns the children of the last row. */
async function expandPath(tree: Tree, ...names: string[]): Promise<Node[]> {
  let rows = await readRows(tree, undefined);
  for (const name of names) rows = await readRows(tree, findRow(tree, rows, name));
  return rows;
}

function accessibleName(tree: Tree, node: Node): string {
  return presentTreeRow(node, tree.data).accessibleName;
}

function findRow(tree: Tree, rows: readonly Node[], name: string): Node {
  const row = rows.find((one) => label(tree, one).startsWith(name));
  if (row === undefined) throw new Error(`no row ${name} among ${rows.map((one) => label(tree, one)).join(', ')}`);
  return row;
}

function collectChangedNodes(tree: Tree): string[] {
  const changedNodes: string[] = [];
  tree.onDidChange((node) => changedNodes.push(node === undefined ? 'all' : (nodeId(node).split(' > ').at(-1) ?? '')));
  return changedNodes;
}

describe('Expanding', () => {
  it.each<[ViewName, readonly string[], number]>([
    ['myWork', [], 0],
    ['myWork', ['Assigned to Me'], 1],
    ['projects', ['Atlas Web'], 2],
    ['workspace', [], 0],
    ['workspace', ['Initiatives', 'Know where every parcel is'], 1],
    ['workspace', ['Initiatives', 'Know where every parcel is', 'Epics'], 2],
    ['workspace', ['Initiatives', 'Know where every parcel is', 'Projects', 'Courier API'], 3],
    ['workspace', ['Initiatives', 'Know where every parcel is', 'Labels'], 2],
    ['workspace', ['Initiatives', 'Labels'], 2],
    ['workspace', ['Teamspaces'], 1],
    ['workspace', ['Customers', 'Lantern Books'], 2],
    ['workspace', ['Customers', 'Properties'], 2],
  ])(
    'rows of the view %s along the path %j sends %i requests, and no request the second time',
    async (view, names, cost) => {
      const tree = openTree(view);
      const rows = await expandPath(tree, ...names);
      expect(rows.length).toBeGreaterThan(0);
      expect(requestCount()).toBe(cost);
      expect((await expandPath(tree, ...names)).map(nodeId)).toEqual(rows.map(nodeId));
      expect(requestCount()).toBe(cost);
    },
  );

  it('a teamspace shows the members, and the projects with work items', async () => {
    const tree = openTree('workspace');
    const [first] = await expandPath(tree, 'Teamspaces');
    const name = first === undefined ? '' : label(tree, first);
    expect((await expandPath(tree, 'Teamspaces', name, 'Members')).map(({ kind }) => kind)).toContain(
      'teamspaceMember',
    );
    const [project] = await expandPath(tree, 'Teamspaces', name, 'Projects');
    expect(
      (await expandPath(tree, 'Teamspaces', name, 'Projects', project === undefined ? '' : label(tree, project)))[0]
        ?.kind,
    ).toBe('workItem');
    expect(requestCount()).toBe(4);
  });

  it.each(['cycle', 'module'] as const)(
    'a project grouped by %s sends one request, and expanding a group sends another request',
    async (groupBy) => {
      choices = { ...DEFAULT_CHOICES, groupBy };
      const tree = openTree('projects');
      const groups = await expandPath(tree, 'Atlas Web');
      expect(requestCount()).toBe(2);
      const idsByGroup: string[][] = [];
      for (const group of groups)
        idsByGroup.push((await readRows(tree, group)).flatMap((row) => (row.kind === 'workItem' ? row.id : [])));
      expect(requestCount()).toBe(2 + groups.length);
      const idsWithoutValue = idsByGroup.at(-1) ?? [];
      const idsWithValue = idsByGroup.slice(0, -1).flat();
      expect(idsWithValue.length).toBeGreaterThan(0);
      expect(idsWithoutValue.length).toBeGreaterThan(0);
      // After every group was expanded, the group without a value has no work item that is in another group.
      const remainingIds = (await readRows(tree, groups.at(-1))).flatMap((row) =>
        row.kind === 'workItem' ? row.id : [],
      );
      expect(remainingIds.filter((id) => idsWithValue.includes(id))).toEqual([]);
      expect(requestCount()).toBe(2 + groups.length);
    },
  );

  it('a node whose list failed to load shows an error row, and expanding it again repeats the request', async () => {
    setup.proxy.inject(matchRequest('GET', '/initiatives/'), nginxErrorPage);
    const tree = openTree('workspace');
    expect((await expandPath(tree, 'Initiatives')).map(({ kind }) => kind)).toEqual(['failed']);
    setup.proxy.removeFaults();
    expect((await expandPath(tree, 'Initiatives')).map(({ kind }) => kind)).toContain('initiative');
  });
});

describe('While the server rejects the key,', () => {
  const rejectKey = async (): Promise<void> => {
    setup.proxy.inject(matchRequest('GET', '/'), answerWith(401, { detail: 'expired' }));
    await store.resources.projects.list().reload();
  };
  /**
   * Makes the server accept the key again, and sends a request. When it succeeds, the client, which all tests share, no
   * longer reports that the key is rejected.
   */
  const acceptKey = async (): Promise<void> => {
    setup.proxy.removeFaults();
    await store.resources.projects.list().reload();
  };

  it.each(['myWork', 'projects', 'workspace'] as const)(
    'the view %s shows the sign-in row above all other rows',
    async (view) => {
      const tree = openTree(view);
      const before = (await readRows(tree, undefined)).map(nodeId);
      const changedNodes = collectChangedNodes(tree);
      await rejectKey();
      expect(changedNodes).toContain('all');
      const rows = await readRows(tree, undefined);
      expect(rows[0]?.kind).toBe('signIn');
      expect(rows.slice(1).map(nodeId)).toEqual(expect.arrayContaining(before));
      await acceptKey();
      expect((await readRows(tree, undefined)).map(nodeId)).toEqual(before);
    },
  );

  it('a list that failed to load is not requested again when VS Code requests the rows of the list again', async () => {
    const tree = openTree('projects');
    setup.proxy.inject(matchRequest('GET', '/'), answerWith(401, { detail: 'expired' }));
    await readRows(tree, undefined);
    const requestCountAfterFailure = requestCount();
    expect((await readRows(tree, undefined)).map(({ kind }) => kind)).toEqual(['signIn', 'failed']);
    expect(requestCount()).toBe(requestCountAfterFailure);
    await acceptKey();
    expect((await readRows(tree, undefined)).map(({ kind }) => kind)).toContain('project');
  });
});

describe('Tree.onDidChange:', () => {
  it('a new name of a work item updates only the nodes of this work item', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Atlas Web');
    const changedNodes = collectChangedNodes(tree);
    await store.resources.workItems.update(WEB_1.id, { name: 'Painted once more' }, WEB_1.project);
    expect(new Set(changedNodes)).toEqual(new Set([`item ${WEB_PROJECT_ID}/${WEB_1.id}`]));
  });

  it('loading the states of a project updates the icons of started work items, which show the order of states', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'none' };
    const tree = openTree('projects');
    const rows = await expandPath(tree, 'Atlas Web');
    const icons = (): (string | undefined)[] => rows.map((row) => presentTreeRow(row, tree.data).icon?.id);
    expect(icons()).toContain('contrail-started-half');
    const changedNodes = collectChangedNodes(tree);
    await store.resources.states.readAll(WEB_PROJECT_ID);
    expect(changedNodes).toContain(`item ${WEB_PROJECT_ID}/${WEB_1.id}`);
    expect(icons()).toEqual(expect.arrayContaining(['contrail-started-quarter', 'contrail-started-most']));
    expect(icons()).not.toContain('contrail-started-half');
  });

  it('a new name of a work item updates the nodes of this work item in all groups', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'assignee' };
    const tree = openTree('projects');
    for (const group of await expandPath(tree, 'Atlas Web')) await readRows(tree, group);
    const changedNodes = collectChangedNodes(tree);
    const count = store.item(WEB_1)?.assignees.length ?? 0;
    expect(count).toBeGreaterThan(1);
    await store.resources.workItems.update(WEB_1.id, { name: 'Painted in every group' }, WEB_1.project);
    // VS Code has not read the rows again when the response arrives.
    expect(changedNodes).toEqual(Array.from({ length: 2 * count }, () => `item ${WEB_PROJECT_ID}/${WEB_1.id}`));
  });

  it('a change that moves a work item to another group updates the project without a request', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'priority' };
    const tree = openTree('projects');
    const groups = await expandPath(tree, 'Atlas Web');
    for (const group of groups) await readRows(tree, group);
    const changedNodes = collectChangedNodes(tree);
    const before = requestCount();
    const oldPriority = store.item(WEB_1)?.priority;
    const priority = oldPriority === 'low' ? 'medium' : 'low';
    const update = store.resources.workItems.update(WEB_1.id, { priority }, WEB_1.project);
    await rowsCompared();
    for (const group of await expandPath(tree, 'Atlas Web')) await readRows(tree, group);
    await update;
    expect(requestCount()).toBe(before + 1);
    // The response changes no row.
    expect(changedNodes).toEqual([`priority ${oldPriority}`, `priority ${priority}`]);
    const rows = await readRows(
      tree,
      findRow(tree, await expandPath(tree, 'Atlas Web'), priority === 'low' ? 'Low' : 'Medium'),
    );
    expect(rows.map(nodeId).join()).toContain(WEB_1.id);
  });

  it('a new name of a record other than a work item updates the row of the record', async () => {
    const tree = openTree('workspace');
    const [first] = await expandPath(tree, 'Initiatives');
    if (first?.kind !== 'initiative') throw new Error('no initiative');
    const changedNodes = collectChangedNodes(tree);
    await store.resources.initiatives.update(first.id, { name: 'Called otherwise' });
    expect(new Set(changedNodes)).toEqual(new Set([`initiative /${first.id}`]));
    expect(label(tree, first)).toBe('Called otherwise');
  });

  it('a change of an initiative’s state moves the initiative to another group without a request', async () => {
    choices = { ...DEFAULT_CHOICES, initiativesBy: 'state' };
    const tree = openTree('workspace');
    const [sourceGroup, targetGroup] = await expandPath(tree, 'Initiatives');
    const [first] = await readRows(tree, sourceGroup);
    if (first?.kind !== 'initiative' || targetGroup?.kind !== 'initiativeGroup')
      throw new Error('no two groups of initiatives');
    const changedNodes = collectChangedNodes(tree);
    const before = requestCount();
    await store.resources.initiatives.update(first.id, {
      name: 'Moved on',
      state: targetGroup.state as InitiativeState,
    });
    expect(changedNodes).toContain('folder initiatives');
    expect((await expandPath(tree, 'Initiatives', label(tree, targetGroup))).map((row) => label(tree, row))).toContain(
      'Moved on',
    );
    expect(requestCount()).toBe(before + 1);
  });

  it('loading the users updates the roles of members', async () => {
    const tree = openTree('workspace');
    const [first] = await expandPath(tree, 'Teamspaces');
    const members = await expandPath(tree, 'Teamspaces', first === undefined ? '' : label(tree, first), 'Members');
    const descriptions = (): string[] => members.map((row) => presentTreeRow(row, tree.data).description ?? '');
    expect(descriptions().join()).not.toContain('Admin');
    const changedNodes = collectChangedNodes(tree);
    await store.workspaceUsers.readAll();
    // A teamspace shows its lead, so VS Code reads the teamspace and the rows below it again.
    expect(changedNodes).toContain(first?.kind === 'teamspace' && `teamspace /${first.id}`);
    expect(descriptions()).toContain('Admin · you');
  });

  it('creating a record updates the list, which then contains a new row', async () => {
    const tree = openTree('workspace');
    await expandPath(tree, 'Customers');
    const changedNodes = collectChangedNodes(tree);
    const { id } = await store.resources.customers.create({ name: 'Somebody' });
    expect(changedNodes).toEqual(['folder customers']);
    expect((await expandPath(tree, 'Customers')).some((row) => 'id' in row && row.id === id)).toBe(true);
  });

  it('a folder of the Workspace view that the plan of the workspace does not include disappears', async () => {
    const tree = openTree('workspace');
    setup.proxy.inject(matchRequest('GET', '/customers/'), answerWith(402, { error: 'Payment required' }));
    const changedNodes = collectChangedNodes(tree);
    await expandPath(tree, 'Customers');
    setup.proxy.removeFaults();
    expect(changedNodes).toContain('all');
    expect((await readRows(tree, undefined)).map((row) => label(tree, row))).toEqual(['Initiatives', 'Teamspaces']);
  });

  it.each(['cycle', 'module'] as const)(
    'creating a %s updates a project with this grouping, which then contains a group for the new record',
    async (groupBy) => {
      choices = { ...DEFAULT_CHOICES, groupBy };
      const tree = openTree('projects');
      await expandPath(tree, 'Atlas Web');
      const changedNodes = collectChangedNodes(tree);
      const resource = store.resources[groupBy === 'cycle' ? 'cycles' : 'modules'];
      const { id } = await resource.create({ name: 'Harbor week' }, WEB_PROJECT_ID);
      expect(changedNodes).toContain(`project ${WEB_PROJECT_ID}`);
      const names = (await expandPath(tree, 'Atlas Web')).map((row) => label(tree, row));
      expect(names.filter((name) => name === 'Harbor week')).toHaveLength(1);
      await resource.remove(id, WEB_PROJECT_ID);
    },
  );

  it('a list of an earlier run updates no row when the server confirms that the list is current', async () => {
    const projects = { of: 'projects', owner: '' } as const;
    await store.list(projects).read();
    const { state } = store.list(projects);
    store = new Store(setup.client);
    const projectList = store.lists.get(projects);
    projectList.restore(state, 1);
    const tree = openTree('projects');
    await readRows(tree, undefined);
    const changedNodes = collectChangedNodes(tree);
    expect(projectList.state.asOf).toBe(1);
    projectList.confirm();
    expect(projectList.state.asOf).toBeUndefined();
    expect(changedNodes).toEqual([]);
  });

  it('a list that is reloaded without a change updates no row', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Atlas Web');
    const changedNodes = collectChangedNodes(tree);
    await store.list({ of: 'projects', owner: '' }).reload();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).reload();
    expect(requestCount()).toBe(4);
    expect(changedNodes).toEqual([]);
  });

  it('changes of one task are compared together, so a change that is undone at once updates no row', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Atlas Web');
    const changedNodes = collectChangedNodes(tree);
    const name = store.item(WEB_1)?.name ?? '';
    const updates = ['Called otherwise', name].map((one) =>
      store.resources.workItems.update(WEB_1.id, { name: one }, WEB_1.project),
    );
    await rowsCompared();
    expect(changedNodes).toEqual([]);
    await Promise.all(updates);
  });

  it('a row that VS Code has read after the change is not updated again', async () => {
    const tree = openTree('projects');
    const row = findRow(tree, await expandPath(tree, 'Atlas Web'), '1 ');
    const changedNodes = collectChangedNodes(tree);
    const update = store.resources.workItems.update(WEB_1.id, { name: 'Read at once' }, WEB_1.project);
    await rowsCompared();
    expect(changedNodes).toHaveLength(1);
    expect(tree.showRow(row).label).toContain('Read at once');
    await update;
    expect(changedNodes).toHaveLength(1);
  });

  it('a collapsed node is updated once, because VS Code reads its children only after it is expanded again', async () => {
    const tree = openTree('projects');
    const project = findRow(tree, await readRows(tree, undefined), 'Atlas Web');
    await readRows(tree, project);
    tree.setExpanded(project, false);
    const changedNodes = collectChangedNodes(tree);
    for (const groupBy of ['priority', 'state'] as const) {
      choices = { ...DEFAULT_CHOICES, groupBy };
      tree.applyChoices();
      await rowsCompared();
    }
    expect(changedNodes).toEqual([nodeId(project)]);
    expect(requestCount()).toBe(2);
  });

  it('a list that Contrail reads itself updates the rows that VS Code has read before', async () => {
    setup.proxy.inject(matchRequest('GET', '/initiatives/'), nginxErrorPage);
    const tree = openTree('workspace');
    const folder = findRow(tree, await readRows(tree, undefined), 'Initiatives');
    expect((await readRows(tree, folder)).map(({ kind }) => kind)).toEqual(['failed']);
    setup.proxy.removeFaults();
    const changedNodes = collectChangedNodes(tree);
    await tree.load(folder);
    await rowsCompared();
    expect(changedNodes).toContain('folder initiatives');
  });

  it('a refresh keeps the node objects of rows that still exist', async () => {
    const tree = openTree('projects');
    const before = await expandPath(tree, 'Atlas Web');
    await tree.refresh();
    const rowsAfter = await expandPath(tree, 'Atlas Web');
    expect(rowsAfter.length).toBe(before.length);
    expect(rowsAfter.every((row, index) => row === before[index] && tree.hasNode(row))).toBe(true);
  });
});

describe('Refreshing', () => {
  it('reloads only the lists of expanded nodes', async () => {
    const tree = openTree('workspace');
    await expandPath(tree, 'Initiatives', 'Know where every parcel is', 'Epics');
    const before = requestCount();
    await tree.refresh();
    expect(requestCount()).toBe(before + 2);
  });

  it('My Work reloads the loaded work items of all projects while the background sync is off', async () => {
    const tree = openTree('myWork');
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await expandPath(tree, 'Assigned to Me');
    const isItemRequest = matchRequest('GET', `/projects/${WEB_PROJECT_ID}/work-items/`);
    const before = setup.proxy.matchingRequests(isItemRequest).length;
    await tree.refresh();
    expect(setup.proxy.matchingRequests(isItemRequest)).toHaveLength(before + 1);
  });

  it('a row reloads only the lists of this row and of its descendants', async () => {
    const tree = openTree('projects');
    const project = findRow(tree, await expandPath(tree), 'Atlas Web');
    await expandPath(tree, 'Courier API');
    await readRows(tree, project);
    const before = requestCount();
    await tree.refresh(project);
    expect(requestCount()).toBe(before + 1);
  });

  it('a project grouped by state reloads the states if they were loaded, and shows a new state', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'state' };
    const tree = openTree('projects');
    const project = findRow(tree, await expandPath(tree), 'Atlas Web');
    await readRows(tree, project);
    const first = requestCount();
    await tree.refresh(project);
    expect(requestCount()).toBe(first + 1);
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await setup.client.call.createState({
      project_id: WEB_PROJECT_ID,
      body: { name: 'Just added', color: '#123456', group: 'started' },
    });
    const before = requestCount();
    await tree.refresh(project);
    expect(requestCount()).toBe(before + 2);
    expect((await readRows(tree, project)).map((row) => label(tree, row)).join()).toContain('Just added');
  });

  it('makes the lists of labels and members expire, so that the next access reloads them', async () => {
    const tree = openTree('projects');
    const project = findRow(tree, await expandPath(tree), 'Atlas Web');
    await readRows(tree, project);
    for (const names of [store.resources.labels, store.members]) await names.readAll(WEB_PROJECT_ID);
    const before = requestCount();
    await tree.refresh();
    expect(requestCount()).toBe(before + 2);
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    expect(requestCount()).toBe(before + 3);
  });
});

describe('A project that the user has not joined', () => {
  const isItemRequest = matchRequest('GET', `/projects/${NOTES_PROJECT_ID}/work-items/`);
  const isProjectListRequest = matchRequest('GET', '/projects/');
  const itemRequestCount = () => setup.proxy.matchingRequests(isItemRequest).length;

  /** Makes the proxy respond like an open-source server: it lists the project, but rejects requests within it. */
  async function injectNotJoined(): Promise<void> {
    await new Store(setup.client).resources.projects.list().read();
    const listResponse = setup.proxy.answers.findLast(({ request }) =>
      isProjectListRequest(request.method, request.path),
    );
    const { results, ...page } = JSON.parse(listResponse?.body.toString() ?? '{}') as {
      readonly results: readonly { readonly id: string }[];
    };
    const changedResults = results.map((one) =>
      one.id === NOTES_PROJECT_ID ? { ...one, is_member: false, member_role: null } : one,
    );
    setup.proxy.inject(isProjectListRequest, answerWith(200, { ...page, results: changedResults }));
    setup.proxy.inject(
      isItemRequest,
      answerWith(403, { detail: 'You do not have permission to perform this action.' }),
    );
  }

  it('has a row that cannot be expanded, and its work items are never requested', async () => {
    await injectNotJoined();
    const tree = openTree('projects');
    const before = itemRequestCount();
    const row = findRow(tree, await readRows(tree, undefined), 'Field Notes');
    expect(presentTreeRow(row, tree.data).collapsible).toBe(false);
    expect(await readRows(tree, row)).toEqual([]);
    await tree.refresh();
    await tree.refresh(row);
    expect(await readRows(tree, row)).toEqual([]);
    expect(itemRequestCount()).toBe(before);
  });

  it.each(['the view', 'its row'])(
    'can be expanded after a refresh of %s if the user has joined the project in the meantime',
    async (name) => {
      await injectNotJoined();
      const tree = openTree('projects');
      const row = findRow(tree, await readRows(tree, undefined), 'Field Notes');
      const changedNodes = collectChangedNodes(tree);
      setup.proxy.removeFaults();
      await tree.refresh(name === 'the view' ? undefined : row);
      expect(changedNodes).toContain(nodeId(row));
      expect(presentTreeRow(row, tree.data).collapsible).toBe(true);
      expect((await readRows(tree, row)).map(({ kind }) => kind)).toContain('workItem');
    },
  );
});

describe('The tooltip of a work item', () => {
  it('contains cycle and estimate when these are loaded, and does not cause a request', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Atlas Web');
    const { cycles } = store.resources;
    await cycles.list(WEB_PROJECT_ID).read();
    const estimatedItems: { readonly id: string; readonly cycle: string; readonly estimate: string }[] = [];
    for (const cycle of cycles.list(WEB_PROJECT_ID).state.ids) {
      const cycleItems = store.list({ of: 'cycleItems', owner: `${WEB_PROJECT_ID}/${cycle}` });
      await cycleItems.read();
      for (const id of cycleItems.state.ids) {
        const estimate = store.item({ project: WEB_PROJECT_ID, id })?.estimate_point;
        if (estimate) estimatedItems.push({ id, cycle, estimate });
      }
    }
    const [item] = estimatedItems;
    if (item === undefined) throw new Error('no work item of a cycle has an estimate');
    const before = requestCount();
    const tooltip = tooltipOf({ project: WEB_PROJECT_ID, id: item.id }, 'WEB-1', tree.data);
    expect(tooltip).toContain(`**Cycle** ${escapeMarkdown(cycles.get(item.cycle, WEB_PROJECT_ID)?.name ?? '')}`);
    expect(tooltip).toContain(`**Estimate** ${item.estimate}`);
    expect(requestCount()).toBe(before);
  });
});

describe('Selecting', () => {
  it('a grouping updates the expanded projects, but not the whole view, which would invalidate the row objects', async () => {
    const tree = openTree('projects');
    const project = findRow(tree, await readRows(tree, undefined), 'Atlas Web');
    await readRows(tree, project);
    const changedNodes: (Node | undefined)[] = [];
    tree.onDidChange((node) => changedNodes.push(node));
    choices = { ...DEFAULT_CHOICES, groupBy: 'priority' };
    tree.applyChoices();
    await rowsCompared();
    expect(changedNodes).toEqual([project]);
  });

  it('choices that add a row to a view update the whole view', async () => {
    const tree = openTree('myWork');
    const rows = await readRows(tree, undefined);
    const changedNodes: (Node | undefined)[] = [];
    tree.onDidChange((node) => changedNodes.push(node));
    ownItems = { ...ownItems, recents: [{ ...WEB_1, identifier: 'WEB-1', name: 'Board' }] };
    tree.applyChoices();
    await rowsCompared();
    expect(await readRows(tree, undefined)).toHaveLength(rows.length + 1);
    expect(changedNodes).toEqual([undefined]);
  });

  it('a filter sends no request, and the view shows how many work items are loaded', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Field Notes');
    const before = requestCount();
    choices = { ...DEFAULT_CHOICES, filter: withTypedText(NO_FILTER, 'no such words') };
    tree.applyChoices();
    const rows = await expandPath(tree, 'Field Notes');
    expect(rows.map((row) => label(tree, row))).toEqual(['Epics', 'No matches', 'Load more (100 of 130)']);
    expect(requestCount()).toBe(before);
  });

  it('a filter computes no row of a work item again, and its rows are the current ones', async () => {
    const tree = openTree('projects');
    const rows = await expandPath(tree, 'Atlas Web');
    const subItemParents = rows.filter((row) => tree.rowOf(row).collapsible && row.kind === 'workItem');
    const computeRow = vi.spyOn(tree.data.itemRows, 'get');
    const pagesOfRows: (readonly Node[])[] = [];
    for (const text of ['w', 'we', 'WEB-2', 'WEB-', '']) {
      choices = { ...DEFAULT_CHOICES, filter: withTypedText(NO_FILTER, text) };
      tree.applyChoices();
      await rowsCompared();
      pagesOfRows.push(await expandPath(tree, 'Atlas Web'));
      for (const row of pagesOfRows.at(-1) ?? []) expect(tree.rowOf(row)).toEqual(presentTreeRow(row, tree.data));
    }
    expect(subItemParents.length).toBeGreaterThan(0);
    expect(pagesOfRows.map(({ length }) => length)).toEqual([
      rows.length,
      rows.length,
      expect.any(Number),
      rows.length,
      rows.length,
    ]);
    computeRow.mockClear();
    choices = { ...DEFAULT_CHOICES, filter: withTypedText(NO_FILTER, 'w') };
    tree.applyChoices();
    await rowsCompared();
    expect(computeRow).not.toHaveBeenCalled();
  });

  it('a filter by cycle reads the cycle even if the rows are the same until it is read', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Atlas Web');
    choices = { ...DEFAULT_CHOICES, filter: withTypedText(NO_FILTER, 'no such words') };
    tree.applyChoices();
    expect((await expandPath(tree, 'Atlas Web')).map((row) => label(tree, row))).toContain('No matches');
    choices = {
      ...DEFAULT_CHOICES,
      filter: [{ field: 'cycle', values: ['Board by keyboard'], isExcluded: false }],
    };
    tree.applyChoices();
    const cycleItems = store.list({
      of: 'cycleItems',
      owner: `${WEB_PROJECT_ID}/${sample.cycle('WEB', 'Board by keyboard')}`,
    });
    await until('the work items of the cycle', () => cycleItems.state.status === 'ready');
    expect((await expandPath(tree, 'Atlas Web')).map(({ kind }) => kind)).toContain('workItem');
  });

  it('an order reloads only the lists that are not completely loaded, in the order of the server', async () => {
    const tree = openTree('projects');
    await expandPath(tree, 'Field Notes');
    await expandPath(tree, 'Atlas Web');
    const before = requestCount();
    choices = { ...DEFAULT_CHOICES, sortBy: 'identifier', descending: false };
    store.setItemOrder(orderByParameter(choices));
    tree.applyChoices();
    const webRows = await expandPath(tree, 'Atlas Web');
    expect(requestCount()).toBe(before);
    const itemNames = (rows: readonly Node[]): string[] =>
      rows.filter(({ kind }) => kind === 'workItem').map((row) => accessibleName(tree, row).split(' ')[0] ?? '');
    expect(itemNames(webRows)[0]).toBe('WEB-1');
    const notesRows = await expandPath(tree, 'Field Notes');
    expect(requestCount()).toBe(before + 1);
    expect(itemNames(notesRows).slice(0, 2)).toEqual(['NOTES-1', 'NOTES-2']);
    expect(setup.proxy.requests.at(-1)?.path).toContain('order_by=sequence_id');
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).loadMore();
    expect(new Set(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids).size).toBe(130);
  });
});

describe('My Work', () => {
  it('shows the loaded work items that are assigned to the user, and is updated when more are loaded', async () => {
    const tree = openTree('myWork');
    const before = await expandPath(tree, 'Assigned to Me');
    expect(before.map((row) => label(tree, row))).toEqual(['Load work items from 3 projects']);
    const changedNodes = collectChangedNodes(tree);
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    expect(changedNodes).toContain('all');
    const rowsAfter = await expandPath(tree, 'Assigned to Me');
    const items = rowsAfter.flatMap((row) => (row.kind === 'workItem' ? (store.item(row) ?? []) : []));
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ assignees }) => assignees.includes(ADA_ID))).toBe(true);
    expect(itemLoadProgress(tree.data)).toMatchObject({ projectCount: 3, hasUnloadedProjects: true });
    expect(itemLoadProgress(tree.data).incompleteProjects).not.toContain(WEB_PROJECT_ID);
  });

  it('hides the row that loads more work items if all projects can be read in the background', async () => {
    const tree = openTree('myWork');
    const labels = async () => (await expandPath(tree, 'Assigned to Me')).map((row) => label(tree, row));
    expect(await labels()).toEqual(['Load work items from 3 projects']);
    const changedNodes = collectChangedNodes(tree);
    store.sync.setEnabled(true);
    await rowsCompared();
    expect(changedNodes).toEqual(['assigned']);
    expect(await labels()).toEqual([]);
    store.sync.set(WEB_PROJECT_ID, { status: 'tooLarge', total: 20_000 });
    await rowsCompared();
    expect(changedNodes).toEqual(['assigned', 'assigned']);
    expect(await labels()).toEqual(['Load work items from 3 projects']);
    store.sync.setEnabled(false);
  });

  it('shows a work item while it is assigned to the user, but not after it is assigned to another user', async () => {
    const tree = openTree('myWork');
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const ids = async () => (await expandPath(tree, 'Assigned to Me')).map(nodeId).join();
    const address = { project: WEB_PROJECT_ID, id: sample.workItem('WEB', 28) };
    const otherAssignees = (store.item(address)?.assignees ?? []).filter((id) => id !== ADA_ID);
    await store.resources.workItems.update(address.id, { assignees: [...otherAssignees, ADA_ID] }, address.project);
    expect(await ids()).toContain(address.id);
    const changedNodes = collectChangedNodes(tree);
    await store.resources.workItems.update(address.id, { assignees: otherAssignees }, address.project);
    expect(changedNodes).toContain('assigned');
    expect(await ids()).not.toContain(address.id);
  });

  it('keeps the places of the sections when Overdue gets its first work item and loses it', async () => {
    const tree = openTree('myWork');
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const sections = async () => (await readRows(tree, undefined)).map(nodeId);
    const before = await sections();
    expect(before).toEqual(expect.arrayContaining(['overdue', 'dueSoon', 'assigned']));
    const changedNodes = collectChangedNodes(tree);
    const { id, project } = WEB_1;
    const originalItem = store.item(WEB_1);
    const overdue = { assignees: [ADA_ID], start_date: null, target_date: '2026-11-01' };
    await store.resources.workItems.update(id, overdue, project);
    expect(changedNodes).toContain('overdue');
    expect(changedNodes).not.toContain('all');
    expect((await expandPath(tree, 'Overdue')).map(nodeId)).toHaveLength(1);
    expect(await sections()).toEqual(before);
    const { assignees = [], start_date = null, target_date = null } = originalItem ?? {};
    await store.resources.workItems.update(id, { assignees: [...assignees], start_date, target_date }, project);
    expect(await sections()).toEqual(before);
  });

  it('does not update a section whose work items have not changed', async () => {
    const tree = openTree('myWork');
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await expandPath(tree, 'Assigned to Me');
    const changedNodes = collectChangedNodes(tree);
    await store.resources.workItems.update(WEB_1.id, { name: 'Another name' }, WEB_1.project);
    expect(changedNodes.filter((id) => !id.startsWith('item '))).toEqual([]);
  });

  it('shows pinned and recent work items, and is updated when these change', async () => {
    const tree = openTree('myWork');
    await readRows(tree, undefined);
    const changedNodes = collectChangedNodes(tree);
    ownItems = { ...ownItems, pinned: [{ ...WEB_1, identifier: 'WEB-1', name: 'Pinned' }] };
    tree.update();
    await rowsCompared();
    expect(changedNodes).toEqual(['all']);
    const [row] = await expandPath(tree, 'Pinned');
    expect(row && label(tree, row)).toBe('WEB-1 Pinned');
    ownItems = { ...ownItems, recents: [{ ...WEB_1, identifier: 'WEB-1', name: 'Recent' }] };
    tree.update();
    await rowsCompared();
    expect(changedNodes.filter((id) => id === 'all')).toHaveLength(2);
  });

  it('shows the section Current while there is a current work item, and updates it for another work item', async () => {
    const tree = openTree('myWork');
    await readRows(tree, undefined);
    const changedNodes = collectChangedNodes(tree);
    ownItems = { ...ownItems, current: { ...WEB_1, identifier: 'WEB-1', name: 'One' } };
    tree.update();
    await rowsCompared();
    expect((await expandPath(tree, 'Current')).map((row) => label(tree, row))).toEqual(['WEB-1 One']);
    ownItems = {
      ...ownItems,
      current: { project: WEB_PROJECT_ID, id: sample.workItem('WEB', 2), identifier: 'WEB-2', name: 'Two' },
    };
    tree.update();
    await rowsCompared();
    expect(changedNodes).toEqual(['all', 'current']);
    expect((await expandPath(tree, 'Current')).map((row) => label(tree, row))).toEqual(['WEB-2 Two']);
    expect(requestCount()).toBe(0);
  });

  it('fills Current Cycle when the work items of a current cycle are loaded, and moves no other section', async () => {
    const tree = openTree('myWork');
    const { cycles } = store.resources;
    const setDates = (start_date: string, end_date: string): void =>
      cycles.storeRecords(
        WEB_PROJECT_ID,
        cycles
          .list(WEB_PROJECT_ID)
          .state.ids.flatMap((id) => ({ id, name: id, ...cycles.get(id, WEB_PROJECT_ID), start_date, end_date })),
      );
    const sections = await readRows(tree, undefined);
    const currentCycle = findRow(tree, sections, 'Current Cycle');
    const changedNodes = collectChangedNodes(tree);
    for (const of of ['projects', 'items', 'cycles'] as const)
      await store.list({ of, owner: of === 'projects' ? '' : WEB_PROJECT_ID }).read();
    await store.resources.states.readAll(WEB_PROJECT_ID);
    setDates('2026-11-16', '2026-11-27');
    // A section that was empty may follow at the end.
    expect((await readRows(tree, undefined)).map(nodeId).slice(0, sections.length)).toEqual(sections.map(nodeId));
    expect(await readRows(tree, currentCycle)).toEqual([]);
    for (const id of cycles.list(WEB_PROJECT_ID).state.ids)
      await store.list({ of: 'cycleItems', owner: `${WEB_PROJECT_ID}/${id}` }).read();
    const before = requestCount();
    expect((await readRows(tree, currentCycle)).length).toBeGreaterThan(0);
    expect(changedNodes).toContain('currentCycle');
    expect(changedNodes.at(-1)).not.toBe('all');
    setDates('2026-11-01', '2026-11-10');
    expect(await readRows(tree, currentCycle)).toEqual([]);
    expect(requestCount()).toBe(before);
  });

  it('requests unloaded pinned records when Pinned is expanded, and a deleted record only once', async () => {
    const deletedInitiative = {
      kind: 'initiative',
      project: '',
      id: sample.user('ada'),
      identifier: '',
      name: 'Gone',
    } as const;
    ownItems = { ...ownItems, pinned: [deletedInitiative, { ...WEB_1, identifier: 'WEB-1', name: 'Pinned' }] };
    const tree = openTree('myWork');
    const rows = await expandPath(tree, 'Pinned');
    expect(rows.map((row) => label(tree, row))).toEqual(['Gone', 'WEB-1 Pinned']);
    await until('the pinned work item', () => store.item(WEB_1) !== undefined);
    const rowsAfter = await expandPath(tree, 'Pinned');
    expect(rowsAfter.map((row) => label(tree, row))).toEqual([
      'Gone',
      expect.stringContaining(`${store.item(WEB_1)?.name}`),
    ]);
    expect(
      setup.proxy.requests.slice(initialRequestCount).filter(({ path }) => path.includes(deletedInitiative.id)),
    ).toHaveLength(1);
  });

  it('shows the work items of a pinned project with other node ids than in the other sections', async () => {
    ownItems = {
      ...ownItems,
      pinned: [{ kind: 'project', project: '', id: WEB_PROJECT_ID, identifier: 'WEB', name: 'Atlas Web' }],
    };
    ownItems = { ...ownItems, recents: [{ ...WEB_1, identifier: 'WEB-1', name: 'Recent' }] };
    const tree = openTree('myWork');
    const pinned = await expandPath(tree, 'Pinned', 'Atlas Web');
    const assigned = await expandPath(tree, 'Assigned to Me');
    const recentRows = await expandPath(tree, 'Recently Viewed');
    const ids = [...pinned, ...assigned, ...recentRows].map(nodeId);
    expect(new Set(ids).size).toBe(ids.length);
    const isFirstItem = (node: Node): boolean => node.kind === 'workItem' && node.id === WEB_1.id;
    expect([pinned.some(isFirstItem), recentRows.some(isFirstItem)]).toEqual([true, true]);
  });
});
