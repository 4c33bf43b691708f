// Tests the functions that the filter picker uses: the names of current cycles, and the order of states.
import { expect, it } from 'vitest';
import { currentCycleNames } from '../../../../src/workbench/features/tree/filterPresets.ts';
import { inWorkflowOrder } from '../../../../src/workbench/features/tree/stateOrder.ts';

it('currentCycleNames returns the names of the cycles whose dates include the day, without duplicates', () => {
  const cycles = [
    { name: 'Sprint 1', start_date: '2026-11-01', end_date: '2026-11-19' },
    { name: 'Sprint 2', start_date: '2026-11-20T00:00:00Z', end_date: '2026-12-03T00:00:00Z' },
    { name: 'Sprint 2', start_date: '2026-11-10', end_date: '2026-11-20' },
    { name: 'Someday', start_date: null, end_date: null },
  ];
  expect(currentCycleNames(cycles, '2026-11-20')).toEqual(['Sprint 2']);
  expect(currentCycleNames(cycles, '2026-11-19')).toEqual(['Sprint 1', 'Sprint 2']);
  expect(currentCycleNames(cycles, '2027-01-01')).toEqual([]);
});

it('inWorkflowOrder sorts states by group, then in the order of the project, and unknown names and groups last', () => {
  const groups = new Map([
    ['Review', { group: 'started' }],
    ['Coding', { group: 'started' }],
    ['Done', { group: 'completed' }],
    ['Triage', { group: 'triage' }],
    ['Todo', { group: 'unstarted' }],
  ]);
  const names = ['Coding', 'Done', 'gone', 'Review', 'Todo', 'Triage'];
  expect(inWorkflowOrder(names, groups).slice(0, 4)).toEqual(['Todo', 'Review', 'Coding', 'Done']);
  expect(inWorkflowOrder(names, groups).slice(4).sort()).toEqual(['Triage', 'gone']);
});
