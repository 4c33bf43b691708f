// Stores the recently used work items and the pinned records of each account.
import type * as vscode from 'vscode';
import { RememberedList } from '../rememberedList.ts';
import type { PinnedRecord, RememberedItem } from '../tree/treeData.ts';

/** Lists of work items, one for each account. */
export type RememberedItems = RememberedList<RememberedItem>;

/** Returns the lists of work items that were opened or commented on. */
export function createRecentItems(memory: vscode.Memento): RememberedItems {
  return new RememberedList(memory, { name: 'recent', maxEntries: 20, idOf: ({ id }) => id });
}

/** Lists of pinned records, one for each account, the latest pin first. */
export type PinnedRecords = RememberedList<PinnedRecord>;

export const MAX_PINS = 100;

export function createPinnedRecords(memory: vscode.Memento): PinnedRecords {
  return new RememberedList(memory, { name: 'pinned', maxEntries: MAX_PINS, idOf: ({ id }) => id });
}
