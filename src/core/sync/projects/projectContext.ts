// Reads what the work items of a project refer to or do not contain: its states, and which work items are in its cycles
// and modules that are not over.

import { ApiError, isUnsupportedInProject } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { Clock } from '../../../std/clock.ts';
import { itemsContainModule, MAX_READ_OWNERS, openItemLists } from '../../cache/changes/memberships.ts';
import type { ListKey } from '../../cache/lists/listKey.ts';
import { type PagedList, readAllOrThrow } from '../../cache/lists/pagedList.ts';
import type { Store } from '../../cache/store/store.ts';

/**
 * The age from which a list is read again, in milliseconds. What is in sight is refreshed more often
 * (`backgroundRefresh.ts`), so this age matters for pages, filters and My Work only.
 */
const MAX_AGE_MS = 2 * 60 * 60_000;
/** The minimum time between two requests for lists that are read again, in milliseconds: 6 an hour. */
const REREAD_DISTANCE_MS = 10 * 60_000;

export class ProjectContext {
  readonly #store: Store;
  readonly #clock: Clock;
  /** When a list was read again, in milliseconds since the epoch. */
  #rereadAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Sends one request that is due for one of the projects, the first ones first. Resolves with false if none is due.
   * Rejects with an ApiError if the request fails, except if the server does not have these lists.
   */
  async readNext(projects: readonly string[], options: CallOptions): Promise<boolean> {
    for (const project of projects) {
      if (await this.#readStates(project, options)) return true;
      for (const key of this.#keysOf(project)) if (await this.#readList(key, options)) return true;
    }
    return false;
  }

  /** Reads the states if none are known: an earlier run's are on disk, and work items bring their new names. */
  async #readStates(project: string, options: CallOptions): Promise<boolean> {
    const list = this.#store.resources.states.list(project);
    if (list.state.status === 'ready' || list.readAt !== undefined) return false;
    await readAllOrThrow(list, options);
    return true;
  }

  async #readList(key: ListKey, options: CallOptions): Promise<boolean> {
    const list = this.#store.list(key);
    const { readAt, state } = list;
    const now = this.#clock.now();
    const isCurrent = readAt !== undefined && readAt <= now && now - readAt < MAX_AGE_MS;
    if (isCurrent && (state.status !== 'ready' || state.next === undefined)) return false;
    if (readAt !== undefined && !isCurrent) {
      // If the clock was set back, the time of the latest request is in the future.
      if (Math.abs(now - this.#rereadAt) < REREAD_DISTANCE_MS) return false;
      this.#rereadAt = now;
    }
    await readOnce(list, isCurrent, options);
    return true;
  }

  #keysOf(project: string): readonly ListKey[] {
    const record = this.#store.project(project);
    if (record === undefined) return [];
    const keysBelow = (of: 'cycles' | 'modules'): readonly ListKey[] => [
      { of, owner: project },
      ...openItemLists(this.#store, of, project, this.#clock.now()).slice(0, MAX_READ_OWNERS),
    ];
    return [
      ...(record.cycle_view === false ? [] : keysBelow('cycles')),
      ...(record.module_view === false || itemsContainModule(this.#store, project) ? [] : keysBelow('modules')),
    ];
  }
}

/** Reads the first page, the next page of a current list, or the changes of an old list. Rejects with an ApiError. */
async function readOnce(list: PagedList, isCurrent: boolean, options: CallOptions): Promise<void> {
  if (list.state.status === 'ready' && !isCurrent) {
    await list.revalidate(options);
    return;
  }
  await (list.state.status === 'ready' ? list.loadMore(options) : list.read(options));
  const { fault } = list.state;
  if (fault !== undefined && !isUnsupportedInProject(fault)) throw new ApiError(fault);
}
