// Commands for comments written outside of a page.
import * as vscode from 'vscode';
import type { Sessions } from '../../../session/session.ts';
import { always } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { WorkItems } from '../workItems/items.ts';
import { CommentDocuments } from './documents.ts';
import { PaletteComments } from './palette.ts';
import { sendDocument } from './send.ts';

export interface CommentsDeps {
  readonly sessions: Sessions;
  readonly items: WorkItems;
  readonly panels: RecordPanels;
}

/** Creates the commands for comments written in the Command Palette or in a document. */
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

/** Runs on Ctrl+S in a work item's tab. The page itself shows errors. */
async function save(panels: RecordPanels): Promise<void> {
  await panels.active?.conversation.save();
}
