// Commands for comments that are written in the Command Palette or in a document.

import * as vscode from 'vscode';
import type { Sessions } from '../../../session/session.ts';
import { always } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { WorkItems } from '../workItems/items.ts';
import { CommentDocuments } from './documents.ts';
import { PaletteComments } from './palette.ts';
import { sendDocument } from './send.ts';

export interface CommentsDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly items: WorkItems;
  readonly panels: RecordPanels;
}

export function createComments({ sessions, items, panels }: CommentsDeps) {
  const palette = new PaletteComments(items);
  const documents = new CommentDocuments(sessions, palette);
  return {
    commands: {
      [COMMANDS.save]: always(() => save(panels)),
      [COMMANDS.sendCommentDocument]: always((target) =>
        sendDocument(target instanceof vscode.Uri ? target : undefined, documents, palette),
      ),
    },
    palette,
    documents,
  };
}

/** Saves the active work item page; runs on Ctrl+S. Errors are shown on the page. */
async function save(panels: RecordPanels): Promise<void> {
  await panels.active?.conversation.save();
}
