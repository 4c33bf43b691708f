// The data that a filter needs in addition to the work items: the user, the date and the names of records.
import type { ItemRecord, StateRecord } from '../../core/cache/record.ts';

interface HasName {
  readonly name: string;
}

/** The fields of a work item that are times. */
export const TIME_FIELDS = ['created_at', 'updated_at'] as const;
type TimeField = (typeof TIME_FIELDS)[number];

export interface FilterContext {
  /** The id of the signed-in user, for the value `me`. */
  readonly me: string;
  /** The current day in the user's time zone, in the form 2026-11-20. */
  readonly today: string;
  /**
   * Returns the identifier and name of a work item, in lower case. `index` is its position in the list to which the
   * filter is applied.
   */
  readonly searchText: (item: ItemRecord, index: number) => string;
  /**
   * Returns when a work item was created or most recently changed, in milliseconds since the epoch; NaN if that is
   * unknown.
   */
  readonly timeOf: (item: ItemRecord, time: TimeField) => number;
  /** Returns the identifier of the project, for example `PROJ`, with which the identifiers of its work items start. */
  readonly prefix: (project: string) => string;
  readonly state: (project: string, id: string) => StateRecord | undefined;
  readonly label: (project: string, id: string) => HasName | undefined;
  readonly type: (project: string, id: string) => HasName | undefined;
  readonly module: (project: string, id: string) => HasName | undefined;
  readonly cycle: (project: string, id: string) => HasName | undefined;
  /** Returns the display name of a user; the id if the name is not loaded. */
  readonly userName: (project: string, id: string) => string;
  /** Returns the ids of the cycles or modules whose loaded lists contain the work item. */
  readonly cyclesOrModulesOf: (item: ItemRecord, by: 'cycle' | 'module') => readonly string[];
}
