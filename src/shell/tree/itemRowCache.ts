// Keeps the rows of work items: a key in the filter shows hundreds of rows again that have not changed.
import type { CodeOfItem } from '../../core/cache/itemCode.ts';
import type { ItemRecord, StateRecord } from '../../core/cache/record.ts';
import type { DueTexts } from './dueDate.ts';
import type { Presentation } from './presentation.ts';
import type { DueList } from './rowDecoration.ts';

/** All that the row of a work item depends on beside the work item itself. Equal facts of a work item give equal rows. */
export interface ItemRowFacts extends CodeOfItem {
  /** The identifier of the project, for example `WEB`. */
  readonly prefix: string;
  readonly state: StateRecord | undefined;
  readonly knownStates: readonly StateRecord[];
  readonly dueTexts: DueTexts | undefined;
  readonly today: string;
  readonly isBelowProject: boolean;
  /** The list of due work items that contains the row. */
  readonly dueList: DueList | undefined;
  readonly collapsible: boolean;
  readonly isBlocked: boolean;
  /** The names of the assignees that the row shows, one on each line. */
  readonly assignees: string;
}

type CachedRows = WeakMap<ItemRecord, { readonly facts: ItemRowFacts; readonly row: Presentation }>;

export class ItemRowCache {
  readonly #rows: CachedRows = new WeakMap();
  /** The collapsible rows: a key in the filter can hide the sub-items of many work items, and the next key show them. */
  readonly #collapsibleRows: CachedRows = new WeakMap();

  /** Returns the row of the work item that `present` has returned for the same facts, or else a new one. */
  get(item: ItemRecord, facts: ItemRowFacts, present: () => Presentation): Presentation {
    const rows = facts.collapsible ? this.#collapsibleRows : this.#rows;
    const cached = rows.get(item);
    if (cached !== undefined && areEqual(cached.facts, facts)) return cached.row;
    const row = present();
    rows.set(item, { facts, row });
    return row;
  }
}

/** Compares without `Object.keys`, which takes longer than all other steps of a cached row. */
function areEqual(first: ItemRowFacts, second: ItemRowFacts): boolean {
  return (
    first.prefix === second.prefix &&
    first.state === second.state &&
    first.knownStates === second.knownStates &&
    first.dueTexts === second.dueTexts &&
    first.today === second.today &&
    first.isBelowProject === second.isBelowProject &&
    first.dueList === second.dueList &&
    first.isBlocked === second.isBlocked &&
    first.branch === second.branch &&
    first.pullRequest === second.pullRequest &&
    first.assignees === second.assignees
  );
}
