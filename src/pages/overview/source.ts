// Owns where an overview's work items come from: the lists of a project, a cycle or an initiative, and what reading them costs.

import type { RecordAddress } from '../../cache/address.ts';
import type { PagedListState } from '../../cache/lists/pagedList.ts';
import { type ItemRecord, itemRecord } from '../../cache/record.ts';
import { ownerIn } from '../../cache/resources/associations.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import type { OverviewModel } from '../protocol/overview.ts';
import type { ChartSpan, CountedItem, CountedNames } from './charts.ts';

const VISIBLE: CallOptions = { urgency: 'visible' };

/** One list of the service that is read page by page. */
interface SourceList {
  readonly listing: PagedListState;
  /** Its rows are work items; others only lead to lists of them. */
  readonly counts: boolean;
  /** Reads its first page, or its next one. Gives the fault when that came to nothing. */
  step(): Promise<Fault | undefined>;
}

/** What an overview is drawn from. All but `open` and `step` is what is known now. */
export interface OverviewSource {
  readonly kind: OverviewModel['kind'];
  readonly name: string | undefined;
  readonly about: string;
  readonly span: ChartSpan | undefined;
  readonly lists: readonly SourceList[];
  readonly items: readonly CountedItem[];
  readonly names: CountedNames;
  /** Reads what must be known before anything can be drawn. Rejects with a FaultError. */
  open(): Promise<void>;
  /** Reads the states that items refer to and that did not come along with them. */
  readStates(): Promise<void>;
}

/** Undefined for a record that has no overview. */
export function overviewSource(store: Store, address: RecordAddress): OverviewSource | undefined {
  switch (address.kind) {
    case 'project':
      return projectSource(store, address.id);
    case 'cycle':
      return cycleSource(store, address);
    case 'initiative':
      return initiativeSource(store, address.id);
    default:
      return undefined;
  }
}

/** Requests that reading the rest of these costs; `atLeast` where no total is known. */
export function costOf(lists: readonly SourceList[]): { readonly requests: number; readonly atLeast: boolean } {
  const costs = lists.map(({ listing: { status, ids, next, total } }) => {
    if (status !== 'ready') return { requests: 1, atLeast: true };
    if (next === undefined) return { requests: 0, atLeast: false };
    return total === undefined
      ? { requests: 1, atLeast: true }
      : { requests: Math.max(1, Math.ceil((total - ids.length) / PAGE_SIZE)), atLeast: false };
  });
  return { requests: costs.reduce((sum, one) => sum + one.requests, 0), atLeast: costs.some(({ atLeast }) => atLeast) };
}

/** How many work items there are; undefined when a list does not say. */
export function totalItems(lists: readonly SourceList[]): number | undefined {
  const totals = lists.map(({ counts, listing }) => {
    if (listing.status !== 'ready') return undefined;
    if (!counts) return listing.next === undefined ? 0 : undefined;
    return listing.next === undefined ? listing.ids.length : listing.total;
  });
  return totals.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
}

function projectSource(store: Store, project: string): OverviewSource {
  const records = (): ItemRecord[] => store.itemsOf(project).ids.flatMap((id) => store.item({ project, id }) ?? []);
  return {
    kind: 'project',
    get name() {
      return store.project(project)?.name;
    },
    get about() {
      return store.project(project)?.identifier ?? '';
    },
    span: undefined,
    get lists() {
      return [itemsList(store, project)];
    },
    get items() {
      return records();
    },
    names: namesIn(store, () => [project]),
    async open() {
      if (store.project(project) === undefined) await store.resources.projects.readOne(project, '', VISIBLE);
      await store.readItems(project, VISIBLE);
    },
    readStates: () => readStates(store, records()),
  };
}

function cycleSource(store: Store, { within: project, id }: RecordAddress): OverviewSource {
  const { lists } = store.associations.cycleItems;
  const owner = ownerIn(project, id);
  const { cycles } = store.resources;
  const records = (): ItemRecord[] => lists.of(owner).ids.flatMap((item) => store.item({ project, id: item }) ?? []);
  return {
    kind: 'cycle',
    get name() {
      return cycles.get(id, project)?.name;
    },
    get about() {
      const span = spanOf(cycles.get(id, project));
      return [store.project(project)?.name, span && `${span.from} to ${span.to}`].filter(Boolean).join(' · ');
    },
    get span() {
      return spanOf(cycles.get(id, project));
    },
    get lists() {
      return [
        {
          listing: lists.of(owner),
          counts: true,
          step: () =>
            stepOf(
              () => lists.of(owner),
              () => lists.read(owner, VISIBLE),
              () => lists.loadMore(owner, VISIBLE),
            ),
        },
      ];
    },
    get items() {
      return records();
    },
    names: namesIn(store, () => [project]),
    async open() {
      if (cycles.get(id, project) === undefined) await cycles.readOne(id, project, VISIBLE);
      await lists.read(owner, VISIBLE);
    },
    readStates: () => readStates(store, records()),
  };
}

function initiativeSource(store: Store, id: string): OverviewSource {
  const { initiativeEpics: epics, initiativeProjects: projects } = store.associations;
  const { initiatives } = store.resources;
  const projectIds = (): readonly string[] => projects.lists.of(id).ids;
  const records = (): ItemRecord[] => {
    const large = epics.lists.of(id).ids.flatMap((epic) => {
      const record = store.resources.epics.get(epic, epics.placeOf(epic)?.within);
      return record === undefined ? [] : [itemRecord(record)];
    });
    const small = projectIds().flatMap((project) => store.itemsOf(project).ids.flatMap((item) => store.item({ project, id: item }) ?? []));
    return [...new Map([...large, ...small].map((record) => [record.id, record])).values()];
  };
  return {
    kind: 'initiative',
    get name() {
      return initiatives.get(id)?.name;
    },
    get about() {
      const state = initiatives.get(id)?.state?.toLowerCase();
      const count = (listing: PagedListState, one: string, many: string): string =>
        listing.status === 'ready'
          ? `${listing.total ?? listing.ids.length} ${(listing.total ?? listing.ids.length) === 1 ? one : many}`
          : '';
      const parts = [state, count(epics.lists.of(id), 'epic', 'epics'), count(projects.lists.of(id), 'project', 'projects')];
      return parts.filter(Boolean).join(' · ');
    },
    span: undefined,
    get lists() {
      const tie = (one: typeof epics.lists | typeof projects.lists, counts: boolean): SourceList => ({
        listing: one.of(id),
        counts,
        step: () =>
          stepOf(
            () => one.of(id),
            () => one.read(id, VISIBLE),
            () => one.loadMore(id, VISIBLE),
          ),
      });
      return [tie(projects.lists, false), tie(epics.lists, true), ...projectIds().map((project) => itemsList(store, project))];
    },
    get items() {
      return records();
    },
    names: namesIn(store, () => [...new Set(records().map(({ project }) => project))]),
    async open() {
      if (initiatives.get(id) === undefined) await initiatives.readOne(id, '', VISIBLE);
      await Promise.all([epics.lists.read(id, VISIBLE), projects.lists.read(id, VISIBLE)]);
    },
    readStates: () => readStates(store, records()),
  };
}

function itemsList(store: Store, project: string): SourceList {
  return {
    listing: store.itemsOf(project),
    counts: true,
    step: () =>
      stepOf(
        () => store.itemsOf(project),
        () => store.readItems(project, VISIBLE),
        () => store.moreItems(project, VISIBLE),
      ),
  };
}

async function stepOf(look: () => PagedListState, first: () => Promise<void>, next: () => Promise<void>): Promise<Fault | undefined> {
  await (look().status === 'ready' ? next() : first());
  return look().fault;
}

function spanOf(
  cycle: { readonly start_date?: string | null | undefined; readonly end_date?: string | null | undefined } | undefined,
): ChartSpan | undefined {
  const [from, to] = [cycle?.start_date?.slice(0, 10), cycle?.end_date?.slice(0, 10)];
  return from && to ? { from, to } : undefined;
}

/** A state or person, in whichever of the projects it is known. */
function namesIn(store: Store, projects: () => readonly string[]): CountedNames {
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
  const lacking = new Set(
    records.flatMap(({ project, state }) => (state !== null && !store.state(project, state)?.group ? [project] : [])),
  );
  await Promise.all([...lacking].map((project) => store.states.read(project)));
}
