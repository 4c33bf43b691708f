// Tests the children and the parent of each tree node, for every state of a list.
import { describe, expect, it } from 'vitest';
import { parseRecordKey, RECORD_KINDS } from '../../../src/cache/address.ts';
import type { Fault } from '../../../src/client/apiError.ts';
import { childrenOf, parentOf, requestNeededBy, treeItemOf } from '../../../src/tree/children.ts';
import { NO_FILTER } from '../../../src/tree/grouping/choices.ts';
import { type Node, nodeAddress, nodeId, VIEW_NAMES, type ViewName } from '../../../src/tree/node.ts';
import type { TreeData } from '../../../src/tree/treeData.ts';
import { type Facts, item, known, listing, PROJECT, project } from './treeData.ts';

const broken: Fault = { kind: 'serverError', status: 502, detail: '' };
const refused: Fault = { kind: 'rejected', status: 400, detail: '', fields: {} };

/** A view's tree as text: one line for each node with the last part of its id. */
function drawn(names: TreeData, view: ViewName = 'projects', node?: Node, depth = 0): string[] {
  return childrenOf(view, node, names).flatMap((child) => [
    `${'  '.repeat(depth)}${nodeId(child).split(' > ').at(-1)}`,
    ...drawn(names, view, child, depth + 1),
  ]);
}

describe('Projects and their work items', () => {
  it('are nested: items below their project, sub-items below their parent', () => {
    const names = known({ items: [item('w3', { parent: 'w1' }), item('w2'), item('w1')] });
    expect(drawn(names)).toEqual(['project p1', '  item p1/w2', '  item p1/w1', '    item p1/w3']);
  });

  it('start with the project that the open folder belongs to', () => {
    const projects = ['p1', 'p2', 'p3'].map((id) => ({ ...project, id }));
    const lists = { projects: listing('p1 p2 p3', { next: 'cursor' }) };
    const roots = (bound?: string) =>
      childrenOf('projects', undefined, known({ projects, lists, ...(bound === undefined ? {} : { bound }) }));
    expect(roots().map(nodeId)).toEqual(['project p1', 'project p2', 'project p3', 'more projects']);
    expect(roots('p3').map(nodeId)).toEqual(['project p3', 'project p1', 'project p2', 'more projects']);
    expect(roots('p9').map(nodeId)).toEqual(roots().map(nodeId));
  });

  it('do not include archived projects', () => {
    const archived = { ...project, id: 'p2', archived_at: '2026-01-01T00:00:00Z' };
    expect(
      drawn(known({ projects: [project, archived], lists: { 'items p1': listing('', { status: 'unread' }) } })),
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
  const grouped = (groupBy: NonNullable<Facts['choices']>['groupBy'], facts: Facts = {}): string[] =>
    drawn(known({ items, states, choices: { groupBy: groupBy ?? 'none' }, ...facts }), 'projects', PROJECT);

  it('are grouped by state in the order of the states, and nested if the parent is in the same group', () => {
    expect(grouped('state')).toEqual(['state s2', '  item p1/w2', 'state s1', '  item p1/w1', '    item p1/w3']);
  });

  it('have a group for empty states if all states are loaded and no filter is set', () => {
    expect(grouped('state', { hasAllStates: true }).filter((line) => line.startsWith('state'))).toEqual([
      'state s2',
      'state s1',
      'state s3',
    ]);
    const choices = { groupBy: 'state', filter: { ...NO_FILTER, text: 'w2' } } as const;
    expect(grouped('state', { hasAllStates: true, choices })).toEqual(['state s2', '  item p1/w2']);
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
    expect(grouped(by)).toEqual(lines);
  });

  it('have a different node id in each of several groups', () => {
    const names = known({ items, choices: { groupBy: 'assignee' } });
    const ids = childrenOf('projects', PROJECT, names).flatMap((group) =>
      childrenOf('projects', group, names).map(nodeId),
    );
    expect(ids.filter((id) => id.endsWith('item p1/w1'))).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of a cycle come from its own list, and the last group has the items of no expanded cycle', () => {
    const lists = {
      'cycles p1': listing('c1 c2'),
      'cycleItems p1/c1': listing('w1 w3'),
      'items p1': listing('w3 w2 w1'),
    };
    expect(grouped('cycle', { lists })).toEqual([
      'cycle c1',
      '  item p1/w1',
      '    item p1/w3',
      'cycle c2',
      'cycle -',
      '  item p1/w2',
    ]);
    const [first, , rest] = childrenOf('projects', PROJECT, known({ items, lists, choices: { groupBy: 'cycle' } }));
    const needs = (node: Node | undefined) =>
      requestNeededBy('projects', node, known({ choices: { groupBy: 'cycle' } }));
    expect([PROJECT, first, rest].map(needs)).toEqual([
      { of: 'cycles', owner: 'p1' },
      { of: 'cycleItems', owner: 'p1/c1' },
      { of: 'items', owner: 'p1' },
    ]);
  });

  it('are grouped by the module in the item rather than by the module’s list', () => {
    const said = [item('w1', { module: 'm1' }), item('w2', { module: null }), item('w3')];
    const lists = {
      'modules p1': listing('m1'),
      'moduleItems p1/m1': listing('w2 w3'),
      'items p1': listing('w1 w2 w3'),
    };
    expect(grouped('module', { items: said, lists })).toEqual([
      'module m1',
      '  item p1/w3',
      '  item p1/w1',
      'module -',
      '  item p1/w2',
    ]);
  });

  it('are all in the group without a module if modules are disabled in the project', () => {
    const lists = { 'modules p1': listing('', { status: 'failed', fault: refused }), 'items p1': listing('w1') };
    expect(grouped('module', { items: [item('w1')], lists })).toEqual(['module -', '  item p1/w1']);
  });

  it('show an empty row if no item passes the filter, and still the row for the next page', () => {
    const choices = { filter: { ...NO_FILTER, text: 'nothing like it' } };
    expect(grouped('none', { choices })).toEqual(['empty items']);
    expect(grouped('none', { choices, lists: { 'items p1': listing('w1', { next: 'c1' }) } })).toEqual([
      'empty items',
      'more items',
    ]);
  });
});

describe('My Work', () => {
  const section = (name: 'assigned' | 'recent' | 'pinned'): Node => ({
    kind: 'section',
    section: name,
    under: undefined,
  });

  it('has three sections and needs only the list of projects', () => {
    expect(childrenOf('myWork', undefined, known())).toEqual([
      section('assigned'),
      section('recent'),
      section('pinned'),
    ]);
    const needs = [undefined, section('assigned'), section('recent'), section('pinned')].map((node) =>
      requestNeededBy('myWork', node, known()),
    );
    expect(needs).toEqual([undefined, { of: 'projects', owner: '' }, undefined, undefined]);
  });

  it('shows the open items assigned to the user: most urgent first, then by due date', () => {
    const mine = { assignees: ['u1'] };
    const items = [
      item('w1', mine),
      item('w2', { ...mine, priority: 'urgent', target_date: '2026-12-02' }),
      item('w3', { ...mine, priority: 'urgent', target_date: '2026-12-01' }),
      item('w4', { ...mine, state: 's9' }),
      item('w5', { assignees: ['u2'] }),
    ];
    const states = [{ id: 's9', name: 'Done', group: 'completed' }];
    expect(drawn(known({ items, states }), 'myWork', section('assigned'))).toEqual([
      'item p1/w3',
      'item p1/w2',
      'item p1/w1',
      'look',
    ]);
  });

  it('keeps the assigned items and shows an error row if the projects can’t be loaded', () => {
    const lists = { projects: listing('', { status: 'failed', fault: broken }) };
    const names = known({ items: [item('w1', { assignees: ['u1'] })], lists });
    expect(drawn(names, 'myWork', section('assigned'))).toEqual(['item p1/w1', 'failed projects']);
  });

  it('shows recent and pinned items without loading them, or an empty row', () => {
    const one = { project: 'p9', id: 'w9', identifier: 'OLD-9', name: 'Long ago' };
    expect(drawn(known({ mine: { recents: [one] } }), 'myWork', section('recent'))).toEqual(['item p9/w9']);
    expect(drawn(known({ mine: { pinned: [one] } }), 'myWork', section('pinned'))).toEqual(['item p9/w9']);
    expect(drawn(known(), 'myWork', section('recent'))).toEqual(['empty items']);
  });
});

describe('Initiatives, teamspaces and customers', () => {
  it('show epics, projects and labels of an initiative in folders, and all labels at the root', () => {
    const lists = {
      initiatives: listing('i1'),
      initiativeLabels: listing('l1 l2'),
      'initiativeEpics i1': listing('e1'),
      'initiativeProjects i1': listing('p1'),
      'labelsOfInitiative i1': listing('l1'),
    };
    const places = { e1: { kind: 'epic', within: 'p2', id: 'e1' } } as const;
    expect(drawn(known({ lists, places, items: [item('w1')] }), 'initiatives')).toEqual([
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

  it('are grouped by state in the order of the life cycle, followed by the row for the next page', () => {
    const states: Readonly<Record<string, string | null>> = {
      i1: 'CLOSED',
      i2: 'DRAFT',
      i3: 'PARKED',
      i4: null,
      i5: 'DRAFT',
    };
    const records: NonNullable<Facts['records']> = {
      initiative: (id) => ({ id, name: id, state: states[id] ?? null }),
    };
    const lists = { initiatives: listing('i1 i2 i3 i4 i5', { next: 'c1' }), initiativeLabels: listing('l1') };
    const names = known({ lists, records, choices: { initiativesBy: 'state' } });
    expect(
      drawn(names, 'initiatives').filter(
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
    expect(treeItemOf({ kind: 'initiative', within: '', id: 'i5' }, names)?.node.under).toEqual({
      kind: 'initiativeGroup',
      state: 'DRAFT',
      under: undefined,
    });
  });

  it('show the members of a teamspace, and its projects with their work items', () => {
    const lists = {
      teamspaces: listing('t1'),
      'teamspaceMembers t1': listing('u1'),
      'teamspaceProjects t1': listing('p1'),
    };
    expect(drawn(known({ lists, items: [item('w1')] }), 'teamspaces')).toEqual([
      'teamspace /t1',
      '  folder teamspaceMembers',
      '    teamspaceMember t1/u1',
      '  folder teamspaceProjects',
      '    project p1',
      '      item p1/w1',
    ]);
  });

  it('show the requests of a customer, and the properties of all customers at the root', () => {
    const lists = { customers: listing('c1'), 'customerRequests c1': listing('r1'), customerProperties: listing('x1') };
    expect(drawn(known({ lists }), 'customers')).toEqual([
      'customer /c1',
      '  customerRequest c1/r1',
      'folder customerProperties',
      '  customerProperty /x1',
    ]);
  });

  it.each(['initiatives', 'teamspaces', 'customers'] as const)(
    'show an empty row without %s, and an error row if loading failed',
    (view) => {
      expect(drawn(known({ lists: { [view]: listing('') } }), view)[0]).toBe(`empty ${view}`);
      expect(drawn(known({ lists: { [view]: listing('', { status: 'failed', fault: broken }) } }), view)).toEqual([
        `failed ${view}`,
      ]);
    },
  );
});

describe('A list', () => {
  const inProject = (lists: Facts['lists']): string[] =>
    drawn(known({ items: [item('w1')], lists: lists ?? {} }), 'projects', PROJECT);

  it.each(['unread', 'reading'] as const)('with status %s has no rows', (status) => {
    expect(drawn(known({ lists: { projects: listing('', { status }) } }))).toEqual([]);
    expect(inProject({ 'items p1': listing('', { status }) })).toEqual([]);
  });

  it('without records has an empty row', () => {
    expect(drawn(known({ projects: [] }))).toEqual(['empty projects']);
    expect(inProject({ 'items p1': listing('') })).toEqual(['empty items']);
  });

  it('that failed to load has only an error row', () => {
    const failed = listing('', { status: 'failed', fault: broken });
    expect(drawn(known({ lists: { projects: failed } }))).toEqual(['failed projects']);
    expect(inProject({ 'items p1': failed })).toEqual(['failed items']);
  });

  it('with more pages ends with a row for the next page', () => {
    expect(inProject({ 'items p1': listing('w1', { next: 'c1', total: 250 }) })).toEqual(['item p1/w1', 'more items']);
  });

  it('whose next page failed keeps its rows and ends with an error row instead of the row for the next page', () => {
    expect(inProject({ 'items p1': listing('w1', { next: 'c1', fault: broken }) })).toEqual([
      'item p1/w1',
      'failed items',
    ]);
  });

  it('with no visible records on its first page but more pages has no empty row', () => {
    const archived = { ...project, archived_at: '2026-01-01T00:00:00Z' };
    expect(
      drawn(known({ projects: [archived], lists: { projects: listing('p1', { next: 'c1', total: 150 }) } })),
    ).toEqual(['more projects']);
  });
});

describe('A node', () => {
  const names = known({
    items: [item('w3', { parent: 'w1' }), item('w2'), item('w1', { assignees: ['u1'] })],
    lists: {
      initiatives: listing('i1', { next: 'c' }),
      'initiativeProjects i1': listing('p1'),
      teamspaces: listing('t1'),
      'teamspaceProjects t1': listing('p1'),
      customers: listing('c1'),
      'customerRequests c1': listing('r1'),
    },
  });

  it.each(VIEW_NAMES)('of the view %s has a unique id, and parentOf returns the node it is below', (view) => {
    const ids: string[] = [];
    const walk = (node: Node | undefined): void => {
      for (const child of childrenOf(view, node, names)) {
        expect(parentOf(child, names)).toEqual(node);
        ids.push(nodeId(child));
        walk(child);
      }
    };
    walk(undefined);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps its id if it gets sub-items, another parent or another name', () => {
    const [row] = childrenOf('projects', PROJECT, names);
    const changed = known({
      items: [item('w2', { name: 'Renamed', parent: 'w1' }), item('w4', { parent: 'w2' }), item('w1')],
    });
    const [top] = childrenOf('projects', PROJECT, changed);
    const [below] = top === undefined ? [] : childrenOf('projects', top, changed);
    expect(below && nodeId(below)).toBe(row && nodeId(row));
  });
});

describe('The row of a record', () => {
  const items = [item('w2', { state: 's1', parent: 'w1' }), item('w1', { state: 's1' })];
  const lists = { initiatives: listing('i1'), customers: listing('c1') };

  it.each(RECORD_KINDS)('of kind %s is found in its view with the address of the record', (kind) => {
    const within =
      { workItem: 'p1', epic: 'p1', cycle: 'p1', module: 'p1', customerRequest: 'c1' }[kind as string] ?? '';
    const id = kind === 'workItem' ? 'w1' : kind === 'project' ? 'p1' : 'x1';
    const row = treeItemOf({ kind, within, id }, known({ items, lists }));
    // An epic is shown only below initiatives, and stickies have no rows. Cycles and modules are represented by their
    // project unless it is grouped by them.
    if (kind === 'epic' || kind === 'sticky') expect(row).toBeUndefined();
    else if (kind === 'cycle' || kind === 'module') expect(row?.node).toEqual(PROJECT);
    else expect(row && nodeAddress(row.node)).toEqual({ kind, within, id });
  });

  it('that is a work item is in its group, or the project’s row if the filter hides it', () => {
    const of = (choices: Facts['choices']) =>
      treeItemOf({ kind: 'workItem', within: 'p1', id: 'w2' }, known({ items, choices: choices ?? {} }));
    expect(of({ groupBy: 'state' })?.node.under).toEqual({
      kind: 'group',
      project: 'p1',
      by: 'state',
      value: 's1',
      under: PROJECT,
    });
    expect(of({ filter: { ...NO_FILTER, text: 'w1' } })?.node).toEqual(PROJECT);
    expect(of({ groupBy: 'state', filter: { ...NO_FILTER, text: 'w1' } })?.node).toEqual(PROJECT);
  });

  it('that is a work item is in its cycle, else in the last group, else the project’s row', () => {
    const choices = { groupBy: 'cycle' } as const;
    const of = (more: Facts['lists'], filter = NO_FILTER): Node | undefined =>
      treeItemOf(
        { kind: 'workItem', within: 'p1', id: 'w2' },
        known({ items, choices: { ...choices, filter }, lists: { 'cycles p1': listing('c1 c2'), ...more } }),
      )?.node;
    const group = (value: string | null): Node => ({
      kind: 'group',
      project: 'p1',
      by: 'cycle',
      value,
      under: PROJECT,
    });
    expect(of({ 'cycleItems p1/c2': listing('w2') })?.under).toEqual(group('c2'));
    expect(of({})?.under).toEqual(group(null));
    expect(of({ 'items p1': listing('', { status: 'unread' }) })?.under).toEqual(group(null));
    expect(of({ 'items p1': listing('w1') })).toEqual(PROJECT);
    expect(of({ 'cycleItems p1/c2': listing('w2') }, { ...NO_FILTER, text: 'w1' })).toEqual(PROJECT);
  });

  it('that is a work item is in the module named by the item, even before the module’s list is loaded', () => {
    const said = [item('w1', { module: 'm1' })];
    const lists = { 'modules p1': listing('m1 m2'), 'items p1': listing('', { status: 'unread' }) };
    const row = treeItemOf(
      { kind: 'workItem', within: 'p1', id: 'w1' },
      known({ items: said, choices: { groupBy: 'module' }, lists }),
    );
    expect(row?.node.under).toMatchObject({ kind: 'group', by: 'module', value: 'm1' });
  });

  it('that is a cycle is its group if work items are grouped by cycle', () => {
    const row = treeItemOf({ kind: 'cycle', within: 'p1', id: 'c1' }, known({ choices: { groupBy: 'cycle' } }));
    expect(row && nodeAddress(row.node)).toEqual(parseRecordKey('cycle p1/c1'));
  });
});
