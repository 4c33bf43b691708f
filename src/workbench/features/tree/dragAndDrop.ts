// Drag and drop in the trees, registered at activation. The rest loads at the first drag.

import type * as vscode from 'vscode';
import { VIEWS } from '../../contributions.ts';
import { RECORDS_MIME } from '../../ids.ts';

/** What a drag in a tree does. */
export interface TreeDrags {
  /** Adds the dragged rows to the transfer. */
  drag(nodes: readonly unknown[], transfer: vscode.DataTransfer): Promise<void>;
  /** Sets the field that the target row stands for, such as a state or a cycle, on the dropped records. */
  drop(node: unknown, transfer: vscode.DataTransfer): Promise<void>;
}

/** VS Code gives rows of another view their own MIME type, and reveals no other type of them before the drop. */
const TREE_MIMES = Object.values(VIEWS).map((id) => `application/vnd.code.tree.${id.toLowerCase()}`);

export function dragAndDrop<T>(load: () => Promise<TreeDrags>): vscode.TreeDragAndDropController<T> {
  return {
    dragMimeTypes: [RECORDS_MIME, 'text/plain'],
    dropMimeTypes: [RECORDS_MIME, ...TREE_MIMES],
    handleDrag: async (nodes, transfer) => (await load()).drag(nodes, transfer),
    handleDrop: async (node, transfer) => (await load()).drop(node, transfer),
  };
}
