// Groups relations so that one request creates all relations of a group. A relation is in the lists of both of its work
// items, but is created only once. Pure.
import { INVERSE_RELATION_TYPES, type RelationType, STORED_RELATIONS } from '../contract/resources/relation.ts';
import type { SourceItem } from './source.ts';

/** Relations of one type from one work item to others. All ids are ids of the source. */
export interface RelationGroup {
  readonly item: string;
  readonly type: RelationType;
  readonly others: readonly string[];
}

/**
 * Returns each relation between two of the work items once, grouped by its first work item and type. `outsideCount` is
 * the number of relations to work items that are not among `items`, for example in other projects.
 */
export function groupRelations(items: readonly Pick<SourceItem, 'id' | 'relations'>[]): {
  readonly groups: readonly RelationGroup[];
  readonly outsideCount: number;
} {
  const ids = new Set(items.map(({ id }) => id));
  const addedRelations = new Set<string>();
  const groups = new Map<string, { item: string; type: RelationType; others: string[] }>();
  let outsideCount = 0;
  for (const { id, relations } of items) {
    for (const { type, other } of relations) {
      if (!ids.has(other)) {
        outsideCount += 1;
        continue;
      }
      const [storedType, isReversed] = STORED_RELATIONS[type];
      const [from, to] = isReversed ? [other, id] : [id, other];
      const isSymmetric = INVERSE_RELATION_TYPES[storedType] === storedType;
      const pair = isSymmetric ? [from, to].sort().join(' ') : `${from} ${to}`;
      const relationKey = `${storedType} ${pair}`;
      if (from === to || addedRelations.has(relationKey)) continue;
      addedRelations.add(relationKey);
      const groupKey = `${from} ${storedType}`;
      const group = groups.get(groupKey) ?? { item: from, type: storedType, others: [] };
      group.others.push(to);
      groups.set(groupKey, group);
    }
  }
  return { groups: [...groups.values()], outsideCount };
}
