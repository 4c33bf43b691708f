// What is known about the cycles and modules of work items. A work item does not contain its cycle and, on some servers,
// not its modules, so the lists of work items of the cycles and modules show it.
import { type CyclePhase, cyclePhase } from '../../../contract/cycleDays.ts';
import { todayAt } from '../../../std/calendarDay.ts';
import type { ListKey } from '../lists/listKey.ts';
import type { Store } from '../store/store.ts';

const CLOSED_MODULE_STATUSES: readonly unknown[] = ['completed', 'cancelled'];

/** Whether the first work item of the project's list contains its module. */
export function itemsContainModule(store: Store, project: string): boolean {
  const [id] = store.list({ of: 'items', owner: project }).state.ids;
  return id !== undefined && store.item({ project, id })?.module !== undefined;
}

/** How many cycles and how many modules of a project are read, so that old ones without an end cost nothing. */
export const MAX_READ_OWNERS = 8;

/**
 * Returns the keys of the lists of work items of those known cycles, or modules, of the project that are not over, the
 * current cycle first. `now` is in milliseconds since the epoch.
 */
export function openItemLists(
  store: Store,
  of: 'cycles' | 'modules',
  project: string,
  now: number,
): readonly ListKey[] {
  const { cycles, modules } = store.resources;
  const { ids } = store.list({ of, owner: project }).state;
  const idsIn = (phase: CyclePhase): readonly string[] =>
    ids.filter((id) => {
      const cycle = cycles.get(id, project);
      return cycle && cyclePhase(cycle, store.project(project), { now, today: todayAt(now) }) === phase;
    });
  if (of === 'modules')
    return ids
      .filter((id) => !CLOSED_MODULE_STATUSES.includes(modules.get(id, project)?.status))
      .map((id) => ({ of: 'moduleItems', owner: `${project}/${id}` }));
  return [...idsIn('current'), ...idsIn('upcoming'), ...idsIn('draft')].map((id) => ({
    of: 'cycleItems',
    owner: `${project}/${id}`,
  }));
}

/**
 * Whether the lists of work items of all modules of the project that are not over are complete, or those of the first
 * `MAX_READ_OWNERS` cycles: which of many upcoming cycles a work item is in may stay unknown.
 */
export function areOpenItemListsComplete(
  store: Store,
  of: 'cycles' | 'modules',
  project: string,
  now: number,
): boolean {
  const openLists = openItemLists(store, of, project, now);
  const keys = [{ of, owner: project }, ...(of === 'cycles' ? openLists.slice(0, MAX_READ_OWNERS) : openLists)];
  return keys.every((key) => {
    const { status, next } = store.list(key).state;
    return status === 'ready' && next === undefined;
  });
}
