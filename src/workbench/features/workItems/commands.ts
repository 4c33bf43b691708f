// Owns the commands that do something with a work item: the given one, or one that is picked.
import * as vscode from 'vscode';
import type { ChosenItem } from './items.ts';
import { mentioned } from '../mentions/mentioned.ts';
import { flash } from '../../ui/notifications.ts';
import { identifierIn, itemIn } from '../../ui/commandTarget.ts';
import type { Rooms } from '../../composition.ts';
import { chosenItems } from '../quickEdit/commands.ts';

export async function open(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Open Work Item', async (chosen) => {
    rooms.panels.open(chosen);
  });
}

/** Asks which, whatever is selected or open. */
export async function goTo(rooms: Rooms): Promise<void> {
  const chosen = await rooms.items.choose(undefined, 'Go to Work Item');
  if (chosen !== undefined) rooms.panels.open(chosen);
}

/** In an open editor the composer gets the focus; elsewhere the comment is asked for. */
export async function comment(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Comment on Work Item', async (chosen) => {
    const how = await rooms.comments.write(chosen);
    if (how === 'sent') flash(`Commented on ${chosen.session.store.identifier(chosen.address) ?? ''}`, 5000);
    if (how === 'more') await vscode.window.showTextDocument(rooms.documents.uriOf(chosen), { preview: false });
  });
}

export async function copyIdentifier(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Copy Identifier of Work Item', (chosen) => rooms.items.copyIdentifier(chosen));
}

/** To every selected row. */
export async function copyLink(rooms: Rooms, given: unknown, all: unknown): Promise<void> {
  const chosen = await chosenItems(rooms, given, all, 'Copy Link to Work Item');
  if (chosen !== undefined) await rooms.copies.copy(chosen);
}

export async function openInBrowser(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Open Work Item in Browser', (chosen) => rooms.items.openInBrowser(chosen));
}

/** Does the work on the given item, on that of the open editor, or on one that is picked. */
export async function withItem(rooms: Rooms, given: unknown, title: string, work: (chosen: ChosenItem) => Promise<void>): Promise<void> {
  const identifier = identifierIn(given);
  const address = itemIn(given) ?? (identifier === undefined ? rooms.panels.active?.item : await mentioned(rooms, identifier));
  if (identifier !== undefined && address === undefined) return;
  const chosen = await rooms.items.choose(address, title);
  if (chosen !== undefined) await work(chosen);
}
