// Decides which rows a search for work items lists, in which order, and which one Enter selects.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import { isIdentifier } from '../../../contract/resources/workItem.ts';
import type { TreeIcon } from '../../../tree/presentation/symbols.ts';

/**
 * VS Code sorts rows whose label contains the typed text: labels that start with it first, then the shortest. So the
 * label is the identifier alone. With the title in the label, WEB-16 with a short title would precede WEB-1, and Enter
 * would select it.
 */
export interface ItemRow {
  readonly label: string;
  readonly description: string;
  readonly icon: TreeIcon;
  /** Absent on a row that is a message. */
  readonly address?: ItemAddress;
  /** The row of an identifier or address that was typed completely. It is the first row. */
  readonly isExact?: true;
  /** The server is being queried for it. */
  readonly isPending?: true;
}

/**
 * Returns the rows for the typed text, before the server responds. `known` is in the order of `Finder.find`.
 * `isAddress` means that the text is a pasted web address.
 */
export function typedRows(text: string, known: readonly ItemRow[], isAddress: boolean): readonly ItemRow[] {
  if (!isAddress && !isIdentifier(text)) return known;
  const [first, ...others] = known;
  if (first !== undefined && first.label.toLowerCase() === text.toLowerCase())
    return [{ ...first, isExact: true }, ...others];
  const words = isAddress
    ? { label: l10n.t('Searching…'), description: '' }
    : { label: text.toUpperCase(), description: l10n.t('Searching…') };
  return [{ ...words, icon: { id: 'loading~spin' }, isExact: true, isPending: true }, ...known];
}

/**
 * Returns the rows with the server's results. Listed rows keep their positions, because VS Code reports the chosen row
 * by its position, possibly that in the previous list.
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

/** Returns the row that Enter selects: the exact one, unless the user moved the focus to another. */
export function rowTaken(
  rows: readonly ItemRow[],
  focused: ItemRow | undefined,
  hasMoved: boolean,
): ItemRow | undefined {
  const [first] = rows;
  return first?.isExact && !hasMoved ? first : focused;
}
