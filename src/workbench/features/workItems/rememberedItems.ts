// Stores the recently used and the pinned work items of each account.
import type * as vscode from 'vscode';
import type { RememberedItem } from '../../../tree/treeData.ts';
import { RememberedList } from '../../rememberedList.ts';

/** Lists of work items, one for each account. */
export type RememberedItems = RememberedList<RememberedItem>;

/** Returns the lists of work items that were opened or commented on. */
export function openRecents(memory: vscode.Memento): RememberedItems {
  return new RememberedList(memory, { name: 'recent', maxEntries: 20, idOf: ({ id }) => id });
}

export function createPinnedItems(memory: vscode.Memento): RememberedItems {
  return new RememberedList(memory, { name: 'pinned', maxEntries: 100, idOf: ({ id }) => id });
}
