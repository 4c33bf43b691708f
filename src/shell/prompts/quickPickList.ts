// Shows a list prompt as a quick pick.
// VS Code reports the focused and the picked row by their position in the list that it shows, which may still be the
// previous list. Its events do not say which list they belong to, and none is fired if no row of the new list is
// visible. The answer to a command that does nothing comes after all events of the previous list.
import * as vscode from 'vscode';
import { displayText } from '../../std/displayName.ts';
import type { Disposable } from '../../std/disposable.ts';
import { escapeCodicons } from './escape.ts';
import { PromptLoop } from './promptLoop.ts';
import { buttonMap, setListPrompt, themeIcon } from './promptParts.ts';
import type { ListEvent, ListOptions, ListPrompt, ListRow, PromptButton } from './prompts.ts';
import { showRateLimitInTitle } from './rateLimit.ts';

interface Item<Row> extends vscode.QuickPickItem {
  readonly row: Row;
}

export class QuickPickList<Row extends ListRow> extends PromptLoop<ListEvent<Row>> implements ListPrompt<Row> {
  readonly #picker = vscode.window.createQuickPick<Item<Row>>();
  readonly #rateLimit: Disposable | undefined;
  #titleButtons = new Map<vscode.QuickInputButton, PromptButton>();
  #rowButtons = new Map<vscode.QuickInputButton, PromptButton>();
  /** How many changes of the rows VS Code may not show yet. */
  #pendingChanges = 0;
  /** Whether the user pressed Enter before VS Code showed the latest rows. */
  #isEnterPending = false;
  #hasMovedFocus = false;

  constructor({ title, placeholder, text, position, buttons, onBack, staysOpen, ...options }: ListOptions) {
    super(onBack);
    const picker = this.#picker;
    picker.title = displayText(title);
    picker.placeholder = placeholder === undefined ? undefined : displayText(placeholder);
    picker.value = text ?? '';
    if (picker.value !== '' && placeholder !== undefined) setListPrompt(picker, placeholder);
    picker.step = position?.step;
    picker.totalSteps = position?.steps;
    picker.ignoreFocusOut = staysOpen ?? false;
    picker.canSelectMany = options.isMultiSelect ?? false;
    picker.matchOnDescription = options.matchedProperties?.includes('description') ?? false;
    picker.matchOnDetail = options.matchedProperties?.includes('detail') ?? false;
    this.setButtons(buttons ?? []);
    this.#rateLimit = options.rateLimit && showRateLimitInTitle(picker, options.rateLimit);
    picker.onDidChangeValue((value) => {
      this.#isEnterPending = false;
      this.#hasMovedFocus = false;
      this.fireTyped(value);
    });
    picker.onDidChangeActive(() => {
      // VS Code focuses a row itself when it shows a list.
      if (this.#pendingChanges === 0) this.#hasMovedFocus = true;
    });
    picker.onDidAccept(() => {
      if (this.#pendingChanges === 0 || picker.canSelectMany) this.#accept(picker.selectedItems[0]);
      else this.#isEnterPending = true;
    });
    picker.onDidChangeSelection((items) => this.push({ kind: 'check', rows: items.map(({ row }) => row) }));
    picker.onDidTriggerButton((pressed) => this.#press(this.#titleButtons.get(pressed), undefined));
    picker.onDidTriggerItemButton(({ button, item }) => this.#press(this.#rowButtons.get(button), item.row));
    onUserClose(picker, () => this.close());
  }

  get text(): string {
    return this.#picker.value;
  }

  get rows(): readonly Row[] {
    return this.#picker.items.map(({ row }) => row);
  }

  get focusedRow(): Row | undefined {
    return this.#picker.activeItems[0]?.row;
  }

  get checkedRows(): readonly Row[] {
    return this.#picker.selectedItems.map(({ row }) => row);
  }

  setRows(
    rows: readonly Row[],
    { focused, checked }: { readonly focused?: Row | undefined; readonly checked?: readonly Row[] } = {},
  ): void {
    this.#rowButtons = new Map();
    const items = rows.map((row) => this.#itemOf(row));
    this.#picker.items = items;
    // `activeItems` is set only if a row is focused, because an empty list would leave no row focused.
    const focusedItem = items.find(({ row }) => row === focused);
    if (focusedItem !== undefined) this.#picker.activeItems = [focusedItem];
    if (this.#picker.canSelectMany) this.#picker.selectedItems = items.filter(({ row }) => checked?.includes(row));
    void this.#waitUntilShown();
  }

  setText(text: string): void {
    this.#picker.value = text;
  }

  setBusy(isBusy: boolean): void {
    this.#picker.busy = isBusy;
  }

  setPlaceholder(placeholder: string): void {
    this.#picker.placeholder = displayText(placeholder);
  }

  setButtons(buttons: readonly PromptButton[]): void {
    this.#titleButtons = buttonMap(this.titleButtons(buttons));
    this.#picker.buttons = [...this.#titleButtons.keys()];
  }

  protected show(): void {
    this.#picker.show();
    void this.#waitUntilShown();
  }

  protected remove(): void {
    this.#rateLimit?.dispose();
    this.#picker.dispose();
  }

  #press(button: PromptButton | undefined, row: Row | undefined): void {
    if (button !== undefined) this.push({ kind: 'press', button, row });
  }

  async #waitUntilShown(): Promise<void> {
    this.#pendingChanges += 1;
    // VS Code sends the changes of a quick pick in a timer.
    await new Promise((resolve) => setTimeout(resolve, 0));
    // The refusal of a host that does not have the command is an answer, too.
    await Promise.allSettled([vscode.commands.executeCommand('noop')]);
    this.#pendingChanges -= 1;
    if (this.#pendingChanges > 0 || !this.#isEnterPending) return;
    this.#isEnterPending = false;
    this.#accept(this.#picker.activeItems[0]);
  }

  /**
   * VS Code fires `onDidAccept` even if no row is visible. `selectedItems` then contains a row of an earlier list, so
   * this method ignores `item`.
   */
  #accept(item: Item<Row> | undefined): void {
    const { items, activeItems } = this.#picker;
    const row = item !== undefined && activeItems.length > 0 && items.includes(item) ? item.row : undefined;
    this.push({ kind: 'accept', row, hasMovedFocus: this.#hasMovedFocus });
  }

  #itemOf(row: Row): Item<Row> {
    const { label, description = '', detail, icon, alwaysShow, isSeparator, isCurrent } = row;
    // A screen reader reads the name of an icon in a text, and not that of `iconPath`.
    const shownDescription = `${isCurrent === true ? '$(check) ' : ''}${escapeCodicons(description)}`.trimEnd();
    const buttons = buttonMap(row.buttons ?? []);
    for (const [button, promptButton] of buttons) this.#rowButtons.set(button, promptButton);
    return {
      row,
      label: escapeCodicons(label),
      ...(isSeparator === true ? { kind: vscode.QuickPickItemKind.Separator } : {}),
      ...(shownDescription === '' ? {} : { description: shownDescription }),
      ...(detail === undefined ? {} : { detail: escapeCodicons(detail) }),
      ...(icon === undefined ? {} : { iconPath: themeIcon(icon) }),
      ...(alwaysShow === true ? { alwaysShow } : {}),
      ...(buttons.size === 0 ? {} : { buttons: [...buttons.keys()] }),
    };
  }
}

/** A quick pick that closes within this time after it was shown was not closed by the user. */
const REOPEN_WITHIN_MS = 500;

/**
 * Calls `onClose` when the user closes the quick pick. If it closes within `REOPEN_WITHIN_MS`, it is shown again, at
 * most once: after the Command Palette closes, VS Code returns the focus to the active webview page, which receives it
 * with a delay, and a quick pick that was opened in the meantime closes before the user can read it. `now` returns
 * milliseconds.
 */
export function onUserClose<Item extends vscode.QuickPickItem>(
  picker: vscode.QuickPick<Item>,
  onClose: () => void,
  now: () => number = Date.now,
): void {
  const shownAt = now();
  let wasShownAgain = false;
  picker.onDidHide(() => {
    if (picker.ignoreFocusOut || wasShownAgain || now() - shownAt >= REOPEN_WITHIN_MS) {
      onClose();
      return;
    }
    wasShownAgain = true;
    // VS Code removes the rows of a hidden quick pick, and shows them again only if they are set again.
    const selectedItems = picker.selectedItems;
    picker.items = [...picker.items];
    picker.selectedItems = selectedItems;
    picker.show();
  });
}
