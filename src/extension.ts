// Owns the door: says to VS Code what there is, and opens the rooms when somebody first wants something of them.
import type * as vscode from 'vscode';
import { registerCommands } from './workbench/commands/register.ts';
import { channelJournal } from './workbench/journal.ts';
import { registerDocuments, registerLinks, registerOverviews, registerPanels, registerStickies } from './workbench/lateRegistrations.ts';
import type { Rooms } from './workbench/rooms.ts';
import { registerTrees } from './workbench/tree/view.ts';

/** VS Code calls `deactivate` with empty hands: this is the one state that a module holds. */
let leave: (() => Promise<void>) | undefined;

/**
 * Ground, then session, then workbench: the rooms open in this order in `workbench/rooms.ts`, at the first use.
 * Until then neither the table, nor a wire, nor a database is loaded.
 */
export function activate(context: vscode.ExtensionContext): void {
  const journal = channelJournal();
  let opening: Promise<Rooms> | undefined;
  const rooms = (): Promise<Rooms> => {
    opening ??= import('./workbench/rooms.ts')
      .then(({ openRooms }) => openRooms(context, journal, trees))
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
}

/** Waits until drafts are on disk and the local workspace has closed its database. */
export async function deactivate(): Promise<void> {
  await leave?.();
}
