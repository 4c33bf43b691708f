// What features use of the tree views of the sidebar. The feature of the trees implements it.
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import type { Filter } from '../../items/filter/filter.ts';
import type { ViewChoices } from '../../items/grouping/choices.ts';
import type { Node } from './node.ts';
import type { RememberedItem } from './treeData.ts';

export interface TreeViews {
  /** The grouping, order and filter of all views. */
  readonly choices: ViewChoices;
  /** The selected rows of the view in which the user last selected a row. Empty while the view is hidden. */
  readonly selection: readonly Node[];
  /** Reads the settings of the folder again after they have changed, and updates the rows of the Projects view. */
  applyFolderBinding(): void;
  /** Shows the current work item in My Work while the account is signed in. */
  showCurrentItem(account: string, item: RememberedItem | undefined): void;
  /**
   * Changes the grouping, order or filter in all views. If `isStored`, the choices are stored for the account. If not,
   * the user is still editing the filter, so the loaded work items are filtered and no request is sent.
   */
  choose(changes: Partial<ViewChoices>, options?: { readonly isStored?: boolean }): Promise<void>;
  /**
   * Loads the ancestors of a record's row, reveals the row and selects it. If the record is filtered out or on a page
   * that is not loaded, reveals the row of its project and resolves with false.
   */
  reveal(address: RecordAddress, options?: { readonly focus?: boolean; readonly expand?: boolean }): Promise<boolean>;
  /**
   * Returns a function that selects the row of the work item if a change has moved it within the Projects view since.
   * It does nothing if `near`, the row that the user works with, is in another view.
   */
  followMove(near: unknown, item: ItemAddress): () => Promise<void>;
  /** Returns how many of the loaded work items of all projects match the filter. */
  countMatches(filter: Filter): number;
  /** Reveals and selects the row of a view that the user has saved, in My Work. */
  revealSavedView(name: string): Promise<void>;
}
