// Owns the commands of quick edits: on the given rows, the selected ones, the item of the open editor, or one that is picked.
import type { ItemAddress } from '../../../cache/address.ts';
import { heldIn } from '../../../cache/changes/change.ts';
import { choose } from '../../ui/prompts.ts';
import { QUICK_EDITS, type QuickEdit, type QuickEditName } from './edits.ts';
import type { ChosenItems } from './quickEdit.ts';
import { heldWords } from './messages.ts';
import type { Rooms } from '../../composition.ts';
import type { Command } from '../../commands/table.ts';

/** Given by a key that is pressed in a tree: the rows selected there are meant, whatever is open beside it. */
const SELECTION = 'selection';

export function quickEdit(name: QuickEditName): Command['run'] {
  return async (rooms, given, all) => {
    const edit: QuickEdit = QUICK_EDITS[name];
    const chosen = await chosenItems(rooms, given, all, `${edit.title} of Work Item`);
    if (chosen !== undefined) await rooms.quick.run(edit, chosen);
  };
}

/** Asks which field first. */
export const change: Command['run'] = async (rooms, given, all) => {
  const chosen = await chosenItems(rooms, given, all, 'Change Work Item');
  if (chosen === undefined) return;
  const { session, addresses } = chosen;
  const [first] = addresses;
  const rows = Object.values(QUICK_EDITS).map((edit: QuickEdit) => {
    const isShown = first !== undefined && addresses.length === 1 && edit !== QUICK_EDITS.assignToMe;
    const held = isShown ? heldIn(session.store, first, edit.field) : undefined;
    const description = held === undefined || first === undefined ? '' : heldWords(session.store, first, edit.field, held);
    return { label: edit.title, description, edit };
  });
  const title = addresses.length === 1 && first !== undefined ? session.store.identifier(first) : `${addresses.length} work items`;
  const picked = await choose(rows, {
    title: `Change ${title ?? 'work item'}`,
    placeHolder: 'What is to be changed?',
  });
  if (picked !== undefined) await rooms.quick.run(picked.edit, chosen);
};

export async function undoLastChange({ sessions, quick }: Rooms): Promise<void> {
  if (sessions.current !== undefined) await quick.undo(sessions.current);
}

/** The rows, the item of the open editor, or one that is picked under this title. */
export async function chosenItems(rooms: Rooms, given: unknown, all: unknown, title: string): Promise<ChosenItems | undefined> {
  const session = rooms.sessions.current;
  const addresses = meant(rooms, given, all);
  if (session !== undefined && addresses.length > 0) return { session, addresses };
  const one = await rooms.items.choose(undefined, title);
  return one === undefined ? undefined : { session: one.session, addresses: [one.address] };
}

/** Several selected rows go before the open editor, and that before a single row, which is left selected when one is at something else. */
function meant({ views, panels }: Rooms, given: unknown, all: unknown): ItemAddress[] {
  const several = Array.isArray(all) ? itemsIn(all) : [];
  if (several.length > 0) return several;
  const own = itemsIn([given]);
  if (own.length > 0) return own;
  const selected = itemsIn(views.selection);
  const open = panels.active?.item;
  return given === SELECTION || selected.length > 1 || open === undefined ? selected : [open];
}

function itemsIn(nodes: readonly unknown[]): ItemAddress[] {
  return nodes.flatMap((node): ItemAddress[] => {
    if (typeof node !== 'object' || node === null || !('project' in node) || !('id' in node)) return [];
    const { project, id } = node;
    const isItem = !('kind' in node) || node.kind === 'workItem';
    return isItem && typeof project === 'string' && typeof id === 'string' ? [{ project, id }] : [];
  });
}
