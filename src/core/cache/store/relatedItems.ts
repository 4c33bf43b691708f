// Finds the related work items of a work item in the cache.
import { type ItemAddress, parseItemKey } from '../address.ts';
import type { ItemRelation } from '../resources/relations.ts';
import type { Store } from './store.ts';

/** A relation with the address of the other work item. */
export interface RelatedItem extends Pick<ItemRelation, 'id' | 'type'> {
  readonly other: ItemAddress;
}

/** Returns the relations that are in the cache. */
export function relatedItems(store: Store, address: ItemAddress): readonly RelatedItem[] {
  const relations = store.relations.list(address).state.ids.flatMap((id) => store.relations.get(address, id) ?? []);
  const idsWithoutProject = new Set(
    relations.flatMap(({ otherId, otherProject }) =>
      otherProject === undefined && store.item({ project: address.project, id: otherId }) === undefined ? otherId : [],
    ),
  );
  const projects = new Map<string, string>();
  if (idsWithoutProject.size > 0)
    for (const key of store.resources.workItems.records.all().keys()) {
      const item = parseItemKey(key);
      if (item !== undefined && idsWithoutProject.has(item.id)) projects.set(item.id, item.project);
    }
  return relations.map(({ id, type, otherId, otherProject }) => ({
    id,
    type,
    // Most related work items are in the same project.
    other: { project: otherProject ?? projects.get(otherId) ?? address.project, id: otherId },
  }));
}
