// Tests the data of an overview's charts.
import { describe, expect, it } from 'vitest';
import { type ChartSourceItem, chartsOf, MAX_PEOPLE, MAX_WEEKS } from '../../../../src/features/overview/charts.ts';
import { formatDate, formatShortDate } from '../../../../src/std/formatTime.ts';

const STATES_BY_ID: Readonly<Record<string, { readonly name: string; readonly group: string }>> = {
  b: { name: 'Backlog', group: 'backlog' },
  t: { name: 'Todo', group: 'unstarted' },
  p: { name: 'In progress', group: 'started' },
  d: { name: 'Done', group: 'completed' },
  c: { name: 'Cancelled', group: 'cancelled' },
};
const names = { state: (id: string) => STATES_BY_ID[id], person: (id: string) => ({ u1: 'Ada', u2: 'Bruno' })[id] };
/** A Friday, in milliseconds since the epoch. */
const NOW = Date.parse('2026-11-20T12:00:00Z');

const chartDay = (day: string) => ({ label: formatDate(day), tick: formatShortDate(day, '2026-11-20') });

function item(state: string | null, properties: Partial<ChartSourceItem> = {}): ChartSourceItem {
  return { state, priority: 'none', assignees: [], created_at: undefined, completed_at: undefined, ...properties };
}

function counts(done: number, started: number, open: number, cancelled: number) {
  return { done, started, open, cancelled };
}

describe('The charts of an overview', () => {
  it('count open, started, done and canceled work items by the groups of their states', () => {
    const { totals, states } = chartsOf([item('b'), item('t'), item('t'), item('p'), item('d'), item('c')], names, NOW);
    expect(totals).toEqual(counts(1, 1, 3, 1));
    expect(states).toEqual([
      { label: 'Done', counts: counts(1, 0, 0, 0), filter: { field: 'state', value: 'Done' } },
      {
        label: 'In progress',
        counts: counts(0, 1, 0, 0),
        filter: { field: 'state', value: 'In progress' },
      },
      { label: 'Todo', counts: counts(0, 0, 2, 0), filter: { field: 'state', value: 'Todo' } },
      {
        label: 'Backlog',
        counts: counts(0, 0, 1, 0),
        filter: { field: 'state', value: 'Backlog' },
      },
      {
        label: 'Cancelled',
        counts: counts(0, 0, 0, 1),
        filter: { field: 'state', value: 'Cancelled' },
      },
    ]);
  });

  it('count a work item with an unknown state as done if it has a completion time', () => {
    const { totals, states } = chartsOf(
      [item('x'), item(null), item('x', { completed_at: '2026-11-01T00:00:00Z' })],
      names,
      NOW,
    );
    expect(totals).toEqual(counts(1, 0, 2, 0));
    expect(states.map(({ label, filter }) => [label, filter])).toEqual([
      ['Unknown state', undefined],
      ['No state', { field: 'state', value: '' }],
    ]);
  });

  it("list Plane's priorities in their order, and then other priorities", () => {
    const items = ['low', 'none', 'urgent', 'blazing', 'low'].map((priority) => item('d', { priority }));
    expect(chartsOf(items, names, NOW).priorities).toEqual([
      { label: 'Urgent', counts: counts(1, 0, 0, 0), filter: { field: 'priority', value: 'urgent' } },
      { label: 'Low', counts: counts(2, 0, 0, 0), filter: { field: 'priority', value: 'low' } },
      { label: 'No priority', counts: counts(1, 0, 0, 0), filter: { field: 'priority', value: '' } },
      { label: 'blazing', counts: counts(1, 0, 0, 0), filter: { field: 'priority', value: 'blazing' } },
    ]);
  });

  it('count a work item with two assignees for both users, and list unassigned work items last', () => {
    const items = [
      item('d', { assignees: ['u1', 'u2'] }),
      item('t', { assignees: ['u2'] }),
      item('t'),
      item('t'),
      item('t'),
    ];
    expect(chartsOf(items, names, NOW).people).toEqual([
      { label: 'Bruno', counts: counts(1, 0, 1, 0), filter: { field: 'assignee', value: 'u2' } },
      { label: 'Ada', counts: counts(1, 0, 0, 0), filter: { field: 'assignee', value: 'u1' } },
      { label: 'Unassigned', counts: counts(0, 0, 3, 0), filter: { field: 'assignee', value: '' } },
    ]);
  });

  it('have a bar for each user up to a maximum number, and one bar for all other users', () => {
    const items = Array.from({ length: MAX_PEOPLE + 3 }, (_, index) => item('t', { assignees: [`v${index}`] }));
    const { people } = chartsOf(items, names, NOW);
    expect(people).toHaveLength(MAX_PEOPLE + 1);
    expect(people.at(-1)).toEqual({ label: '3 more', counts: counts(0, 0, 3, 0) });
  });

  it('have consecutive weeks that start on Monday, up to the current week', () => {
    const items = [
      item('d', { created_at: '2026-11-01T23:59:59Z', completed_at: '2026-11-16T00:00:00Z' }),
      item('t', { created_at: '2026-11-02T00:00:00.000001Z' }),
      item('t', { created_at: '2026-11-20T10:00:00+02:00' }),
    ];
    expect(chartsOf(items, names, NOW).weeks).toEqual([
      { ...chartDay('2026-10-26'), created: 1, completed: 0 },
      { ...chartDay('2026-11-02'), created: 1, completed: 0 },
      { ...chartDay('2026-11-09'), created: 0, completed: 0 },
      { ...chartDay('2026-11-16'), created: 1, completed: 1 },
    ]);
  });

  it('contain only the weeks of the last half year, and no week if no work item has a creation time', () => {
    const { weeks } = chartsOf([item('t', { created_at: '2019-01-01T00:00:00Z' })], names, NOW);
    expect(weeks).toHaveLength(MAX_WEEKS);
    expect(weeks.at(-1)?.label).toBe('Mon, Nov 16, 2026');
    expect(weeks.at(0)?.tick).toBe('May 25');
    expect(weeks.every(({ created }) => created === 0)).toBe(true);
    expect(chartsOf([item('t')], names, NOW).weeks).toEqual([]);
  });

  it('have the number of remaining work items for each day up to today, without canceled work items', () => {
    const items = [
      item('d', { completed_at: '2026-11-18T09:00:00Z' }),
      item('d', { completed_at: '2026-11-19T23:59:59Z' }),
      item('d'),
      item('t'),
      item('c'),
    ];
    const { burnDown } = chartsOf(items, names, NOW, { from: '2026-11-18', to: '2026-11-22' });
    expect(burnDown).toEqual([
      { ...chartDay('2026-11-18'), remaining: 2, ideal: 4 },
      { ...chartDay('2026-11-19'), remaining: 1, ideal: 3 },
      { ...chartDay('2026-11-20'), remaining: 1, ideal: 2 },
      { ...chartDay('2026-11-21'), remaining: undefined, ideal: 1 },
      { ...chartDay('2026-11-22'), remaining: undefined, ideal: 0 },
    ]);
  });

  it.each([
    ['Asia/Tokyo', [1, 0]],
    ['America/Sao_Paulo', [0, 0]],
    [undefined, [0, 0]],
  ])('have a burn-down chart whose days begin in the time zone %s', (timezone, remaining) => {
    // 01:30 on November 19 in Tokyo, 13:30 on November 18 in São Paulo.
    const items = [item('d', { completed_at: '2026-11-18T16:30:00Z' })];
    const { burnDown } = chartsOf(items, names, NOW, { from: '2026-11-18', to: '2026-11-19', timezone });
    expect(burnDown?.map((point) => point.remaining)).toEqual(remaining);
  });

  it.each([
    ['of one day', '2026-11-18', '2026-11-18'],
    ['that ends before it starts', '2026-11-18', '2026-11-10'],
    ['of ten years', '2016-11-18', '2026-11-10'],
    ['with invalid dates', 'soon', 'later'],
  ])('have no burn-down chart for a cycle %s', (_, from, to) => {
    expect(chartsOf([item('t')], names, NOW, { from, to }).burnDown).toBeUndefined();
  });
});
