// Refreshes the work item of a visible tab.
import { type ItemAddress, keyOf } from '../cache/address.ts';
import type { Store } from '../cache/store/store.ts';
import type { VisibleList } from './backgroundRefresh.ts';

/**
 * Returns what the background refresh checks for a visible work item. Its comments are read only if the work item has
 * changed: a new comment changes its `updated_at`.
 */
export function visibleItem(store: Store, address: ItemAddress): VisibleList {
  const { workItems } = store.resources;
  const key = keyOf(address);
  return {
    key,
    revalidate: async (signal) => {
      const options = { urgency: 'background', signal } as const;
      const { updated_at } = await workItems.readOne(address.id, address.project, options);
      await store.comments.revalidateFor(address, updated_at, options);
    },
  };
}
