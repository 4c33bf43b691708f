// Owns the commands of what is being written: saving an item, sending a comment document.
import * as vscode from 'vscode';
import { always } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { CommentDocuments } from './documents.ts';
import type { PaletteComments } from './palette.ts';
import { sendDocument } from './send.ts';

export interface CommentCommandDeps {
  readonly panels: RecordPanels;
  readonly documents: CommentDocuments;
  readonly comments: PaletteComments;
}

export function createCommentCommands(deps: CommentCommandDeps) {
  return {
    [COMMANDS.save]: always(() => save(deps)),
    [COMMANDS.sendCommentDocument]: always((target) => sendCommentDocument(deps, target)),
  };
}

/** Ctrl+S in an item's tab. What went wrong is said in the page, where it was written. */
async function save({ panels }: CommentCommandDeps): Promise<void> {
  await panels.active?.conversation.save();
}

async function sendCommentDocument({ documents, comments }: CommentCommandDeps, given: unknown): Promise<void> {
  await sendDocument(given instanceof vscode.Uri ? given : undefined, documents, comments);
}
