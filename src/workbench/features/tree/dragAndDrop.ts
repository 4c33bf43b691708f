// Owns drag and drop in the trees, as VS Code must find it registered at activation: the rooms are opened when something is first dragged.
import type * as vscode from 'vscode';
import { RECORDS_MIME, VIEW_IDS } from '../../ids.ts';
import type { Rooms } from '../../composition.ts';

/** Rows of another of our views come under a type of their own: VS Code shows a view nothing else of them before they are dropped. */
const TREE_MIMES = Object.values(VIEW_IDS).map((id) => `application/vnd.code.tree.${id.toLowerCase()}`);

export function dragAndDrop<T>(rooms: () => Promise<Rooms>): vscode.TreeDragAndDropController<T> {
  return {
    dragMimeTypes: [RECORDS_MIME, 'text/plain'],
    dropMimeTypes: [RECORDS_MIME, ...TREE_MIMES],
    handleDrag: async (nodes, transfer) => (await rooms()).drag(nodes, transfer),
    handleDrop: async (node, transfer) => (await rooms()).drop(node, transfer),
  };
}
