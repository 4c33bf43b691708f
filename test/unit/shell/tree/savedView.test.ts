// Tests the views that are stored for the account or written in settings, and their rows.
import { describe, expect, it } from 'vitest';
import { childrenOf } from '../../../../src/features/tree/children.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { DEFAULT_CHOICES, type ViewQuery } from '../../../../src/items/grouping/choices.ts';
import { parseQuery } from '../../../../src/items/query/parseQuery.ts';
import { type Node, nodeId, type SavedViewNode } from '../../../../src/shell/tree/node.ts';
import {
  normalizeSavedViewName,
  ownViews,
  type SavedView,
  settingsViews,
} from '../../../../src/shell/tree/savedView.ts';
import { createTreeData, item, pagedListState, project, type TreeDataOptions } from '../../features/tree/treeData.ts';

const { groupBy, sortBy, descending } = DEFAULT_CHOICES;
const UNFILTERED: ViewQuery = { filter: [], groupBy, sortBy, descending };

function queryOf(text: string): ViewQuery {
  const parsed = parseQuery(text, () => ({ values: [], isComplete: false }));
  if ('problems' in parsed) throw new Error(parsed.problems[0].message);
  return parsed.query;
}

describe('The saved views in a setting', () => {
  it('are parsed from their text form, in the order of the setting', () => {
    const settingValue = [
      { name: 'Urgent', filter: 'is:open priority:urgent' },
      { name: 'All', filter: '' },
    ];
    expect(settingsViews(settingValue, 'folder')).toEqual([
      { name: 'Urgent', origin: 'folder', query: queryOf('is:open priority:urgent') },
      { name: 'All', origin: 'folder', query: UNFILTERED },
    ]);
  });

  it.each([
    [{ name: 'Bugs', filter: 'prioritty:high' }, 'Unknown field “prioritty”. Did you mean “priority”? (character 1)'],
    [{ name: 'Bugs', filter: 'is:open due:soon' }, expect.stringContaining('“soon” is not a date.')],
    [{ name: 'Bugs', filter: 7 }, 'The filter is missing.'],
    [{ name: 'Bugs' }, 'The filter is missing.'],
    [{ name: 'Bugs', filter: 'x'.repeat(1001) }, 'The filter is longer than 1000 characters.'],
    [{ name: 'Bugs', filter: 'x '.repeat(31) }, 'The filter has more than 30 conditions.'],
    [{ name: ' \n ', filter: '' }, 'The name is missing.'],
    [{ filter: '' }, 'The name is missing.'],
    ['text', 'The name is missing.'],
    [null, 'The name is missing.'],
  ])('include an invalid view with a message about the problem: %j', (entry, problem) => {
    const [view] = settingsViews([entry], 'folder');
    expect(view).toMatchObject({ origin: 'folder', problem });
    expect(view?.name).toMatch(/^(?:Bugs|View 1)$/);
  });

  it.each([undefined, null, 'text', { name: 'x' }, 5])(
    'are an empty list if the value is not an array: %j',
    (value) => {
      expect(settingsViews(value, 'user')).toEqual([]);
    },
  );

  it('are limited to 50, and have unique names of one line without invisible characters', () => {
    const manyViews = Array.from({ length: 80 }, (_, index) => ({ name: `View ${index}`, filter: '' }));
    expect(settingsViews(manyViews, 'folder')).toHaveLength(50);
    expect(settingsViews([manyViews[0], manyViews[0]], 'folder')).toHaveLength(1);
    const [view] = settingsViews([{ name: `a\n\u202Eb${'c'.repeat(100)}`, filter: '' }], 'folder');
    expect(view?.name).toBe(`a b${'c'.repeat(56)}…`);
    expect(normalizeSavedViewName('  My view ')).toBe('My view');
  });
});

describe('The saved views of an account', () => {
  it('are sorted by name, without stored values in an unknown form', () => {
    const storedViews = [{ name: 'b', query: UNFILTERED }, { name: 'A', query: queryOf('is:open') }, { name: 1 }, 'x'];
    expect(ownViews(storedViews)).toEqual([
      { name: 'A', origin: 'account', query: queryOf('is:open') },
      { name: 'b', origin: 'account', query: UNFILTERED },
    ]);
  });
});

const VIEW: SavedViewNode = { kind: 'savedView', name: 'Bugs', origin: 'account', under: undefined };
const API_PROJECT = { ...project, id: 'p2', name: 'API', identifier: 'API' };
const ITEMS = [
  item('w1', { state: 's1', priority: 'low' }),
  item('w2', { project: 'p2', state: 's3', priority: 'urgent' }),
  item('w3', { project: 'p2', state: 's2', priority: 'high' }),
];

/** Returns data with two projects, whose work items are all loaded. Each project has a state with the name Todo. */
function dataWith(text: string, more: TreeDataOptions = {}): ReturnType<typeof createTreeData> {
  const savedViews: SavedView[] = [{ name: 'Bugs', origin: 'account', query: queryOf(text) }];
  return createTreeData({
    items: ITEMS,
    projects: [project, API_PROJECT],
    states: [
      { id: 's1', name: 'Todo', group: 'unstarted' },
      { id: 's2', name: 'Todo', group: 'unstarted' },
      { id: 's3', name: 'Done', group: 'completed' },
    ],
    savedViews,
    lists: { 'items p1': pagedListState('w1'), 'items p2': pagedListState('w2 w3') },
    ...more,
  });
}

const rowsBelow = (node: Node, data: ReturnType<typeof createTreeData>): string[] =>
  childrenOf('myWork', node, data).map((child) => {
    const { label, description } = presentTreeRow(child, data);
    return [label, description].filter(Boolean).join(' | ');
  });

describe('A saved view in My Work', () => {
  it('is shown above Assigned to Me, with the number of matching work items', () => {
    const data = dataWith('is:open');
    const nodes = childrenOf('myWork', undefined, data);
    expect(nodes.map(nodeId)).toEqual(['overdue', 'dueSoon', 'account view Bugs', 'assigned']);
    expect(presentTreeRow(VIEW, data)).toMatchObject({
      label: 'Bugs',
      description: '2',
      tooltip: 'Open or closed: Open',
      collapsible: true,
      context: 'savedView own',
    });
  });

  it('shows the matching work items of all projects in the order of the view', () => {
    const rows = childrenOf('myWork', VIEW, dataWith('sort:priority'));
    expect(rows.map((row) => ('id' in row ? row.id : row.kind))).toEqual(['w2', 'w3', 'w1']);
  });

  it('merges states with the same name in several projects into one group, in the order of the state groups', () => {
    const data = dataWith('group:state sort:priority');
    expect(rowsBelow(VIEW, data)).toEqual(['Todo | 2', 'Done | 1']);
    const [todo] = childrenOf('myWork', VIEW, data);
    if (todo === undefined) throw new Error('The view has no groups.');
    expect(nodeId(todo)).toBe('account view Bugs > group Todo');
    expect(childrenOf('myWork', todo, data).map((row) => 'id' in row && row.id)).toEqual(['w3', 'w1']);
  });

  it('ends with a row that loads more work items until all projects in its filter are loaded', () => {
    const lists = { 'items p1': pagedListState('w1', { next: 'c1', total: 900 }), 'items p2': pagedListState('w2 w3') };
    const data = dataWith('is:open', { lists });
    expect(rowsBelow(VIEW, data).at(-1)).toBe('Load more from 1 project | 3 of 902 work items searched');
    expect(presentTreeRow(VIEW, data).description).toBe('');
    const singleProjectData = dataWith('is:open project:API', { lists });
    expect(rowsBelow(VIEW, singleProjectData)).toHaveLength(1);
    expect(presentTreeRow(VIEW, singleProjectData).description).toBe('1');
    expect(rowsBelow(VIEW, dataWith('-project:api', { lists })).at(-1)).toContain('1 of 900');
  });

  it('has an empty row if no work item matches, or an error row if the projects could not be loaded', () => {
    expect(rowsBelow(VIEW, dataWith('nothing'))).toEqual(['No work items match this view']);
    const fault = { kind: 'serverError', status: 502, detail: '' } as const;
    const lists = { projects: pagedListState('', { status: 'failed', fault }) };
    expect(rowsBelow(VIEW, dataWith('nothing', { lists }))).toEqual(["Couldn't load | server error"]);
  });

  it('from the settings shows why it is invalid, and then has no children', () => {
    const node: SavedViewNode = { ...VIEW, origin: 'folder' };
    const data = createTreeData({ savedViews: settingsViews([{ name: 'Bugs', filter: 'is:opne' }], 'folder') });
    expect(presentTreeRow(node, data)).toMatchObject({
      label: 'Bugs',
      description: 'Unknown value “opne”. Did you mean “open”? (character 4)',
      icon: { id: 'error' },
      collapsible: false,
      context: 'savedView settings invalid',
    });
  });
});
