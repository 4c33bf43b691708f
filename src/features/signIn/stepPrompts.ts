// The text box of a step in a sequence of steps, with a Back button.
import type { PromptButton, PromptStep, Prompts } from '../../shell/prompts/prompts.ts';

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
    ...(alternative === undefined ? [] : [alternative.button]),
    ...(page === undefined ? [] : [pageButton]),
  ];
  let leaving: 'back' | 'cancel' = 'cancel';
  const goBack = (typed: string): void => {
    leaving = 'back';
    onBack?.(typed);
  };
  const box = prompts.createTextBox({
    ...options,
    ...(position === undefined ? {} : { position }),
    title,
    buttons,
    onBack: canGoBack ? goBack : undefined,
    staysOpen: true,
  });
  if (problem !== undefined) box.setMessage(problem);
  for await (const event of box.events()) {
    if (event.kind === 'accept') {
      const checked = await box.wait(accept(event.text, box.signal));
      if (checked === undefined) continue;
      if ('value' in checked.value) return checked.value;
      box.setMessage(checked.value.problem);
    } else if (event.kind === 'press') {
      if (event.button === alternative?.button) return { value: alternative.select(box.text) };
      if (page !== undefined) prompts.openExternal(page.url);
    }
  }
  return leaving;
}
