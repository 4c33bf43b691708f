// Owns drag and drop in the trees, as VS Code must find it registered at activation: the rooms are opened when something is first dragged.
import type * as vscode from 'vscode';
import { RECORDS_MIME } from '../names.ts';
import type { Rooms } from '../rooms.ts';

export function dragAndDrop<T>(rooms: () => Promise<Rooms>): vscode.TreeDragAndDropController<T> {
  return {
    dragMimeTypes: [RECORDS_MIME, 'text/plain'],
    dropMimeTypes: [RECORDS_MIME],
    handleDrag: async (nodes, transfer) => (await rooms()).drag(nodes, transfer),
    handleDrop: async (node, transfer) => (await rooms()).drop(node, transfer),
  };
}
