// The common questions: one row of a list, several rows, a text, or two questions with a Back button.

import { type Fault, faultOf } from '../../client/apiError.ts';
import type { RateLimitStatus } from '../../core/session/rateLimit.ts';
import { Emitter, type Event } from '../../std/event.ts';
import { formatError } from '../faults/formatError.ts';
import type { ListOptions, ListPrompt, ListRow, PromptButton, Prompts, TextBoxOptions } from './prompts.ts';

/**
 * A row of a list. Selecting a row with a value closes the list. A row without a value shows a message, and selecting
 * it does not close the list.
 */
export interface ValueRow<Value> extends ListRow {
  readonly value?: Value;
  /**
   * Creates the value of a row without a value. The list stays open and is busy until the promise settles. If the
   * promise rejects with an ApiError, the row shows the reason.
   */
  readonly create?: () => Promise<Value>;
  /** Whether the row is focused when the list opens. */
  readonly isFocused?: boolean;
}

/** Events of a list of rows that is being loaded again while the prompt shows the cached rows. */
export interface RowUpdates {
  /** Fires when the rows have changed. */
  readonly onDidChange: Event<unknown>;
  /**
   * Resolves when the rows are loaded. Until then, the prompt is busy. If this promise rejects, the prompt closes and
   * rejects too.
   */
  readonly done: Promise<unknown>;
  /** While a request waits for this rate limit, the title shows when requests resume. */
  readonly rateLimit: RateLimitStatus;
}

export interface PickRowOptions<Value> extends Omit<ListOptions, 'rateLimit' | 'isMultiSelect'> {
  /** Returns the rows for the typed text. The prompt filters them, except rows with `alwaysShow`. */
  readonly rows: (text: string) => readonly ValueRow<Value>[];
  readonly updates?: RowUpdates | undefined;
  /** Returns the text that replaces the placeholder, for example that there is nothing to pick. */
  readonly hint?: () => string | undefined;
}

/**
 * Called when the user presses Back, before the prompt resolves with undefined. A prompt without this callback has no
 * Back button.
 */
export type OnBack = () => void;

/**
 * Asks `first`, then `second` with the answer to `first`. If the user presses Back in `second`, asks `first` again.
 * Resolves with undefined if `first` or `second` resolves with undefined.
 */
export async function askInTwoSteps<First, Second>(
  first: () => Promise<First | undefined>,
  second: (answer: First, onBack: OnBack) => Promise<Second>,
): Promise<Second | undefined> {
  for (;;) {
    const answer = await first();
    if (answer === undefined) return undefined;
    let wentBack = false;
    const result = await second(answer, () => {
      wentBack = true;
    });
    if (!wentBack) return result;
  }
}

/** Lets the user pick one row. Resolves with undefined if the user cancels. */
export async function pickRow<Value>(
  prompts: Prompts,
  { rows, updates, hint, ...options }: PickRowOptions<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const list = prompts.createList<ValueRow<Value>>({ ...options, ...rateLimitOf(updates) });
  const setRows = (): void => {
    const { focusedRow } = list;
    const newRows = rows(list.text);
    const hasFocusedValue = (row: ValueRow<Value>): boolean =>
      focusedRow !== undefined && 'value' in focusedRow && 'value' in row && row.value === focusedRow.value;
    list.setRows(newRows, {
      focused: newRows.find(hasFocusedValue) ?? newRows.find(({ isFocused }) => isFocused),
    });
    if (hint !== undefined) list.setPlaceholder(hint() ?? options.placeholder ?? '');
  };
  setRows();
  list.onDidType((text) => list.setRows(rows(text)));
  followUpdates(list, updates, setRows);
  for await (const event of list.events()) {
    const row = event.kind === 'accept' ? event.row : undefined;
    // A value can be undefined, so only the presence of the property `value` shows that the row has a value.
    if (row !== undefined && 'value' in row) return { value: row.value };
    if (row?.create === undefined) continue;
    try {
      const created = await list.wait(row.create());
      if (created !== undefined) return created;
    } catch (error) {
      const failedRow = { ...row, icon: { id: 'warning' }, description: formatError(faultOf(error)) };
      list.setRows(list.rows.map((other) => (other === row ? failedRow : other)));
    }
  }
  return undefined;
}

interface PickReadRowOptions<Value> extends Pick<PickRowOptions<Value>, 'title' | 'placeholder' | 'onBack'> {
  /** Returns the rows that are known so far. */
  readonly rows: () => readonly ValueRow<Value>[];
  /** Reads the rows. `showRows` shows those that are known before everything is read. */
  readonly read: (showRows: () => void) => Promise<unknown>;
  /** The message if nothing was found. */
  readonly emptyText: string;
  readonly rateLimit: RateLimitStatus;
}

/**
 * Lets the user pick one of the rows that are being read. If they cannot be read, a row below those that are known shows
 * the reason. Resolves with undefined if the user cancels.
 */
export async function pickReadRow<Value>(
  prompts: Prompts,
  { rows, read, emptyText, rateLimit, ...options }: PickReadRowOptions<Value>,
): Promise<{ readonly value: Value } | undefined> {
  let isRead = false;
  let fault: Fault | undefined;
  const changed = new Emitter<void>();
  const showRows = (): void => {
    isRead = true;
    changed.fire();
  };
  const readRows = async (): Promise<void> => {
    try {
      await read(showRows);
    } catch (error) {
      fault = faultOf(error);
    }
    showRows();
  };
  return pickRow(prompts, {
    ...options,
    matchedProperties: ['description'],
    updates: { onDidChange: changed.event, done: readRows(), rateLimit },
    rows: () => {
      const knownRows = rows();
      if (fault !== undefined) return [...knownRows, messageRow(formatError(fault))];
      return isRead && knownRows.length === 0 ? [messageRow(emptyText)] : knownRows;
    },
  });
}

/** The option of a list whose rows are being loaded. */
export function rateLimitOf(updates: RowUpdates | undefined): Pick<ListOptions, 'rateLimit'> {
  return updates === undefined ? {} : { rateLimit: updates.rateLimit };
}

/**
 * Shows the prompt as busy until the rows are loaded, and calls `onChange` when they change while the prompt is open.
 * If they cannot be loaded, the loop of the prompt throws the error.
 */
export function followUpdates<Row extends ListRow>(
  list: ListPrompt<Row>,
  updates: RowUpdates | undefined,
  onChange: () => void,
): void {
  if (updates === undefined) return;
  list.load(updates.done);
  const listener = updates.onDidChange(onChange);
  list.signal.addEventListener('abort', () => listener.dispose());
}

/** A row that shows a message. The typed text does not hide it. */
export function messageRow(message: string): ValueRow<never> {
  return { label: message, icon: { id: 'warning' }, alwaysShow: true };
}

/** Lets the user pick one of the given rows. Resolves with undefined if the user cancels. */
export async function chooseRow<Value>(
  prompts: Prompts,
  rows: readonly ValueRow<Value>[],
  options: Omit<PickRowOptions<Value>, 'rows' | 'updates'>,
): Promise<{ readonly value: Value } | undefined> {
  return pickRow(prompts, { ...options, rows: () => rows });
}

/**
 * Lets the user check any number of rows. Resolves with undefined if the user cancels. Calls `onCheck` with the checked
 * rows after each change.
 */
export async function chooseRows<Row extends ListRow>(
  prompts: Prompts,
  rows: readonly Row[],
  options: Omit<ListOptions, 'isMultiSelect'> & {
    readonly isChecked: (row: Row) => boolean;
    readonly onCheck?: (checkedRows: readonly Row[]) => void;
  },
): Promise<readonly Row[] | undefined> {
  const { isChecked, onCheck, ...listOptions } = options;
  const list = prompts.createList<Row>({ ...listOptions, isMultiSelect: true });
  list.setRows(rows, { checked: rows.filter(isChecked) });
  for await (const event of list.events()) {
    if (event.kind === 'check') onCheck?.(event.rows);
    else if (event.kind === 'accept') return list.checkedRows;
  }
  return undefined;
}

export interface AskTextOptions extends Omit<TextBoxOptions, 'buttons'> {
  /** Another button in the title. Called with the text, before the prompt resolves with undefined. */
  readonly otherButton?: (PromptButton & { readonly onPress: (text: string) => void }) | undefined;
  /** Called with the text when the user changes it. */
  readonly onType?: ((text: string) => void) | undefined;
}

/**
 * Lets the user enter a text. `problemOf` returns the reason why a text is invalid; the user can then correct it.
 * Resolves with undefined if the user cancels or presses a button.
 */
export async function askText(
  prompts: Prompts,
  { otherButton, onType, ...options }: AskTextOptions,
  problemOf: (text: string) => string | undefined = () => undefined,
): Promise<string | undefined> {
  const box = prompts.createTextBox({ ...options, ...(otherButton === undefined ? {} : { buttons: [otherButton] }) });
  if (onType !== undefined) box.onDidType(onType);
  for await (const event of box.events()) {
    if (event.kind === 'press') {
      otherButton?.onPress(box.text);
      return undefined;
    }
    if (event.kind !== 'accept') continue;
    const problem = problemOf(event.text);
    if (problem === undefined) return event.text;
    box.setMessage(problem);
  }
  return undefined;
}

/**
 * Lets the user enter a text, and calls `submit` with it until it succeeds. `submit` resolves with the error message,
 * or with undefined when it has succeeded; an error keeps the box open, with its text. `problemOf` is as in `askText`.
 * Resolves with false if the user cancels or presses Back.
 */
export async function submitText(
  prompts: Prompts,
  { onType, ...options }: Omit<AskTextOptions, 'otherButton'>,
  submit: (text: string) => Promise<string | undefined>,
  problemOf: (text: string) => string | undefined = () => undefined,
): Promise<boolean> {
  const box = prompts.createTextBox({ ...options, staysOpen: true });
  if (onType !== undefined) box.onDidType(onType);
  for await (const event of box.events()) {
    if (event.kind !== 'accept') continue;
    let problem = problemOf(event.text);
    if (problem === undefined) {
      const submitted = await box.wait(submit(event.text));
      if (submitted === undefined) return false;
      if (submitted.value === undefined) return true;
      problem = submitted.value;
    }
    box.setMessage(problem, 'error');
  }
  return false;
}
