// Owns the commands that do something with a work item: the given one, or one that is picked.
import * as vscode from 'vscode';
import type { ItemAddress } from '../../store/address.ts';
import type { ChosenItem } from '../items.ts';
import type { Rooms } from '../rooms.ts';

export async function open(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Open Work Item', async (chosen) => {
    await rooms.panels.open(chosen);
  });
}

/** In an open editor the composer gets the focus; elsewhere the comment is asked for. */
export async function comment(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Comment on Work Item', async (chosen) => {
    const how = await rooms.comments.write(chosen);
    if (how === 'sent')
      vscode.window.setStatusBarMessage(`$(check) Commented on ${chosen.session.store.identifier(chosen.address) ?? ''}`, 5000);
    if (how === 'more') await vscode.window.showTextDocument(rooms.documents.uriOf(chosen), { preview: false });
  });
}

export async function changeState(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Change State of Work Item', (chosen) => rooms.items.changeState(chosen));
}

export async function assignToMe(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Assign Work Item to Me', (chosen) => rooms.items.assignToMe(chosen));
}

export async function copyIdentifier(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Copy Identifier of Work Item', (chosen) => rooms.items.copyIdentifier(chosen));
}

export async function copyLink(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Copy Link to Work Item', (chosen) => rooms.items.copyLink(chosen));
}

export async function openInBrowser(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Open Work Item in Browser', (chosen) => rooms.items.openInBrowser(chosen));
}

async function withItem(rooms: Rooms, given: unknown, title: string, work: (chosen: ChosenItem) => Promise<void>): Promise<void> {
  const address = addressIn(given) ?? rooms.panels.active?.address;
  const chosen = await rooms.items.choose(address, title);
  if (chosen !== undefined) await work(chosen);
}

function addressIn(given: unknown): ItemAddress | undefined {
  if (typeof given !== 'object' || given === null || !('project' in given) || !('id' in given)) return undefined;
  const { project, id } = given;
  return typeof project === 'string' && typeof id === 'string' ? { project, id } : undefined;
}
