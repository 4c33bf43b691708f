// The drag and drop controller of the trees, which loads other code at the first drag.

import type * as vscode from 'vscode';
import { VIEWS } from '../../../shell/commands/contributions.ts';
import { RECORDS_MIME } from '../../../shell/ids.ts';

/** Handles dragging and dropping of tree rows. */
export interface DragAndDropHandler {
  /** Adds the dragged rows to the transfer. */
  drag(nodes: readonly unknown[], transfer: vscode.DataTransfer): Promise<void>;
  /** Changes the dropped records as the target row requires, for example sets the state of a group. */
  drop(node: unknown, transfer: vscode.DataTransfer): Promise<void>;
}

/** During a drag from another tree view, VS Code reports only the MIME type of that view. */
const TREE_MIMES = Object.values(VIEWS).map((id) => `application/vnd.code.tree.${id.toLowerCase()}`);

export function dragAndDrop<T>(load: () => Promise<DragAndDropHandler>): vscode.TreeDragAndDropController<T> {
  return {
    dragMimeTypes: [RECORDS_MIME, 'text/plain'],
    dropMimeTypes: [RECORDS_MIME, ...TREE_MIMES],
    handleDrag: async (nodes, transfer) => (await load()).drag(nodes, transfer),
    handleDrop: async (node, transfer) => (await load()).drop(node, transfer),
  };
}
