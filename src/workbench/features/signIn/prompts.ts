// One question of a sequence: a list or an input box, with a Back button.
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
  present: T | undefined,
): Promise<PromptReply<T>> {
  const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: T }>();
  arrange(picker, question);
  picker.placeholder = placeholder;
  picker.items = options.map(({ label, detail, icon, value }) => ({ label: `$(${icon}) ${label}`, detail, value }));
  const active = picker.items.find((item) => item.value === present);
  // An empty `activeItems` leaves no row focused, and Enter then does nothing. If unset, VS Code focuses the first row.
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
  /** Shown from the start, for example if a later step failed because of this answer. */
  readonly problem?: string | undefined;
  /** A button that opens a web page where the answer is found. */
  readonly page?: { readonly title: string; readonly open: () => void };
  /**
   * Resolves with the value of the text, or with a message about what is wrong with it. The box is busy until then. The
   * signal aborts when the user leaves.
   */
  accept(text: string, signal: AbortSignal): Promise<{ readonly value: T } | { readonly problem: string }>;
}

/** Asks until the text is accepted. A rejected text stays in the box. */
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
