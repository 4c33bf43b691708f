// Tests filtering, sorting and grouping of work items.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import { GROUPINGS } from '../../../../src/items/fields.ts';
import { type Filter, NO_FILTER, withTypedText } from '../../../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES, SORTS } from '../../../../src/items/grouping/choices.ts';
import { ItemSorter } from '../../../../src/items/grouping/sortItems.ts';
import { item, itemNames } from '../../features/tree/treeData.ts';

const sorter = new ItemSorter({
  ...itemNames,
  state: (_, id) =>
    ({ s1: { id, name: 'Todo', group: 'unstarted' }, s2: { id, name: 'Done', group: 'completed' } })[id],
  label: (_, id) => (id === 'l1' ? { id, name: 'Bug' } : undefined),
  type: (_, id) => (id === 't1' ? { name: 'Task' } : undefined),
});

const items = [
  item('w1', {
    name: 'Fix the LOGIN page',
    state: 's1',
    priority: 'high',
    assignees: ['u1', 'u2'],
    labels: ['l1'],
    type: 't1',
  }),
  item('w2', { name: 'Login by letter', state: 's2', priority: 'urgent', assignees: ['u2'] }),
  item('w3', { name: 'Rewrite the page', target_date: '2026-12-01' }),
];

const idsOf = (records: readonly ItemRecord[]): string => records.map(({ id }) => id).join(' ');
const filteredIds = (filter: Filter): string => idsOf(sorter.filter(items, filter));
const textFilter = (text: string): Filter => withTypedText(NO_FILTER, text);

describe('The filter', () => {
  it.each([
    ['', 'w1 w2 w3'],
    ['login', 'w1 w2'],
    ['PAGE login', 'w1'],
    ['web-3', 'w3'],
    ['nothing', ''],
  ])('matches items whose identifier or name contains every word of “%s”, ignoring case', (text, expectedIds) => {
    expect(filteredIds(textFilter(text))).toBe(expectedIds);
  });

  it('returns the same array if all items match, so that the hierarchy is computed only once', () => {
    const matchingItems = sorter.filter(items, textFilter('web'));
    expect(matchingItems).toBe(items);
    expect(sorter.hierarchyOf(matchingItems, DEFAULT_CHOICES)).toBe(sorter.hierarchyOf(items, DEFAULT_CHOICES));
  });
});

describe('The order of work items', () => {
  const itemsWithDates = [
    item('w1', {
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-03-01T00:00:00Z',
      priority: 'low',
      name: 'b',
      target_date: '2026-05-01',
    }),
    item('w2', {
      created_at: '2026-01-01T02:00:00+05:00',
      updated_at: '2026-02-01T00:00:00Z',
      priority: 'urgent',
      name: 'C',
    }),
    item('w3', { created_at: '2026-02-01T00:00:00Z', priority: 'low', name: 'a', target_date: '2026-04-01' }),
  ];

  it.each([
    ['created', false, 'w2 w1 w3'],
    ['created', true, 'w3 w1 w2'],
    ['updated', true, 'w1 w2 w3'],
    ['updated', false, 'w2 w1 w3'],
    ['priority', false, 'w2 w1 w3'],
    ['priority', true, 'w1 w3 w2'],
    ['target', false, 'w3 w1 w2'],
    ['target', true, 'w1 w3 w2'],
    ['name', false, 'w3 w1 w2'],
    ['identifier', true, 'w3 w2 w1'],
  ] as const)('by %s (descending: %s) is %s', (sortBy, descending, order) => {
    expect(idsOf(sorter.sort(itemsWithDates, { sortBy, descending }))).toBe(order);
  });

  const itemFields = fc.record({
    sequence_id: fc.nat(50),
    priority: fc.constantFrom('urgent', 'high', 'none', 'own'),
    target_date: fc.constantFrom(null, '2026-01-01', '2026-06-01'),
    name: fc.string({ maxLength: 3 }),
    created_at: fc.constantFrom(undefined, 'nonsense', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00+02:00'),
  });

  it('contains every work item once and does not depend on the previous order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(itemFields, { selector: (one) => one.sequence_id }),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        (generatedFields, sortBy, descending) => {
          const generatedItems = generatedFields.map((one) => item(`w${one.sequence_id}`, one));
          const sorted = sorter.sort(generatedItems, { sortBy, descending });
          expect(new Set(sorted)).toEqual(new Set(generatedItems));
          expect(sorter.sort([...generatedItems].reverse(), { sortBy, descending })).toEqual(sorted);
        },
      ),
    );
  });
});

describe('Sorting again after some work items have changed', () => {
  const fields = fc.record({
    priority: fc.constantFrom('urgent', 'high', 'none'),
    target_date: fc.constantFrom(null, '2026-01-01', '2026-06-01'),
    name: fc.string({ maxLength: 3 }),
    updated_at: fc.constantFrom(undefined, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
  });

  it('returns the same order as sorting all of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fields, fc.option(fields, { nil: undefined })), { maxLength: 40 }),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        (pairs, sortBy, descending) => {
          const order = { sortBy, descending };
          const before = pairs.map(([one], index) => item(`w${index}`, one));
          const changed = new Map(
            pairs.flatMap(([, one], index) => (one === undefined ? [] : [[`w${index}`, item(`w${index}`, one)]])),
          );
          const again = sorter.sortAgain(sorter.sortWithKeys(before, order), order, (id) => changed.get(id));
          const after = before.map((one) => changed.get(one.id) ?? one);
          expect(again.map((one) => one.item)).toEqual(sorter.sort(after, order));
        },
      ),
    );
  });

  it('reads no sort key of a work item that has not changed', () => {
    const reads: string[] = [];
    const record = (id: string): ItemRecord =>
      Object.defineProperty(item(id), 'priority', { get: () => (reads.push(id), 'high') });
    const order = { sortBy: 'priority', descending: false } as const;
    const sorted = sorter.sortWithKeys(['w1', 'w2', 'w3'].map(record), order);
    reads.length = 0;
    const changed = record('w2');
    sorter.sortAgain(sorted, order, (id) => (id === 'w2' ? changed : undefined));
    expect(reads).toEqual(['w2']);
  });
});

describe('Grouping work items', () => {
  it.each(GROUPINGS)('by %s puts every item into a group', (by) => {
    const groups = sorter.group(items, by);
    expect(new Set([...groups.values()].flat())).toEqual(new Set(items.map(({ id }) => id)));
  });
});
