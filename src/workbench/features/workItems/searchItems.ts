// A quick pick for a work item: searches the cache on every keystroke, and then the server.
// All pickers that accept an identifier use this module.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import { Finder, type UnreadItem } from '../../../cache/find.ts';
import { isIdentifier } from '../../../contract/resources/workItem.ts';
import type { Session } from '../../../session/session.ts';
import { parseItemUrl } from '../../../session/webAddress.ts';
import { displayText } from '../../../std/displayName.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onHide } from '../../ui/quickPick.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { findOnServer, type ServerFinds } from './findOnServer.ts';
import { type ItemRow, rowToAccept, typedRows, withFound } from './itemRows.ts';

/** A row that is listed before the user types. `value` is undefined in separators, and null to clear the field. */
export interface OfferedItem extends vscode.QuickPickItem {
  readonly value?: ItemAddress | null;
}

interface Choice extends OfferedItem {
  readonly row?: ItemRow;
}

export interface ItemSearch {
  readonly title: string;
  readonly offered: readonly OfferedItem[];
  /** Work items that are not in the cache, but whose names are known and searched. */
  readonly unread?: readonly UnreadItem[];
  readonly isWanted?: (address: ItemAddress) => boolean;
  /** The message if no work item has the typed identifier or URL, or `isWanted` returns false for the work item. */
  readonly emptyText?: string;
  readonly ignoreFocusOut?: boolean;
}

const MAX_RESULTS = 50;
const SERVER_SEARCH_DELAY_MS = 250;

/** Resolves with undefined if the user cancels, and with null if the user picks a row whose value is null. */
export async function searchItems(session: Session, options: ItemSearch): Promise<ItemAddress | null | undefined> {
  const picker = vscode.window.createQuickPick<Choice>();
  picker.title = displayText(options.title);
  picker.placeholder = l10n.t('Enter an identifier such as PROJ-123 or words of the name, or paste an address');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = options.ignoreFocusOut ?? false;
  picker.items = options.offered;
  const currentRow = options.offered.find((row) => row.picked === true);
  if (currentRow !== undefined) picker.activeItems = [currentRow];
  const rateLimit = showRateLimitInTitle(picker, session.store.rateLimit);
  let search: Search | undefined;
  try {
    return await new Promise((resolve) => {
      const currentSearch = new Search(session, picker, options, resolve);
      search = currentSearch;
      picker.onDidChangeValue((text) => currentSearch.typed(text.trim()));
      picker.onDidChangeActive(() => currentSearch.focused());
      picker.onDidAccept(() => currentSearch.entered());
      onHide(picker, () => resolve(undefined));
      picker.show();
    });
  } finally {
    search?.stop();
    rateLimit.dispose();
    picker.dispose();
  }
}

class Search {
  readonly #session: Session;
  readonly #picker: vscode.QuickPick<Choice>;
  readonly #options: ItemSearch;
  readonly #accept: (value: ItemAddress | null) => void;
  readonly #finder: Finder;
  #timer: NodeJS.Timeout | undefined;
  #requestController = new AbortController();
  /** The rows for the typed text. Empty before the user types. */
  #rows: readonly ItemRow[] = [];
  /** Whether VS Code already shows the rows for the typed text. It reports rows by their position in the shown list. */
  #isListShown = true;
  /**
   * Number of focus events that VS Code sends because the list was replaced: one for each list. All other focus events
   * mean that the user has moved the focus.
   */
  #expectedFocusEvents = 1;
  #hasUserMovedFocus = false;
  /** Whether the user has pressed Enter before the row was loaded. */
  #isEnterPending = false;

  constructor(
    session: Session,
    picker: vscode.QuickPick<Choice>,
    options: ItemSearch,
    accept: (value: ItemAddress | null) => void,
  ) {
    this.#session = session;
    this.#picker = picker;
    this.#options = options;
    this.#accept = accept;
    this.#finder = new Finder(session.store);
  }

  typed(text: string): void {
    this.stop();
    this.#isListShown = false;
    this.#isEnterPending = false;
    this.#hasUserMovedFocus = false;
    const isAddress = parseItemUrl(text, this.#session) !== undefined;
    this.#rows = text === '' ? [] : typedRows(text, this.#cachedRows(text), isAddress);
    this.#setRows(text === '' ? this.#options.offered : this.#rows.map(choiceOf));
    const [firstRow] = this.#rows;
    const needsServer = firstRow?.isExact ? firstRow.isPending === true : text.length > 1;
    this.#picker.busy = needsServer;
    if (!needsServer) return;
    this.#requestController = new AbortController();
    const { signal } = this.#requestController;
    this.#timer = setTimeout(() => void this.#searchServer(text, signal), SERVER_SEARCH_DELAY_MS);
  }

  focused(): void {
    if (this.#expectedFocusEvents > 0) this.#expectedFocusEvents -= 1;
    else this.#hasUserMovedFocus = true;
    if (this.#isListShown) return;
    this.#isListShown = true;
    if (this.#isEnterPending) this.#acceptRow(this.#picker.activeItems[0]);
  }

  entered(): void {
    if (this.#isListShown) this.#acceptRow(this.#picker.selectedItems[0]);
    else this.#isEnterPending = true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#requestController.abort();
  }

  #acceptRow(focused: Choice | undefined): void {
    const row = rowToAccept(this.#rows, focused?.row, this.#hasUserMovedFocus);
    this.#isEnterPending = row?.isPending === true;
    const value = row === undefined ? focused?.value : row.address;
    if (value !== undefined) this.#accept(value);
  }

  #setRows(choices: readonly Choice[]): void {
    this.#expectedFocusEvents = 1;
    this.#picker.items = choices;
  }

  #cachedRows(text: string): ItemRow[] {
    const { unread = [], isWanted } = this.#options;
    const currentSearch = this.#finder.find(text, MAX_RESULTS, {
      unread,
      ...(isWanted === undefined ? {} : { isWanted }),
    });
    return currentSearch.flatMap(
      (address) => itemRowOf(this.#session, address) ?? unreadRow(unread.find(({ id }) => id === address.id)) ?? [],
    );
  }

  /** Appends the server's results to the rows. A focus that the user has moved remains on its row. */
  async #searchServer(text: string, signal: AbortSignal): Promise<void> {
    const serverResult = await findOnServer(this.#session, text, signal);
    if (signal.aborted) return;
    const [firstRow] = this.#rows;
    const currentSearch = this.#rowsOf(serverResult);
    const problem = serverResult.sentence === undefined ? undefined : escapeCodicons(serverResult.sentence);
    if (firstRow?.isPending)
      this.#rows = withFound(this.#rows, currentSearch, noExactMatchRow(text, problem ?? this.#options.emptyText));
    else {
      const problems = problem === undefined ? [] : [{ label: problem, description: '', icon: { id: 'warning' } }];
      this.#rows = withFound(this.#rows, [...currentSearch, ...problems], noMatchRow(text));
    }
    const choices = this.#rows.map(choiceOf);
    const [focused] = this.#picker.activeItems;
    const focusedIndex = focused === undefined ? -1 : this.#picker.items.indexOf(focused);
    this.#setRows(choices);
    const focusedChoice = this.#hasUserMovedFocus ? choices[focusedIndex] : undefined;
    if (focusedChoice !== undefined) this.#picker.activeItems = [focusedChoice];
    this.#picker.busy = false;
    if (this.#isEnterPending && this.#isListShown) this.#acceptRow(choices[0]);
  }

  #rowsOf({ items }: ServerFinds): ItemRow[] {
    const { isWanted = () => true } = this.#options;
    return items
      .filter(({ address }) => isWanted(address))
      .map(
        ({ address, identifier, name }) =>
          itemRowOf(this.#session, address) ?? {
            label: escapeCodicons(identifier),
            description: escapeCodicons(name),
            icon: { id: 'search' },
            address,
          },
      );
  }
}

/** Returns the row of a work item, or undefined if the work item is not loaded. */
export function itemRowOf({ store }: Session, { project, id }: ItemAddress): ItemRow | undefined {
  const item = store.item({ project, id });
  const identifier = store.identifier({ project, id });
  if (item === undefined || identifier === undefined) return undefined;
  const state = item.state === null ? undefined : store.state(project, item.state);
  const description = state === undefined ? item.name : `${item.name} · ${state.name}`;
  return {
    label: escapeCodicons(identifier),
    description: escapeCodicons(description),
    icon: stateIcon(state?.group ?? undefined),
    address: { project, id },
  };
}

/** Returns the row of a work item that is not in the cache, but whose name is known. */
export function unreadRow(item: UnreadItem | undefined): ItemRow | undefined {
  if (item === undefined) return undefined;
  const { project, id, identifier, name } = item;
  return {
    label: escapeCodicons(identifier),
    description: escapeCodicons(name),
    icon: { id: 'history' },
    address: { project, id },
  };
}

/** Sets `alwaysShow`, because VS Code's filter would hide rows that do not contain the typed text as a phrase. */
function choiceOf(row: ItemRow): Choice {
  return { ...offeredOf(row), alwaysShow: true, row };
}

/**
 * Returns a row that is listed before the user types. VS Code filters these rows by the typed text until it receives
 * the rows of the search.
 */
export function offeredOf({ label, description, icon, address }: ItemRow): OfferedItem {
  return {
    label,
    ...(description === '' ? {} : { description }),
    iconPath: new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color)),
    ...(address === undefined ? {} : { value: address }),
  };
}

/** Returns the row that says that no work item matches exactly. Its label is the typed text, so it remains first. */
function noExactMatchRow(text: string, message = l10n.t('No work item has this identifier')): ItemRow {
  const icon = { id: 'info' };
  return isIdentifier(text)
    ? { label: text.toUpperCase(), description: message, icon }
    : { label: message, description: '', icon };
}

function noMatchRow(text: string): ItemRow {
  return {
    label: l10n.t('No work item matches “{0}”', escapeCodicons(text)),
    description: '',
    icon: { id: 'info' },
  };
}
