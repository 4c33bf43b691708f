// The rows of work items below a node of a tree.
import type { ItemRecord } from '../../core/cache/record.ts';
import type { ItemHierarchy } from '../../items/grouping/itemHierarchy.ts';

export interface ItemRows {
  /** The visible work items in their order, including sub-items. */
  readonly items: readonly ItemRecord[];
  /** The number of work items to which the filter was applied. */
  readonly searchedCount: number;
  readonly hierarchy: ItemHierarchy;
  /** Ids of work items by group value, in the order of the groups. Empty unless items are grouped by a field. */
  readonly groups: ReadonlyMap<string | null, readonly string[]>;
}
