// The prompts of a flow in unit tests: the test takes each prompt in the order in which it is shown, and answers it.

import { PromptLoop } from '../../src/shell/prompts/promptLoop.ts';
import type {
  ListEvent,
  ListOptions,
  ListPrompt,
  ListRow,
  PromptButton,
  PromptProgressOptions,
  Prompts,
  ReportProgress,
  Severity,
  StatusAction,
  TextBox,
  TextBoxOptions,
  TextEvent,
} from '../../src/shell/prompts/prompts.ts';
import { Emitter } from '../../src/std/event.ts';
import { flushPromises } from './clock.ts';

type ShownPrompt = ScriptedList | ScriptedTextBox | ScriptedMessage;

export class ScriptedPrompts implements Prompts {
  readonly #shown: ShownPrompt[] = [];
  readonly #waiting: ((shown: ShownPrompt) => void)[] = [];
  /** The messages in the status bar, in order. */
  readonly statusMessages: string[] = [];
  /** The actions of messages in the status bar, in order. */
  readonly statusActions: StatusAction[] = [];
  /** The commands that were run, with their arguments. */
  readonly commands: (readonly [id: string, ...args: unknown[]])[] = [];
  readonly openedUrls: string[] = [];
  readonly copiedTexts: string[] = [];
  /** All progress that was shown, in order. */
  readonly progressShown: ScriptedProgress[] = [];

  /** Resolves with the next prompt, which must be a list whose title or placeholder contains the text. */
  async list(text: string): Promise<ScriptedList> {
    return this.#next(ScriptedList, text);
  }

  /** Resolves with the next prompt, which must be a text box whose title, prompt or placeholder contains the text. */
  async textBox(text: string): Promise<ScriptedTextBox> {
    return this.#next(ScriptedTextBox, text);
  }

  /** Resolves with the next prompt, which must be a notification or a modal question that contains the text. */
  async message(text: string): Promise<ScriptedMessage> {
    return this.#next(ScriptedMessage, text);
  }

  /** The texts of the prompts that are shown and that the test has not read yet. */
  get pending(): readonly string[] {
    return this.#shown.map(({ words }) => words);
  }

  createList<Row extends ListRow>(options: ListOptions): ListPrompt<Row> {
    const list = new ScriptedList(options, (shown) => this.#show(shown));
    // The cast is safe: a list returns only rows that the flow has passed to it.
    return list as unknown as ListPrompt<Row>;
  }

  createTextBox(options: TextBoxOptions): TextBox {
    return new ScriptedTextBox(options, (shown) => this.#show(shown));
  }

  async notify(severity: Severity, message: string, ...buttons: readonly string[]): Promise<string | undefined> {
    return this.#message(severity, message, buttons);
  }

  async confirm(question: string, detail: string, ...buttons: readonly string[]): Promise<string | undefined> {
    return this.#message('modal', `${question}\n${detail}`, buttons);
  }

  showStatus(text: string, _milliseconds: number, _icon?: string, action?: StatusAction): void {
    this.statusMessages.push(text);
    if (action !== undefined) this.statusActions.push(action);
  }

  async progress<T>(
    options: PromptProgressOptions,
    work: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const progress = new ScriptedProgress(options);
    this.progressShown.push(progress);
    return work((step) => progress.messages.push(step.message), progress.signal);
  }

  async runCommand(id: string, ...args: readonly unknown[]): Promise<unknown> {
    this.commands.push([id, ...args]);
    return undefined;
  }

  async copyText(text: string): Promise<void> {
    this.copiedTexts.push(text);
  }

  openExternal(url: string): void {
    this.openedUrls.push(url);
  }

  #message(kind: Severity | 'modal', message: string, buttons: readonly string[]): Promise<string | undefined> {
    return new Promise((resolve) => this.#show(new ScriptedMessage(kind, message, buttons, resolve)));
  }

  #show(shown: ShownPrompt): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#shown.push(shown);
    else next(shown);
  }

  async #next<S extends ShownPrompt>(kind: new (...args: never[]) => S, text: string): Promise<S> {
    const shown = this.#shown.shift() ?? (await new Promise<ShownPrompt>((resolve) => this.#waiting.push(resolve)));
    if (!(shown instanceof kind) || !shown.words.includes(text))
      throw new Error(`Expected a ${kind.name} with “${text}”, but this was shown:\n${shown.words}`);
    return shown;
  }
}

/** A notification or a modal question. */
export class ScriptedMessage {
  readonly kind: Severity | 'modal';
  readonly words: string;
  readonly buttons: readonly string[];
  readonly #answer: (button: string | undefined) => void;

  constructor(
    kind: Severity | 'modal',
    words: string,
    buttons: readonly string[],
    answer: (button: string | undefined) => void,
  ) {
    this.kind = kind;
    this.words = words;
    this.buttons = buttons;
    this.#answer = answer;
  }

  select(button: string): void {
    if (!this.buttons.includes(button)) throw new Error(`There is no button ${button}: ${this.buttons.join(', ')}`);
    this.#answer(button);
  }

  close(): void {
    this.#answer(undefined);
  }
}

export class ScriptedProgress {
  readonly title: string;
  readonly isCancellable: boolean;
  readonly messages: string[] = [];
  readonly #abortController = new AbortController();

  constructor({ title, isCancellable = false }: PromptProgressOptions) {
    this.title = title;
    this.isCancellable = isCancellable;
  }

  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  cancel(): void {
    if (!this.isCancellable) throw new Error(`“${this.title}” cannot be canceled`);
    this.#abortController.abort();
  }
}

/** What lists and text boxes have in common. */
abstract class ScriptedPrompt<PromptEvent extends ListEvent<ListRow> | TextEvent> extends PromptLoop<PromptEvent> {
  readonly title: string;
  placeholder: string;
  text: string;
  isBusy = false;
  isOpen = false;
  readonly #show: () => void;
  readonly #idle = new Emitter<void>();

  constructor({ title, placeholder, text, onBack }: ListOptions, show: () => void) {
    super(onBack);
    this.title = title;
    this.placeholder = placeholder ?? '';
    this.text = text ?? '';
    this.#show = show;
  }

  setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    if (!isBusy) this.#idle.fire();
  }

  /** Resolves when the flow has handled what the user did, apart from what it waits for. */
  async handled(): Promise<void> {
    await flushPromises();
  }

  /** Resolves when the prompt shows no busy indicator, and the flow has continued. */
  async waitUntilIdle(): Promise<void> {
    await this.handled();
    if (this.isBusy) await new Promise((resolve) => this.#idle.event(() => resolve(undefined)));
    await this.handled();
  }

  protected show(): void {
    this.isOpen = true;
    this.#show();
  }

  protected remove(): void {
    this.isOpen = false;
  }

  /** Replaces the text, as if the user types it. */
  type(text: string): void {
    this.assertOpen();
    this.text = text;
    this.onTyped();
    this.fireTyped(text);
  }

  escape(): void {
    this.assertOpen();
    this.isOpen = false;
    this.close();
  }

  protected abstract onTyped(): void;

  protected assertOpen(): void {
    if (!this.isOpen) throw new Error(`“${this.title}” is closed`);
  }
}

export class ScriptedList extends ScriptedPrompt<ListEvent<ListRow>> implements ListPrompt<ListRow> {
  readonly options: ListOptions;
  /** The buttons in the title of the prompt. */
  buttons: readonly PromptButton[];
  rows: readonly ListRow[] = [];
  focusedRow: ListRow | undefined;
  checkedRows: readonly ListRow[] = [];
  #hasMovedFocus = false;

  constructor(options: ListOptions, show: (list: ScriptedList) => void) {
    super(options, () => show(this));
    this.options = options;
    this.buttons = this.titleButtons(options.buttons);
  }

  setPlaceholder(placeholder: string): void {
    this.placeholder = placeholder;
  }

  setButtons(buttons: readonly PromptButton[]): void {
    this.buttons = this.titleButtons(buttons);
  }

  setText(text: string): void {
    this.text = text;
    this.onTyped();
  }

  get words(): string {
    return [this.title, this.placeholder].join('\n');
  }

  /**
   * The rows that match the typed text. The label of a current row ends with ` ✓`. A label may be followed by its
   * description and detail, separated by ` | `.
   */
  get visible(): readonly string[] {
    return this.#visibleRows().map(({ label, description, detail, isCurrent }) =>
      [isCurrent === true ? `${label} ✓` : label, description, detail].filter(Boolean).join(' | '),
    );
  }

  setRows(
    rows: readonly ListRow[],
    { focused, checked = [] }: { readonly focused?: ListRow | undefined; readonly checked?: readonly ListRow[] } = {},
  ): void {
    this.rows = rows;
    this.checkedRows = checked;
    this.focusedRow = focused ?? this.#visibleRows()[0];
  }

  /** Moves the focus to the first visible row whose label contains the text, and presses Enter. */
  pick(label: string): void {
    this.focus(label);
    this.enter();
  }

  /** Moves the focus to the first visible row whose label contains the text. */
  focus(label: string): void {
    this.assertOpen();
    const row = this.#row(label);
    this.#hasMovedFocus ||= row !== this.focusedRow;
    this.focusedRow = row;
  }

  /** Presses Enter. */
  enter(): void {
    this.assertOpen();
    this.push({ kind: 'accept', row: this.focusedRow, hasMovedFocus: this.#hasMovedFocus });
  }

  /** Replaces the checks: only the rows with these labels are checked. */
  check(...labels: readonly string[]): void {
    this.assertOpen();
    this.checkedRows = labels.map((label) => this.#row(label));
    this.push({ kind: 'check', rows: this.checkedRows });
  }

  /** The labels of the checked rows. */
  get checkedLabels(): readonly string[] {
    return this.checkedRows.map(({ label }) => label);
  }

  /** Presses a button by its tooltip or id: a button of the row with this label, or of the title. */
  press(tooltip: string, label?: string): void {
    this.assertOpen();
    const row = label === undefined ? undefined : this.#row(label);
    const button = (row === undefined ? this.buttons : row.buttons)?.find(
      (one) => one.tooltip === tooltip || one.id === tooltip,
    );
    if (button === undefined) throw new Error(`“${this.title}” has no button ${tooltip}`);
    this.push({ kind: 'press', button, row });
  }

  protected onTyped(): void {
    this.#hasMovedFocus = false;
    this.focusedRow = this.#visibleRows()[0];
  }

  #row(label: string): ListRow {
    const row = this.#visibleRows().find((candidate) => candidate.label.includes(label));
    if (row === undefined) throw new Error(`“${this.title}” has no row ${label}: ${this.visible.join('; ')}`);
    return row;
  }

  #visibleRows(): readonly ListRow[] {
    const text = this.text.toLowerCase();
    return this.rows.filter(({ isSeparator, alwaysShow, label, description, detail }) => {
      if (isSeparator === true) return false;
      const { matchedProperties = [] } = this.options;
      const texts = [
        label,
        matchedProperties.includes('description') && description,
        matchedProperties.includes('detail') && detail,
      ];
      return alwaysShow === true || texts.some((part) => typeof part === 'string' && part.toLowerCase().includes(text));
    });
  }
}

export class ScriptedTextBox extends ScriptedPrompt<TextEvent> implements TextBox {
  readonly options: TextBoxOptions;
  prompt: string;
  buttons: readonly PromptButton[];
  /** The message below the input box. */
  message: string | undefined;

  constructor(options: TextBoxOptions, show: (box: ScriptedTextBox) => void) {
    super(options, () => show(this));
    this.options = options;
    this.prompt = options.prompt;
    this.buttons = this.titleButtons(options.buttons);
  }

  get words(): string {
    return [this.title, this.prompt, this.placeholder].join('\n');
  }

  setPrompt(prompt: string): void {
    this.prompt = prompt;
  }

  setButtons(buttons: readonly PromptButton[]): void {
    this.buttons = this.titleButtons(buttons);
  }

  setMessage(message: string | undefined): void {
    this.message = message;
  }

  /** Types the text, unless it is undefined, and presses Enter. */
  enter(text?: string): void {
    if (text !== undefined) this.type(text);
    this.assertOpen();
    if (this.isBusy) throw new Error(`“${this.title}” is busy`);
    this.push({ kind: 'accept', text: this.text });
  }

  /** Presses a button by its tooltip or id. */
  press(tooltip: string): void {
    this.assertOpen();
    const button = this.buttons.find((candidate) => candidate.tooltip === tooltip || candidate.id === tooltip);
    if (button === undefined) throw new Error(`“${this.title}” has no button ${tooltip}`);
    this.push({ kind: 'press', button });
  }

  protected onTyped(): void {
    this.message = undefined;
    this.push({ kind: 'type', text: this.text });
  }
}
