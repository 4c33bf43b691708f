// The loaded data that the trees show.

import type { Fault } from '../../client/apiError.ts';
import type { ResourceRecords } from '../../contract/resourceTable.ts';
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import type { CodeOfItem } from '../../core/cache/itemCode.ts';
import type { ListKey } from '../../core/cache/lists/listKey.ts';
import type { PagedListState } from '../../core/cache/lists/pagedList.ts';
import type { ItemRecord, StateRecord } from '../../core/cache/record.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Filter } from '../../items/filter/filter.ts';
import type { ViewChoices } from '../../items/grouping/choices.ts';
import type { DueTexts } from './dueDate.ts';
import type { ItemRowCache } from './itemRowCache.ts';
import type { ItemRows } from './itemRows.ts';
import type { Node, ProjectFolder } from './node.ts';
import type { SavedView } from './savedView.ts';

/** Looks up the records that a work item refers to. */
export type NameLookup = Pick<Store, 'project' | 'item' | 'state' | 'knownStates' | 'label' | 'user'>;

/** A work item stored across sessions. Identifier and name are stored, so no request is needed to show it. */
export interface RememberedItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/**
 * A pinned record. It is a work item unless it has a kind: earlier versions pinned only work items. `project` is the
 * project of a work item or cycle, else ''; `identifier` is '' for a cycle and an initiative.
 */
export interface PinnedRecord extends RememberedItem {
  readonly kind?: 'project' | 'cycle' | 'initiative';
}

/** The signed-in user's id, current work item, recently opened work items and pinned records. */
export interface OwnItems {
  readonly me: string;
  /** The current work item of the branch; undefined if there is none. */
  readonly current?: RememberedItem | undefined;
  /** The most recently opened work items, latest first. */
  readonly recents: readonly RememberedItem[];
  /** The pinned records, in the order of pinning. */
  readonly pinned: readonly PinnedRecord[];
}

/** Looks up records other than projects and work items. Changes that are not confirmed yet are applied. */
export type RecordLookup = {
  readonly [K in 'initiative' | 'initiativeLabel' | 'teamspace' | 'customer' | 'customerProperty']: (
    id: string,
  ) => ResourceRecords[K] | undefined;
} & {
  readonly [K in 'epic' | 'cycle' | 'module' | 'customerRequest']: (
    within: string,
    id: string,
  ) => ResourceRecords[K] | undefined;
};

export interface TreeData extends NameLookup, Pick<Store, 'estimateName' | 'maySupport'> {
  readonly records: RecordLookup;
  readonly choices: ViewChoices;
  /**
   * The filter for which lists are requested. It differs from the filter in `choices` while the user edits that one.
   */
  readonly requestedFilter: Filter;
  readonly ownItems: OwnItems;
  readonly savedViews: readonly SavedView[];
  /** The current day in the user's time zone, in the form 2026-11-20. */
  readonly today: string;
  /** The current time in milliseconds. */
  readonly now: number;
  /** Why the server rejects the key or token; undefined if it does not reject it. */
  readonly rejection: Fault | undefined;
  /** Whether the open folder is bound to this project. */
  isBound(project: string): boolean;
  /** Whether all work items of the project are loaded in the background, even if that has not finished yet. */
  isReadInBackground(project: string): boolean;
  /**
   * Returns the list that contains the project's work items that match the filter. If the project is too large to load
   * completely and the server can filter, this is a list that the server filters; otherwise the list of all work items.
   */
  itemListOf(project: string, filter: Filter): ListKey;
  /** Returns the open work items that block this one, as far as the relations are loaded. */
  openBlockers(item: ItemAddress): readonly ItemAddress[];
  /** Returns the local branch of the work item, and the state of its pull request, as far as they are known. */
  codeOf(item: ItemAddress): CodeOfItem;
  /** Returns the display name of a user; the id if the name is not loaded. */
  userName(project: string, id: string): string;
  type(project: string, id: string): { readonly name: string } | undefined;
  readonly itemRows: ItemRowCache;
  /** Returns the texts of a due date, as the server sends it, on the current day. */
  dueTexts(day: string): DueTexts;
  /** Returns the names of the cycle or the modules of a work item; undefined if the names are not loaded. */
  cycleOrModuleNames(item: ItemAddress, field: 'cycle' | 'module' | 'modules'): readonly string[] | undefined;
  /**
   * Returns the states of a project in their order; an empty array until the first request for them in this run has
   * ended.
   */
  loadedStates(project: string): readonly StateRecord[];
  listing(list: ListKey): PagedListState;
  /** Whether the project has any loaded record of the kind that the list contains, even if the list is not loaded. */
  hasRecords(list: ProjectFolder, project: string): boolean;
  /** Whether the user has expanded the folder of epics of the project in this run. */
  hasOpenedEpics(project: string): boolean;
  /**
   * Returns the address of the record with this id in the list. The epics of one initiative can be in several projects.
   */
  addressOf(list: ListKey, id: string): RecordAddress | undefined;
  /** Returns the loaded work items of a project, in the order that the user has chosen. */
  sortedItems(project: string): readonly ItemRecord[];
  /** Returns every loaded work item. */
  items(): Iterable<ItemRecord>;
  /** Returns the rows of work items below a node; the same object as before if nothing has changed. */
  rowsOf(node: Node): ItemRows;
}
