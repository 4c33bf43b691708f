// Tests the appearance and the accessible name of each tree row.

import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/client/apiError.ts';
import type { Project } from '../../../../src/contract/resources/project.ts';
import type { ListKey } from '../../../../src/core/cache/lists/listKey.ts';
import type { PagedListState } from '../../../../src/core/cache/lists/pagedList.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import type { Grouping } from '../../../../src/items/fields.ts';
import { NO_FILTER, withTypedText, withValues } from '../../../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES } from '../../../../src/items/grouping/choices.ts';
import type { Node, RecordNodeKind, SavedViewNode, SectionName } from '../../../../src/shell/tree/node.ts';
import type { Presentation } from '../../../../src/shell/tree/presentation.ts';
import { createTreeData, item, PROJECT_NODE, pagedListState, project, type TreeDataOptions } from './treeData.ts';

const PROJECTS_KEY: ListKey = { of: 'projects', owner: '' };
const ITEMS_KEY: ListKey = { of: 'items', owner: 'p1' };

function presentNode(node: Node, facts: TreeDataOptions = {}): Presentation {
  return presentTreeRow(node, createTreeData(facts));
}

function presentItem(changes: Parameters<typeof item>[1], facts: TreeDataOptions = {}): Presentation {
  return presentNode(
    { kind: 'workItem', project: 'p1', id: 'w12', under: PROJECT_NODE },
    { items: [item('w12', changes)], ...facts },
  );
}

describe('A project row', () => {
  const presentWith = (changes: Partial<Project>): Presentation =>
    presentNode(PROJECT_NODE, { projects: [{ ...project, ...changes }] });

  it('shows name and identifier, and the description of the project in the tooltip', () => {
    expect(presentWith({})).toEqual({
      label: 'Atlas Web',
      description: 'WEB',
      icon: { id: 'project' },
      tooltip: 'The board',
      collapsible: true,
      context: 'project',
      accessibleName: 'Atlas Web, project WEB',
    });
    expect(presentWith({ description: '' }).tooltip).toBe('Atlas Web');
  });

  it('cannot be expanded if the user has not joined the project, and its tooltip says how to join', () => {
    const row = presentWith({ is_member: false });
    expect(row.description).toBe('WEB · not joined');
    expect(row.icon).toEqual({ id: 'lock' });
    expect(row.collapsible).toBe(false);
    expect(row.tooltip).toBe(
      'You have not joined the project “Atlas Web”. Join it in Plane, or ask its admin to add you. Then refresh the project.',
    );
    expect(row.accessibleName).toBe('Atlas Web, project WEB, not joined');
  });

  it('shows the id if the project is not loaded', () => {
    expect(presentNode({ kind: 'project', project: 'p9', under: undefined }).label).toBe('p9');
  });
});

describe('A work item row', () => {
  it('starts with the number, shows the assignees, and has an accessible name with state and priority', () => {
    expect(presentItem({ name: 'Fix login', state: 's1', priority: 'high', assignees: ['u1', 'u2'] })).toEqual({
      label: '12 Fix login',
      description: 'A B',
      icon: { id: 'contrail-started-half', color: 'contrail.stateStartedForeground' },
      decoration: 'high',
      collapsible: false,
      context: 'workItem',
      accessibleName: 'WEB-12 Fix login, work item, state In Progress, priority High, assigned to Ada, Bruno',
    });
  });

  it.each([
    ['assigned', 'B'],
    ['overdue', 'B'],
    ['dueSoon', 'B'],
    ['currentCycle', 'B'],
    ['current', 'A B'],
    ['created', 'A B'],
    ['recent', 'A B'],
    ['pinned', 'A B'],
  ] as const)('in the section %s of My Work has the description %s for the user Ada', (section, description) => {
    const under: Node = { kind: 'section', section, under: undefined };
    const items = [item('w12', { name: 'Fix login', assignees: ['u1', 'u2'] })];
    const row = presentNode({ kind: 'workItem', project: 'p1', id: 'w12', under }, { items });
    expect(row).toMatchObject({ label: 'WEB-12 Fix login', description });
  });

  it('omits priority, assignees and state if they are not set', () => {
    expect(presentItem({ name: 'Fix login' })).toEqual({
      label: '12 Fix login',
      icon: { id: 'circle-large-outline' },
      collapsible: false,
      context: 'workItem',
      accessibleName: 'WEB-12 Fix login, work item',
    });
  });

  it('omits assignees whose names are not loaded', () => {
    expect(presentItem({ assignees: ['u1', 'stranger'] }).description).toBe('A');
  });

  it('is collapsible if the item has sub-items', () => {
    expect(presentItem({}, { items: [item('w12'), item('w13', { parent: 'w12' })] }).collapsible).toBe(true);
  });

  it('has “pinned” in its context value and accessible name if the work item is pinned', () => {
    const pinned = [{ project: 'p1', id: 'w12', identifier: 'WEB-12', name: 'Fix' }];
    expect(presentItem({ name: 'Fix' }, { ownItems: { pinned } })).toMatchObject({
      context: 'workItem pinned',
      accessibleName: 'WEB-12 Fix, work item, pinned',
    });
  });

  it.each([
    ['urgent', 'urgent'],
    ['high', 'high'],
    ['medium', undefined],
    ['low', undefined],
    ['none', undefined],
  ])('with priority %s has the decoration %s', (priority, decoration) => {
    expect(presentItem({ priority, name: 'Fix' }).decoration).toBe(decoration);
  });

  it.each([
    ['urgent', 'urgent+overdue'],
    ['high', 'high+overdue'],
    ['medium', 'overdue'],
  ])('overdue with priority %s has the decoration %s, but among overdue rows its days', (priority, elsewhere) => {
    const changes = { priority, target_date: '2026-11-19', assignees: ['u1'] };
    const section = (name: SectionName): Node => ({ kind: 'section', section: name, under: undefined });
    const group: Node = { kind: 'group', project: 'p1', by: 'due', value: 'overdue', under: PROJECT_NODE };
    const decorationBelow = (under: Node) =>
      presentNode({ kind: 'workItem', project: 'p1', id: 'w12', under }, { items: [item('w12', changes)] }).decoration;
    expect([section('overdue'), group].map(decorationBelow)).toEqual(['overdue-1d', 'overdue-1d']);
    expect([section('assigned'), PROJECT_NODE].map(decorationBelow)).toEqual([elsewhere, elsewhere]);
  });

  it('in Due Soon has the days until its due date as decoration', () => {
    const under: Node = { kind: 'section', section: 'dueSoon', under: undefined };
    const items = [item('w12', { priority: 'urgent', target_date: '2026-11-23', assignees: ['u1'] })];
    const row = presentNode({ kind: 'workItem', project: 'p1', id: 'w12', under }, { items });
    expect([row.decoration, row.description]).toEqual(['dueSoon-3d', 'Mon']);
  });

  it.each([
    ['none', 'blocked'],
    ['high', 'high+blocked'],
    ['urgent', 'urgent+blocked'],
  ])('of priority %s is marked if an open work item blocks it', (priority, decoration) => {
    const row = presentItem({ priority, name: 'Fix' }, { openBlockers: [{ project: 'p1', id: 'w13' }] });
    expect(row).toMatchObject({ decoration, description: expect.stringMatching(/^blocked\b/) });
    expect(row.accessibleName).toMatch(/, blocked$/);
  });

  it('shows the local branch with uncommitted changes and commits to pull and push, and the pull request', () => {
    const branch = { name: 'web-1-a-very-long-name-of-a-branch', uncommitted: 2, ahead: 1, behind: 3 };
    const pullRequest = { state: 'draft', hasFailingChecks: true, at: 0 } as const;
    const row = presentItem({}, { branch, pullRequest });
    expect(row.description).toContain('web-1-a-very-long-name-…*2 3↓ 1↑ · PR draft, checks failing');
    expect(row.accessibleName).toContain(
      'branch web-1-a-very-long-name-of-a-branch, 2 uncommitted changes, 1 commit to push, 3 commits to pull, ' +
        'pull request draft, checks failing',
    );
  });

  it('has no decoration for the priority if the work item is completed', () => {
    const states = [{ id: 's9', name: 'Done', group: 'completed' }];
    expect(presentItem({ priority: 'urgent', state: 's9' }, { states }).decoration).toBeUndefined();
  });

  it('has an unknown priority unchanged in its accessible name', () => {
    expect(presentItem({ priority: 'critical', name: 'Fix' }).accessibleName).toBe(
      'WEB-12 Fix, work item, priority critical',
    );
  });

  it.each([
    ['2026-11-14', 'Nov 14 · 6 d', 'due Nov 14, overdue'],
    ['2025-11-20', 'Nov 20, 2025 · 365 d', 'due Nov 20, 2025, overdue'],
    ['2026-11-20', 'Today', 'due Nov 20'],
    ['2026-11-21', 'Sat', 'due Nov 21'],
    ['2026-11-27', 'Nov 27', 'due Nov 27'],
    ['2026-11-28', 'A', 'due Nov 28'],
    ['soon', 'A', 'due soon'],
  ])('with the due date %s has the description %s, and the date in its accessible name', (day, description, spoken) => {
    const row = presentItem({ name: 'Fix', target_date: day, assignees: ['u1'] });
    expect([row.description, row.accessibleName]).toEqual([
      description,
      `WEB-12 Fix, work item, assigned to Ada, ${spoken}`,
    ]);
  });

  it('shows the assignees and not the due date if the work item is completed', () => {
    const states = [{ id: 's9', name: 'Done', group: 'completed' }];
    const row = presentItem({ name: 'Fix', target_date: '2026-11-19', assignees: ['u1'], state: 's9' }, { states });
    expect([row.description, row.decoration]).toEqual(['A', undefined]);
    expect(row.accessibleName).toBe('WEB-12 Fix, work item, state Done, assigned to Ada, due Nov 19');
  });

  it('shows the initials of two assignees and the number of the others', () => {
    const users = ['Ada Park', 'Bruno Keller', 'Cem', 'Dmitri Volkov'].map((name, index) => ({
      id: `u${index}`,
      display_name: name,
    }));
    const row = presentItem({ assignees: users.map(({ id }) => id) }, { users });
    expect(row.description).toBe('AP BK +2');
    expect(row.accessibleName).toContain('assigned to Ada Park, Bruno Keller, Cem, Dmitri Volkov');
  });

  it('by default starts with the number below its project, and with the identifier elsewhere', () => {
    const facts: TreeDataOptions = { items: [item('w12', { name: 'Fix', assignees: ['u1'] })] };
    const group: Node = { kind: 'group', project: 'p1', by: 'state', value: 's1', under: PROJECT_NODE };
    const section: Node = { kind: 'section', section: 'assigned', under: undefined };
    const rowBelow = (under: Node) => presentNode({ kind: 'workItem', project: 'p1', id: 'w12', under }, facts);
    expect(rowBelow(PROJECT_NODE)).toMatchObject({ label: '12 Fix', description: 'A' });
    expect(rowBelow(group).label).toBe('12 Fix');
    expect(rowBelow(section).label).toBe('WEB-12 Fix');
  });

  it('shows the stored name of a work item that is not loaded, or an ellipsis if no name is stored', () => {
    const node: Node = {
      kind: 'workItem',
      project: 'p1',
      id: 'gone',
      under: { kind: 'section', section: 'recent', under: undefined },
    };
    expect(presentNode(node)).toMatchObject({ label: '…', context: 'workItem' });
    const recents = [{ project: 'p1', id: 'gone', identifier: 'WEB-7', name: 'Gone' }];
    expect(presentNode(node, { ownItems: { recents } })).toMatchObject({
      label: 'WEB-7 Gone',
      accessibleName: 'WEB-7 Gone, work item, state not known yet',
    });
    const current = { project: 'p1', id: 'gone', identifier: 'WEB-7', name: 'Begun' };
    expect(presentNode(node, { ownItems: { current } }).label).toBe('WEB-7 Begun');
  });

  it.each([
    ['backlog', 'issue-draft'],
    ['unstarted', 'circle-large-outline'],
    ['started', 'contrail-started-half'],
    ['completed', 'pass-filled'],
    ['cancelled', 'circle-slash'],
    ['triage', 'circle-large-outline'],
    ['constructor', 'circle-large-outline'],
  ])('with a state of the group %s has the icon %s', (stateGroup, id) => {
    expect(presentItem({ state: 's1' }, { states: [{ id: 's1', name: 'Some', group: stateGroup }] }).icon?.id).toBe(id);
  });
});

describe('The row of an epic', () => {
  const initiativeFolder: Node = { kind: 'folder', folder: 'initiativeEpics', owner: 'i1', under: undefined };
  const projectFolder: Node = { kind: 'folder', folder: 'epics', owner: 'p1', under: PROJECT_NODE };
  const presentEpic = (
    changes: Parameters<typeof item>[1],
    facts: TreeDataOptions = {},
    under: Node = initiativeFolder,
  ): Presentation =>
    presentNode(
      { kind: 'epic', within: 'p1', id: 'w7', under },
      { records: { epic: () => item('w7', { name: 'Spring', ...changes }) as never }, ...facts },
    );

  it('starts with the identifier, and shows the state in the description and in the tooltip', () => {
    expect(presentEpic({ state: 's1', priority: 'medium' })).toEqual({
      label: 'WEB-7 Spring',
      description: 'In Progress',
      icon: { id: 'layers' },
      tooltip: 'WEB-7 Spring\nIn Progress · Medium',
      collapsible: false,
      context: 'epic',
      accessibleName: 'WEB-7 Spring, epic, state In Progress, priority Medium',
    });
  });

  it('begins with the identifier, below its project with the number, as the row of a work item does', () => {
    expect(presentEpic({}, {}, projectFolder)).toMatchObject({ label: '7 Spring' });
  });

  it('omits the identifier if the project is not loaded', () => {
    expect(presentEpic({ state: 's1' }, { projects: [] })).toMatchObject({
      label: 'Spring',
      description: 'In Progress',
      accessibleName: 'Spring, epic, state In Progress',
    });
  });

  it('has a decoration if the epic is open and urgent, of high priority, or overdue', () => {
    expect(presentEpic({ priority: 'urgent' }).decoration).toBe('urgent');
    expect(presentEpic({ priority: 'low' }).decoration).toBeUndefined();
    expect(presentEpic({ priority: 'high', target_date: '2026-11-19' })).toMatchObject({
      decoration: 'high+overdue',
      description: 'Nov 19 · 1 d',
      tooltip: 'WEB-7 Spring\nHigh · due Nov 19, overdue',
      accessibleName: 'WEB-7 Spring, epic, priority High, due Nov 19, overdue',
    });
    const states = [{ id: 's9', name: 'Done', group: 'completed' }];
    expect(presentEpic({ priority: 'urgent', state: 's9' }, { states }).decoration).toBeUndefined();
  });

  it('shows an ellipsis if the epic is not loaded', () => {
    expect(presentEpic({}, { records: {} })).toMatchObject({
      label: '…',
      context: 'epic',
      accessibleName: 'Unknown, epic',
    });
  });
});

describe('The icons of two started states', () => {
  const states = [
    { id: 's2', name: 'In Review', group: 'started' },
    { id: 's1', name: 'In Progress', group: 'started' },
  ];

  it('differ in the rows of work items and groups, by the order of the states', () => {
    const icons = ['contrail-started-quarter', 'contrail-started-most'];
    expect(['s2', 's1'].map((state) => presentItem({ state }, { states }).icon?.id)).toEqual(icons);
    const group = (value: string): Node => ({ kind: 'group', project: 'p1', by: 'state', value, under: PROJECT_NODE });
    expect(['s2', 's1'].map((value) => presentNode(group(value), { states }).icon?.id)).toEqual(icons);
  });
});

describe('A group row', () => {
  const groupNode = (by: Grouping, value: string | null): Node => ({
    kind: 'group',
    project: 'p1',
    by,
    value,
    under: PROJECT_NODE,
  });
  const items = [item('w1', { state: 's1', priority: 'high', assignees: ['u1'] }), item('w2', { state: 's1' })];

  it('shows the name of the group and the number of its items', () => {
    expect(presentNode(groupNode('state', 's1'), { items, choices: { groupBy: 'state' } })).toEqual({
      label: 'In Progress',
      description: '2',
      icon: { id: 'contrail-started-half', color: 'contrail.stateStartedForeground' },
      tooltip: 'In Progress: 2',
      collapsible: true,
      context: 'group state',
      accessibleName: 'In Progress, group by State, 2 work items',
    });
    expect(presentNode(groupNode('priority', 'high'), { items, choices: { groupBy: 'priority' } })).toMatchObject({
      label: 'High',
      description: '1',
    });
    expect(presentNode(groupNode('assignee', 'u1'), { items, choices: { groupBy: 'assignee' } })).toMatchObject({
      label: 'Ada',
      description: '1',
    });
    expect(presentNode(groupNode('assignee', null), { items, choices: { groupBy: 'assignee' } })).toMatchObject({
      label: 'Unassigned',
      context: 'group none',
    });
  });

  it('shows a plus sign after the number if the project has more pages to load', () => {
    const lists = { 'items p1': pagedListState('w1 w2', { next: 'c1' }) };
    expect(presentNode(groupNode('state', 's1'), { items, lists, choices: { groupBy: 'state' } }).description).toBe(
      '2+',
    );
  });

  it('of a cycle shows no count until the work items of the cycle are loaded', () => {
    const facts: TreeDataOptions = {
      items,
      choices: { groupBy: 'cycle' },
      records: { cycle: (_, id) => ({ id, name: 'Sprint 4' }) },
    };
    expect(presentNode(groupNode('cycle', 'c1'), facts)).toMatchObject({
      label: 'Sprint 4',
      context: 'group cycle',
      accessibleName: 'Sprint 4, group by Cycle, not counted yet',
    });
    expect(presentNode(groupNode('cycle', 'c1'), facts).description).toBeUndefined();
    expect(
      presentNode(groupNode('cycle', 'c1'), { ...facts, lists: { 'cycleItems p1/c1': pagedListState('w1') } })
        .description,
    ).toBe('1');
    expect(presentNode(groupNode('cycle', null), facts)).toMatchObject({ label: 'In no cycle', context: 'group none' });
  });

  it('shows “Unknown type” instead of an id for a type without a name', () => {
    const itemsWithType = items.map((one) => ({ ...one, type: 'a2b4c6d8-0000-4000-8000-000000000000' }));
    const node = groupNode('type', 'a2b4c6d8-0000-4000-8000-000000000000');
    expect(presentNode(node, { items: itemsWithType, choices: { groupBy: 'type' } }).label).toBe('Unknown type');
  });

  it('of work items in no cycle shows no count until all cycles and all of their work items are loaded', () => {
    const facts: TreeDataOptions = {
      items,
      choices: { groupBy: 'cycle' },
      lists: { 'cycles p1': pagedListState('c1 c2'), 'cycleItems p1/c1': pagedListState('w1') },
    };
    const groupWithoutValue = (lists: TreeDataOptions['lists']) =>
      presentNode(groupNode('cycle', null), { ...facts, lists: { ...facts.lists, ...lists } });
    expect(groupWithoutValue({}).description).toBeUndefined();
    expect(groupWithoutValue({}).accessibleName).toBe('In no cycle, group by Cycle');
    expect(groupWithoutValue({ 'cycleItems p1/c2': pagedListState('', { next: 'c9' }) }).description).toBeUndefined();
    expect(groupWithoutValue({ 'cycles p1': pagedListState('c1', { next: 'c9' }) }).description).toBeUndefined();
    expect(groupWithoutValue({ 'cycleItems p1/c2': pagedListState('') }).description).toBe(String(items.length - 1));
  });

  it('of work items in no module shows a count at once if each work item contains its module', () => {
    const itemsWithModule = items.map((one, index) => ({ ...one, module: index === 0 ? 'm1' : null }));
    const facts: TreeDataOptions = {
      items: itemsWithModule,
      choices: { groupBy: 'module' },
      lists: { 'modules p1': pagedListState('m1') },
    };
    expect(presentNode(groupNode('module', null), facts).description).toBe(String(items.length - 1));
    expect(presentNode(groupNode('module', null), { ...facts, items }).description).toBeUndefined();
  });
});

describe('A section of My Work', () => {
  it.each([
    ['current', 'Current', '0'],
    ['assigned', 'Assigned to Me', '0'],
    ['overdue', 'Overdue', '0'],
    ['dueSoon', 'Due Soon', '0'],
    ['currentCycle', 'Current Cycle', '0'],
    ['created', 'Created by Me', '0'],
    ['recent', 'Recently Viewed', '0'],
    ['pinned', 'Pinned', '0'],
  ] as const)('%s has the label %s', (section, label, description) => {
    const row = presentNode({ kind: 'section', section, under: undefined });
    expect([row.label, row.description, row.context]).toEqual([label, description, `section ${section}`]);
  });
});

it.each<[SectionName, boolean]>([
  ['overdue', false],
  ['dueSoon', false],
  ['assigned', true],
])('The section %s without work items can be expanded: %s', (section, collapsible) => {
  const node: Node = { kind: 'section', section, under: undefined };
  expect(presentNode(node)).toMatchObject({ description: '0', collapsible });
  const items = ['2026-11-19', '2026-11-20'].map((day, index) =>
    item(`w${index}`, { assignees: ['u1'], target_date: day }),
  );
  expect(presentNode(node, { items }).collapsible).toBe(true);
});

describe('The number of work items beside a section of My Work', () => {
  const section: Node = { kind: 'section', section: 'assigned', under: undefined };
  const items = [item('w1', { assignees: ['u1'] }), item('w2', { assignees: ['u2'] })];
  const lists = { 'items p1': pagedListState('w1 w2', { next: 'c1', total: 300 }) };

  it('is the number of loaded work items in the section', () => {
    expect(presentNode(section, { items }).description).toBe('1');
  });

  it('has a plus sign until all work items are loaded, and is omitted instead of showing 0+', () => {
    expect(presentNode(section, { items, lists })).toMatchObject({
      description: '1+',
      accessibleName: 'Assigned to Me, section, 1+ work items',
    });
    expect(presentNode(section, { items: [], lists }).description).toBeUndefined();
  });
});

describe('The row of a work item', () => {
  const states = [
    { id: 's1', name: 'In Progress', group: 'started' },
    { id: 's9', name: 'Done', group: 'completed' },
  ];

  it('is decorated if the work item is overdue, and has the due date in its accessible name', () => {
    expect(presentItem({ name: 'Fix', target_date: '2026-11-19' }, { states })).toMatchObject({
      decoration: 'overdue',
      accessibleName: 'WEB-12 Fix, work item, due Nov 19, overdue',
    });
  });

  it.each(['urgent', 'high'])(
    'with priority %s and a past due date has one decoration for both properties',
    (priority) => {
      expect(presentItem({ priority, target_date: '2026-11-19' }, { states }).decoration).toBe(`${priority}+overdue`);
    },
  );

  it.each([
    ['is due today', { target_date: '2026-11-20' }],
    ['has no due date', {}],
    ['is completed', { target_date: '2026-11-19', state: 's9' }],
  ])('is not decorated if the work item %s', (_, changes) => {
    expect(presentItem(changes, { states }).decoration).toBeUndefined();
  });
});

describe('The row of a pinned record that is not loaded', () => {
  const section = { kind: 'section', section: 'pinned', under: undefined } as const;
  const createPinnedRecord = (kind: 'project' | 'cycle' | 'initiative', name: string) => ({
    kind,
    project: kind === 'cycle' ? 'p1' : '',
    id: 'gone',
    identifier: '',
    name,
  });

  it.each<[string, Node, string]>([
    ['project', { kind: 'project', project: 'gone', under: section }, 'project pinned'],
    ['cycle', { kind: 'group', project: 'p1', by: 'cycle', value: 'gone', under: section }, 'group cycle pinned'],
    ['initiative', { kind: 'initiative', within: '', id: 'gone', under: section }, 'initiative pinned'],
  ])('shows the stored name of the %s', (kind, node, context) => {
    const pinned = [createPinnedRecord(kind as 'project', 'Stored name')];
    expect(presentNode(node, { ownItems: { pinned } })).toMatchObject({ label: 'Stored name', context });
  });
});

describe('The row that loads more work items for Assigned to Me', () => {
  const searchMoreRow = (lists: TreeDataOptions['lists']): Presentation =>
    presentNode(
      { kind: 'searchMore', under: { kind: 'section', section: 'assigned', under: undefined } },
      { lists: lists ?? {} },
    );

  it('shows from how many projects it loads work items, and how many work items were searched', () => {
    expect(searchMoreRow({ 'items p1': pagedListState('', { status: 'notLoaded' }) })).toMatchObject({
      label: 'Load work items from 1 project',
      description: '0 work items searched',
      icon: { id: 'fold-down' },
      context: 'searchMore',
    });
    expect(searchMoreRow({ 'items p1': pagedListState('w1', { next: 'c1', total: 3412 }) })).toMatchObject({
      label: 'Load more from 1 project',
      description: '1 of 3,412 work items searched',
    });
  });

  it('shows how many work items were searched if the number of work items is unknown', () => {
    const projects = [project, { ...project, id: 'p2', identifier: 'API' }];
    const under: Node = { kind: 'section', section: 'assigned', under: undefined };
    const rowWith = (ids: string): Presentation => {
      const lists = { 'items p1': pagedListState(ids, { next: 'c1' }) };
      return presentNode({ kind: 'searchMore', under }, { projects, lists });
    };
    expect(rowWith('w1').description).toBe('1 work item searched');
    expect(rowWith('w1 w2')).toMatchObject({
      label: 'Load more from 2 projects',
      description: '2 work items searched',
      accessibleName: 'Load more from 2 projects, 2 work items searched',
    });
  });

  it('shows that all work items are loaded when all pages are loaded', () => {
    expect(searchMoreRow({ 'items p1': pagedListState('w1 w2') })).toMatchObject({
      label: 'All 2 work items',
      context: 'searchComplete',
    });
  });
});

describe('The row of', () => {
  const presentWith = (kind: RecordNodeKind, records: TreeDataOptions['records'], under?: Node): Presentation =>
    presentNode({ kind, within: '', id: 'u1', under }, { records: records ?? {} });
  const assignedLabelsFolder: Node = { kind: 'folder', folder: 'labelsOfInitiative', owner: 'i1', under: undefined };

  it.each([
    ['DRAFT', 'Draft', 'issue-draft'],
    ['PLANNED', 'Planned', 'circle-large-outline'],
    ['ACTIVE', 'Active', 'contrail-started-half'],
    ['COMPLETED', 'Completed', 'pass-filled'],
    ['CLOSED', 'Closed', 'circle-slash'],
    ['ON_HOLD', 'On hold', 'circle-large-outline'],
  ])('an initiative with the state %s shows %s', (state, description, icon) => {
    const row = presentWith('initiative', {
      initiative: () => ({ id: 'i1', name: 'Arrive on time', state, lead: 'u1' }),
    });
    expect(row).toMatchObject({
      label: 'Arrive on time',
      description: `${description} · led by Ada`,
      icon: { id: icon },
      context: 'initiative',
    });
    expect(row.accessibleName).toBe(`Arrive on time, initiative, state ${description}, led by Ada`);
  });

  it('an initiative shows its dates in the tooltip, in the display language', () => {
    const dates = { start_date: '2026-11-09', end_date: '2026-11-26' };
    const initiative = () => ({ id: 'i1', name: 'Arrive on time', ...dates, description_stripped: 'Every train' });
    expect(presentWith('initiative', { initiative }).tooltip).toContain('Mon, Nov 9, 2026 to Thu, Nov 26, 2026');
  });

  it('an initiative label has the same context value at the top level and below an initiative', () => {
    const initiativeLabel = () => ({ id: 'l1', name: 'Upkeep', color: '#a3a3a3' });
    expect(presentWith('initiativeLabel', { initiativeLabel })).toMatchObject({
      label: 'Upkeep',
      description: '#a3a3a3',
      context: 'initiativeLabel',
    });
    expect(presentWith('initiativeLabel', { initiativeLabel }, assignedLabelsFolder).context).toBe('initiativeLabel');
  });

  it('a teamspace is collapsible, and the row of a member shows the role', () => {
    const row = presentWith('teamspace', { teamspace: () => ({ id: 't1', name: 'Couriers', lead: 'u1' }) });
    expect(row).toMatchObject({ label: 'Couriers', description: 'led by Ada', collapsible: true });
    const users = [{ id: 'u1', display_name: 'Ada', role: 20, email: 'ada@example.com' }];
    expect(presentNode({ kind: 'teamspaceMember', within: 't1', id: 'u1', under: undefined }, { users })).toMatchObject(
      {
        label: 'Ada',
        description: 'Admin · you',
        tooltip: 'Ada\nada@example.com',
        accessibleName: 'Ada, member, role Admin, you',
      },
    );
    expect(presentWith('teamspaceMember', {}).description).toBe('you');
  });

  it('a customer shows the stage, a customer request shows the title, and a property shows the display name', () => {
    const customer = () => ({ id: 'c1', name: 'Lantern Books', stage: 'closed_won' });
    expect(presentWith('customer', { customer })).toMatchObject({
      label: 'Lantern Books',
      description: 'Closed won',
      collapsible: true,
    });
    expect(presentWith('customerRequest', { customerRequest: () => ({ id: 'r1', name: 'Before seven' }) }).label).toBe(
      'Before seven',
    );
    const customerProperty = () => ({
      id: 'x1',
      name: 'tier',
      display_name: 'Tier',
      property_type: 'OPTION',
      is_required: true,
      is_active: false,
    });
    expect(presentWith('customerProperty', { customerProperty })).toMatchObject({
      label: 'Tier',
      description: 'Option · required · inactive',
    });
  });

  it.each([
    'epic',
    'initiative',
    'teamspace',
    'customer',
    'customerRequest',
    'customerProperty',
    'initiativeLabel',
  ] as const)('an unloaded %s has a placeholder label', (kind) => {
    expect(presentWith(kind, {})).toMatchObject({ label: '…', context: kind });
  });
});

describe('The row for the next page', () => {
  const nextPageRow = (list: ListKey, state: PagedListState, facts: TreeDataOptions = {}): Presentation =>
    presentNode(
      { kind: 'more', list, under: PROJECT_NODE },
      { lists: { [`${list.of} ${list.owner}`.trim()]: state }, ...facts },
    );
  const ids = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

  it.each<[number, number | undefined, string]>([
    [100, 3412, 'Load more (100 of 3,412)'],
    [3400, 3412, 'Load more (3,400 of 3,412)'],
    [100, undefined, 'Load more (100 so far)'],
    [130, 130, 'Load more (130 of 130)'],
  ])('after %s of %s work items has the label “%s”', (loaded, total, label) => {
    expect(nextPageRow(ITEMS_KEY, pagedListState(ids(loaded), { total }))).toEqual({
      label,
      icon: { id: 'fold-down' },
      collapsible: false,
      context: 'more',
      accessibleName: `${label}, work items`,
    });
  });

  it('of a list of projects has an accessible name that mentions projects', () => {
    expect(nextPageRow(PROJECTS_KEY, pagedListState(ids(100), { total: 150 })).accessibleName).toBe(
      'Load more (100 of 150), projects',
    );
  });

  it('explains in the tooltip that only matching work items are shown if a filter is set', () => {
    const facts = { choices: { filter: withTypedText(NO_FILTER, 'x') } };
    expect(nextPageRow(ITEMS_KEY, pagedListState(ids(100), { total: 150 }), facts).tooltip).toBe(
      'Only work items that match the filter are shown.',
    );
  });
});

describe('An empty list', () => {
  const emptyRow = (list: ListKey, facts: TreeDataOptions = {}, under: Node | undefined = PROJECT_NODE): Presentation =>
    presentNode({ kind: 'empty', list, under }, facts);

  it.each([
    [PROJECTS_KEY, 'No projects in this workspace'],
    [{ of: 'moduleItems', owner: 'p1/m1' }, 'No work items'],
    [{ of: 'initiatives', owner: '' }, 'No initiatives in this workspace'],
    [{ of: 'customerRequests', owner: 'c1' }, 'No requests'],
    [{ of: 'initiativeEpics', owner: 'i1' }, 'No epics'],
  ] as const)('of %o has the label “%s”', (list, label) => {
    expect(emptyRow(list)).toMatchObject({ label, accessibleName: label, context: 'empty' });
  });

  it('of work items below a project shows how to create one if the project is known to have none', () => {
    expect(emptyRow(ITEMS_KEY)).toEqual({
      label: 'No work items',
      description: 'Select to create one',
      collapsible: false,
      context: 'emptyProject',
      accessibleName: 'No work items. Select to create one',
    });
    const lists = { 'items p1': pagedListState('', { next: 'c1' }) };
    expect(emptyRow(ITEMS_KEY, { lists })).toMatchObject({ label: 'No work items', context: 'empty' });
    const choices = { filter: withTypedText(NO_FILTER, 'x') };
    expect(emptyRow(ITEMS_KEY, { choices })).toMatchObject({ label: 'No work items', context: 'empty' });
    const group: Node = { kind: 'group', project: 'p1', by: 'state', value: 's1', under: PROJECT_NODE };
    expect(emptyRow(ITEMS_KEY, {}, group)).toMatchObject({ label: 'No work items', context: 'empty' });
  });

  it('below a project shows how to clear the filter and how many work items are loaded if none of them match', () => {
    const facts: TreeDataOptions = {
      items: [item('w1'), item('w2')],
      choices: { filter: withTypedText(NO_FILTER, 'x') },
    };
    expect(emptyRow(ITEMS_KEY, facts)).toEqual({
      label: 'No matches',
      description: 'Select to clear the filter',
      tooltip: 'None of 2 work items match the filter',
      collapsible: false,
      context: 'emptyFiltered',
      accessibleName: 'None of 2 work items match the filter. Select to clear the filter',
    });
    const lists = { 'items p1': pagedListState('w1 w2', { next: 'c1', total: 3412 }) };
    expect(emptyRow(ITEMS_KEY, { ...facts, lists }).tooltip).toBe('None of 2 work items match the filter');
  });
});

describe('A list that failed to load', () => {
  const failedRow = (fault: Fault): Presentation =>
    presentNode(
      { kind: 'failed', list: PROJECTS_KEY, under: undefined },
      { lists: { projects: pagedListState('', { status: 'failed', fault }) } },
    );

  it('shows a short label and cause, and the complete error in the tooltip and the accessible name', () => {
    expect(failedRow({ kind: 'serverError', status: 502, detail: '' })).toEqual({
      label: "Couldn't load",
      description: 'server error',
      tooltip: 'The server failed (status 502). Select to try again.',
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
      collapsible: false,
      context: 'failed',
      accessibleName: "Couldn't load: The server failed (status 502).",
    });
  });

  it('shows that it could not be refreshed if all pages are loaded', () => {
    const fault: Fault = { kind: 'timeout', afterMs: 30_000 };
    const labelOf = (state: PagedListState): string =>
      presentNode({ kind: 'failed', list: ITEMS_KEY, under: PROJECT_NODE }, { lists: { 'items p1': state } }).label;
    expect(labelOf(pagedListState('w1', { fault }))).toBe("Couldn't refresh");
    expect(labelOf(pagedListState('w1', { fault, next: 'c1' }))).toBe("Couldn't load");
  });

  it('has the context value for signing in if the server rejected the key', () => {
    const row = failedRow({ kind: 'unauthorized', status: 401, detail: '' });
    expect([row.context, row.description]).toEqual(['failed.unauthorized', 'authentication failed']);
    expect(row.tooltip).toMatch(/ Select to sign in again\.$/);
  });
});

const VIEW: SavedViewNode = { kind: 'savedView', name: 'Team bugs', origin: 'folder', under: undefined };

/** Rows of each kind with their accessible names, which must express what icon, indentation and position show. */
const ROWS_WITH_NAMES: Readonly<
  Record<Node['kind'], readonly (readonly [node: Node, facts: TreeDataOptions, accessibleName: string])[]>
> = {
  project: [[PROJECT_NODE, {}, 'Atlas Web, project WEB']],
  workItem: [
    [
      { kind: 'workItem', project: 'p1', id: 'w1', under: PROJECT_NODE },
      { items: [item('w1', { name: 'Fix', state: 's1', priority: 'low', assignees: ['u1'] })] },
      'WEB-1 Fix, work item, state In Progress, priority Low, assigned to Ada',
    ],
    [{ kind: 'workItem', project: 'p1', id: 'w9', under: PROJECT_NODE }, {}, 'Unknown, work item, state not known yet'],
  ],
  group: [
    [
      { kind: 'group', project: 'p1', by: 'priority', value: 'high', under: PROJECT_NODE },
      { items: [item('w1', { priority: 'high' })], choices: { groupBy: 'priority' } },
      'High, group by Priority, 1 work item',
    ],
  ],
  initiativeGroup: [
    [
      { kind: 'initiativeGroup', state: 'ACTIVE', under: undefined },
      {
        lists: { initiatives: pagedListState('i1 i2', { next: 'c1' }) },
        records: { initiative: (id) => ({ id, name: 'Arrive', state: id === 'i1' ? 'ACTIVE' : 'DRAFT' }) },
      },
      'Active, group by State, 1+ initiatives',
    ],
    [{ kind: 'initiativeGroup', state: '', under: undefined }, {}, 'No state, group by State, 0 initiatives'],
  ],
  section: [
    [{ kind: 'section', section: 'assigned', under: undefined }, {}, 'Assigned to Me, section, 0 work items'],
    [{ kind: 'section', section: 'pinned', under: undefined }, {}, 'Pinned, section, 0'],
  ],
  savedView: [
    [
      VIEW,
      { items: [item('w1', { state: 's1' })], savedViews: [{ ...VIEW, query: DEFAULT_CHOICES }] },
      "Team bugs, saved view, 1 work item, from the folder's settings",
    ],
    [
      VIEW,
      { savedViews: [{ ...VIEW, problem: 'There is no field “x”. (character 1)' }] },
      "Team bugs, saved view, from the folder's settings, There is no field “x”. (character 1)",
    ],
  ],
  viewGroup: [
    [
      { kind: 'viewGroup', value: 'In Progress', under: VIEW },
      {
        items: [item('w1', { state: 's1' })],
        savedViews: [{ ...VIEW, query: { ...DEFAULT_CHOICES, groupBy: 'state' } }],
        lists: { 'items p1': pagedListState('w1', { next: 'c1' }) },
      },
      'In Progress, group by State, 1+ work items',
    ],
  ],
  folder: [[{ kind: 'folder', folder: 'teamspaceMembers', owner: 't1', under: undefined }, {}, 'Members, folder']],
  initiative: [
    [
      { kind: 'initiative', within: '', id: 'i1', under: undefined },
      { records: { initiative: () => ({ id: 'i1', name: 'Arrive', state: 'ACTIVE', lead: 'u1' }) } },
      'Arrive, initiative, state Active, led by Ada',
    ],
    [{ kind: 'initiative', within: '', id: 'i2', under: undefined }, {}, 'Unknown, initiative'],
  ],
  initiativeLabel: [
    [
      { kind: 'initiativeLabel', within: '', id: 'l1', under: undefined },
      { records: { initiativeLabel: () => ({ id: 'l1', name: 'Upkeep', color: '#a3a3a3' }) } },
      'Upkeep, label, color #a3a3a3',
    ],
  ],
  epic: [
    [
      { kind: 'epic', within: 'p1', id: 'w7', under: undefined },
      { records: { epic: () => item('w7', { name: 'Spring', state: 's1', priority: 'urgent' }) as never } },
      'WEB-7 Spring, epic, state In Progress, priority Urgent',
    ],
  ],
  teamspace: [
    [
      { kind: 'teamspace', within: '', id: 't1', under: undefined },
      { records: { teamspace: () => ({ id: 't1', name: 'Couriers', lead: 'u1' }) } },
      'Couriers, teamspace, led by Ada',
    ],
  ],
  teamspaceMember: [
    [
      { kind: 'teamspaceMember', within: 't1', id: 'u1', under: undefined },
      { users: [{ id: 'u1', display_name: 'Ada', role: 15 }] },
      'Ada, member, role Member, you',
    ],
  ],
  customer: [
    [
      { kind: 'customer', within: '', id: 'c1', under: undefined },
      { records: { customer: () => ({ id: 'c1', name: 'Lantern Books', stage: 'closed_won' }) } },
      'Lantern Books, customer, stage Closed won',
    ],
  ],
  customerRequest: [
    [
      { kind: 'customerRequest', within: 'c1', id: 'r1', under: undefined },
      { records: { customerRequest: () => ({ id: 'r1', name: 'Before seven' }) } },
      'Before seven, request',
    ],
  ],
  customerProperty: [
    [
      { kind: 'customerProperty', within: '', id: 'x1', under: undefined },
      {
        records: {
          customerProperty: () => ({
            id: 'x1',
            name: 'Tier',
            property_type: 'OPTION',
            is_required: true,
            is_active: false,
          }),
        },
      },
      'Tier, property, type Option, required, inactive',
    ],
  ],
  more: [
    [
      { kind: 'more', list: ITEMS_KEY, under: PROJECT_NODE },
      { lists: { 'items p1': pagedListState('w1', { next: 'c1' }) } },
      'Load more (1 so far), work items',
    ],
  ],
  empty: [[{ kind: 'empty', list: PROJECTS_KEY, under: undefined }, {}, 'No projects in this workspace']],
  failed: [
    [
      { kind: 'failed', list: PROJECTS_KEY, under: undefined },
      {
        lists: {
          projects: pagedListState('', { status: 'failed', fault: { kind: 'serverError', status: 502, detail: '' } }),
        },
      },
      "Couldn't load: The server failed (status 502).",
    ],
  ],
  searchMore: [
    [
      { kind: 'searchMore', under: { kind: 'section', section: 'assigned', under: undefined } },
      { lists: { 'items p1': pagedListState('w1', { next: 'c1', total: 3412 }) } },
      'Load more from 1 project, 1 of 3,412 work items searched',
    ],
    [
      { kind: 'searchMore', under: VIEW },
      {
        lists: { 'items p1': pagedListState('w1', { next: 'c1', total: 3412 }) },
        savedViews: [{ ...VIEW, query: { ...DEFAULT_CHOICES, filter: withValues(NO_FILTER, 'project', ['API']) } }],
      },
      'All 0 work items',
    ],
  ],
  signIn: [
    [
      { kind: 'signIn', under: undefined },
      { rejection: { kind: 'unauthorized', status: 401, detail: '' } },
      'Sign In Again… Authentication failed. The key or token may be mistyped, expired or revoked.',
    ],
  ],
};

describe('A group of a saved view', () => {
  const groupOfView = (groupBy: Grouping, value: string): Presentation =>
    presentNode(
      { kind: 'viewGroup', value, under: VIEW },
      {
        items: [item('w1', { state: 's2', priority: 'high' })],
        states: [{ id: 's2', name: 'Done', group: 'completed' }],
        savedViews: [{ ...VIEW, query: { ...DEFAULT_CHOICES, groupBy } }],
      },
    );

  it('that is grouped by state has the icon of the state', () => {
    expect(groupOfView('state', 'Done').icon).toEqual({
      id: 'pass-filled',
      color: 'contrail.stateCompletedForeground',
    });
  });

  it('that is grouped by priority has the icon for priorities', () => {
    expect(groupOfView('priority', 'High').icon).toEqual({ id: 'flame' });
  });
});

describe('The accessible name of a row', () => {
  it.each(
    Object.entries(ROWS_WITH_NAMES).flatMap(([kind, rows]) =>
      rows.map(([node, facts, accessibleName]) => ({ kind, node, facts, accessibleName })),
    ),
  )('of the kind $kind contains kind, name and state: “$accessibleName”', ({ node, facts, accessibleName }) => {
    expect(presentNode(node, facts).accessibleName).toBe(accessibleName);
  });
});
