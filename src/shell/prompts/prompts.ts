// The prompts with which commands ask and inform the user: lists, text boxes, notifications and progress.
// This module does not import `vscode`. The extension uses VscodePrompts; unit tests use ScriptedPrompts.
import type { RateLimitStatus } from '../../core/session/rateLimit.ts';
import type { TreeIcon } from '../../items/icons.ts';
import type { Event } from '../../std/event.ts';
import type { CommandId } from '../commands/contributions.ts';

/** All texts are plain text: the implementation escapes what VS Code would render as an icon or a link. */
export interface Prompts {
  createList<Row extends ListRow>(options: ListOptions): ListPrompt<Row>;
  createTextBox(options: TextBoxOptions): TextBox;
  /** Shows a notification. Resolves with the label of the selected button, or with undefined if it is closed. */
  notify(severity: Severity, message: string, ...buttons: readonly string[]): Promise<string | undefined>;
  /** Shows a modal question. Resolves with the label of the selected button, or with undefined if the user cancels. */
  confirm(question: string, detail: string, ...buttons: readonly string[]): Promise<string | undefined>;
  /** Shows a message with an icon in the status bar. If the message has an action, the user can click on it. */
  showStatus(text: string, milliseconds: number, icon?: string, action?: StatusAction): void;
  /** Shows progress until `work` settles. The signal is aborted when the user selects Cancel. */
  progress<T>(
    options: PromptProgressOptions,
    work: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  runCommand(id: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Copies the text to the clipboard. */
  copyText(text: string): Promise<void>;
  /** Opens the URL in the web browser. */
  openExternal(url: string): void;
}

/** The command that a click on a message in the status bar runs. */
export interface StatusAction {
  readonly command: CommandId;
  readonly argument: unknown;
  readonly tooltip: string;
}

export type Severity = 'info' | 'warning' | 'error';

/** A button in the title of a prompt or in a row of a list. */
export interface PromptButton {
  readonly id: string;
  /** The id of a codicon. */
  readonly icon: string;
  readonly tooltip: string;
  /** Whether it is on, if the button is a toggle. */
  readonly isOn?: boolean;
}

/** The Back button of a prompt, which is shown as VS Code's own Back button. */
export const BACK_BUTTON: PromptButton = { id: 'back', icon: 'arrow-left', tooltip: '' };

/** The position of a prompt in a sequence of prompts; the first step is 1. */
export interface PromptStep {
  readonly step: number;
  readonly steps: number;
}

interface PromptOptions {
  readonly title: string;
  readonly placeholder?: string;
  /** The initial text. */
  readonly text?: string;
  readonly position?: PromptStep;
  /** The buttons in the title, after the Back button. */
  readonly buttons?: readonly PromptButton[];
  /** Called with the text when the user presses Back. A prompt without this callback has no Back button. */
  readonly onBack?: ((text: string) => void) | undefined;
  /** Whether the prompt remains open when another part of VS Code takes the focus. */
  readonly staysOpen?: boolean;
}

export interface ListOptions extends PromptOptions {
  /** Whether several rows can be checked. */
  readonly isMultiSelect?: boolean;
  /** The texts of a row that the typed text filters by, in addition to the label. */
  readonly matchedProperties?: readonly ('description' | 'detail')[];
  /** While a request waits for this rate limit, the title shows when requests resume. */
  readonly rateLimit?: RateLimitStatus;
}

export interface ListRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly icon?: TreeIcon;
  readonly buttons?: readonly PromptButton[];
  /** Whether the row remains visible if its texts do not contain the typed text. */
  readonly alwaysShow?: boolean;
  /** Whether the row is what applies now. A check in front of the description says so. */
  readonly isCurrent?: boolean;
  /** Whether the row is only a heading, which cannot be selected. */
  readonly isSeparator?: boolean;
}

/**
 * A list or a text box that the user has not answered yet. `for await (const event of prompt.events())` shows it; when
 * the loop ends, it is closed.
 */
export interface Prompt<PromptEvent> {
  readonly text: string;
  /** Is aborted when the user has left the prompt, and when the loop has ended. */
  readonly signal: AbortSignal;
  /**
   * Shows the prompt, and yields what the user does until they press Escape or Back. Throws the error of a promise that
   * was passed to `load`.
   */
  events(): AsyncIterable<PromptEvent>;
  /**
   * Fires at once when the user changes the text, for what is shown for it: VS Code reports the next Enter by the
   * position in the rows that are shown then.
   */
  readonly onDidType: Event<string>;
  /**
   * Shows the prompt as busy, and ignores events until `work` settles. Resolves with undefined when the user leaves the
   * prompt first; `work` goes on.
   */
  wait<T>(work: Promise<T>): Promise<{ readonly value: T } | undefined>;
  /** Shows the prompt as busy until `work` settles. The user can answer before that. */
  load(work: Promise<unknown>): void;
  setBusy(isBusy: boolean): void;
}

export type ListEvent<Row> =
  | ({ readonly kind: 'accept' } & AcceptedRow<Row>)
  | { readonly kind: 'check'; readonly rows: readonly Row[] }
  /** `row` is undefined for a button in the title. */
  | { readonly kind: 'press'; readonly button: PromptButton; readonly row: Row | undefined };

export interface ListPrompt<Row extends ListRow> extends Prompt<ListEvent<Row>> {
  readonly rows: readonly Row[];
  readonly focusedRow: Row | undefined;
  readonly checkedRows: readonly Row[];
  /**
   * Replaces the rows. If `focused` is omitted, the first row is focused, except in a list with check boxes. If
   * `checked` is omitted, no row is checked.
   */
  setRows(
    rows: readonly Row[],
    state?: { readonly focused?: Row | undefined; readonly checked?: readonly Row[] },
  ): void;
  /** Replaces the typed text. `onDidType` may fire. */
  setText(text: string): void;
  setPlaceholder(placeholder: string): void;
  /** Replaces the buttons in the title, after the Back button. */
  setButtons(buttons: readonly PromptButton[]): void;
}

export interface AcceptedRow<Row> {
  /** The focused row among the rows of the latest `setRows` call. Undefined if no row is visible. */
  readonly row: Row | undefined;
  /** Whether the user has moved the focus since they last changed the text. */
  readonly hasMovedFocus: boolean;
}

export interface TextBoxOptions extends PromptOptions {
  readonly prompt: string;
  readonly isPassword?: boolean;
  /** Whether the cursor is placed at the end of the initial text. By default, the whole text is selected. */
  readonly cursorAtEnd?: boolean;
}

export type TextEvent =
  | { readonly kind: 'accept' | 'type'; readonly text: string }
  | { readonly kind: 'press'; readonly button: PromptButton };

/** A busy box cannot be edited. */
export interface TextBox extends Prompt<TextEvent> {
  setPrompt(prompt: string): void;
  /** Replaces the buttons in the title, after the Back button. */
  setButtons(buttons: readonly PromptButton[]): void;
  /** Shows a message below the box until the text is changed or another message is shown. */
  setMessage(message: string | undefined, severity?: 'info' | 'error'): void;
}

export interface PromptProgressOptions {
  readonly title: string;
  /** Where progress is shown: in a notification, in the status bar, or in the header of a view. */
  readonly location: 'notification' | 'window' | { readonly viewId: string };
  readonly isCancellable?: boolean;
  readonly rateLimit?: RateLimitStatus;
}

/** `increment` is in percent. */
export type ReportProgress = (step: { readonly message: string; readonly increment?: number }) => void;
