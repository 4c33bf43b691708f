// Reads the relations of a work item, and the related work items.

import { ApiError, faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { type RelatedItem, relatedItems } from '../../core/cache/store/relatedItems.ts';
import type { Store } from '../../core/cache/store/store.ts';

/** Maximum number of related work items that are requested because their names are not in the cache. */
const MAX_REQUESTED_ITEMS = 20;

/** Reads the relations from the server, even if they are in the cache. Rejects with an ApiError. */
export async function readRelations(store: Store, address: ItemAddress): Promise<readonly RelatedItem[]> {
  const list = store.relations.list(address);
  await (list.state.status === 'ready' ? list.reload() : list.read());
  if (list.state.fault !== undefined) throw new ApiError(list.state.fault);
  return relatedItems(store, address);
}

/** Requests the related work items that are not in the cache. Rejects with an ApiError. */
export async function loadRelatedItemNames(store: Store, address: ItemAddress): Promise<void> {
  const unloadedItems = relatedItems(store, address)
    .filter(({ other }) => store.identifier(other) === undefined)
    .slice(0, MAX_REQUESTED_ITEMS);
  await Promise.all(
    unloadedItems.map(async ({ other: { id, project } }) => {
      try {
        await store.resources.workItems.readOne(id, project, { urgency: 'visible' });
      } catch (error) {
        // The work item may be in another project, or deleted, and is then listed without its name.
        if (!isMissingOrForbidden(faultOf(error))) throw error;
      }
    }),
  );
}
