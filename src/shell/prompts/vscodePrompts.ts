// Implements `Prompts` with VS Code's quick inputs, notifications and progress.
import * as vscode from 'vscode';
import { displayText } from '../../std/displayName.ts';
import type { Disposable } from '../../std/disposable.ts';
import { escapeCodiconsAndLinks, escapeLinks } from './escape.ts';
import { confirm, showError, showInfo, showStatus, showWarning } from './notifications.ts';
import { PromptLoop } from './promptLoop.ts';
import { buttonMap } from './promptParts.ts';
import {
  type ListOptions,
  type ListPrompt,
  type ListRow,
  type PromptButton,
  type PromptProgressOptions,
  type Prompts,
  type ReportProgress,
  type Severity,
  type StatusAction,
  type TextBox,
  type TextBoxOptions,
  type TextEvent,
} from './prompts.ts';
import { QuickPickList } from './quickPickList.ts';
import { reportWithRateLimit } from './rateLimit.ts';

export class VscodePrompts implements Prompts {
  /** The latest message in the status bar. Only one is shown, so that its Undo is that of the latest change. */
  #status: Disposable | undefined;

  createList<Row extends ListRow>(options: ListOptions): ListPrompt<Row> {
    return new QuickPickList<Row>(options);
  }

  createTextBox(options: TextBoxOptions): TextBox {
    return new InputBoxPrompt(options);
  }

  async notify(severity: Severity, message: string, ...buttons: readonly string[]): Promise<string | undefined> {
    const show = { info: showInfo, warning: showWarning, error: showError }[severity];
    return show(message, ...buttons);
  }

  async confirm(question: string, detail: string, ...buttons: readonly string[]): Promise<string | undefined> {
    return confirm(question, detail, ...buttons);
  }

  showStatus(text: string, milliseconds: number, icon?: string, action?: StatusAction): void {
    this.#status?.dispose();
    this.#status = showStatus(text, milliseconds, icon, action);
  }

  async progress<T>(
    { title, location, isCancellable = false, rateLimit }: PromptProgressOptions,
    work: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const options = { location: locationOf(location), title: escapeLinks(title), cancellable: isCancellable };
    return vscode.window.withProgress(options, async (progress, token) => {
      const abortController = new AbortController();
      const cancellation = token.onCancellationRequested(() => abortController.abort());
      const reporter = rateLimit === undefined ? undefined : reportWithRateLimit(progress, rateLimit);
      try {
        return await work((step) => (reporter ?? progress).report(step), abortController.signal);
      } finally {
        cancellation.dispose();
        reporter?.dispose();
      }
    });
  }

  async runCommand(id: string, ...args: readonly unknown[]): Promise<unknown> {
    return vscode.commands.executeCommand(id, ...args);
  }

  async copyText(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  openExternal(url: string): void {
    void vscode.env.openExternal(vscode.Uri.parse(url, true));
  }
}

function locationOf(location: PromptProgressOptions['location']): vscode.ProgressOptions['location'] {
  if (location === 'notification') return vscode.ProgressLocation.Notification;
  return location === 'window' ? vscode.ProgressLocation.Window : location;
}

class InputBoxPrompt extends PromptLoop<TextEvent> implements TextBox {
  readonly #box = vscode.window.createInputBox();
  #buttons = new Map<vscode.QuickInputButton, PromptButton>();

  constructor({
    title,
    prompt,
    placeholder,
    text,
    position,
    buttons,
    onBack,
    staysOpen,
    isPassword,
    cursorAtEnd,
  }: TextBoxOptions) {
    super(onBack);
    const box = this.#box;
    box.title = displayText(title);
    box.placeholder = placeholder === undefined ? undefined : displayText(placeholder);
    box.value = text ?? '';
    if (cursorAtEnd === true) box.valueSelection = [box.value.length, box.value.length];
    box.password = isPassword ?? false;
    box.step = position?.step;
    box.totalSteps = position?.steps;
    box.ignoreFocusOut = staysOpen ?? false;
    box.onDidChangeValue((text) => {
      this.setMessage(undefined);
      this.fireTyped(text);
      this.push({ kind: 'type', text });
    });
    box.onDidAccept(() => this.push({ kind: 'accept', text: box.value }));
    box.onDidTriggerButton((pressed) => {
      const button = this.#buttons.get(pressed);
      if (button !== undefined) this.push({ kind: 'press', button });
    });
    box.onDidHide(() => this.close());
    this.setPrompt(prompt);
    this.setButtons(buttons ?? []);
  }

  get text(): string {
    return this.#box.value;
  }

  setPrompt(prompt: string): void {
    this.#box.prompt = escapeCodiconsAndLinks(prompt);
  }

  setButtons(buttons: readonly PromptButton[]): void {
    this.#buttons = buttonMap(this.titleButtons(buttons));
    this.#box.buttons = [...this.#buttons.keys()];
  }

  setMessage(message: string | undefined, severity: 'info' | 'error' = 'error'): void {
    const escapedMessage = message === undefined ? undefined : escapeCodiconsAndLinks(message);
    this.#box.validationMessage =
      escapedMessage === undefined || severity === 'error'
        ? escapedMessage
        : { message: escapedMessage, severity: vscode.InputBoxValidationSeverity.Info };
  }

  setBusy(isBusy: boolean): void {
    this.#box.busy = isBusy;
    this.#box.enabled = !isBusy;
  }

  protected show(): void {
    this.#box.show();
  }

  protected remove(): void {
    this.#box.dispose();
  }
}
