// Owns one question of a sequence: a list or a box, with a way back.
import * as vscode from 'vscode';
import { escapeCodicons, escapeLinks } from '../../ui/escape.ts';

export type PromptReply<T> = { readonly value: T } | 'back' | 'cancel';

export interface Question {
  readonly title: string;
  readonly step: number;
  readonly steps: number;
  /** Nothing comes before the first question. */
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
  present: T | undefined,
): Promise<PromptReply<T>> {
  const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: T }>();
  arrange(picker, question);
  picker.placeholder = placeholder;
  picker.items = options.map(({ label, detail, icon, value }) => ({ label: `$(${icon}) ${label}`, detail, value }));
  const active = picker.items.find((item) => item.value === present);
  // An empty `activeItems` leaves no row focused, and Enter then does nothing. Unset, VS Code focuses the first row.
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
  /** Shown under the box from the start, as when a later step failed because of this one. */
  readonly problem?: string | undefined;
  /** A button that opens a page where the answer is found. */
  readonly page?: { readonly title: string; readonly open: () => void };
  /**
   * The value of the text, or a sentence about what is wrong with it. The box shows that it is at work; the signal ends
   * when the person leaves.
   */
  accept(text: string, signal: AbortSignal): Promise<{ readonly value: T } | { readonly problem: string }>;
}

/** Asks until the text is accepted. What was typed stays in the box while it is not. */
export async function askText<T>(question: Question, text: TextQuestion<T>): Promise<PromptReply<T>> {
  const box = vscode.window.createInputBox();
  arrange(box, question);
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
  const left = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      box.onDidTriggerButton((button) => (button === pageButton ? text.page?.open() : resolve('back')));
      box.onDidChangeValue(() => {
        box.validationMessage = undefined;
      });
      box.onDidAccept(() => {
        if (!box.busy) submit(box, text, left.signal).then((value) => value !== undefined && resolve(value), reject);
      });
      box.onDidHide(() => resolve('cancel'));
      box.show();
    });
  } finally {
    left.abort();
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
    const answer = await text.accept(box.value, signal);
    if ('value' in answer) return answer;
    if (!signal.aborted) box.validationMessage = escapeCodicons(escapeLinks(answer.problem));
    return undefined;
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}

function arrange(
  input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] },
  { title, step, steps, canGoBack }: Question,
): void {
  input.title = title;
  input.step = step;
  input.totalSteps = steps;
  input.ignoreFocusOut = true;
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
}
