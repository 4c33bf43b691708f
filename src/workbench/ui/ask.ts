// The common questions: one row of a list, several rows, a text, or two questions with a Back button.

import { faultOf } from '../../client/apiError.ts';
import type { RateLimitStatus } from '../../session/rateLimit.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { Event } from '../../std/event.ts';
import { formatError } from './formatError.ts';
import {
  BACK_BUTTON,
  type ListOptions,
  type ListPrompt,
  type ListRow,
  type PromptButton,
  type Prompts,
  type TextBoxOptions,
} from './prompts.ts';

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
  readonly onBack?: OnBack | undefined;
}

/**
 * Called when the user presses Back, before the prompt resolves with undefined. A prompt without this callback has no
 * Back button.
 */
export type OnBack = () => void;

/** The Back button, if there is a step to return to. */
export function backButtons(onBack: ((text: string) => void) | undefined): readonly PromptButton[] {
  return onBack === undefined ? [] : [BACK_BUTTON];
}

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
  { rows, updates, hint, onBack, ...options }: PickRowOptions<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const list = prompts.createList<ValueRow<Value>>({
    ...options,
    buttons: backButtons(onBack),
    ...(updates === undefined ? {} : { rateLimit: updates.rateLimit }),
  });
  const showHint = (): void => {
    if (hint !== undefined) list.setPlaceholder(hint() ?? options.placeholder ?? '');
  };
  const setRows = (): void => {
    const { focusedRow } = list;
    const newRows = rows(list.text);
    const hasFocusedValue = (row: ValueRow<Value>): boolean =>
      focusedRow !== undefined && 'value' in focusedRow && 'value' in row && row.value === focusedRow.value;
    list.setRows(newRows, {
      focused: newRows.find(hasFocusedValue) ?? newRows.find(({ isFocused }) => isFocused),
    });
    showHint();
  };
  setRows();
  let isCreating = false;
  let isClosed = false;
  let updateListener: Disposable | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const create = async (row: ValueRow<Value>, createValue: () => Promise<Value>): Promise<void> => {
        if (isCreating) return;
        isCreating = true;
        list.setBusy(true);
        try {
          resolve({ value: await createValue() });
        } catch (error) {
          const failedRow = { ...row, icon: { id: 'warning' }, description: formatError(faultOf(error)) };
          if (!isClosed) list.setRows(list.rows.map((other) => (other === row ? failedRow : other)));
        } finally {
          isCreating = false;
          if (!isClosed) list.setBusy(false);
        }
      };
      updateListener = listenToUpdates(list, updates, setRows, reject);
      list.onDidType((text) => list.setRows(rows(text)));
      list.onDidAccept(({ row }) => {
        // A value can be undefined, so only the presence of the property `value` shows that the row has a value.
        if (row !== undefined && 'value' in row) resolve({ value: row.value });
        else if (row?.create !== undefined) create(row, row.create).catch(reject);
      });
      list.onDidPressButton(() => {
        onBack?.();
        resolve(undefined);
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    isClosed = true;
    updateListener?.dispose();
    list.dispose();
  }
}

/**
 * Calls `changed` when the rows have changed, and shows the prompt as busy until they are loaded. Calls `failed` if
 * they cannot be loaded.
 */
export function listenToUpdates<Row extends ListRow>(
  list: ListPrompt<Row>,
  updates: RowUpdates | undefined,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): Disposable {
  const listener = updates?.onDidChange(onChange);
  let isDisposed = false;
  const showBusy = async (done: Promise<unknown>): Promise<void> => {
    list.setBusy(true);
    await done;
    if (!isDisposed) list.setBusy(false);
  };
  if (updates !== undefined) showBusy(updates.done).catch(onFailure);
  return {
    dispose: () => {
      isDisposed = true;
      listener?.dispose();
    },
  };
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
    readonly onBack?: OnBack;
  },
): Promise<readonly Row[] | undefined> {
  const { isChecked, onCheck, onBack, ...listOptions } = options;
  const list = prompts.createList<Row>({ ...listOptions, buttons: backButtons(onBack), isMultiSelect: true });
  list.setRows(rows, { checked: rows.filter(isChecked) });
  try {
    return await new Promise((resolve) => {
      if (onCheck !== undefined) list.onDidCheck(onCheck);
      list.onDidAccept(() => resolve(list.checkedRows));
      list.onDidPressButton(() => {
        onBack?.();
        resolve(undefined);
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

export interface AskTextOptions extends Omit<TextBoxOptions, 'buttons'> {
  /** Called with the text when the user presses Back. A prompt without this callback has no Back button. */
  readonly onBack?: ((text: string) => void) | undefined;
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
  { onBack, otherButton, onType, ...options }: AskTextOptions,
  problemOf: (text: string) => string | undefined = () => undefined,
): Promise<string | undefined> {
  const buttons = [...backButtons(onBack), ...(otherButton === undefined ? [] : [otherButton])];
  const box = prompts.createTextBox({ ...options, buttons });
  try {
    return await new Promise((resolve) => {
      if (onType !== undefined) box.onDidType(onType);
      box.onDidAccept((text) => {
        const problem = problemOf(text);
        if (problem === undefined) resolve(text);
        else box.setMessage(problem);
      });
      box.onDidPressButton(({ id }) => {
        (id === otherButton?.id ? otherButton.onPress : onBack)?.(box.text);
        resolve(undefined);
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

/**
 * Lets the user enter a text, and calls `submit` with it until it succeeds. `submit` resolves with the error message,
 * or with undefined when it has succeeded; an error keeps the box open, with its text. `problemOf` is as in `askText`.
 * Resolves with false if the user cancels or presses Back.
 */
export async function submitText(
  prompts: Prompts,
  { onBack, onType, ...options }: Omit<AskTextOptions, 'otherButton'>,
  submit: (text: string) => Promise<string | undefined>,
  problemOf: (text: string) => string | undefined = () => undefined,
): Promise<boolean> {
  const box = prompts.createTextBox({ ...options, buttons: backButtons(onBack), staysOpen: true });
  try {
    return await new Promise((resolve, reject) => {
      if (onType !== undefined) box.onDidType(onType);
      const accept = async (text: string): Promise<void> => {
        box.setBusy(true);
        const problem = await submit(text);
        box.setBusy(false);
        if (problem === undefined) resolve(true);
        else box.setMessage(problem, 'error');
      };
      box.onDidAccept((text) => {
        const problem = problemOf(text);
        if (problem === undefined) void accept(text).catch(reject);
        else box.setMessage(problem, 'error');
      });
      box.onDidPressButton(() => {
        onBack?.(box.text);
        resolve(false);
      });
      box.onDidHide(() => resolve(false));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
