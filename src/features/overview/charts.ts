// Computes the data of an overview's charts from work items. Pure.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../contract/constantLabel.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import {
  type Bar,
  type BurnDownPoint,
  CHART_GROUPS,
  type ChartGroup,
  type ChartGroupCounts,
  type Charts,
  type DateLabel,
  type WeekCounts,
} from '../../shell/protocol/overview.ts';
import { dayIn, zoneNamed } from '../../std/dates/zonedDay.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { formatDate, formatShortDate } from '../../std/formatTime.ts';

/** The properties of a work item that the charts use. */
export interface ChartSourceItem {
  readonly state: string | null;
  readonly priority: string;
  readonly assignees: readonly string[];
  readonly created_at: string | undefined;
  readonly completed_at: string | undefined;
}

/** Looks up the names of states and users by id. The methods return undefined if the state or user is not loaded. */
export interface ChartNames {
  state(id: string): { readonly name: string; readonly group?: string | null | undefined } | undefined;
  person(id: string): string | undefined;
}

/** The first and the last day of a cycle (YYYY-MM-DD). */
export interface ChartSpan {
  readonly from: string;
  readonly to: string;
  /** The project's time zone, in which its days begin. UTC if the server does not send it. */
  readonly timezone?: string | null | undefined;
}

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** Earlier weeks are not shown, because more than half a year does not fit on the page. */
export const MAX_WEEKS = 26;
/** Maximum number of users with a bar of their own. */
export const MAX_PEOPLE = 12;
/** The burn-down chart of a longer cycle would not be readable. */
const MAX_BURN_DOWN_DAYS = 366;

const CHART_GROUP_BY_STATE_GROUP: Readonly<Record<string, ChartGroup>> = {
  completed: 'done',
  started: 'started',
  cancelled: 'cancelled',
};
const STATE_BAR_ORDER: readonly string[] = ['completed', 'started', 'unstarted', 'backlog', 'cancelled'];

/**
 * Returns the data of all charts. `now` is in milliseconds since the epoch; `span` are the first and last day of a
 * cycle.
 */
export function chartsOf(items: readonly ChartSourceItem[], names: ChartNames, now: number, span?: ChartSpan): Charts {
  const chartedItems = items.map((item) => ({ item, chartGroup: chartGroupOf(item, names) }));
  const burnDown = span === undefined ? undefined : burnDownOf(chartedItems, span, now);
  return {
    totals: countsOf(chartedItems.map(({ chartGroup }) => chartGroup)),
    states: stateBarsOf(chartedItems, names),
    priorities: priorityBarsOf(chartedItems),
    people: personBarsOf(chartedItems, names),
    weeks: weeksOf(items, now),
    ...(burnDown === undefined ? {} : { burnDown }),
  };
}

interface ChartedItem {
  readonly item: ChartSourceItem;
  readonly chartGroup: ChartGroup;
}

/**
 * Returns the group in which a work item is counted. If its state group is unknown, the work item counts as done if it
 * has a completion time, otherwise as open.
 */
function chartGroupOf(item: ChartSourceItem, names: ChartNames): ChartGroup {
  const group = item.state === null ? undefined : names.state(item.state)?.group;
  if (!group) return item.completed_at === undefined ? 'open' : 'done';
  return CHART_GROUP_BY_STATE_GROUP[group] ?? 'open';
}

function countsOf(chartGroups: readonly ChartGroup[]): ChartGroupCounts {
  const counts = { done: 0, started: 0, open: 0, cancelled: 0 };
  for (const chartGroup of chartGroups) counts[chartGroup] += 1;
  return counts;
}

function totalOf(counts: ChartGroupCounts): number {
  return CHART_GROUPS.reduce((sum, chartGroup) => sum + counts[chartGroup], 0);
}

/** Returns a bar for each state, completed first and unknown last. States of the same name and group share a bar. */
function stateBarsOf(chartedItems: readonly ChartedItem[], names: ChartNames): Bar[] {
  const rows = new Map<
    string,
    Pick<Bar, 'label' | 'filter'> & { readonly rank: number; readonly chartGroups: ChartGroup[] }
  >();
  for (const { item, chartGroup } of chartedItems) {
    const state = item.state === null ? undefined : names.state(item.state);
    const label = state?.name ?? (item.state === null ? l10n.t('No state') : l10n.t('Unknown state'));
    const rank = STATE_BAR_ORDER.indexOf(state?.group ?? '');
    const value = item.state === null ? '' : state?.name;
    const bar = rows.get(`${rank} ${label}`) ?? {
      label,
      ...(value === undefined ? {} : { filter: { field: 'state', value } }),
      rank: rank < 0 ? STATE_BAR_ORDER.length : rank,
      chartGroups: [],
    };
    bar.chartGroups.push(chartGroup);
    rows.set(`${rank} ${label}`, bar);
  }
  return [...rows.values()]
    .sort(
      (first, second) =>
        first.rank - second.rank ||
        second.chartGroups.length - first.chartGroups.length ||
        first.label.localeCompare(second.label),
    )
    .map(({ label, filter, chartGroups }) => ({
      label,
      ...(filter === undefined ? {} : { filter }),
      counts: countsOf(chartGroups),
    }));
}

/**
 * Returns the bars of Plane's priorities in their order, then of other priorities. Priorities without work items are
 * omitted.
 */
function priorityBarsOf(chartedItems: readonly ChartedItem[]): Bar[] {
  const rows = chartGroupsBy(chartedItems, ({ item }) => [item.priority || 'none']);
  const presentPriorities = PRIORITIES.filter((name) => rows.has(name));
  const otherPriorities = [...rows.keys()].filter((name) => !PRIORITIES.some((priority) => priority === name)).sort();
  return [...presentPriorities, ...otherPriorities].map((name) => ({
    label: priorityLabel(name),
    counts: countsOf(rows.get(name) ?? []),
    filter: { field: 'priority', value: name === 'none' ? '' : name },
  }));
}

function priorityLabel(priority: string): string {
  if (priority === 'none') return l10n.t('No priority');
  return PRIORITIES.some((known) => known === priority) ? constantLabel(priority) : priority;
}

function personBarsOf(chartedItems: readonly ChartedItem[], names: ChartNames): Bar[] {
  const rows = chartGroupsBy(chartedItems, ({ item }) => (item.assignees.length === 0 ? [''] : item.assignees));
  const unassignedGroups = rows.get('');
  rows.delete('');
  const bars = [...rows]
    .map(
      ([id, chartGroups]): Bar => ({
        label: names.person(id) ?? l10n.t('Unknown user'),
        counts: countsOf(chartGroups),
        filter: { field: 'assignee', value: id },
      }),
    )
    .sort((first, second) => totalOf(second.counts) - totalOf(first.counts) || first.label.localeCompare(second.label));
  const remainingBars = bars.slice(MAX_PEOPLE);
  return [
    ...bars.slice(0, MAX_PEOPLE),
    ...(remainingBars.length === 0
      ? []
      : [
          {
            label: l10n.t('{0} more', formatCount(remainingBars.length)),
            counts: sumOfCounts(remainingBars.map(({ counts }) => counts)),
          },
        ]),
    ...(unassignedGroups === undefined
      ? []
      : [
          {
            label: l10n.t('Unassigned'),
            counts: countsOf(unassignedGroups),
            filter: { field: 'assignee', value: '' } as const,
          },
        ]),
  ];
}

function sumOfCounts(countsOfBars: readonly ChartGroupCounts[]): ChartGroupCounts {
  const sumOfGroup = (chartGroup: ChartGroup): number =>
    countsOfBars.reduce((sum, counts) => sum + counts[chartGroup], 0);
  return {
    done: sumOfGroup('done'),
    started: sumOfGroup('started'),
    open: sumOfGroup('open'),
    cancelled: sumOfGroup('cancelled'),
  };
}

function chartGroupsBy(
  chartedItems: readonly ChartedItem[],
  keys: (item: ChartedItem) => readonly string[],
): Map<string, ChartGroup[]> {
  const groups = new Map<string, ChartGroup[]>();
  for (const item of chartedItems) {
    for (const key of new Set(keys(item))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item.chartGroup]);
      else group.push(item.chartGroup);
    }
  }
  return groups;
}

/**
 * Returns the weeks from the first creation or completion to now, at most MAX_WEEKS; empty if no work item has a time.
 */
function weeksOf(items: readonly ChartSourceItem[], now: number): WeekCounts[] {
  const creationMondays = items.flatMap(({ created_at }) => mondayOf(created_at));
  const completionMondays = items.flatMap(({ completed_at }) => mondayOf(completed_at));
  const firstMonday = [...creationMondays, ...completionMondays].reduce(
    (earliest, monday) => Math.min(earliest, monday),
    Number.POSITIVE_INFINITY,
  );
  const [lastMonday = 0] = mondayOf(new Date(now).toISOString());
  const start = Math.max(firstMonday, lastMonday - (MAX_WEEKS - 1) * WEEK_MS);
  const [creationCounts, completedIn] = [countByWeek(creationMondays), countByWeek(completionMondays)];
  const weeks: WeekCounts[] = [];
  for (let monday = start; monday <= lastMonday; monday += WEEK_MS) {
    weeks.push({
      ...chartDay(monday, lastMonday),
      created: creationCounts.get(monday) ?? 0,
      completed: completedIn.get(monday) ?? 0,
    });
  }
  return weeks;
}

function countByWeek(mondays: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const monday of mondays) counts.set(monday, (counts.get(monday) ?? 0) + 1);
  return counts;
}

/**
 * Returns an array with the Monday of the timestamp's week, in milliseconds since the epoch; an empty array if the
 * timestamp is invalid.
 */
function mondayOf(instant: string | undefined): number[] {
  const timestamp = Date.parse(instant ?? '');
  if (Number.isNaN(timestamp)) return [];
  const day = Math.floor(timestamp / DAY_MS);
  // Day 0, 1970-01-01, was a Thursday.
  return [(day - ((day + 3) % 7)) * DAY_MS];
}

/**
 * Counts the remaining work items at the end of each day, without the canceled ones. Returns undefined if the dates
 * are invalid or too far apart for a chart.
 */
function burnDownOf(
  chartedItems: readonly ChartedItem[],
  { from, to, timezone }: ChartSpan,
  now: number,
): BurnDownPoint[] | undefined {
  const [start, end] = [Date.parse(from.slice(0, 10)), Date.parse(to.slice(0, 10))];
  const dayCount = Math.round((end - start) / DAY_MS) + 1;
  if (!(dayCount >= 2 && dayCount <= MAX_BURN_DOWN_DAYS)) return undefined;
  const countedItems = chartedItems.filter(({ chartGroup }) => chartGroup !== 'cancelled');
  const zone = zoneNamed(timezone);
  const dayOf = (instant: number): string => (zone === undefined ? dateOf(instant) : dayIn(zone, instant));
  const doneDays = countedItems.flatMap(({ item, chartGroup }) =>
    chartGroup === 'done' ? [doneDay(item, from, dayOf)] : [],
  );
  return Array.from({ length: dayCount }, (_, index) => {
    const day = dateOf(start + index * DAY_MS);
    const remaining = countedItems.length - doneDays.filter((done) => done <= day).length;
    const ideal = (countedItems.length * (dayCount - 1 - index)) / (dayCount - 1);
    return {
      ...chartDay(start + index * DAY_MS, end),
      remaining: day > dayOf(now) ? undefined : remaining,
      ideal,
    };
  });
}

/** Returns the day of the completion, or `start` for a done work item without a completion time. */
function doneDay({ completed_at }: ChartSourceItem, start: string, dayOf: (instant: number) => string): string {
  const timestamp = Date.parse(completed_at ?? '');
  return Number.isNaN(timestamp) ? start : dayOf(timestamp);
}

/**
 * Returns the label and the tick of a day on an axis that ends with `lastDay`. `instant` and `lastDay` are in
 * milliseconds since the epoch.
 */
function chartDay(instant: number, lastDay: number): DateLabel {
  const day = dateOf(instant);
  return { label: formatDate(day), tick: formatShortDate(day, dateOf(lastDay)) };
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
