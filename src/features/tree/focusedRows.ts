// Finds the row that has the focus. VS Code tells an extension only which rows of its trees are selected, and an arrow
// key moves the focus without the selection.

/** A selected row, and the view that it is in. */
export interface SelectedRow<View, Row> {
  readonly view: View;
  readonly row: Row;
}

interface FocusSource<View, Row> {
  /** Returns the selected rows of all views. */
  selectedRows(): readonly SelectedRow<View, Row>[];
  /** Adds the row that has the focus to the selection of its view, or removes it. Resolves when the selection is known. */
  toggleSelection(): Promise<void>;
  /** Two rows with the same key are the same row. */
  keyOf(row: SelectedRow<View, Row>): string;
}

/**
 * Resolves with the rows that a key applies to: the row that has the focus, or all selected rows of its view if it is one
 * of them. Toggles its selection twice, so that the selection remains. Resolves with no rows if none has the focus.
 */
export async function findFocusedRows<View, Row>(source: FocusSource<View, Row>): Promise<readonly Row[]> {
  const before = source.selectedRows();
  await source.toggleSelection();
  const after = source.selectedRows();
  await source.toggleSelection();
  const isIn = (rows: readonly SelectedRow<View, Row>[], one: SelectedRow<View, Row>): boolean =>
    rows.some((other) => source.keyOf(other) === source.keyOf(one));
  const added = after.filter((one) => !isIn(before, one));
  const removed = before.filter((one) => !isIn(after, one));
  const [focused, ...others] = [...added, ...removed];
  // If the rows were read again in between, the difference does not tell the row.
  if (focused === undefined || others.length > 0) return [];
  if (added.length > 0) return [focused.row];
  return before.filter(({ view }) => view === focused.view).map(({ row }) => row);
}
