// Tests which work items match a filter, for every field and for work items without a value.
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import type { GetFieldNames } from '../../../../src/items/filter/names.ts';
import { ItemSorter } from '../../../../src/items/grouping/sortItems.ts';
import { parseQuery } from '../../../../src/items/query/parseQuery.ts';
import { startOfDay } from '../../../../src/std/calendarDay.ts';
import { item, itemNames } from '../../features/tree/treeData.ts';

const NO_NAMES: GetFieldNames = () => ({ values: [], isComplete: false });

/** Filters and groups for the user `u1` on Friday, 2026-11-20: see `itemNames`. */
const sorter = new ItemSorter({
  ...itemNames,
  prefix: (project) => (project === 'p2' ? 'API' : 'WEB'),
  state: (_, id) =>
    ({ s1: { id, name: 'Todo', group: 'unstarted' }, s2: { id, name: 'Done', group: 'completed' } })[id],
  label: (_, id) => ({ l1: { name: 'Bug' }, l2: { name: 'Needs review' } })[id],
  type: (_, id) => (id === 't1' ? { name: 'Task' } : undefined),
  module: (_, id) => ({ m1: { name: 'Login' } })[id],
  cycle: (_, id) => ({ c1: { name: 'Sprint 1' } })[id],
  userName: (_, id) => ({ u1: 'Ada Park', u2: 'Bruno' })[id] ?? id,
  cyclesOrModulesOf: ({ id }, by) => (by === 'cycle' ? (id === 'w1' ? ['c1'] : []) : id === 'w2' ? ['m1'] : []),
});

function timestampAt(day: string, hour: number): string {
  return new Date(startOfDay(day) + hour * 3_600_000).toISOString();
}

/** w1 has a value in every field. w2 is done, with a past due date. w3 has no values. w4 is overdue. */
const items: readonly ItemRecord[] = [
  item('w1', {
    name: 'Fix the LOGIN page',
    state: 's1',
    priority: 'high',
    assignees: ['u1', 'u2'],
    labels: ['l1', 'l2'],
    type: 't1',
    module: 'm1',
    created_by: 'u2',
    target_date: '2026-11-22',
    start_date: '2026-11-20',
    created_at: timestampAt('2026-11-20', 0),
    updated_at: timestampAt('2026-11-20', 9),
  }),
  item('w2', {
    project: 'p2',
    name: 'Login by letter',
    state: 's2',
    priority: 'urgent',
    assignees: ['u2'],
    created_by: 'u1',
    target_date: '2026-11-19',
    start_date: '2026-12-01',
    created_at: timestampAt('2026-11-19', 23.9),
    updated_at: timestampAt('2026-11-13', 12),
  }),
  item('w3', { name: 'Rewrite the page', module: null }),
  item('w4', { name: 'Late', state: 's1', target_date: '2026-11-19', labels: ['unknown'], module: null }),
];

function matchingIds(text: string): string {
  const parsed = parseQuery(text, NO_NAMES);
  if ('problems' in parsed) throw new Error(parsed.problems[0].message);
  return sorter
    .filter(items, parsed.query.filter)
    .map(({ id }) => id)
    .join(' ');
}

describe('A filter', () => {
  it.each([
    ['', 'w1 w2 w3 w4'],
    ['login', 'w1 w2'],
    ['PAGE login', 'w1'],
    ['"the login"', 'w1'],
    ['"login the"', ''],
    ['-page', 'w2 w4'],
    ['web-3', 'w3'],
    ['is:open', 'w1 w3 w4'],
    ['is:done', 'w2'],
    ['is:overdue', 'w4'],
    ['is:unstarted,completed', 'w1 w2 w4'],
    ['-is:open', 'w2'],
    ['state:Todo', 'w1 w4'],
    ['state:todo,DONE', 'w1 w2 w4'],
    ['state:none', 'w3'],
    ['-state:none', 'w1 w2 w4'],
    ['priority:urgent,none', 'w2 w3 w4'],
    ['assignee:me', 'w1'],
    ['assignee:u2', 'w1 w2'],
    ['assignee:"ada park"', 'w1'],
    ['assignee:me,none', 'w1 w3 w4'],
    ['-assignee:bruno', 'w3 w4'],
    ['label:bug', 'w1'],
    ['label:bug label:"needs review"', 'w1'],
    ['label:none', 'w2 w3'],
    ['-label:bug', 'w2 w3 w4'],
    ['type:task', 'w1'],
    ['type:none', 'w2 w3 w4'],
    ['module:login', 'w1 w2'],
    ['module:none', 'w3 w4'],
    ['cycle:"Sprint 1"', 'w1'],
    ['cycle:none', 'w2 w3 w4'],
    ['creator:me', 'w2'],
    ['creator:none', 'w3 w4'],
    ['due:overdue', 'w4'],
    ['due:today', ''],
    ['due:week', 'w1 w2 w4'],
    ['due:none', 'w3'],
    ['due:<7d', 'w1 w2 w4'],
    ['due:>1d', 'w1'],
    ['due:<=2d due:>=2d', 'w1'],
    ['due:<2d', 'w2 w4'],
    ['due:2026-11-22', 'w1'],
    ['due:<2026-11-22', 'w2 w4'],
    ['due:<=2026-11-22,none', 'w1 w2 w3 w4'],
    ['due:yesterday', 'w2 w4'],
    ['due:<today', 'w2 w4'],
    ['due:>tomorrow', 'w1'],
    ['due:2026-11-19..2026-11-21', 'w2 w4'],
    ['due:tomorrow..2026-11-22', 'w1'],
    ['created:yesterday', 'w2'],
    ['updated:2026-11-13..yesterday', 'w2'],
    ['start:today', 'w1'],
    ['start:>2026-11-20', 'w2'],
    ['start:>1w', 'w2'],
    ['start:none', 'w3 w4'],
    ['created:today', 'w1'],
    ['created:2026-11-19', 'w2'],
    ['created:<1d', 'w1'],
    ['created:<=1d', 'w1 w2'],
    ['created:none', 'w3 w4'],
    ['updated:>6d', 'w2'],
    ['updated:>=1w', 'w2'],
    ['updated:>1w', ''],
    ['updated:<1w', 'w1'],
    ['updated:week', 'w1'],
    ['project:web', 'w1 w3 w4'],
    ['-project:web', 'w2'],
    ['is:open assignee:me label:bug due:<7d priority:high,urgent', 'w1'],
  ])('“%s” matches the work items “%s”', (text, expectedIds) => {
    expect(matchingIds(text)).toBe(expectedIds);
  });

  it('by the name of a label matches no work item while this name is not loaded', () => {
    expect(matchingIds('label:unknown')).toBe('');
  });
});

describe('The groups by due date', () => {
  it('include only open work items in Overdue, and end This Week on Sunday', () => {
    const dueOn = (id: string, target_date: string | null, state = 's1'): ItemRecord =>
      item(id, { target_date, state });
    const groups = sorter.group(
      [
        dueOn('w1', '2026-11-19'),
        dueOn('w2', '2026-11-19', 's2'),
        dueOn('w3', '2026-11-20'),
        dueOn('w4', '2026-11-22'),
        dueOn('w5', '2026-11-23'),
        dueOn('w6', null),
      ],
      'due',
    );
    expect([...groups]).toEqual([
      ['overdue', ['w1']],
      ['earlier', ['w2']],
      ['week', ['w3', 'w4']],
      ['later', ['w5']],
      [null, ['w6']],
    ]);
  });
});

it('A filter looks up each state once, not once for each work item', () => {
  const lookups: string[] = [];
  const countingSorter = new ItemSorter({
    ...itemNames,
    state: (_, id) => {
      lookups.push(id);
      return undefined;
    },
  });
  const manyItems = Array.from({ length: 100 }, (_, index) => item(`w${index}`, { state: `s${index % 2}` }));
  expect(countingSorter.filter(manyItems, [{ field: 'is', values: ['open'], isExcluded: false }])).toHaveLength(100);
  expect(lookups).toEqual(['s0', 's1']);
});

it('A list is filtered by words without reading the work items whose text is known', () => {
  const reads: string[] = [];
  const list = ['Fix the login', 'Fix the page'].map((name, index) =>
    Object.defineProperty(item(`w${index}`), 'name', { get: () => (reads.push(name), name) }),
  );
  const ids = (text: string): string[] =>
    sorter.filter(list, [{ field: 'text', values: [text], isExcluded: false }]).map(({ id }) => id);
  expect(ids('login')).toEqual(['w0']);
  reads.length = 0;
  expect(ids('page')).toEqual(['w1']);
  expect(reads).toEqual([]);
});
