// What is known about the cycles and modules of work items. A work item does not contain its cycle and, on some servers,
// not its modules, so the lists of work items of the cycles and modules show it.
import { cyclePhase } from '../../../contract/cycleDays.ts';
import { todayAt } from '../../../std/calendarDay.ts';
import type { ListKey } from '../lists/listKey.ts';
import type { Store } from '../store/store.ts';

const CLOSED_MODULE_STATUSES: readonly unknown[] = ['completed', 'cancelled'];

/** Whether the first work item of the project's list contains its module. */
export function itemsContainModule(store: Store, project: string): boolean {
  const [id] = store.list({ of: 'items', owner: project }).state.ids;
  return id !== undefined && store.item({ project, id })?.module !== undefined;
}

/**
 * Returns the keys of the lists of work items of those known cycles, or modules, of the project that are not over.
 * `now` is in milliseconds since the epoch.
 */
export function openItemLists(
  store: Store,
  of: 'cycles' | 'modules',
  project: string,
  now: number,
): readonly ListKey[] {
  const { cycles, modules } = store.resources;
  const isOpen = (id: string): boolean => {
    if (of === 'modules') return !CLOSED_MODULE_STATUSES.includes(modules.get(id, project)?.status);
    const cycle = cycles.get(id, project);
    return (
      cycle !== undefined && cyclePhase(cycle, store.project(project), { now, today: todayAt(now) }) !== 'completed'
    );
  };
  const itemsOf = of === 'cycles' ? 'cycleItems' : 'moduleItems';
  const { ids } = store.list({ of, owner: project }).state;
  return ids.filter(isOpen).map((id): ListKey => ({ of: itemsOf, owner: `${project}/${id}` }));
}

/** Whether the lists of work items of all cycles, or modules, of the project that are not over are complete. */
export function areOpenItemListsComplete(
  store: Store,
  of: 'cycles' | 'modules',
  project: string,
  now: number,
): boolean {
  const keys: readonly ListKey[] = [{ of, owner: project }, ...openItemLists(store, of, project, now)];
  return keys.every((key) => {
    const { status, next } = store.list(key).state;
    return status === 'ready' && next === undefined;
  });
}
