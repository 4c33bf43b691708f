// The prompts of a sequence of questions: a quick pick or an input box, with a Back button.
import * as vscode from 'vscode';
import { escapeCodicons, escapeLinks } from '../../ui/escape.ts';

export type PromptReply<T> = { readonly value: T } | 'back' | 'cancel';

export interface Question {
  readonly title: string;
  readonly step: number;
  readonly steps: number;
  /** False for the first question. */
  readonly canGoBack: boolean;
}

export interface Option<T> {
  readonly label: string;
  readonly detail: string;
  readonly icon: string;
  readonly value: T;
}

export async function askOne<T>(
  question: Question,
  placeholder: string,
  options: readonly Option<T>[],
  currentValue: T | undefined,
): Promise<PromptReply<T>> {
  const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: T }>();
  configure(picker, question);
  picker.placeholder = placeholder;
  picker.items = options.map(({ label, detail, icon, value }) => ({ label: `$(${icon}) ${label}`, detail, value }));
  const active = picker.items.find((item) => item.value === currentValue);
  // If `activeItems` is set to an empty list, no row is focused. If it is not set, VS Code focuses the first row.
  if (active !== undefined) picker.activeItems = [active];
  try {
    return await new Promise((resolve) => {
      picker.onDidTriggerButton(() => resolve('back'));
      picker.onDidAccept(() => {
        const [chosen] = picker.selectedItems;
        if (chosen !== undefined) resolve({ value: chosen.value });
      });
      picker.onDidHide(() => resolve('cancel'));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

export interface TextQuestion<T> {
  readonly prompt: string;
  readonly placeholder: string;
  readonly present: string;
  readonly password?: boolean;
  /** The error that is shown when the box opens, for example because a later step has rejected this input. */
  readonly problem?: string | undefined;
  /** A button that opens a web page on which the user finds the requested text. */
  readonly page?: { readonly title: string; readonly open: () => void };
  /**
   * Checks the text. Resolves with its value, or with the reason why it is invalid. The box is busy until then. The
   * signal is aborted when the user closes the box.
   */
  accept(text: string, signal: AbortSignal): Promise<{ readonly value: T } | { readonly problem: string }>;
}

/** Shows an input box until the text is accepted or the user cancels. Invalid text can be corrected in the box. */
export async function askText<T>(question: Question, text: TextQuestion<T>): Promise<PromptReply<T>> {
  const box = vscode.window.createInputBox();
  configure(box, question);
  box.prompt = text.prompt;
  box.placeholder = text.placeholder;
  box.value = text.present;
  box.password = text.password ?? false;
  if (text.problem !== undefined) box.validationMessage = escapeCodicons(escapeLinks(text.problem));
  const pageButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: text.page?.title ?? '',
  };
  if (text.page !== undefined) box.buttons = [...box.buttons, pageButton];
  const closed = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      box.onDidTriggerButton((button) => (button === pageButton ? text.page?.open() : resolve('back')));
      box.onDidChangeValue(() => {
        box.validationMessage = undefined;
      });
      box.onDidAccept(() => {
        if (!box.busy) submit(box, text, closed.signal).then((value) => value !== undefined && resolve(value), reject);
      });
      box.onDidHide(() => resolve('cancel'));
      box.show();
    });
  } finally {
    closed.abort();
    box.dispose();
  }
}

async function submit<T>(
  box: vscode.InputBox,
  text: TextQuestion<T>,
  signal: AbortSignal,
): Promise<{ readonly value: T } | undefined> {
  box.busy = true;
  box.enabled = false;
  try {
    const result = await text.accept(box.value, signal);
    if ('value' in result) return result;
    if (!signal.aborted) box.validationMessage = escapeCodicons(escapeLinks(result.problem));
    return undefined;
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}

function configure(
  input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] },
  { title, step, steps, canGoBack }: Question,
): void {
  input.title = title;
  input.step = step;
  input.totalSteps = steps;
  input.ignoreFocusOut = true;
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
}
