// The prompts of a sequence of steps: a list or a text box, with a Back button.
import { BACK, type ListRow, type PromptButton, type PromptStep, type Prompts } from '../../ui/prompts.ts';

export type StepAnswer<T> = { readonly value: T } | 'back' | 'cancel';

export interface StepHeader {
  readonly title: string;
  readonly position: PromptStep;
  /** False for the first step. */
  readonly canGoBack: boolean;
}

interface StepRow<T> extends ListRow {
  readonly value: T;
}

/** Lets the user pick one of the rows. The row with `currentValue` is focused. */
export async function askStepRow<T>(
  prompts: Prompts,
  { title, position, canGoBack }: StepHeader,
  placeholder: string,
  rows: readonly StepRow<T>[],
  currentValue: T | undefined,
): Promise<StepAnswer<T>> {
  const buttons = canGoBack ? [BACK] : [];
  const list = prompts.createList<StepRow<T>>({ title, position, placeholder, buttons, staysOpen: true });
  list.setRows(rows, { focused: rows.find(({ value }) => value === currentValue) });
  try {
    return await new Promise((resolve) => {
      list.onDidPressButton(() => resolve('back'));
      list.onDidAccept(({ row }) => {
        if (row !== undefined) resolve({ value: row.value });
      });
      list.onDidHide(() => resolve('cancel'));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

interface StepText<T> {
  readonly prompt: string;
  readonly placeholder: string;
  readonly text: string;
  readonly isPassword?: boolean;
  /** The error that is shown when the box opens, for example because a later step has rejected this input. */
  readonly problem?: string | undefined;
  /** A button that opens a web page on which the user finds the requested text. */
  readonly page?: { readonly title: string; readonly url: string };
  /**
   * Checks the text. Resolves with its value, or with the reason why it is invalid. The box is busy until then. The
   * signal is aborted when the user closes the box.
   */
  readonly accept: (text: string, signal: AbortSignal) => Promise<CheckedText<T>>;
}

export type CheckedText<T> = { readonly value: T } | { readonly problem: string };

/** Shows an input box until the text is accepted or the user cancels. Invalid text can be corrected in the box. */
export async function askStepText<T>(
  prompts: Prompts,
  { title, position, canGoBack }: StepHeader,
  { page, problem, accept, ...options }: StepText<T>,
): Promise<StepAnswer<T>> {
  const pageButton: PromptButton = { id: 'page', icon: 'link-external', tooltip: page?.title ?? '' };
  const buttons = [...(canGoBack ? [BACK] : []), ...(page === undefined ? [] : [pageButton])];
  const box = prompts.createTextBox({ ...options, title, position, buttons, staysOpen: true });
  if (problem !== undefined) box.setMessage(problem);
  const closed = new AbortController();
  let isChecking = false;
  const check = async (text: string): Promise<{ readonly value: T } | undefined> => {
    isChecking = true;
    box.setBusy(true);
    try {
      const result = await accept(text, closed.signal);
      if ('value' in result) return result;
      if (!closed.signal.aborted) box.setMessage(result.problem);
      return undefined;
    } finally {
      isChecking = false;
      box.setBusy(false);
    }
  };
  try {
    return await new Promise((resolve, reject) => {
      box.onDidPressButton((button) => {
        if (button === BACK) resolve('back');
        else if (page !== undefined) prompts.openExternal(page.url);
      });
      box.onDidAccept((text) => {
        if (!isChecking) check(text).then((value) => value !== undefined && resolve(value), reject);
      });
      box.onDidHide(() => resolve('cancel'));
      box.show();
    });
  } finally {
    closed.abort();
    box.dispose();
  }
}
