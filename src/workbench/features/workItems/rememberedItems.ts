// Stores which work items each account opened last, and which it pinned.
import type * as vscode from 'vscode';
import type { RememberedItem } from '../../../tree/treeData.ts';
import { RememberedList } from '../../rememberedList.ts';

/** The lists of all accounts. */
export type RememberedItems = RememberedList<RememberedItem>;

/** Work items that were opened or commented on. */
export function openRecents(memory: vscode.Memento): RememberedItems {
  return new RememberedList(memory, { name: 'recent', most: 20, idOf: ({ id }) => id });
}

export function createPinnedItems(memory: vscode.Memento): RememberedItems {
  return new RememberedList(memory, { name: 'pinned', most: 100, idOf: ({ id }) => id });
}
