// Finds what should be done before a work item is completed, as far as it is loaded. Nothing is requested.
import { isClosedGroup } from '../../../contract/resources/state.ts';
import type { ItemAddress } from '../address.ts';
import type { Store } from './store.ts';

/** Returns the open work items that block this one; none if it is done itself. */
export function openBlockers(store: Store, address: ItemAddress): readonly ItemAddress[] {
  const blockers = store.relations.blockersOf(address);
  return blockers.length === 0 || store.isDone(address) ? [] : blockers.filter((blocker) => isOpen(store, blocker));
}

/** Returns the open sub-items of a work item. */
export function openSubItems(store: Store, { project, id }: ItemAddress): readonly ItemAddress[] {
  const subItems: ItemAddress[] = [];
  for (const item of store.resources.workItems.records.all().values())
    if (item.parent === id && item.project === project) subItems.push({ project, id: item.id });
  return subItems.filter((subItem) => isOpen(store, subItem));
}

/** Whether the work item is loaded and open. Without its state, nothing is said. */
function isOpen(store: Store, address: ItemAddress): boolean {
  const state = store.stateOf(address);
  return state !== undefined && !isClosedGroup(state.group);
}
