// Provides the data of an overview, and the number of requests that load the remaining work items.

import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { constantLabel } from '../../contract/constantLabel.ts';
import { type CycleDates, cycleDays } from '../../contract/cycleDays.ts';
import type { Project } from '../../contract/resources/project.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { workItemCodec } from '../../contract/resources/workItem.ts';
import { PAGE_SIZE } from '../../contract/schema/limits.ts';
import type { RecordAddress } from '../../core/cache/address.ts';
import type { PagedList, PagedListState } from '../../core/cache/lists/pagedList.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { ownerIn } from '../../core/cache/resources/associations.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { formatShortDateRange } from '../../std/formatTime.ts';
import { plural } from '../../std/plural.ts';
import type { ChartNames, ChartSourceItem, ChartSpan } from './charts.ts';

const VISIBLE_OPTIONS: CallOptions = { urgency: 'visible' };

/** The data of an overview: the functions `open` and `readStates` load data, the others return what is loaded now. */
export interface OverviewSource {
  name(): string | undefined;
  description(): string;
  span(): ChartSpan | undefined;
  lists(): readonly PagedList[];
  items(): readonly ChartSourceItem[];
  readonly names: ChartNames;
  /** Loads the record and the first page of each list. Rejects with an ApiError. */
  open(): Promise<void>;
  /** Loads the states of the work items, if the responses with the work items did not contain them. */
  readStates(): Promise<void>;
}

/**
 * Returns the data of a record's overview, or undefined if this kind of record has no overview. `now` returns the time
 * in milliseconds.
 */
export function overviewSource(store: Store, address: RecordAddress, now: () => number): OverviewSource | undefined {
  switch (address.kind) {
    case 'project':
      return projectOverviewSource(store, address.id);
    case 'cycle':
      return cycleOverviewSource(store, address, now);
    case 'initiative':
      return initiativeOverviewSource(store, address.id);
    default:
      return undefined;
  }
}

/**
 * Returns the number of requests that are needed to load the rest of these lists. `isMinimum` is true if a total is
 * unknown.
 */
export function remainingRequestCount(lists: readonly PagedList[]): {
  readonly requests: number;
  readonly isMinimum: boolean;
} {
  const costs = lists.map(({ state: { status, ids, next, total } }) => {
    if (status !== 'ready') return { requests: 1, isMinimum: true };
    if (next === undefined) return { requests: 0, isMinimum: false };
    return total === undefined
      ? { requests: 1, isMinimum: true }
      : { requests: Math.max(1, Math.ceil((total - ids.length) / PAGE_SIZE)), isMinimum: false };
  });
  return {
    requests: costs.reduce((sum, cost) => sum + cost.requests, 0),
    isMinimum: costs.some(({ isMinimum }) => isMinimum),
  };
}

/** Returns the total number of work items in these lists, or undefined if the total of a list is unknown. */
export function totalItems(lists: readonly PagedList[]): number | undefined {
  const listTotals = lists.map(({ key, state: { status, ids, next, total } }) => {
    if (status !== 'ready') return undefined;
    // The list of an initiative's projects contains no work items. Until all its pages are loaded, the total is
    // unknown, because further projects may contain work items.
    if (key.of === 'initiativeProjects') return next === undefined ? 0 : undefined;
    return next === undefined ? ids.length : total;
  });
  return listTotals.reduce((sum, total) => (sum === undefined || total === undefined ? undefined : sum + total), 0);
}

/** Loads the first or the next page of the list. Resolves with the fault if the request fails. */
export async function loadNextPage(list: PagedList): Promise<Fault | undefined> {
  await (list.state.status === 'ready' ? list.loadMore(VISIBLE_OPTIONS) : list.read(VISIBLE_OPTIONS));
  return list.state.fault;
}

function projectOverviewSource(store: Store, project: string): OverviewSource {
  const list = store.list({ of: 'items', owner: project });
  const items = (): ItemRecord[] => list.state.ids.flatMap((id) => store.item({ project, id }) ?? []);
  return {
    name: () => store.project(project)?.name,
    description: () => store.project(project)?.identifier ?? '',
    span: () => undefined,
    lists: () => [list],
    items,
    names: namesIn(store, () => [project]),
    async open() {
      if (store.project(project) === undefined) await store.resources.projects.readOne(project, '', VISIBLE_OPTIONS);
      await list.read(VISIBLE_OPTIONS);
    },
    readStates: () => readStates(store, items()),
  };
}

function cycleOverviewSource(store: Store, { within: project, id }: RecordAddress, now: () => number): OverviewSource {
  const list = store.associations.cycleItems.list(ownerIn(project, id));
  const { cycles } = store.resources;
  const span = (): ChartSpan | undefined => spanOf(cycles.get(id, project), store.project(project));
  const items = (): ItemRecord[] => list.state.ids.flatMap((item) => store.item({ project, id: item }) ?? []);
  return {
    name: () => cycles.get(id, project)?.name,
    description() {
      const days = span();
      const dates = days && formatShortDateRange(days.from, days.to, todayAt(now()));
      return [store.project(project)?.name, dates].filter(Boolean).join(' · ');
    },
    span,
    lists: () => [list],
    items,
    names: namesIn(store, () => [project]),
    async open() {
      if (cycles.get(id, project) === undefined) await cycles.readOne(id, project, VISIBLE_OPTIONS);
      await list.read(VISIBLE_OPTIONS);
    },
    readStates: () => readStates(store, items()),
  };
}

function initiativeOverviewSource(store: Store, id: string): OverviewSource {
  const { associations } = store;
  const { initiatives } = store.resources;
  const epics = associations.initiativeEpics.list(id);
  const projects = associations.initiativeProjects.list(id);
  const itemLists = (): PagedList[] => projects.state.ids.map((owner) => store.list({ of: 'items', owner }));
  const items = (): ItemRecord[] => {
    const epicRecords = epics.state.ids.flatMap((epic) => {
      const record = store.resources.epics.get(epic, associations.initiativeEpics.addressOf(epic)?.within);
      return record === undefined ? [] : [workItemCodec.normalize(record)];
    });
    const itemRecords = itemLists().flatMap(({ key, state }) =>
      state.ids.flatMap((item) => store.item({ project: key.owner, id: item }) ?? []),
    );
    return [...new Map([...epicRecords, ...itemRecords].map((record) => [record.id, record])).values()];
  };
  return {
    name: () => initiatives.get(id)?.name,
    description() {
      const state = initiatives.get(id)?.state;
      return [
        ...(state ? [constantLabel(state)] : []),
        ...(epics.state.status === 'ready' ? [epicCount(totalOf(epics.state))] : []),
        ...(projects.state.status === 'ready' ? [projectCount(totalOf(projects.state))] : []),
      ].join(' · ');
    },
    span: () => undefined,
    lists: () => [projects, epics, ...itemLists()],
    items,
    names: namesIn(store, () => [...new Set(items().map(({ project }) => project))]),
    async open() {
      if (initiatives.get(id) === undefined) await initiatives.readOne(id, '', VISIBLE_OPTIONS);
      await Promise.all([epics.read(VISIBLE_OPTIONS), projects.read(VISIBLE_OPTIONS)]);
    },
    readStates: () => readStates(store, items()),
  };
}

function spanOf(cycle: CycleDates | undefined, project: Project | undefined): ChartSpan | undefined {
  if (cycle === undefined) return undefined;
  const { start: from, end: to } = cycleDays(cycle, project);
  return from === '' || to === '' ? undefined : { from, to, timezone: project?.timezone };
}

/** Returns a lookup that searches all of these projects for a state or user. */
function namesIn(store: Store, projects: () => readonly string[]): ChartNames {
  return {
    state: (id) => {
      for (const project of projects()) {
        const state = store.state(project, id);
        if (state !== undefined) return state;
      }
      return undefined;
    },
    person: (id) => {
      for (const project of projects()) {
        const user = store.user(project, id);
        if (user !== undefined) return nameOfUser(user);
      }
      return undefined;
    },
  };
}

async function readStates(store: Store, records: readonly ItemRecord[]): Promise<void> {
  const projectsToRead = new Set(
    records.flatMap(({ project, state }) => (state !== null && !store.state(project, state)?.group ? [project] : [])),
  );
  await Promise.all([...projectsToRead].map((project) => store.resources.states.readAll(project)));
}

function epicCount(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, { one: l10n.t('{0} epic', formattedCount), other: l10n.t('{0} epics', formattedCount) });
}

function projectCount(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, { one: l10n.t('{0} project', formattedCount), other: l10n.t('{0} projects', formattedCount) });
}

function totalOf({ total, ids }: PagedListState): number {
  return total ?? ids.length;
}
