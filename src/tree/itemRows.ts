// The rows of work items below a project, a group or a section.
import type { ItemRecord } from '../cache/record.ts';
import type { Family } from './grouping/family.ts';

export interface ItemRows {
  /** The items shown, in order. */
  readonly items: readonly ItemRecord[];
  /** How many items were searched. */
  readonly looked: number;
  readonly family: Family;
  /** Item ids by group value, groups in order. Only for a project that is grouped by a field of its items. */
  readonly groups: ReadonlyMap<string | null, readonly string[]>;
}
