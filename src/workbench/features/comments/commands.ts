// Owns the commands of what is being written: saving an item, sending a comment document.
import * as vscode from 'vscode';
import { sendDocument } from './send.ts';
import type { Rooms } from '../../composition.ts';

/** Ctrl+S in an item's tab. What went wrong is said in the page, where it was written. */
export async function save({ panels }: Rooms): Promise<void> {
  await panels.active?.conversation.save();
}

export async function sendCommentDocument({ documents, comments }: Rooms, given: unknown): Promise<void> {
  await sendDocument(given instanceof vscode.Uri ? given : undefined, documents, comments);
}
