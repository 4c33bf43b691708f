// Reads the relations of a work item, and finds the related work items.
import { type ItemAddress, parseItemKey } from '../../../cache/address.ts';
import type { ItemRelation } from '../../../cache/resources/relations.ts';
import type { Store } from '../../../cache/store.ts';
import { ApiError, faultOf, isOutOfReach } from '../../../client/apiError.ts';

/** A relation with the address of the other work item. */
export interface RelatedItem extends Pick<ItemRelation, 'type'> {
  readonly other: ItemAddress;
}

/** Maximum number of related work items that are requested because their names are not in the cache. */
const MAX_REQUESTED_ITEMS = 20;

/** Reads the relations from the server, also if they are in the cache. Rejects with an ApiError. */
export async function readRelations(store: Store, address: ItemAddress): Promise<readonly RelatedItem[]> {
  const list = store.relations.list(address);
  await (list.state.status === 'ready' ? list.reload() : list.read());
  if (list.state.fault !== undefined) throw new ApiError(list.state.fault);
  return relatedItems(store, address);
}

/** Returns the relations that are in the cache. */
export function relatedItems(store: Store, address: ItemAddress): readonly RelatedItem[] {
  const relations = store.relations.list(address).state.ids.flatMap((id) => store.relations.get(address, id) ?? []);
  const unlocatedIds = new Set(
    relations.flatMap(({ otherId, otherProject }) => (otherProject === undefined ? otherId : [])),
  );
  const projects = new Map<string, string>();
  if (unlocatedIds.size > 0)
    for (const key of store.resources.workItems.records.all().keys()) {
      const item = parseItemKey(key);
      if (item !== undefined && unlocatedIds.has(item.id)) projects.set(item.id, item.project);
    }
  return relations.map(({ type, otherId, otherProject }) => ({
    type,
    // Most related work items are in the same project.
    other: { project: otherProject ?? projects.get(otherId) ?? address.project, id: otherId },
  }));
}

/** Requests the related work items that are not in the cache. Rejects with an ApiError. */
export async function readRelatedItems(store: Store, address: ItemAddress): Promise<void> {
  const missing = relatedItems(store, address)
    .filter(({ other }) => store.identifier(other) === undefined)
    .slice(0, MAX_REQUESTED_ITEMS);
  await Promise.all(
    missing.map(async ({ other: { id, project } }) => {
      try {
        await store.resources.workItems.readOne(id, project, { urgency: 'visible' });
      } catch (error) {
        // The work item may be in another project, or deleted, and is then listed without its name.
        if (!isOutOfReach(faultOf(error))) throw error;
      }
    }),
  );
}
