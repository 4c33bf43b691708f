// @vitest-environment jsdom
// Tests the overview page: its charts, and what it shows while the window does not use its account.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { createOverviewRenderer } from '../../../../../src/features/overview/page/overviewPage.tsx';
import type { MessageFromOverview, OverviewModel } from '../../../../../src/shell/protocol/overview.ts';
import { daysAfter } from '../../../../../src/std/calendarDay.ts';
import { formatDate, formatShortDate } from '../../../../../src/std/formatTime.ts';

const NO_COUNTS = { done: 0, started: 0, open: 0, cancelled: 0 };
const MODEL: OverviewModel = {
  address: 'project//p1',
  account: 'a1',
  kind: 'project',
  status: 'ready',
  name: 'Atlas Web',
  about: 'WEB',
  read: 0,
  total: 0,
  charts: { totals: NO_COUNTS, states: [], priorities: [], people: [], weeks: [] },
};

const chartDay = (day: string) => ({ label: formatDate(day), tick: formatShortDate(day, day) });

const root = document.createElement('div');
document.body.append(root);
afterEach(() => render(null, root));

describe('The overview page', () => {
  it('of another account has a Switch Account button, and focuses its heading after the switch', async () => {
    const sent: MessageFromOverview[] = [];
    const renderModel = createOverviewRenderer(root, (message) => sent.push(message));
    const show = (model: OverviewModel) => act(() => renderModel(model));
    const account = { title: 'This page belongs to another account', button: 'Switch Account' };
    const problem = { message: 'Switch to acme to show this page.', retry: false, account };
    await show({ ...MODEL, status: 'otherAccount', problem });
    expect(root.querySelector('[role=alert]')?.textContent).toBe(`${account.title}${problem.message}`);
    expect(root.querySelectorAll('button')).toHaveLength(1);
    await act(() => root.querySelector<HTMLElement>('[data-testid=switch-account]')?.click());
    expect(sent).toEqual([{ type: 'switchAccount' }]);
    await show({ ...MODEL, status: 'loading' });
    await show(MODEL);
    expect(document.activeElement).toBe(root.querySelector('h1'));
  });

  it.each<[Partial<OverviewModel>, readonly string[], string]>([
    [{ status: 'loading' }, [], ''],
    [{ status: 'failed' }, [], 'The overview could not be loaded'],
    [
      { status: 'failed', problem: { message: 'No network.', retry: true } },
      ['Retry'],
      'The overview could not be loadedNo network.',
    ],
    [
      { status: 'failed', problem: { message: 'Rejected.', retry: false, signIn: true } },
      ['Sign In Again…'],
      'The overview could not be loadedRejected.',
    ],
    [{ rest: { requests: 2, isMinimum: false } }, ['Load All'], ''],
    [{ rest: { requests: 2, isMinimum: false }, reading: { done: 1, of: 4 } }, ['Cancel'], ''],
    [
      { problem: { message: 'No network.', retry: true } },
      [],
      'The remaining work items could not be loaded. No network.',
    ],
    [
      { problem: { message: 'Rejected.', retry: false, signIn: true } },
      ['Sign In Again…'],
      'The remaining work items could not be loaded. Rejected.Sign In Again…',
    ],
  ])('with %j offers what can be done, and says what is wrong', async (changes, labels, problem) => {
    const sent: MessageFromOverview[] = [];
    await act(() => createOverviewRenderer(root, (message) => sent.push(message))({ ...MODEL, ...changes }));
    const buttons = [...root.querySelectorAll('button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(labels);
    expect(root.querySelector('[role=alert]')?.textContent?.trim() ?? '').toBe(problem);
    for (const button of buttons) await act(() => button.click());
    const types: Readonly<Record<string, string>> = {
      Retry: 'retry',
      'Sign In Again…': 'signIn',
      'Load All': 'readRest',
      Cancel: 'cancel',
    };
    expect(sent).toEqual(labels.map((label) => ({ type: types[label] })));
  });

  it.each([
    ['There are no work items yet.', {}],
    ['The work items are not known yet. Load all to show the charts.', { rest: { requests: 2, isMinimum: false } }],
  ])('without work items says %s', async (words, changes) => {
    await act(() => createOverviewRenderer(root, () => undefined)({ ...MODEL, ...changes }));
    expect(root.querySelector('main .nothing')?.textContent).toBe(words);
  });

  it.each([
    ['Loading Atlas Web', 'Atlas Web'],
    ['Loading the overview', ''],
  ])('that loads is called %s', async (label, name) => {
    await act(() => createOverviewRenderer(root, () => undefined)({ ...MODEL, status: 'loading', name }));
    expect(root.querySelector('[aria-busy=true] [aria-label]')?.getAttribute('aria-label')).toBe(label);
  });

  it('leaves the focus where it is when other data arrives', async () => {
    const renderModel = createOverviewRenderer(root, () => undefined);
    await act(() => renderModel({ ...MODEL, rest: { requests: 2, isMinimum: false } }));
    const button = root.querySelector('button');
    button?.focus();
    await act(() => renderModel({ ...MODEL, read: 7, rest: { requests: 1, isMinimum: false } }));
    expect(document.activeElement).toBe(button);
  });

  it('shows the share of completed work items, without counting canceled work items', async () => {
    const renderModel = createOverviewRenderer(root, () => undefined);
    const totals = { done: 6, started: 4, open: 17, cancelled: 1 };
    await act(() => renderModel({ ...MODEL, read: 28, charts: { ...MODEL.charts, totals } }));
    expect(root.querySelector('#totals')?.textContent).toBe('22% completed (6 of 27)');
  });

  it.each([
    [3, ['Nov 2', 'Nov 9', 'Nov 16'], 'Mon, Nov 2, 2026'],
    [4, ['Oct 26', 'Nov 2', 'Nov 9', 'Nov 16'], 'Mon, Oct 26, 2026'],
    [6, ['Oct 19', 'Nov 2', 'Nov 16'], 'Mon, Oct 12, 2026'],
    [9, ['Sep 21', 'Oct 5', 'Oct 19', 'Nov 2', 'Nov 16'], 'Mon, Sep 21, 2026'],
    [12, ['Sep 14', 'Oct 5', 'Oct 26', 'Nov 16'], 'Mon, Aug 31, 2026'],
  ])('shows %i weeks with dates in the display language, in the chart and in a table', async (count, ticks, first) => {
    const weeks = Array.from({ length: count }, (_, index) => ({
      ...chartDay(daysAfter('2026-11-16', 7 * (index + 1 - count))),
      created: 1,
      completed: 0,
    }));
    const renderModel = createOverviewRenderer(root, () => undefined);
    await act(() => renderModel({ ...MODEL, read: 3, charts: { ...MODEL.charts, weeks } }));
    expect([...root.querySelectorAll('.ends span')].map(({ textContent }) => textContent)).toEqual(ticks);
    expect(root.querySelector('[aria-labelledby=weeks] tbody th')?.textContent).toBe(first);
    expect(root.querySelector('[aria-labelledby=weeks] summary')?.getAttribute('title')).toBe('Show as Table: By week');
  });

  it('shows one date below the chart of a cycle of one day', async () => {
    const burnDown = [{ ...chartDay('2026-11-16'), remaining: 1, ideal: 2 }];
    const renderModel = createOverviewRenderer(root, () => undefined);
    await act(() => renderModel({ ...MODEL, read: 2, charts: { ...MODEL.charts, burnDown } }));
    expect([...root.querySelectorAll('.ends span')].map(({ textContent }) => textContent)).toEqual(['Nov 16']);
  });

  it('shows a bar as a button that shows the work items of the bar if a filter can select them', async () => {
    const sent: MessageFromOverview[] = [];
    const renderModel = createOverviewRenderer(root, (message) => sent.push(message));
    const counts = { ...NO_COUNTS, open: 2 };
    const states = [
      { label: 'Todo', counts, filter: { field: 'state', value: 'Todo' } as const },
      { label: 'Gone', counts },
    ];
    const people = [{ label: '3 more', counts }];
    await act(() => renderModel({ ...MODEL, read: 4, charts: { ...MODEL.charts, states, people } }));
    const buttons = [...root.querySelectorAll<HTMLElement>('.bars button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Todo2']);
    expect(buttons[0]?.title).toBe('2 not started (50% of the work items). Select to show them in the side bar.');
    await act(() => buttons[0]?.click());
    expect(sent).toEqual([{ type: 'showItems', field: 'state', value: 'Todo' }]);
  });

  it('shows the work items of a chart group after a click on its segment of the total or on its legend entry', async () => {
    const sent: MessageFromOverview[] = [];
    const renderModel = createOverviewRenderer(root, (message) => sent.push(message));
    const totals = { ...NO_COUNTS, done: 1, open: 2 };
    await act(() => renderModel({ ...MODEL, read: 3, charts: { ...MODEL.charts, totals } }));
    const segment = root.querySelector('.totals rect.fill-open');
    await act(() => void segment?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    const entries = [...root.querySelectorAll<HTMLElement>('.totals .key button')];
    expect(entries.map(({ textContent }) => textContent)).toContain('Completed 1');
    await act(() => entries[0]?.click());
    expect(sent).toEqual([
      { type: 'showItems', field: 'chartGroup', value: 'open' },
      { type: 'showItems', field: 'chartGroup', value: 'done' },
    ]);
  });

  it('shows the bar of a state in the color of its group in the legend', async () => {
    const renderModel = createOverviewRenderer(root, () => undefined);
    const states = [{ label: 'Todo', counts: { ...NO_COUNTS, open: 2 } }];
    await act(() => renderModel({ ...MODEL, read: 2, charts: { ...MODEL.charts, states } }));
    expect(root.querySelector('.bars rect')?.getAttribute('class')).toBe('fill-open');
  });

  it.each([
    [1, 0, 'This week: 1 created, 0 completed.'],
    [2, 0, 'Last 2 weeks, including this week: 2 created, 0 completed.'],
    [3, 1, 'Last 3 weeks, including this week: 3 created, 0 completed.'],
  ])('shows %i weeks with %i line charts and a summary in text', async (count, lineCharts, summary) => {
    const weeks = Array.from({ length: count }, (_, index) => ({
      ...chartDay(`2026-11-0${index + 1}`),
      created: 1,
      completed: 0,
    }));
    const renderModel = createOverviewRenderer(root, () => undefined);
    await act(() => renderModel({ ...MODEL, read: 3, charts: { ...MODEL.charts, weeks } }));
    expect(root.querySelectorAll('.lines')).toHaveLength(lineCharts);
    expect(root.querySelector('[aria-labelledby=weeks] > .dimmed')?.textContent).toBe(summary);
  });

  it('hatches the segment of canceled work items', async () => {
    const renderModel = createOverviewRenderer(root, () => undefined);
    const totals = { done: 1, started: 0, open: 0, cancelled: 1 };
    await act(() => renderModel({ ...MODEL, read: 2, charts: { ...MODEL.charts, totals } }));
    const hatching = root.querySelector('.totals .hatching');
    expect([hatching?.getAttribute('x1'), hatching?.getAttribute('x2')]).toEqual(['50', '100']);
    expect(root.querySelector('.totals .strip')?.getAttribute('viewBox')).toBe('0 0 100 10');
  });

  it('shows each part of a bar with a visible width, even for one of thousands of work items', async () => {
    const renderModel = createOverviewRenderer(root, () => undefined);
    const totals = { done: 1, started: 5000, open: 1, cancelled: 0 };
    await act(() => renderModel({ ...MODEL, read: 5002, charts: { ...MODEL.charts, totals } }));
    const strip = root.querySelector('.totals .strip');
    const parts = [...(strip?.querySelectorAll('rect') ?? [])].map((part) => ({
      from: Number(part.getAttribute('x')),
      width: Number(part.getAttribute('width')),
    }));
    expect(parts.map(({ width }) => width >= 1.5)).toEqual([true, true, true]);
    expect(parts[1]?.from).toBe(1.5);
    const end = (parts[2]?.from ?? 0) + (parts[2]?.width ?? 0);
    expect(strip?.getAttribute('viewBox')).toBe(`0 0 ${end} 10`);
  });
});
