// Tests the functions that the filter picker uses: the names of current cycles, and the order of states.
import { expect, it } from 'vitest';
import { currentCycleNames } from '../../../../src/features/filters/filterPresets.ts';
import { inWorkflowOrder } from '../../../../src/features/filters/stateOrder.ts';

it.each([
  { now: '2026-11-20T12:00:00Z', today: '2026-11-20', names: ['Sprint 2', 'Tokyo'] },
  { now: '2026-11-19T12:00:00Z', today: '2026-11-19', names: ['Sprint 1', 'Sprint 2', 'Tokyo'] },
  { now: '2026-12-31T12:00:00Z', today: '2027-01-01', names: [] },
  // The cycle of the project in Tokyo has instants: Nov 11 to Nov 28 there, whatever day it is for the user.
  { now: '2026-11-10T14:59:59Z', today: '2026-11-11', names: ['Sprint 1', 'Sprint 2'] },
  { now: '2026-11-10T15:00:00Z', today: '2026-11-10', names: ['Sprint 1', 'Sprint 2', 'Tokyo'] },
  { now: '2026-11-28T14:59:59Z', today: '2026-11-28', names: ['Sprint 2', 'Tokyo'] },
  { now: '2026-11-28T15:00:00Z', today: '2026-11-28', names: ['Sprint 2'] },
])('currentCycleNames returns the names of the cycles that are current at $now, without duplicates', (time) => {
  const tokyo = { timezone: 'Asia/Tokyo' };
  const cycles = [
    [{ name: 'Sprint 1', start_date: '2026-11-01', end_date: '2026-11-19' }, tokyo],
    [{ name: 'Sprint 2', start_date: '2026-11-20T00:00:00Z', end_date: '2026-12-03T00:00:00Z' }, undefined],
    [{ name: 'Sprint 2', start_date: '2026-11-10', end_date: '2026-11-20' }, undefined],
    [{ name: 'Someday', start_date: null, end_date: null }, tokyo],
    [{ name: 'Tokyo', start_date: '2026-11-10T15:00:01Z', end_date: '2026-11-28T14:59:00Z' }, tokyo],
  ] as const;
  expect(currentCycleNames(cycles, { now: Date.parse(time.now), today: time.today })).toEqual(time.names);
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
