// Decides which rows a search for work items lists, in which order, and which of them Enter takes.

import type { ItemAddress } from '../../../cache/address.ts';
import { isIdentifier } from '../../../contract/resources/workItem.ts';
import type { TreeIcon } from '../../../tree/presentation/symbols.ts';

/**
 * VS Code sorts rows whose label has the typed text: those that begin with it first, the shortest label before the
 * others. So the label is the identifier alone. With the title in it, WEB-16 with a short title would be before WEB-1,
 * and Enter would take it.
 */
export interface ItemRow {
  readonly label: string;
  readonly description: string;
  readonly icon: TreeIcon;
  /** Absent on a row that is a message. */
  readonly address?: ItemAddress;
  /** The row of the identifier or address that is typed in full. It is the first one. */
  readonly isExact?: true;
  /** The server is being asked for it. */
  readonly isPending?: true;
}

/**
 * Rows for what is typed, before the server is asked. `known` are in the order of `Finder.find`; `isAddress`: a pasted
 * web address.
 */
export function typedRows(text: string, known: readonly ItemRow[], isAddress: boolean): readonly ItemRow[] {
  if (!isAddress && !isIdentifier(text)) return known;
  const [first, ...others] = known;
  if (first !== undefined && first.label.toLowerCase() === text.toLowerCase())
    return [{ ...first, isExact: true }, ...others];
  const words = isAddress
    ? { label: 'Searching…', description: '' }
    : { label: text.toUpperCase(), description: 'Searching…' };
  return [{ ...words, icon: { id: 'loading~spin' }, isExact: true, isPending: true }, ...known];
}

/**
 * The rows with what the server found. Rows that are listed keep their places, because VS Code reports the chosen row
 * by its place, and may do so for the list before this one.
 */
export function withFound(rows: readonly ItemRow[], found: readonly ItemRow[], none: ItemRow): readonly ItemRow[] {
  const [first, ...others] = rows;
  if (first?.isPending) {
    const [exact = none] = found;
    return [{ ...exact, isExact: true }, ...others];
  }
  const listed = new Set(rows.map(({ address }) => address?.id));
  const all = [...rows, ...found.filter(({ address }) => address === undefined || !listed.has(address.id))];
  return all.length === 0 ? [none] : all;
}

/** The row that Enter takes: the exact one, unless the user has moved the focus to another. */
export function rowTaken(
  rows: readonly ItemRow[],
  focused: ItemRow | undefined,
  hasMoved: boolean,
): ItemRow | undefined {
  const [first] = rows;
  return first?.isExact && !hasMoved ? first : focused;
}
