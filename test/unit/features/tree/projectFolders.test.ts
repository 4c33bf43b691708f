// Tests which folders a project has, their rows, and what the rows show, without a server.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/client/apiError.ts';
import type { Cycle } from '../../../../src/contract/resources/cycle.ts';
import type { Module } from '../../../../src/contract/resources/module.ts';
import type { Project } from '../../../../src/contract/resources/project.ts';
import { childrenOf, listNeededBy, viewAndNodeOf } from '../../../../src/features/tree/children.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { NO_FILTER, withTypedText } from '../../../../src/items/filter/filter.ts';
import { type Node, nodeId } from '../../../../src/shell/tree/node.ts';
import type { TreeData } from '../../../../src/shell/tree/treeData.ts';
import { createTreeData, item, PROJECT_NODE, pagedListState, project, type TreeDataOptions } from './treeData.ts';

const PROJECT_WITH_FOLDERS: Project = {
  ...project,
  cycle_view: true,
  module_view: true,
  total_cycles: 2,
  total_modules: 1,
};
const rejectedFault: Fault = { kind: 'rejected', status: 400, detail: '', fields: {} };
const notInPlanFault: Fault = { kind: 'rejected', status: 402, detail: '', fields: {} };

const CYCLES: Readonly<Record<string, Partial<Cycle>>> = {
  past: { start_date: '2026-11-01', end_date: '2026-11-10', total_issues: 8, completed_issues: 3 },
  older: { start_date: '2026-10-01', end_date: '2026-10-10' },
  now: { start_date: '2026-11-16T00:00:00Z', end_date: '2026-11-20T23:59:59Z' },
  next: { start_date: '2026-11-23', end_date: '2027-01-02' },
  later: { start_date: '2026-12-23', end_date: '2026-12-30' },
  undated: {},
};
const MODULES: Readonly<Record<string, Partial<Module>>> = {
  done: { status: 'completed' },
  busy: { status: 'in-progress', total_issues: 5, completed_issues: 1 },
  early: { status: 'backlog' },
};
const STATES = [
  { id: 's1', name: 'In Progress', group: 'started' },
  { id: 's2', name: 'Done', group: 'completed' },
];

function createFolderData(options: TreeDataOptions = {}): TreeData {
  return createTreeData({
    unsupportedKinds: [],
    projects: [PROJECT_WITH_FOLDERS],
    states: STATES,
    records: {
      cycle: (_project, id) => ({ id, name: id, ...CYCLES[id] }),
      module: (_project, id) => ({ id, name: id, ...MODULES[id] }),
    },
    ...options,
  });
}

const lastIdPart = (node: Node): string => nodeId(node).split(' > ').at(-1) ?? '';
const folders = (options?: TreeDataOptions): string[] =>
  childrenOf('projects', PROJECT_NODE, createFolderData(options)).flatMap((node) =>
    node.kind === 'folder' ? node.folder : [],
  );
const folder = (name: 'cycles' | 'modules' | 'epics'): Node => ({
  kind: 'folder',
  folder: name,
  owner: 'p1',
  under: PROJECT_NODE,
});
const rowsOf = (name: 'cycles' | 'modules' | 'epics', data: TreeData): Node[] =>
  childrenOf('projects', folder(name), data);
const presentRow = (node: Node, data: TreeData) => presentTreeRow(node, data);

describe('The folders of a project in the tree', () => {
  it('are shown above the work items of the project', () => {
    const rows = childrenOf('projects', PROJECT_NODE, createFolderData({ items: [item('w1')] }));
    expect(rows.map(lastIdPart)).toEqual(['folder cycles', 'folder modules', 'folder epics', 'item p1/w1']);
  });

  it('do not include cycles or modules if these are disabled in the project, or if the list is empty', () => {
    expect(folders({ projects: [{ ...PROJECT_WITH_FOLDERS, cycle_view: false }] })).toEqual(['modules', 'epics']);
    expect(folders({ projects: [{ ...PROJECT_WITH_FOLDERS, module_view: false, total_cycles: 0 }] })).toEqual([
      'epics',
    ]);
    expect(folders({ lists: { 'cycles p1': pagedListState('') } })).toEqual(['modules', 'epics']);
    expect(folders({ lists: { 'cycles p1': pagedListState('', { status: 'failed', fault: rejectedFault }) } })).toEqual(
      ['modules', 'epics'],
    );
  });

  it('include Cycles if the first cycle was created after the project was read', () => {
    expect(
      folders({
        projects: [{ ...PROJECT_WITH_FOLDERS, total_cycles: 0 }],
        lists: { 'cycles p1': pagedListState('now') },
      })[0],
    ).toBe('cycles');
  });

  it('do not include epics if the server or its plan does not support epics, or if the list is empty', () => {
    expect(folders({ unsupportedKinds: ['epic'] })).toEqual(['cycles', 'modules']);
    expect(folders({ lists: { 'epics p1': pagedListState('', { status: 'failed', fault: notInPlanFault }) } })).toEqual(
      ['cycles', 'modules'],
    );
    expect(folders({ lists: { 'epics p1': pagedListState('') } })).toEqual(['cycles', 'modules']);
    // An empty list that was restored from an earlier run may be out of date.
    expect(folders({ lists: { 'epics p1': pagedListState('', { asOf: 1 }) } })).toContain('epics');
  });

  it('do not include the cycles or modules by which the work items are grouped', () => {
    expect(folders({ choices: { groupBy: 'cycle' } })).toEqual(['modules', 'epics']);
    expect(folders({ choices: { groupBy: 'module' } })).toEqual(['cycles', 'epics']);
    expect(folders({ choices: { groupBy: 'state' } })).toEqual(['cycles', 'modules', 'epics']);
  });

  it('are hidden in a project that the user has not joined, and in other views than Projects', () => {
    expect(folders({ projects: [{ ...PROJECT_WITH_FOLDERS, is_member: false }] })).toEqual([]);
    const pinned: Node = { kind: 'section', section: 'pinned', under: undefined };
    const projectNode: Node = { kind: 'project', project: 'p1', under: pinned };
    expect(childrenOf('myWork', projectNode, createFolderData()).map(({ kind }) => kind)).toEqual(['empty']);
  });

  it('need the list of cycles, modules or epics, and each row in a folder needs a list of work items', () => {
    const data = createFolderData({
      lists: {
        'cycles p1': pagedListState('now'),
        'modules p1': pagedListState('m1'),
        'epics p1': pagedListState('e1'),
      },
    });
    const requests = (['cycles', 'modules', 'epics'] as const).map((name) => [
      listNeededBy('projects', folder(name), data),
      listNeededBy('projects', rowsOf(name, data)[0], data),
    ]);
    expect(requests).toEqual([
      [
        { of: 'cycles', owner: 'p1' },
        { of: 'cycleItems', owner: 'p1/now' },
      ],
      [
        { of: 'modules', owner: 'p1' },
        { of: 'moduleItems', owner: 'p1/m1' },
      ],
      [
        { of: 'epics', owner: 'p1' },
        { of: 'items', owner: 'p1' },
      ],
    ]);
  });
});

describe('The rows of a tree folder', () => {
  it('of cycles are sorted: current, upcoming, without dates, then past cycles, most recent first', () => {
    const data = createFolderData({
      lists: { 'cycles p1': pagedListState('older past undated later next now', { next: 'c2' }) },
    });
    expect(rowsOf('cycles', data).map(lastIdPart)).toEqual([
      'cycle now',
      'cycle next',
      'cycle later',
      'cycle undated',
      'cycle past',
      'cycle older',
      'more cycles',
    ]);
  });

  it('of modules are sorted by status', () => {
    const data = createFolderData({ lists: { 'modules p1': pagedListState('done early busy') } });
    expect(rowsOf('modules', data).map(lastIdPart)).toEqual(['module busy', 'module early', 'module done']);
  });

  it('show dates or status, and the progress that the server has counted', () => {
    const data = createFolderData({
      lists: { 'cycles p1': pagedListState('now past next undated'), 'modules p1': pagedListState('busy') },
    });
    const descriptions = [...rowsOf('cycles', data), ...rowsOf('modules', data)].map(
      (row) => presentRow(row, data).description,
    );
    expect(descriptions.map((text) => text?.replaceAll(/[\u2009\u202f]/g, ' '))).toEqual([
      'Current · Nov 16 – 20',
      'Upcoming · Nov 23, 2026 – Jan 2, 2027',
      '',
      'Completed · Nov 1 – 10 · 3 of 8',
      'In progress · 1 of 5',
    ]);
  });

  it('show the progress that is counted from the work items when all work items of the row are loaded', () => {
    const items = [
      item('w1', { state: 's2', module: 'busy' }),
      item('w2', { state: 's1' }),
      item('w3', { state: 's2', module: null }),
    ];
    const lists = { 'cycles p1': pagedListState('past'), 'modules p1': pagedListState('busy') };
    const progress = (name: 'cycles' | 'modules', more: TreeDataOptions['lists']): string | undefined => {
      const data = createFolderData({ items, lists: { ...lists, ...more } });
      const [row] = rowsOf(name, data);
      return row && presentRow(row, data).accessibleName;
    };
    expect(progress('cycles', { 'cycleItems p1/past': pagedListState('w1 w2') })).toMatch(
      /, 1 of 2 work items completed$/,
    );
    expect(progress('cycles', { 'cycleItems p1/past': pagedListState('w1 w2', { next: 'c2' }) })).toMatch(
      /, 3 of 8 work/,
    );
    // The module in a work item takes precedence over the list of the module.
    expect(progress('modules', { 'moduleItems p1/busy': pagedListState('w2 w3') })).toBe(
      'busy, module, In progress, 1 of 2 work items completed',
    );
  });

  it('of epics show state and progress, and contain the work items of the epic that match the filter', () => {
    const items = [
      item('w1', { parent: 'e1', state: 's2' }),
      item('w2', { parent: 'e1', state: 's1' }),
      item('w3', { parent: 'w2' }),
    ];
    const epic = item('e1', { state: 's1', priority: 'high', name: 'Keys' });
    const options = { items, lists: { 'epics p1': pagedListState('e1') } };
    const records = { epic: () => ({ ...epic, labels: [], assignees: [] }) };
    const data = createFolderData({ ...options, records });
    const [row] = rowsOf('epics', data);
    if (row === undefined) throw new Error('no epic');
    expect(presentRow(row, data)).toMatchObject({
      label: '1 Keys',
      description: 'In Progress · 1 of 2',
      decoration: 'high',
      collapsible: true,
      context: 'epic',
    });
    expect(childrenOf('projects', row, data).map(lastIdPart)).toEqual(['item p1/w2', 'item p1/w1']);
    const filteredData = createFolderData({
      ...options,
      records,
      choices: { filter: withTypedText(NO_FILTER, 'no such words') },
    });
    const [empty] = childrenOf('projects', row, filteredData);
    expect(empty && presentRow(empty, filteredData).label).toBe('No matches');
    // While pages are missing, the progress is unknown.
    const dataWithMorePages = createFolderData({
      ...options,
      records,
      lists: { ...options.lists, 'items p1': pagedListState('w1', { next: 'c' }) },
    });
    expect(presentRow(row, dataWithMorePages).description).toBe('In Progress');
    expect(childrenOf('projects', row, dataWithMorePages).map(lastIdPart)).toEqual(['item p1/w1', 'more items']);
  });

  it('are returned by viewAndNodeOf for a cycle, a module or an epic in the folder', () => {
    const data = createFolderData({ lists: { 'cycles p1': pagedListState('now') } });
    const nodeIdOf = (kind: 'cycle' | 'module' | 'epic', id: string): string | undefined => {
      const node = viewAndNodeOf({ kind, within: 'p1', id }, data)?.node;
      return node && nodeId(node);
    };
    expect(nodeIdOf('cycle', 'now')).toBe('project p1 > folder cycles > cycle now');
    expect(nodeIdOf('cycle', 'gone')).toBe('project p1');
    expect(nodeIdOf('module', 'm1')).toBe('project p1 > folder modules > module m1');
    expect(nodeIdOf('epic', 'e1')).toBe('project p1 > folder epics > epic p1/e1');
  });
});

describe('The folder of saved views in Projects', () => {
  const savedViews = [{ name: 'Mine', origin: 'account', problem: '' }] as const;
  const roots = (options: TreeDataOptions): string[] =>
    childrenOf('projects', undefined, createFolderData(options)).map(nodeId);

  it('is the first row if there is a saved view and a project', () => {
    expect(roots({ savedViews })).toEqual(['folder savedViews', 'project p1']);
    expect(roots({ savedViews: [] })).toEqual(['project p1']);
    expect(roots({ savedViews, projects: [] })).toEqual([]);
  });

  it('contains the saved views without a request', () => {
    const data = createFolderData({ savedViews });
    const [first] = childrenOf('projects', undefined, data);
    expect(listNeededBy('projects', first, data)).toBeUndefined();
    expect(childrenOf('projects', first, data).map(nodeId)).toEqual(['folder savedViews > account view Mine']);
  });
});
