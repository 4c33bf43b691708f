// Tests which work items the computed sections of My Work contain, and in which order.
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../src/cache/record.ts';
import { type ComputedSection, sectionItems } from '../../../../src/tree/myWork/sections.ts';
import { createTreeData, item } from '../treeData.ts';

const states = [
  { id: 's1', name: 'In Progress', group: 'started' },
  { id: 's8', name: 'Canceled', group: 'cancelled' },
  { id: 's9', name: 'Done', group: 'completed' },
];
const MINE = { assignees: ['u1'] };

/** Returns the ids in a section; the user is u1, and today is 2026-11-20. */
function idsIn(section: ComputedSection, items: readonly ItemRecord[]): string {
  return sectionItems(section, items, createTreeData({ items, states }))
    .map(({ id }) => id)
    .join(' ');
}

describe('Created by Me', () => {
  it('has the open work items that the user created, newest first', () => {
    const by = (id: string, created_by: string, day: string, state = 's1') =>
      item(id, { created_by, created_at: `2026-11-${day}T08:00:00Z`, state });
    const items = [
      by('w1', 'u1', '01'),
      by('w2', 'u1', '03'),
      by('w3', 'u2', '04'),
      by('w4', 'u1', '05', 's9'),
      by('w5', 'u1', '06', 's8'),
    ];
    expect(idsIn('created', items)).toBe('w2 w1');
  });
});

describe('Overdue and Due Soon', () => {
  const due = (id: string, target_date: string | null, changes: Partial<ItemRecord> = MINE) =>
    item(id, { target_date, ...changes });

  it('split the assigned open work items at today, and end after seven days', () => {
    const items = [
      due('w1', '2026-11-27'),
      due('w2', '2026-11-28'),
      due('w3', '2026-11-20'),
      due('w4', '2026-11-19'),
      due('w5', '2025-01-01'),
      due('w6', null),
    ];
    expect([idsIn('overdue', items), idsIn('dueSoon', items)]).toEqual(['w5 w4', 'w3 w1']);
  });

  it('omit work items that are closed or assigned to other users', () => {
    const items = [
      due('w1', '2026-11-19', { ...MINE, state: 's9' }),
      due('w2', '2026-11-20', { ...MINE, state: 's8' }),
      due('w3', '2026-11-19', { assignees: ['u2'], created_by: 'u1' }),
    ];
    expect([idsIn('overdue', items), idsIn('dueSoon', items)]).toEqual(['', '']);
  });
});
