// Tests the children and the parent of each tree node, for every state of a list.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/client/apiError.ts';
import {
  parseRecordKey,
  RECORD_KINDS,
  type RecordAddress,
  type RecordKind,
} from '../../../../src/core/cache/address.ts';
import { childrenOf, listNeededBy, parentOf, viewAndNodeOf } from '../../../../src/features/tree/children.ts';
import { NO_FILTER, withTypedText } from '../../../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES } from '../../../../src/items/grouping/choices.ts';
import {
  type Node,
  nodeAddress,
  nodeId,
  SECTIONS,
  type SectionName,
  VIEW_NAMES,
  type ViewName,
  type WorkspaceFolder,
} from '../../../../src/shell/tree/node.ts';
import type { TreeData } from '../../../../src/shell/tree/treeData.ts';
import { createTreeData, item, PROJECT_NODE, pagedListState, project, type TreeDataOptions } from './treeData.ts';

const serverError: Fault = { kind: 'serverError', status: 502, detail: '' };
const rejectedFault: Fault = { kind: 'rejected', status: 400, detail: '', fields: {} };

/** Returns the tree of a view as lines, one for each node with the last part of its id, indented by depth. */
function treeLines(data: TreeData, view: ViewName = 'projects', node?: Node, depth = 0): string[] {
  return childrenOf(view, node, data).flatMap((child) => [
    `${'  '.repeat(depth)}${nodeId(child).split(' > ').at(-1)}`,
    ...treeLines(data, view, child, depth + 1),
  ]);
}

describe('The rows of the Projects view', () => {
  it('are shown in a hierarchy: items below their project, sub-items below their parent', () => {
    const data = createTreeData({ items: [item('w3', { parent: 'w1' }), item('w2'), item('w1')] });
    expect(treeLines(data)).toEqual(['project p1', '  item p1/w2', '  item p1/w1', '    item p1/w3']);
  });

  it('start with the project that is set for the open folder', () => {
    const projects = ['p1', 'p2', 'p3'].map((id) => ({ ...project, id }));
    const lists = { projects: pagedListState('p1 p2 p3', { next: 'cursor' }) };
    const roots = (bound?: string) =>
      childrenOf(
        'projects',
        undefined,
        createTreeData({ projects, lists, ...(bound === undefined ? {} : { boundProjectId: bound }) }),
      );
    expect(roots().map(nodeId)).toEqual(['project p1', 'project p2', 'project p3', 'more projects']);
    expect(roots('p3').map(nodeId)).toEqual(['project p3', 'project p1', 'project p2', 'more projects']);
    expect(roots('p9').map(nodeId)).toEqual(roots().map(nodeId));
  });

  it('exclude archived projects', () => {
    const archivedProject = { ...project, id: 'p2', archived_at: '2026-01-01T00:00:00Z' };
    expect(
      treeLines(
        createTreeData({
          projects: [project, archivedProject],
          lists: { 'items p1': pagedListState('', { status: 'notLoaded' }) },
        }),
      ),
    ).toEqual(['project p1']);
  });

  const items = [
    item('w1', { state: 's1', priority: 'low', assignees: ['u1', 'u2'], labels: ['l1'], type: 't1' }),
    item('w2', { state: 's2', priority: 'urgent', parent: 'w1' }),
    item('w3', { parent: 'w1', state: 's1' }),
  ];
  const states = [
    { id: 's1', name: 'In Progress', group: 'started' },
    { id: 's2', name: 'Todo', group: 'unstarted' },
    { id: 's3', name: 'Done', group: 'completed' },
  ];
  const groupedLines = (
    groupBy: NonNullable<TreeDataOptions['choices']>['groupBy'],
    options: TreeDataOptions = {},
  ): string[] =>
    treeLines(
      createTreeData({ items, states, choices: { groupBy: groupBy ?? 'none' }, ...options }),
      'projects',
      PROJECT_NODE,
    );

  it('are grouped by state, started states first, with sub-items below a parent in the same group', () => {
    expect(groupedLines('state')).toEqual(['state s1', '  item p1/w1', '    item p1/w3', 'state s2', '  item p1/w2']);
  });

  it('include groups for states without work items if all states are loaded and no filter is set', () => {
    expect(groupedLines('state', { hasAllStates: true }).filter((line) => line.startsWith('state'))).toEqual([
      'state s1',
      'state s2',
      'state s3',
    ]);
    const choices = { groupBy: 'state', filter: withTypedText(NO_FILTER, 'w2') } as const;
    expect(groupedLines('state', { hasAllStates: true, choices })).toEqual(['state s2', '  item p1/w2']);
  });

  it.each(['state', 'none'] as const)('are only a row for an empty list if the project is empty: %s', (groupBy) => {
    expect(groupedLines(groupBy, { items: [], hasAllStates: true, choices: { groupBy } })).toEqual(['empty items']);
  });

  it('are the states of a project without work items while more pages can be loaded', () => {
    const lists = { 'items p1': pagedListState('', { next: 'c1' }) };
    const lines = groupedLines('state', { items: [], lists, hasAllStates: true });
    expect(lines.filter((line) => !line.startsWith(' '))).toEqual(['state s1', 'state s2', 'state s3', 'more items']);
  });

  it.each([
    ['priority', ['priority urgent', '  item p1/w2', 'priority low', '  item p1/w1', 'priority -', '  item p1/w3']],
    [
      'assignee',
      ['assignee u1', '  item p1/w1', 'assignee u2', '  item p1/w1', 'assignee -', '  item p1/w3', '  item p1/w2'],
    ],
    ['label', ['label l1', '  item p1/w1', 'label -', '  item p1/w3', '  item p1/w2']],
    ['type', ['type t1', '  item p1/w1', 'type -', '  item p1/w3', '  item p1/w2']],
  ] as const)('are grouped by %s, with the group without a value last', (by, lines) => {
    expect(groupedLines(by)).toEqual(lines);
  });

  it('have different node ids if a work item is shown in several groups', () => {
    const data = createTreeData({ items, choices: { groupBy: 'assignee' } });
    const ids = childrenOf('projects', PROJECT_NODE, data).flatMap((group) =>
      childrenOf('projects', group, data).map(nodeId),
    );
    expect(ids.filter((id) => id.endsWith('item p1/w1'))).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('below a cycle are the loaded work items of that cycle, and the last group contains all other work items', () => {
    const lists = {
      'cycles p1': pagedListState('c1 c2'),
      'cycleItems p1/c1': pagedListState('w1 w3'),
      'items p1': pagedListState('w3 w2 w1'),
    };
    expect(groupedLines('cycle', { lists })).toEqual([
      'cycle c1',
      '  item p1/w1',
      '    item p1/w3',
      'cycle c2',
      'cycle -',
      '  item p1/w2',
    ]);
    const [first, , groupWithoutValue] = childrenOf(
      'projects',
      PROJECT_NODE,
      createTreeData({ items, lists, choices: { groupBy: 'cycle' } }),
    );
    const requestsNeeded = (node: Node | undefined) =>
      listNeededBy('projects', node, createTreeData({ choices: { groupBy: 'cycle' } }));
    expect([PROJECT_NODE, first, groupWithoutValue].map(requestsNeeded)).toEqual([
      { of: 'cycles', owner: 'p1' },
      { of: 'cycleItems', owner: 'p1/c1' },
      { of: 'items', owner: 'p1' },
    ]);
  });

  it('are grouped by the `module` property of a work item, or else by the list of work items of each module', () => {
    const itemsWithModule = [item('w1', { module: 'm1' }), item('w2', { module: null }), item('w3')];
    const lists = {
      'modules p1': pagedListState('m1'),
      'moduleItems p1/m1': pagedListState('w2 w3'),
      'items p1': pagedListState('w1 w2 w3'),
    };
    expect(groupedLines('module', { items: itemsWithModule, lists })).toEqual([
      'module m1',
      '  item p1/w3',
      '  item p1/w1',
      'module -',
      '  item p1/w2',
    ]);
  });

  it('are all in the group without a module if modules are disabled in the project', () => {
    const lists = {
      'modules p1': pagedListState('', { status: 'failed', fault: rejectedFault }),
      'items p1': pagedListState('w1'),
    };
    expect(groupedLines('module', { items: [item('w1')], lists })).toEqual(['module -', '  item p1/w1']);
  });

  it('contain a row that says that no work item matches the filter, followed by the row for the next page', () => {
    const choices = { filter: withTypedText(NO_FILTER, 'nothing like it') };
    expect(groupedLines('none', { choices })).toEqual(['empty items']);
    expect(groupedLines('none', { choices, lists: { 'items p1': pagedListState('w1', { next: 'c1' }) } })).toEqual([
      'empty items',
      'more items',
    ]);
  });
});

describe('My Work', () => {
  const section = (name: SectionName): Node => ({
    kind: 'section',
    section: name,
    under: undefined,
  });

  it('has places for Overdue and Due Soon while all sections are empty, and requests only the list of projects', () => {
    const lists = { 'items p1': pagedListState('', { status: 'notLoaded' }) };
    expect(childrenOf('myWork', undefined, createTreeData({ lists }))).toEqual(
      (['overdue', 'dueSoon', 'assigned'] as const).map(section),
    );
    const requestsNeeded = [undefined, ...SECTIONS.map(section)].flatMap(
      (node) => listNeededBy('myWork', node, createTreeData()) ?? [],
    );
    expect(requestsNeeded).toEqual([{ of: 'projects', owner: '' }]);
  });

  it('keeps a place for Current Cycle, below the overdue work items, if a project may have cycles', () => {
    const lists = { 'items p1': pagedListState('', { status: 'notLoaded' }) };
    const sectionsWith = (changes: Partial<typeof project>): string[] =>
      childrenOf('myWork', undefined, createTreeData({ lists, projects: [{ ...project, ...changes }] })).map(nodeId);
    expect(sectionsWith({ total_cycles: 1 })).toEqual(['overdue', 'dueSoon', 'currentCycle', 'assigned']);
    const unknown = createTreeData({ lists: { ...lists, projects: pagedListState('', { status: 'loading' }) } });
    expect(childrenOf('myWork', undefined, unknown).map(nodeId)).toContain('currentCycle');
    expect(sectionsWith({ total_cycles: 0 })).not.toContain('currentCycle');
    expect(sectionsWith({ total_cycles: 1, cycle_view: false })).not.toContain('currentCycle');
  });

  it('has no rows if all work items are loaded and all sections are empty, so that the welcome text is shown', () => {
    expect(childrenOf('myWork', undefined, createTreeData({ items: [item('w1')] }))).toEqual([]);
    const savedViews = [{ name: 'Bugs', origin: 'account', query: DEFAULT_CHOICES }] as const;
    expect(childrenOf('myWork', undefined, createTreeData({ savedViews })).map(({ kind }) => kind)).toEqual([
      'section',
      'section',
      'savedView',
      'section',
    ]);
  });

  it('shows an empty row in Assigned to Me if all work items are loaded and none is assigned to the user', () => {
    const data = createTreeData({ items: [item('w1')], projectIdsReadInBackground: ['p1'] });
    expect(childrenOf('myWork', section('assigned'), data).map(({ kind }) => kind)).toEqual(['empty']);
  });

  it('shows the open work items that are assigned to the user, by priority and then by due date', () => {
    const assignedToUser = { assignees: ['u1'] };
    const items = [
      item('w1', assignedToUser),
      item('w2', { ...assignedToUser, priority: 'urgent', target_date: '2026-12-02' }),
      item('w3', { ...assignedToUser, priority: 'urgent', target_date: '2026-12-01' }),
      item('w4', { ...assignedToUser, state: 's9' }),
      item('w5', { assignees: ['u2'] }),
    ];
    const states = [{ id: 's9', name: 'Done', group: 'completed' }];
    expect(treeLines(createTreeData({ items, states }), 'myWork', section('assigned'))).toEqual([
      'item p1/w3',
      'item p1/w2',
      'item p1/w1',
      'searchMore',
    ]);
  });

  it('shows no row that loads more assigned work items if every project is read in the background', () => {
    const items = [item('w1', { assignees: ['u1'] })];
    const lines = (readInBackground: readonly string[]) =>
      treeLines(createTreeData({ items, projectIdsReadInBackground: readInBackground }), 'myWork', section('assigned'));
    const allProjectIds = createTreeData().listing({ of: 'projects', owner: '' }).ids;
    expect(lines(allProjectIds)).toEqual(['item p1/w1']);
    expect(lines(allProjectIds.slice(1))).toEqual(['item p1/w1', 'searchMore']);
  });

  it('shows the loaded assigned work items and an error row if the projects can’t be loaded', () => {
    const lists = { projects: pagedListState('', { status: 'failed', fault: serverError }) };
    const data = createTreeData({ items: [item('w1', { assignees: ['u1'] })], lists });
    expect(treeLines(data, 'myWork', section('assigned'))).toEqual(['item p1/w1', 'failed projects']);
  });

  it('shows current, recent and pinned work items before they are loaded', () => {
    const storedItem = { project: 'p9', id: 'w9', identifier: 'OLD-9', name: 'Long ago' };
    expect(treeLines(createTreeData({ ownItems: { recents: [storedItem] } }), 'myWork', section('recent'))).toEqual([
      'item p9/w9',
    ]);
    expect(treeLines(createTreeData({ ownItems: { pinned: [storedItem] } }), 'myWork', section('pinned'))).toEqual([
      'item p9/w9',
    ]);
    const current = createTreeData({ ownItems: { current: storedItem } });
    expect(childrenOf('myWork', undefined, current)[0]).toEqual(section('current'));
    expect(treeLines(current, 'myWork', section('current'))).toEqual(['item p9/w9']);
  });

  it('shows the most urgent sections, then the saved views and the other sections, each with its work items', () => {
    const stored = { project: 'p1', id: 'w1', identifier: 'WEB-1', name: 'One' };
    const items = [
      item('w1', { assignees: ['u1'], created_by: 'u1', target_date: '2026-11-19' }),
      item('w2', { assignees: ['u1'], target_date: '2026-11-20' }),
    ];
    const data = createTreeData({
      items,
      ownItems: { current: stored, recents: [stored], pinned: [stored] },
      savedViews: [{ name: 'Bugs', origin: 'account', query: DEFAULT_CHOICES }],
      lists: { 'cycles p1': pagedListState('c1'), 'cycleItems p1/c1': pagedListState('w1') },
      records: { cycle: (_, id) => ({ id, name: 'Now', start_date: '2026-11-16', end_date: '2026-11-27' }) },
    });
    const rows = childrenOf('myWork', undefined, data);
    expect(rows.map((row) => (row.kind === 'section' ? row.section : row.kind))).toEqual([
      'current',
      'overdue',
      'dueSoon',
      'currentCycle',
      'savedView',
      'pinned',
      'assigned',
      'created',
      'recent',
    ]);
    const sections = rows.filter(({ kind }) => kind === 'section');
    expect(sections).toHaveLength(SECTIONS.length);
    const ids = sections.flatMap((node) => childrenOf('myWork', node, data)).map(nodeId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.endsWith('item p1/w1'))).toHaveLength(7);
  });

  it('shows pinned records of each kind, in the order of pinning', () => {
    const pinned = [
      { project: 'p1', id: 'w1', identifier: 'WEB-1', name: 'One' },
      { kind: 'project', project: '', id: 'p1', identifier: 'WEB', name: 'Atlas Web' },
      { kind: 'cycle', project: 'p1', id: 'c1', identifier: '', name: 'Sprint' },
      { kind: 'initiative', project: '', id: 'i1', identifier: '', name: 'Goal' },
    ] as const;
    expect(childrenOf('myWork', section('pinned'), createTreeData({ ownItems: { pinned } })).map(nodeId)).toEqual([
      'pinned > item p1/w1',
      'pinned > project p1',
      'pinned > cycle c1',
      'pinned > initiative /i1',
    ]);
  });
});

/** The node of a folder of the Workspace view. */
const workspaceFolder = (folder: WorkspaceFolder): Node => ({ kind: 'folder', folder, owner: '', under: undefined });
/** Returns the rows of a folder of the Workspace view as lines; see `treeLines`. */
const folderLines = (data: TreeData, folder: WorkspaceFolder): string[] =>
  treeLines(data, 'workspace', workspaceFolder(folder));

describe('The rows of the Workspace view', () => {
  it('are a folder for each kind of record that the server has', () => {
    expect(treeLines(createTreeData(), 'workspace')).toEqual([
      'folder initiatives',
      'folder teamspaces',
      'folder customers',
    ]);
    expect(treeLines(createTreeData({ unsupportedKinds: ['teamspace'] }), 'workspace')).toEqual([
      'folder initiatives',
      'folder customers',
    ]);
    const fault: Fault = { kind: 'rejected', status: 402, detail: '', fields: {} };
    const lists = { customers: pagedListState('', { status: 'failed', fault }) };
    expect(treeLines(createTreeData({ lists }), 'workspace')).toEqual(['folder initiatives', 'folder teamspaces']);
  });

  it('contain folders for epics, projects and labels of an initiative, and a folder for all labels', () => {
    const lists = {
      initiatives: pagedListState('i1'),
      initiativeLabels: pagedListState('l1 l2'),
      'initiativeEpics i1': pagedListState('e1'),
      'initiativeProjects i1': pagedListState('p1'),
      'labelsOfInitiative i1': pagedListState('l1'),
    };
    const places = { e1: { kind: 'epic', within: 'p2', id: 'e1' } } as const;
    expect(folderLines(createTreeData({ lists, addresses: places, items: [item('w1')] }), 'initiatives')).toEqual([
      'initiative /i1',
      '  folder initiativeEpics',
      '    epic p2/e1',
      '  folder initiativeProjects',
      '    project p1',
      '      item p1/w1',
      '  folder labelsOfInitiative',
      '    initiativeLabel /l1',
      'folder initiativeLabels',
      '  initiativeLabel /l1',
      '  initiativeLabel /l2',
    ]);
  });

  it('are groups of states in life cycle order, and Load More, if initiatives are grouped by state', () => {
    const states: Readonly<Record<string, string | null>> = {
      i1: 'CLOSED',
      i2: 'DRAFT',
      i3: 'PARKED',
      i4: null,
      i5: 'DRAFT',
    };
    const records: NonNullable<TreeDataOptions['records']> = {
      initiative: (id) => ({ id, name: id, state: states[id] ?? null }),
    };
    const lists = {
      initiatives: pagedListState('i1 i2 i3 i4 i5', { next: 'c1' }),
      initiativeLabels: pagedListState('l1'),
    };
    const data = createTreeData({ lists, records, choices: { initiativesBy: 'state' } });
    expect(
      folderLines(data, 'initiatives').filter(
        (line) => !line.includes('folder initiative') && !line.includes('folder labels'),
      ),
    ).toEqual([
      'state DRAFT',
      '  initiative /i2',
      '  initiative /i5',
      'state CLOSED',
      '  initiative /i1',
      'state PARKED',
      '  initiative /i3',
      'state -',
      '  initiative /i4',
      'more initiatives',
      '  initiativeLabel /l1',
    ]);
    expect(viewAndNodeOf({ kind: 'initiative', within: '', id: 'i5' }, data)?.node.under).toEqual({
      kind: 'initiativeGroup',
      state: 'DRAFT',
      under: workspaceFolder('initiatives'),
    });
  });

  it('contain folders for the members of a teamspace, and for its projects with work items', () => {
    const lists = {
      teamspaces: pagedListState('t1'),
      'teamspaceMembers t1': pagedListState('u1'),
      'teamspaceProjects t1': pagedListState('p1'),
    };
    expect(folderLines(createTreeData({ lists, items: [item('w1')] }), 'teamspaces')).toEqual([
      'teamspace /t1',
      '  folder teamspaceMembers',
      '    teamspaceMember t1/u1',
      '  folder teamspaceProjects',
      '    project p1',
      '      item p1/w1',
    ]);
  });

  it('contain the requests of a customer, and a folder for the properties of all customers', () => {
    const lists = {
      customers: pagedListState('c1'),
      'customerRequests c1': pagedListState('r1'),
      customerProperties: pagedListState('x1'),
    };
    expect(folderLines(createTreeData({ lists }), 'customers')).toEqual([
      'customer /c1',
      '  customerRequest c1/r1',
      'folder customerProperties',
      '  customerProperty /x1',
    ]);
  });

  it.each(['initiatives', 'teamspaces', 'customers'] as const)(
    'contain an empty row if there are no %s, and an error row if loading failed',
    (view) => {
      expect(folderLines(createTreeData({ lists: { [view]: pagedListState('') } }), view)[0]).toBe(`empty ${view}`);
      expect(
        folderLines(
          createTreeData({ lists: { [view]: pagedListState('', { status: 'failed', fault: serverError }) } }),
          view,
        ),
      ).toEqual([`failed ${view}`]);
    },
  );
});

describe('In a tree, a list', () => {
  const projectLines = (lists: TreeDataOptions['lists']): string[] =>
    treeLines(createTreeData({ items: [item('w1')], lists: lists ?? {} }), 'projects', PROJECT_NODE);

  it.each(['notLoaded', 'loading'] as const)('with status %s has no rows', (status) => {
    expect(treeLines(createTreeData({ lists: { projects: pagedListState('', { status }) } }))).toEqual([]);
    expect(projectLines({ 'items p1': pagedListState('', { status }) })).toEqual([]);
  });

  it('without records has an empty row, except the list of projects, which has a welcome text instead', () => {
    expect(treeLines(createTreeData({ projects: [] }))).toEqual([]);
    const lists = { initiatives: pagedListState('') };
    expect(folderLines(createTreeData({ lists }), 'initiatives')).toContain('empty initiatives');
    expect(projectLines({ 'items p1': pagedListState('') })).toEqual(['empty items']);
  });

  it('that failed to load has only an error row', () => {
    const failedList = pagedListState('', { status: 'failed', fault: serverError });
    expect(treeLines(createTreeData({ lists: { projects: failedList } }))).toEqual(['failed projects']);
    expect(projectLines({ 'items p1': failedList })).toEqual(['failed items']);
  });

  it('with more pages ends with a row for the next page', () => {
    expect(projectLines({ 'items p1': pagedListState('w1', { next: 'c1', total: 250 }) })).toEqual([
      'item p1/w1',
      'more items',
    ]);
  });

  it('whose next page failed to load keeps its rows and ends with an error row', () => {
    expect(projectLines({ 'items p1': pagedListState('w1', { next: 'c1', fault: serverError }) })).toEqual([
      'item p1/w1',
      'failed items',
    ]);
  });

  it('that could not be refreshed has an error row, unless the message of the view says that there is no connection', () => {
    const lines = (fault: Fault, ids = 'w1') => projectLines({ 'items p1': pagedListState(ids, { fault }) });
    const noConnection: Fault = { kind: 'network', reason: 'refused', host: 'plane.example', detail: '' };
    const untrusted: Fault = { ...noConnection, reason: 'certificate' };
    expect(lines(noConnection)).toEqual(['item p1/w1']);
    expect(lines({ kind: 'timeout', afterMs: 20_000 })).toEqual(['item p1/w1']);
    expect(lines(noConnection, '')).toEqual(['empty items', 'failed items']);
    for (const fault of [serverError, untrusted]) expect(lines(fault)).toEqual(['item p1/w1', 'failed items']);
  });

  it('with only archived records on the first page has no empty row if there are more pages', () => {
    const archivedProject = { ...project, archived_at: '2026-01-01T00:00:00Z' };
    expect(
      treeLines(
        createTreeData({
          projects: [archivedProject],
          lists: { projects: pagedListState('p1', { next: 'c1', total: 150 }) },
        }),
      ),
    ).toEqual(['more projects']);
  });
});

describe('A tree node', () => {
  const data = createTreeData({
    items: [item('w3', { parent: 'w1' }), item('w2'), item('w1', { assignees: ['u1'] })],
    lists: {
      initiatives: pagedListState('i1', { next: 'c' }),
      'initiativeProjects i1': pagedListState('p1'),
      teamspaces: pagedListState('t1'),
      'teamspaceProjects t1': pagedListState('p1'),
      customers: pagedListState('c1'),
      'customerRequests c1': pagedListState('r1'),
    },
  });

  it.each(VIEW_NAMES)('in the view %s has a unique id, and parentOf returns its parent node', (view) => {
    const ids: string[] = [];
    const visit = (node: Node | undefined): void => {
      for (const child of childrenOf(view, node, data)) {
        expect(parentOf(child, data)).toEqual(node);
        ids.push(nodeId(child));
        visit(child);
      }
    };
    visit(undefined);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the same id after its sub-items, its parent or its name have changed', () => {
    const [itemNode] = childrenOf('projects', PROJECT_NODE, data);
    const changedData = createTreeData({
      items: [item('w2', { name: 'Renamed', parent: 'w1' }), item('w4', { parent: 'w2' }), item('w1')],
    });
    const [parentItem] = childrenOf('projects', PROJECT_NODE, changedData);
    const [subItem] = parentItem === undefined ? [] : childrenOf('projects', parentItem, changedData);
    expect(subItem && nodeId(subItem)).toBe(itemNode && nodeId(itemNode));
  });
});

describe('viewAndNodeOf', () => {
  const items = [item('w2', { state: 's1', parent: 'w1' }), item('w1', { state: 's1' })];
  const lists = { initiatives: pagedListState('i1'), customers: pagedListState('c1') };

  const addressOfKind = (kind: RecordKind): RecordAddress => ({
    kind,
    within: { workItem: 'p1', epic: 'p1', cycle: 'p1', module: 'p1', customerRequest: 'c1' }[kind as string] ?? '',
    id: kind === 'workItem' ? 'w1' : kind === 'project' ? 'p1' : 'x1',
  });
  const rowOf = (kind: RecordKind): ReturnType<typeof viewAndNodeOf> =>
    viewAndNodeOf(addressOfKind(kind), createTreeData({ items, lists }));
  // Epics are shown only below initiatives.
  const kindsWithoutRow = ['epic', 'state', 'label', 'sticky'] as const;
  const kindsInProjectRow = ['cycle', 'module'] as const;
  const otherKinds = RECORD_KINDS.filter(
    (kind) => ![...kindsWithoutRow, ...kindsInProjectRow].some((one) => one === kind),
  );

  it.each(otherKinds)('returns the row of a %s', (kind) => {
    const node = rowOf(kind)?.node;
    expect(node && nodeAddress(node)).toEqual(addressOfKind(kind));
  });

  it.each(kindsInProjectRow)('returns the row of the project for a %s, unless the project is grouped by it', (kind) => {
    expect(rowOf(kind)?.node).toEqual(PROJECT_NODE);
  });

  it.each(kindsWithoutRow)('returns undefined for a %s, which no view shows at a fixed position', (kind) => {
    expect(rowOf(kind)).toBeUndefined();
  });

  it('returns the node of a work item in its group, or of its project if the filter hides the work item', () => {
    const nodeOf = (choices: TreeDataOptions['choices']) =>
      viewAndNodeOf({ kind: 'workItem', within: 'p1', id: 'w2' }, createTreeData({ items, choices: choices ?? {} }));
    expect(nodeOf({ groupBy: 'state' })?.node.under).toEqual({
      kind: 'group',
      project: 'p1',
      by: 'state',
      value: 's1',
      under: PROJECT_NODE,
    });
    expect(nodeOf({ filter: withTypedText(NO_FILTER, 'w1') })?.node).toEqual(PROJECT_NODE);
    expect(nodeOf({ groupBy: 'state', filter: withTypedText(NO_FILTER, 'w1') })?.node).toEqual(PROJECT_NODE);
  });

  it('returns the node of a work item below its cycle or in the group without a cycle, or else of its project', () => {
    const choices = { groupBy: 'cycle' } as const;
    const nodeOf = (more: TreeDataOptions['lists'], filter = NO_FILTER): Node | undefined =>
      viewAndNodeOf(
        { kind: 'workItem', within: 'p1', id: 'w2' },
        createTreeData({
          items,
          choices: { ...choices, filter },
          lists: { 'cycles p1': pagedListState('c1 c2'), ...more },
        }),
      )?.node;
    const group = (value: string | null): Node => ({
      kind: 'group',
      project: 'p1',
      by: 'cycle',
      value,
      under: PROJECT_NODE,
    });
    expect(nodeOf({ 'cycleItems p1/c2': pagedListState('w2') })?.under).toEqual(group('c2'));
    expect(nodeOf({})?.under).toEqual(group(null));
    expect(nodeOf({ 'items p1': pagedListState('', { status: 'notLoaded' }) })?.under).toEqual(group(null));
    expect(nodeOf({ 'items p1': pagedListState('w1') })).toEqual(PROJECT_NODE);
    expect(nodeOf({ 'cycleItems p1/c2': pagedListState('w2') }, withTypedText(NO_FILTER, 'w1'))).toEqual(PROJECT_NODE);
  });

  it('returns the node of a work item below its module, even if the work items of the module are not loaded', () => {
    const itemsWithModule = [item('w1', { module: 'm1' })];
    const lists = { 'modules p1': pagedListState('m1 m2'), 'items p1': pagedListState('', { status: 'notLoaded' }) };
    const itemNode = viewAndNodeOf(
      { kind: 'workItem', within: 'p1', id: 'w1' },
      createTreeData({ items: itemsWithModule, choices: { groupBy: 'module' }, lists }),
    );
    expect(itemNode?.node.under).toMatchObject({ kind: 'group', by: 'module', value: 'm1' });
  });

  it('returns the group row of a cycle if work items are grouped by cycle', () => {
    const itemNode = viewAndNodeOf(
      { kind: 'cycle', within: 'p1', id: 'c1' },
      createTreeData({ choices: { groupBy: 'cycle' } }),
    );
    expect(itemNode && nodeAddress(itemNode.node)).toEqual(parseRecordKey('cycle p1/c1'));
  });
});
