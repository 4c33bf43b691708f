// The text box of a step in a sequence of steps, with a Back button.
import { BACK_BUTTON, type PromptButton, type PromptStep, type Prompts } from '../../ui/prompts.ts';

export type StepAnswer<T> = { readonly value: T } | 'back' | 'cancel';

export interface StepHeader {
  readonly title: string;
  /** The position of the prompt in a sequence of prompts. Undefined for a prompt that is not part of a sequence. */
  readonly position: PromptStep | undefined;
  /** Whether the box has a Back button. The first step has none. */
  readonly canGoBack: boolean;
}

interface StepTextOptions<T> {
  readonly prompt: string;
  readonly placeholder: string;
  readonly text: string;
  readonly isPassword?: boolean;
  /** The error that is shown when the box opens, for example because a later step has rejected this input. */
  readonly problem?: string | undefined;
  /** A button that opens a web page on which the user finds the requested text. */
  readonly page?: { readonly title: string; readonly url: string } | undefined;
  /** A button that answers the question in another way. `select` is called with the text that was typed so far. */
  readonly alternative?: { readonly button: PromptButton; readonly select: (typed: string) => T };
  /** Called with the text that was typed so far when the user presses Back. */
  readonly onBack?: (typed: string) => void;
  /**
   * Checks the text. Resolves with its value, or with the reason why it is invalid. The box is busy until the check
   * ends. The signal is aborted when the user closes the box.
   */
  readonly accept: (text: string, signal: AbortSignal) => Promise<TextCheckResult<T>>;
}

export type TextCheckResult<T> = { readonly value: T } | { readonly problem: string };

/** Shows an input box until the text is accepted or the user cancels. Invalid text can be corrected in the box. */
export async function askStepText<T>(
  prompts: Prompts,
  { title, position, canGoBack }: StepHeader,
  { page, problem, alternative, onBack, accept, ...options }: StepTextOptions<T>,
): Promise<StepAnswer<T>> {
  const pageButton: PromptButton = { id: 'page', icon: 'link-external', tooltip: page?.title ?? '' };
  const buttons = [
    ...(canGoBack ? [BACK_BUTTON] : []),
    ...(alternative === undefined ? [] : [alternative.button]),
    ...(page === undefined ? [] : [pageButton]),
  ];
  const step = position === undefined ? {} : { position };
  const box = prompts.createTextBox({ ...options, ...step, title, buttons, staysOpen: true });
  if (problem !== undefined) box.setMessage(problem);
  const closeController = new AbortController();
  let isChecking = false;
  const check = async (text: string): Promise<{ readonly value: T } | undefined> => {
    isChecking = true;
    box.setBusy(true);
    try {
      const result = await accept(text, closeController.signal);
      if ('value' in result) return result;
      if (!closeController.signal.aborted) box.setMessage(result.problem);
      return undefined;
    } finally {
      isChecking = false;
      box.setBusy(false);
    }
  };
  try {
    return await new Promise((resolve, reject) => {
      box.onDidPressButton((button) => {
        if (button === BACK_BUTTON) {
          onBack?.(box.text);
          resolve('back');
        } else if (button === alternative?.button) resolve({ value: alternative.select(box.text) });
        else if (page !== undefined) prompts.openExternal(page.url);
      });
      box.onDidAccept((text) => {
        if (!isChecking) check(text).then((value) => value !== undefined && resolve(value), reject);
      });
      box.onDidHide(() => resolve('cancel'));
      box.show();
    });
  } finally {
    closeController.abort();
    box.dispose();
  }
}
