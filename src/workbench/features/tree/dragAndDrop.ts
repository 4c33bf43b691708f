// Owns drag and drop in the trees, as VS Code must find it registered at activation: the rest is loaded when something
// is first dragged.

import type * as vscode from 'vscode';
import { VIEWS } from '../../contributions.ts';
import { RECORDS_MIME } from '../../ids.ts';

/** What a drag in a tree does. */
export interface TreeDrags {
  /** Puts the dragged rows into the transfer. */
  drag(nodes: readonly unknown[], transfer: vscode.DataTransfer): Promise<void>;
  /** Changes the dropped records as the row they are dropped on implies. */
  drop(node: unknown, transfer: vscode.DataTransfer): Promise<void>;
}

/**
 * Rows of another of our views come under a type of their own: VS Code shows a view nothing else of them before they
 * are dropped.
 */
const TREE_MIMES = Object.values(VIEWS).map((id) => `application/vnd.code.tree.${id.toLowerCase()}`);

export function dragAndDrop<T>(load: () => Promise<TreeDrags>): vscode.TreeDragAndDropController<T> {
  return {
    dragMimeTypes: [RECORDS_MIME, 'text/plain'],
    dropMimeTypes: [RECORDS_MIME, ...TREE_MIMES],
    handleDrag: async (nodes, transfer) => (await load()).drag(nodes, transfer),
    handleDrop: async (node, transfer) => (await load()).drop(node, transfer),
  };
}
