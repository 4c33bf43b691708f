// Questions that need one prompt: one row of a list, several rows, or a text.

import type { RateLimit } from '../../session/rateLimit.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { Event } from '../../std/event.ts';
import type { ListOptions, ListPrompt, ListRow, Prompts, TextBoxOptions } from './prompts.ts';

/** A row with a value. A row without a value shows a message: selecting it does not close the list. */
export interface ValueRow<Value> extends ListRow {
  readonly value?: Value;
  /** Whether the row is focused when the list opens. */
  readonly isFocused?: boolean;
}

/** Events of a list of rows that is being loaded again while the prompt shows the cached rows. */
export interface RowUpdates {
  /** Fires when the rows have changed. */
  readonly onDidChange: Event<unknown>;
  /** Resolves when the rows are loaded. Until then, the prompt is busy. */
  readonly done: Promise<unknown>;
  /** While a request waits for this rate limit, the title shows when requests resume. */
  readonly rateLimit: RateLimit;
}

export interface RowRequest<Value> extends Omit<ListOptions, 'rateLimit' | 'isMultiSelect'> {
  /** Returns the rows for the typed text. The prompt filters them, except rows with `alwaysShow`. */
  readonly rows: (text: string) => readonly ValueRow<Value>[];
  readonly updates?: RowUpdates | undefined;
}

/** Lets the user pick one row. Resolves with undefined if the user cancels. */
export async function pickRow<Value>(
  prompts: Prompts,
  { rows, updates, ...options }: RowRequest<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const list = prompts.createList<ValueRow<Value>>({
    ...options,
    ...(updates === undefined ? {} : { rateLimit: updates.rateLimit }),
  });
  const firstRows = rows(list.text);
  list.setRows(firstRows, { focused: firstRows.find(({ isFocused }) => isFocused) });
  const updateListener = followUpdates(list, updates, () => {
    const { focusedRow } = list;
    const newRows = rows(list.text);
    const hasFocusedValue = (row: ValueRow<Value>): boolean =>
      focusedRow !== undefined && 'value' in focusedRow && 'value' in row && row.value === focusedRow.value;
    list.setRows(newRows, { focused: newRows.find(hasFocusedValue) });
  });
  try {
    return await new Promise((resolve) => {
      list.onDidType((text) => list.setRows(rows(text)));
      list.onDidAccept(({ row }) => {
        // The value may be undefined, so `'value' in row` is the condition.
        if (row !== undefined && 'value' in row) resolve({ value: row.value });
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    updateListener.dispose();
    list.dispose();
  }
}

/** Calls `changed` when the rows have changed, and shows the prompt as busy until they are loaded. */
export function followUpdates<Row extends ListRow>(
  list: ListPrompt<Row>,
  updates: RowUpdates | undefined,
  changed: () => void,
): Disposable {
  const listener = updates?.onDidChange(changed);
  let isDisposed = false;
  const showBusy = async (done: Promise<unknown>): Promise<void> => {
    list.setBusy(true);
    await done;
    if (!isDisposed) list.setBusy(false);
  };
  if (updates !== undefined) void showBusy(updates.done);
  return {
    dispose: () => {
      isDisposed = true;
      listener?.dispose();
    },
  };
}

/** A row that shows a message. The typed text does not hide it. */
export function messageRow(sentence: string): ValueRow<never> {
  return { label: sentence, icon: { id: 'warning' }, alwaysShow: true };
}

/** Lets the user pick one of these rows. Resolves with undefined if the user cancels. */
export async function chooseRow<Value>(
  prompts: Prompts,
  rows: readonly ValueRow<Value>[],
  options: Omit<ListOptions, 'isMultiSelect'>,
): Promise<{ readonly value: Value } | undefined> {
  return pickRow(prompts, { ...options, rows: () => rows });
}

/** Lets the user check any number of rows. Resolves with undefined if the user cancels. */
export async function chooseRows<Row extends ListRow>(
  prompts: Prompts,
  rows: readonly Row[],
  options: Omit<ListOptions, 'isMultiSelect'> & { readonly isChecked: (row: Row) => boolean },
): Promise<readonly Row[] | undefined> {
  const { isChecked, ...listOptions } = options;
  const list = prompts.createList<Row>({ ...listOptions, isMultiSelect: true });
  list.setRows(rows, { checked: rows.filter(isChecked) });
  try {
    return await new Promise((resolve) => {
      list.onDidAccept(() => resolve(list.checkedRows));
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

/**
 * Lets the user enter a text. `problemOf` returns the reason why a text is invalid; the user can then correct it.
 * Resolves with undefined if the user cancels.
 */
export async function askText(
  prompts: Prompts,
  options: TextBoxOptions,
  problemOf: (text: string) => string | undefined = () => undefined,
): Promise<string | undefined> {
  const box = prompts.createTextBox(options);
  try {
    return await new Promise((resolve) => {
      box.onDidAccept((text) => {
        const problem = problemOf(text);
        if (problem === undefined) resolve(text);
        else box.setMessage(problem);
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
