// Tests which work items the computed sections of My Work contain, and in which order.
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import { type ComputedSection, sectionItems } from '../../../../src/shell/tree/sections.ts';
import { createTreeData, item, pagedListState, type TreeDataOptions } from '../../features/tree/treeData.ts';

const states = [
  { id: 's1', name: 'In Progress', group: 'started' },
  { id: 's8', name: 'Canceled', group: 'cancelled' },
  { id: 's9', name: 'Done', group: 'completed' },
];
const ASSIGNED_TO_ME = { assignees: ['u1'] };

/** Returns the ids in a section; the user is u1, and today is 2026-11-20. */
function idsIn(section: ComputedSection, items: readonly ItemRecord[], more: TreeDataOptions = {}): string {
  return sectionItems(section, items, createTreeData({ items, states, ...more }))
    .map(({ id }) => id)
    .join(' ');
}

describe('Created by Me', () => {
  it('contains the open work items that the user created, newest first', () => {
    const createdBy = (id: string, created_by: string, day: string, state = 's1') =>
      item(id, { created_by, created_at: `2026-11-${day}T08:00:00Z`, state });
    const items = [
      createdBy('w1', 'u1', '01'),
      createdBy('w2', 'u1', '03'),
      createdBy('w3', 'u2', '04'),
      createdBy('w4', 'u1', '05', 's9'),
      createdBy('w5', 'u1', '06', 's8'),
    ];
    expect(idsIn('created', items)).toBe('w2 w1');
  });
});

describe('Overdue and Due Soon', () => {
  const dueItem = (id: string, target_date: string | null, changes: Partial<ItemRecord> = ASSIGNED_TO_ME) =>
    item(id, { target_date, ...changes });

  it('contain the assigned open work items due before today and in the next seven days, respectively', () => {
    const items = [
      dueItem('w1', '2026-11-27'),
      dueItem('w2', '2026-11-28'),
      dueItem('w3', '2026-11-20'),
      dueItem('w4', '2026-11-19'),
      dueItem('w5', '2025-01-01'),
      dueItem('w6', null),
    ];
    expect([idsIn('overdue', items), idsIn('dueSoon', items)]).toEqual(['w5 w4', 'w3 w1']);
  });

  it('omit work items that are completed, canceled or assigned to other users', () => {
    const items = [
      dueItem('w1', '2026-11-19', { ...ASSIGNED_TO_ME, state: 's9' }),
      dueItem('w2', '2026-11-20', { ...ASSIGNED_TO_ME, state: 's8' }),
      dueItem('w3', '2026-11-19', { assignees: ['u2'], created_by: 'u1' }),
    ];
    expect([idsIn('overdue', items), idsIn('dueSoon', items)]).toEqual(['', '']);
  });
});

describe('Current Cycle', () => {
  const cycles = [
    { id: 'c1', name: 'Past', start_date: '2026-11-01', end_date: '2026-11-19' },
    { id: 'c2', name: 'Now', start_date: '2026-11-20', end_date: '2026-11-20' },
    { id: 'c3', name: 'Next', start_date: '2026-11-21', end_date: '2026-11-30' },
    { id: 'c4', name: 'Draft' },
  ];
  const records = { cycle: (_project: string, id: string) => cycles.find((one) => one.id === id) };
  const items = [
    item('w1', ASSIGNED_TO_ME),
    item('w2', { ...ASSIGNED_TO_ME, priority: 'urgent' }),
    item('w3', ASSIGNED_TO_ME),
    item('w4', { assignees: ['u2'] }),
    item('w5', { ...ASSIGNED_TO_ME, state: 's9' }),
  ];
  const lists = {
    'cycles p1': pagedListState('c1 c2 c3 c4'),
    'cycleItems p1/c1': pagedListState('w3'),
    'cycleItems p1/c2': pagedListState('w1 w2 w4 w5'),
    'cycleItems p1/c3': pagedListState('w3'),
    'cycleItems p1/c4': pagedListState('w3'),
  };

  it('contains the open work items of the user in cycles whose dates include today, by priority', () => {
    expect(idsIn('currentCycle', items, { records, lists })).toBe('w2 w1');
  });

  it('is empty until the cycles and the work items of the cycles are loaded', () => {
    expect(idsIn('currentCycle', items, { records })).toBe('');
    expect(idsIn('currentCycle', items, { records, lists: { 'cycles p1': pagedListState('c2') } })).toBe('');
  });
});
