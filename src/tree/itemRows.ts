// The rows of work items below a project, a group or a section.
import type { ItemRecord } from '../cache/record.ts';
import type { Family } from './grouping/family.ts';

export interface ItemRows {
  /** What is shown, in order. */
  readonly items: readonly ItemRecord[];
  /** How many have been looked through for it. */
  readonly looked: number;
  readonly family: Family;
  /**
   * The ids of each group's items by its value, the groups in order; for a project that is grouped by what its items
   * say.
   */
  readonly groups: ReadonlyMap<string | null, readonly string[]>;
}
