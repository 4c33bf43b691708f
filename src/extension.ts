// Owns the door: says to VS Code what there is, and opens the rooms when somebody first wants something of them.
import * as vscode from 'vscode';
import type { Journal } from './std/journal.ts';
import { registerCommands } from './workbench/commands/register.ts';
import { channelJournal } from './workbench/ui/logChannel.ts';
import { registerDocuments, registerLinks, registerOverviews, registerPanels, registerStickies } from './workbench/earlyRegistrations.ts';
import { LinkedPreview, markdownPlugin, type PreviewPlugin } from './workbench/features/mentions/preview.ts';
import { SESSION_CONTEXT, SIGNED_IN_MEMORY } from './workbench/ids.ts';
import type { Rooms } from './workbench/composition.ts';
import { registerTrees } from './workbench/features/tree/view.ts';

/** VS Code calls `deactivate` with empty hands: this is the one state that a module holds. */
let leave: (() => Promise<void>) | undefined;

/**
 * Ground, then session, then workbench: the rooms open in this order in `workbench/rooms.ts`, at the first use.
 * Until then neither the table, nor a wire, nor a database is loaded.
 * What it gives back is for the Markdown preview.
 */
export function activate(context: vscode.ExtensionContext): PreviewPlugin {
  const journal = channelJournal();
  const preview = new LinkedPreview();
  let opening: Promise<Rooms> | undefined;
  const rooms = (): Promise<Rooms> => {
    opening ??= import('./workbench/composition.ts')
      .then(({ openRooms }) => openRooms(context, journal, { trees, preview }))
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  const trees = registerTrees(rooms);
  context.subscriptions.push(
    journal,
    ...Object.values(trees),
    ...registerCommands(context.extension, rooms),
    registerPanels(rooms),
    registerOverviews(rooms),
    registerStickies(rooms),
    registerDocuments(rooms),
    registerLinks(rooms),
    {
      dispose: () => void opening?.then((opened) => opened.dispose()),
    },
  );
  leave = async () => (await opening)?.close();
  if (context.globalState.get(SIGNED_IN_MEMORY) === true) openLater(rooms, journal);
  // Until the rooms know better: commands that need a session stay out of the palette of a signed-out user.
  else void vscode.commands.executeCommand('setContext', SESSION_CONTEXT, 'none');
  return markdownPlugin(preview);
}

/** For somebody who is signed in, mentions of work items are alive without a click: the rooms open when the window has started. */
function openLater(rooms: () => Promise<Rooms>, journal: Journal): void {
  setImmediate(() => {
    rooms().catch((error: unknown) => {
      journal.write('error', 'the rooms could not be opened at the start', { detail: error instanceof Error ? error.message : '' });
    });
  });
}

/** Waits until drafts are on disk and the local workspace has closed its database. */
export async function deactivate(): Promise<void> {
  await leave?.();
}
