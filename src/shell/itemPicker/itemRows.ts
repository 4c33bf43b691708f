// Determines the rows of a search for work items, their order, and the row that Enter selects.

import * as l10n from '@vscode/l10n';
import { isIdentifier, normalizeIdentifier } from '../../contract/resources/workItem.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';
import { listedAccountName } from '../accountName.ts';
import type { ValueRow } from '../prompts/ask.ts';
import type { OtherAccountIdentifier } from '../windowAccounts.ts';

/**
 * VS Code sorts matching rows: first labels that start with the typed text, then by length. Therefore the label is only
 * the identifier. If the label contained the title, WEB-16 with a short title would precede WEB-1, and Enter would
 * select WEB-16.
 */
export interface ItemRow extends ValueRow<ItemAddress> {
  /** True in the first row if the user typed the whole identifier or URL of its work item. */
  readonly isExact?: true;
  /** True while the work item of the row is being requested from the server. */
  readonly isPending?: true;
  /** The identifier of the row, if the work item may belong to other accounts. The row then has no value. */
  readonly other?: OtherAccountIdentifier;
}

/**
 * Returns the rows for the typed text until the server responds. `cachedRows` contains the rows of cached work items,
 * in the order of `Finder.find`. `isAddress` is true if the text is a pasted URL.
 */
export function rowsBeforeResponse(
  text: string,
  cachedRows: readonly ItemRow[],
  isAddress: boolean,
): readonly ItemRow[] {
  if (!isAddress && !isIdentifier(text)) return cachedRows;
  const [firstRow, ...otherRows] = cachedRows;
  if (firstRow !== undefined && firstRow.label.toLowerCase() === text.toLowerCase())
    return [{ ...firstRow, isExact: true }, ...otherRows];
  const rowTexts = isAddress
    ? { label: l10n.t('Searching…'), description: '' }
    : { label: normalizeIdentifier(text), description: l10n.t('Searching…') };
  return [{ ...rowTexts, icon: { id: 'loading~spin' }, isExact: true, isPending: true }, ...cachedRows];
}

/**
 * Adds the server's results to the rows. If the first row is pending and the server has no such work item, `noMatchRow`
 * replaces it. Existing rows keep their positions, because VS Code reports the selected row by its position, which may
 * refer to the previous list.
 */
export function addServerRows(
  rows: readonly ItemRow[],
  serverRows: readonly ItemRow[],
  noMatchRow?: ItemRow,
): readonly ItemRow[] {
  const [firstRow, ...otherRows] = rows;
  if (firstRow?.isPending) {
    const [exactRow = noMatchRow] = serverRows;
    return exactRow === undefined ? otherRows : [{ ...exactRow, isExact: true }, ...otherRows];
  }
  const listedIds = new Set(rows.map(({ value }) => value?.id));
  return [...rows, ...serverRows.filter(({ value }) => value === undefined || !listedIds.has(value.id))];
}

/**
 * Returns the row that Enter selects: the focused row if the user has moved the focus or no row matches exactly, and
 * otherwise the exact match.
 */
export function rowToAccept<Focused>(
  rows: readonly ItemRow[],
  focused: Focused | undefined,
  hasMovedFocus: boolean,
): ItemRow | Focused | undefined {
  const [firstRow] = rows;
  return firstRow?.isExact && !hasMovedFocus ? firstRow : focused;
}

/** If the work items are in several projects, appends the name of the project to the description of each row. */
export function withProjectNames<Row extends ValueRow<ItemAddress | null>>(
  { store }: Pick<Session, 'store'>,
  rows: readonly Row[],
): readonly Row[] {
  const projects = new Set(rows.flatMap(({ value }) => value?.project ?? []));
  if (projects.size < 2) return rows;
  return rows.map((row) => {
    const name = row.value ? store.project(row.value.project)?.name : undefined;
    // Earlier rows stay in the list when the server has found more. They may already contain the project name.
    return name === undefined || row.description?.endsWith(` · ${name}`)
      ? row
      : { ...row, description: [row.description, name].filter(Boolean).join(' · ') };
  });
}

/** Returns the row for an identifier whose project only other accounts have. */
export function otherAccountRow(item: OtherAccountIdentifier): ItemRow {
  const { identifier, accounts } = item;
  const [onlyAccount] = accounts;
  const count = formatCount(accounts.length);
  const description =
    accounts.length === 1 && onlyAccount !== undefined
      ? l10n.t('In a project of {0}', listedAccountName(onlyAccount))
      : plural(accounts.length, {
          one: l10n.t('In projects of {0} other account', count),
          other: l10n.t('In projects of {0} other accounts', count),
        });
  return { label: identifier, description, icon: { id: 'account' }, other: item };
}
