// Tests when the row of a work item is built again.
import { expect, it, vi } from 'vitest';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { ItemRowCache, type ItemRowFacts } from '../../../../src/shell/tree/itemRowCache.ts';
import { createTreeData, item, PROJECT_NODE } from '../../features/tree/treeData.ts';

const FACTS: ItemRowFacts = {
  prefix: 'WEB',
  state: undefined,
  knownStates: [],
  dueTexts: undefined,
  today: '2026-11-20',
  isBelowProject: true,
  dueList: undefined,
  collapsible: false,
  isBlocked: false,
  branch: undefined,
  pullRequest: undefined,
  assignees: 'Ada',
};
const CHANGES: readonly Partial<ItemRowFacts>[] = [
  { prefix: 'API' },
  { state: { id: 's1', name: 'Done', group: 'completed' } },
  { knownStates: [] },
  { dueTexts: { date: 'Nov 19', near: undefined, badge: undefined } },
  { today: '2026-11-21' },
  { isBelowProject: false },
  { dueList: 'overdue' },
  { collapsible: true },
  { isBlocked: true },
  { branch: { name: 'web-1', uncommitted: 0, ahead: 0, behind: 0 } },
  { pullRequest: { state: 'open', hasFailingChecks: false, at: 0 } },
  { assignees: 'Bruno' },
];

it('ItemRowCache returns the same row for the same work item and equal facts', () => {
  const cache = new ItemRowCache();
  const present = vi.fn(() => ({ label: 'Fix', collapsible: false, context: 'workItem', accessibleName: 'Fix' }));
  const record = item('w1');
  const row = cache.get(record, FACTS, present);
  expect(cache.get(record, { ...FACTS }, present)).toBe(row);
  expect(present).toHaveBeenCalledOnce();
  cache.get(item('w1'), FACTS, present);
  expect(present).toHaveBeenCalledTimes(2);
});

it('has a change for each fact', () => {
  expect(CHANGES.flatMap((change) => Object.keys(change))).toEqual(Object.keys(FACTS));
});

it.each(CHANGES)('ItemRowCache builds the row again after the change %j', (change) => {
  const cache = new ItemRowCache();
  const present = vi.fn(() => ({ label: 'Fix', collapsible: false, context: 'workItem', accessibleName: 'Fix' }));
  const record = item('w1');
  cache.get(record, FACTS, present);
  cache.get(record, { ...FACTS, ...change }, present);
  expect(present).toHaveBeenCalledTimes(2);
});

it('a row of a tree is the same object until what it shows changes', () => {
  const data = createTreeData({ items: [item('w1', { name: 'Fix', assignees: ['u1'] })] });
  const node = { kind: 'workItem', project: 'p1', id: 'w1', under: PROJECT_NODE } as const;
  const row = presentTreeRow(node, data);
  expect(presentTreeRow({ ...node }, data)).toBe(row);
});

it('ItemRowCache keeps the collapsible row of a work item while a filter hides its sub-items', () => {
  const cache = new ItemRowCache();
  const present = vi.fn(() => ({ label: 'Fix', collapsible: false, context: 'workItem', accessibleName: 'Fix' }));
  const record = item('w1');
  for (const collapsible of [true, false, true, false]) cache.get(record, { ...FACTS, collapsible }, present);
  expect(present).toHaveBeenCalledTimes(2);
});
