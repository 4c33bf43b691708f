// Computes the numbers of an overview's charts from work items. Pure.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../contract/constantLabel.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import {
  type Bar,
  CHARTED_STATE_GROUPS,
  type Charts,
  type Day,
  type StateGroupCounts,
  type StateGroupName,
  type Week,
} from '../protocol/overview.ts';

/** The properties of a work item that are counted. */
export interface CountedItem {
  readonly state: string | null;
  readonly priority: string;
  readonly assignees: readonly string[];
  readonly created_at: string | undefined;
  readonly completed_at: string | undefined;
}

/** Looks up the names of states and users. Returns undefined if they are not loaded. */
export interface CountedNames {
  state(id: string): { readonly name: string; readonly group?: string | null | undefined } | undefined;
  person(id: string): string | undefined;
}

/** First and last day (YYYY-MM-DD). */
export interface ChartSpan {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** Half a year fits on a page; earlier weeks are not shown. */
export const MAX_WEEKS = 26;
/** Number of users with a row of their own. */
export const MAX_PEOPLE = 12;
/** The chart of a longer cycle would not be readable. */
const MOST_DAYS = 366;

const STAGE_OF: Readonly<Record<string, StateGroupName>> = {
  completed: 'done',
  started: 'started',
  cancelled: 'cancelled',
};
const GROUP_ORDER: readonly string[] = ['completed', 'started', 'unstarted', 'backlog', 'cancelled'];

/** `now` is in milliseconds since the epoch; `span` is the span of a cycle. */
export function chartsOf(items: readonly CountedItem[], names: CountedNames, now: number, span?: ChartSpan): Charts {
  const staged = items.map((item) => ({ item, stage: stageOf(item, names) }));
  const burnDown = span === undefined ? undefined : burnDownOf(staged, span, now);
  return {
    totals: countsOf(staged.map(({ stage }) => stage)),
    states: statesOf(staged, names),
    priorities: prioritiesOf(staged),
    people: peopleOf(staged, names),
    weeks: weeksOf(items, now),
    ...(burnDown === undefined ? {} : { burnDown }),
  };
}

interface Staged {
  readonly item: CountedItem;
  readonly stage: StateGroupName;
}

/** A work item with an unknown state is done if it has a completion time. */
function stageOf(item: CountedItem, names: CountedNames): StateGroupName {
  const group = item.state === null ? undefined : names.state(item.state)?.group;
  if (!group) return item.completed_at === undefined ? 'open' : 'done';
  return STAGE_OF[group] ?? 'open';
}

function countsOf(stages: readonly StateGroupName[]): StateGroupCounts {
  const counts = { done: 0, started: 0, open: 0, cancelled: 0 };
  for (const stage of stages) counts[stage] += 1;
  return counts;
}

function sumOf(counts: StateGroupCounts): number {
  return CHARTED_STATE_GROUPS.reduce((sum, stage) => sum + counts[stage], 0);
}

/** States with the same name and group in several projects are one row. Rows are ordered from done to cancelled. */
function statesOf(staged: readonly Staged[], names: CountedNames): Bar[] {
  const rows = new Map<string, { readonly label: string; readonly rank: number; readonly stages: StateGroupName[] }>();
  for (const { item, stage } of staged) {
    const state = item.state === null ? undefined : names.state(item.state);
    const label = state?.name ?? (item.state === null ? l10n.t('No state') : l10n.t('Unknown state'));
    const rank = GROUP_ORDER.indexOf(state?.group ?? '');
    const row = rows.get(`${rank} ${label}`) ?? { label, rank: rank < 0 ? GROUP_ORDER.length : rank, stages: [] };
    row.stages.push(stage);
    rows.set(`${rank} ${label}`, row);
  }
  return [...rows.values()]
    .sort(
      (one, other) =>
        one.rank - other.rank || other.stages.length - one.stages.length || one.label.localeCompare(other.label),
    )
    .map(({ label, stages }) => ({ label, counts: countsOf(stages) }));
}

/** Plane's priorities in their order, without those that have no work items, then the server's own priorities. */
function prioritiesOf(staged: readonly Staged[]): Bar[] {
  const rows = grouped(staged, ({ item }) => [item.priority || 'none']);
  const known = PRIORITIES.filter((one) => rows.has(one));
  const others = [...rows.keys()].filter((one) => !PRIORITIES.some((priority) => priority === one)).sort();
  return [...known, ...others].map((one) => ({
    label: priorityLabel(one),
    counts: countsOf(rows.get(one) ?? []),
  }));
}

function priorityLabel(priority: string): string {
  if (priority === 'none') return l10n.t('No priority');
  return PRIORITIES.some((one) => one === priority) ? constantLabel(priority) : priority;
}

function peopleOf(staged: readonly Staged[], names: CountedNames): Bar[] {
  const rows = grouped(staged, ({ item }) => (item.assignees.length === 0 ? [''] : item.assignees));
  const unassigned = rows.get('');
  rows.delete('');
  const bars = [...rows]
    .map(([id, stages]) => ({ label: names.person(id) ?? l10n.t('Unknown user'), counts: countsOf(stages) }))
    .sort((one, other) => sumOf(other.counts) - sumOf(one.counts) || one.label.localeCompare(other.label));
  const rest = bars.slice(MAX_PEOPLE);
  return [
    ...bars.slice(0, MAX_PEOPLE),
    ...(rest.length === 0
      ? []
      : [{ label: l10n.t('{0} more', formatCount(rest.length)), counts: added(rest.map(({ counts }) => counts)) }]),
    ...(unassigned === undefined ? [] : [{ label: l10n.t('Unassigned'), counts: countsOf(unassigned) }]),
  ];
}

function added(all: readonly StateGroupCounts[]): StateGroupCounts {
  const of = (stage: StateGroupName): number => all.reduce((sum, counts) => sum + counts[stage], 0);
  return { done: of('done'), started: of('started'), open: of('open'), cancelled: of('cancelled') };
}

function grouped(staged: readonly Staged[], keys: (one: Staged) => readonly string[]): Map<string, StateGroupName[]> {
  const groups = new Map<string, StateGroupName[]>();
  for (const one of staged) {
    for (const key of new Set(keys(one))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [one.stage]);
      else group.push(one.stage);
    }
  }
  return groups;
}

/** From the week of the first work item to this week, at most MAX_WEEKS; empty if no work item has a creation time. */
function weeksOf(items: readonly CountedItem[], now: number): Week[] {
  const created = items.flatMap(({ created_at }) => mondayOf(created_at));
  const completed = items.flatMap(({ completed_at }) => mondayOf(completed_at));
  const first = [...created, ...completed].reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const [last = 0] = mondayOf(new Date(now).toISOString());
  const begin = Math.max(first, last - (MAX_WEEKS - 1) * WEEK_MS);
  const [createdIn, completedIn] = [tally(created), tally(completed)];
  const weeks: Week[] = [];
  for (let monday = begin; monday <= last; monday += WEEK_MS) {
    weeks.push({ from: dateOf(monday), created: createdIn.get(monday) ?? 0, completed: completedIn.get(monday) ?? 0 });
  }
  return weeks;
}

function tally(mondays: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const one of mondays) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** The start of the week of this instant, in milliseconds since the epoch; empty if it is not a valid timestamp. */
function mondayOf(instant: string | undefined): number[] {
  const at = Date.parse(instant ?? '');
  if (Number.isNaN(at)) return [];
  const day = Math.floor(at / DAY_MS);
  // Day 0 was a Thursday.
  return [(day - ((day + 3) % 7)) * DAY_MS];
}

/**
 * Counts work items that are left at the end of each day. Cancelled work items do not count. Returns undefined if the
 * dates are invalid or too far apart for a chart.
 */
function burnDownOf(staged: readonly Staged[], { from, to }: ChartSpan, now: number): Day[] | undefined {
  const [begin, end] = [Date.parse(from.slice(0, 10)), Date.parse(to.slice(0, 10))];
  const days = Math.round((end - begin) / DAY_MS) + 1;
  if (!(days >= 2 && days <= MOST_DAYS)) return undefined;
  const counted = staged.filter(({ stage }) => stage !== 'cancelled');
  const doneAt = counted.flatMap(({ item, stage }) => (stage === 'done' ? [doneInstant(item, begin)] : []));
  return Array.from({ length: days }, (_, index) => {
    const dayEnd = begin + (index + 1) * DAY_MS;
    const left = counted.length - doneAt.filter((at) => at < dayEnd).length;
    const even = (counted.length * (days - 1 - index)) / (days - 1);
    return { date: dateOf(begin + index * DAY_MS), left: dayEnd - DAY_MS > now ? undefined : left, even };
  });
}

/** A done work item without a completion time counts as done from the start. */
function doneInstant({ completed_at }: CountedItem, begin: number): number {
  const at = Date.parse(completed_at ?? '');
  return Number.isNaN(at) ? begin : at;
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
