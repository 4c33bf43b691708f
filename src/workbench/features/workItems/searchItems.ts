// A picker of work items that searches the cache on every keystroke, and then the server.
// `pickSeveralItems.ts` lists the same rows with check boxes.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import type { UncachedItem } from '../../../cache/find.ts';
import { hasEveryItem } from '../../../cache/hasEveryItem.ts';
import { isIdentifier, normalizeIdentifier } from '../../../contract/resources/workItem.ts';
import type { Session } from '../../../session/session.ts';
import { parseItemUrl } from '../../../session/webAddress.ts';
import { type Clock, systemClock } from '../../../std/clock.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { backButtons, type OnBack, type ValueRow } from '../../ui/ask.ts';
import type { AcceptedRow, ListPrompt, Prompts } from '../../ui/prompts.ts';
import { findOnServer, type ServerSearchResult } from './findOnServer.ts';
import {
  addServerRows,
  type ItemRow,
  otherAccountRow,
  rowsBeforeResponse,
  rowToAccept,
  withProjectNames,
} from './itemRows.ts';
import type { OtherAccountIdentifier } from './otherAccountFinder.ts';

/** A row that is listed before the user types. `value` is null to clear the field. */
export type OfferedRow = ValueRow<ItemAddress | null>;

/** Finds other accounts that have the project of a typed identifier, if the window's account does not have it. */
export interface OtherAccountSearch {
  find(identifier: string): Promise<OtherAccountIdentifier | undefined>;
  /**
   * Called when the user picks an identifier of another account. The list then closes, and the search resolves with
   * undefined.
   */
  onPick(item: OtherAccountIdentifier): void;
}

export interface SearchItemsOptions {
  readonly title: string;
  /** The rows that are listed before the user types. */
  readonly offeredRows: readonly OfferedRow[];
  /** Work items that are not in the cache, with the names by which the search finds them. */
  readonly unreadItems?: readonly UncachedItem[];
  readonly isWanted?: (address: ItemAddress) => boolean;
  /** The message if no work item has the typed identifier or URL, or if `isWanted` returns false for this work item. */
  readonly emptyText?: string;
  readonly staysOpen?: boolean;
  readonly otherAccounts?: OtherAccountSearch | undefined;
  readonly onBack?: OnBack | undefined;
  /** Measures the delay before the server is searched. */
  readonly clock?: Clock;
}

const MAX_RESULTS = 50;
const SERVER_SEARCH_DELAY_MS = 250;

/**
 * Lets the user pick a row. Resolves with the value of the row, which is null if the row clears the field, or with
 * undefined if the user cancels.
 */
export async function searchItems(
  prompts: Prompts,
  session: Session,
  options: SearchItemsOptions,
): Promise<ItemAddress | null | undefined> {
  const list = prompts.createList<SearchRow>({
    title: options.title,
    placeholder: searchPlaceholder(),
    matchedProperties: ['description'],
    buttons: backButtons(options.onBack),
    staysOpen: options.staysOpen ?? false,
    rateLimit: session.store.rateLimit,
  });
  list.setRows(options.offeredRows, { focused: options.offeredRows.find(({ isFocused }) => isFocused) });
  void session.store.finder.prepareEntries();
  let search: Search | undefined;
  try {
    return await new Promise((resolve) => {
      const currentSearch = new Search(session, list, options, resolve);
      search = currentSearch;
      list.onDidType((text) => currentSearch.handleTyped(text.trim()));
      list.onDidAccept((acceptedRow) => currentSearch.handleAccepted(acceptedRow));
      list.onDidPressButton(() => {
        options.onBack?.();
        resolve(undefined);
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    search?.stop();
    list.dispose();
  }
}

type SearchRow = OfferedRow | ItemRow;

class Search {
  readonly #session: Session;
  readonly #list: ListPrompt<SearchRow>;
  readonly #options: SearchItemsOptions;
  readonly #accept: (value: ItemAddress | null | undefined) => void;
  #requestController = new AbortController();
  /** The rows for the typed text. Empty before the user types. */
  #rows: readonly ItemRow[] = [];
  #isSearchingServer = false;
  /** Whether the user has pressed Enter before the server has returned the work item. */
  #isEnterPending = false;

  constructor(
    session: Session,
    list: ListPrompt<SearchRow>,
    options: SearchItemsOptions,
    accept: (value: ItemAddress | null | undefined) => void,
  ) {
    this.#session = session;
    this.#list = list;
    this.#options = options;
    this.#accept = accept;
  }

  handleTyped(text: string): void {
    this.stop();
    this.#isEnterPending = false;
    const isAddress = parseItemUrl(text, this.#session) !== undefined;
    this.#rows = text === '' ? [] : this.#shown(rowsBeforeResponse(text, this.#cachedRows(text), isAddress));
    this.#list.setRows(text === '' ? this.#options.offeredRows : this.#rows);
    const [firstRow] = this.#rows;
    this.#setSearching(firstRow?.isExact ? firstRow.isPending === true : this.#mayFindMore(text));
    if (!this.#isSearchingServer) return;
    this.#requestController = new AbortController();
    void this.#searchServer(text, this.#requestController.signal);
  }

  handleAccepted({ row: focused, hasMovedFocus }: AcceptedRow<SearchRow>): void {
    const row = rowToAccept(this.#rows, focused, hasMovedFocus);
    this.#isEnterPending = row === undefined ? this.#isSearchingServer : 'isPending' in row;
    this.#acceptRow(row);
  }

  stop(): void {
    this.#requestController.abort();
  }

  /** Closes the list and resolves the search with the row's work item. Ignores a row that shows only a message. */
  #acceptRow(row: SearchRow | undefined): void {
    if (row === undefined) return;
    if ('other' in row && row.other !== undefined) {
      this.#options.otherAccounts?.onPick(row.other);
      this.#accept(undefined);
    } else if (row.value !== undefined) this.#accept(row.value);
  }

  /** Whether the server may have work items that match and that the cache does not have. */
  #mayFindMore(text: string): boolean {
    return text.length > 1 && (this.#rows.length === 0 || !hasEveryItem(this.#session.store));
  }

  #setSearching(isSearching: boolean): void {
    this.#isSearchingServer = isSearching;
    this.#list.setBusy(isSearching);
  }

  #cachedRows(text: string): ItemRow[] {
    const { unreadItems = [], isWanted } = this.#options;
    const addresses = this.#session.store.finder.find(text, MAX_RESULTS, {
      uncached: unreadItems,
      ...(isWanted === undefined ? {} : { isWanted }),
    });
    return addresses.flatMap(
      (address) =>
        itemRowOf(this.#session, address) ?? uncachedRow(unreadItems.find(({ id }) => id === address.id)) ?? [],
    );
  }

  /** Appends the server's results to the rows. The focus remains on its row. */
  async #searchServer(text: string, signal: AbortSignal): Promise<void> {
    const { clock = systemClock, emptyText } = this.#options;
    await clock.sleep(SERVER_SEARCH_DELAY_MS);
    const searchResult = await findOnServer(this.#session, text, signal);
    const isNotFound = searchResult.items.length === 0 && searchResult.problem === undefined;
    const otherAccountItem = isNotFound && !signal.aborted ? await this.#options.otherAccounts?.find(text) : undefined;
    if (signal.aborted) return;
    const rows = otherAccountItem === undefined ? this.#rowsOf(searchResult) : [otherAccountRow(otherAccountItem)];
    const problem = searchResult.problem;
    const problemRows =
      problem === undefined ? [] : [{ label: problem, description: '', icon: { id: 'warning' } } as const];
    const newRows = this.#rows[0]?.isPending
      ? addServerRows(this.#rows, rows, noExactMatchRow(text, problem ?? emptyText))
      : addServerRows(this.#rows, [...rows, ...problemRows]);
    const { focusedRow } = this.#list;
    const focusedIndex = this.#rows.findIndex((row) => row === focusedRow);
    this.#rows = this.#shown(newRows);
    this.#list.setRows(this.#rows, { focused: this.#rows[focusedIndex] });
    this.#setSearching(false);
    if (this.#isEnterPending) this.#acceptRow(this.#rows[0]);
    this.#isEnterPending = false;
  }

  #shown(rows: readonly ItemRow[]): readonly ItemRow[] {
    return withProjectNames(this.#session, rows.map(withAlwaysShow));
  }

  #rowsOf(searchResult: ServerSearchResult): ItemRow[] {
    return foundRows(this.#session, searchResult, this.#options.isWanted);
  }
}

/** Returns the placeholder of every list of work items. */
export function searchPlaceholder(): string {
  return l10n.t('Find by ID, title or address');
}

/** Returns the rows of the work items that the server has found. */
export function foundRows(
  session: Session,
  { items }: ServerSearchResult,
  isWanted: (address: ItemAddress) => boolean = () => true,
): ItemRow[] {
  return items
    .filter(({ address }) => isWanted(address))
    .map(
      ({ address, identifier, name }) =>
        itemRowOf(session, address) ?? {
          label: identifier,
          description: name,
          icon: { id: 'search' },
          value: address,
        },
    );
}

/** Returns the row of a work item, or undefined if the work item is not loaded. */
export function itemRowOf({ store }: Session, { project, id }: ItemAddress): ItemRow | undefined {
  const item = store.item({ project, id });
  const identifier = store.identifier({ project, id });
  if (item === undefined || identifier === undefined) return undefined;
  const state = item.state === null ? undefined : store.state(project, item.state);
  return {
    label: identifier,
    description: state === undefined ? item.name : `${item.name} · ${state.name}`,
    icon: stateIcon(state, store.knownStates(project)),
    value: { project, id },
  };
}

/** Returns the row of a work item that is not in the cache, but whose name is known. */
export function uncachedRow(item: UncachedItem | undefined): ItemRow | undefined {
  if (item === undefined) return undefined;
  const { project, id, identifier, name } = item;
  return { label: identifier, description: name, icon: { id: 'history' }, value: { project, id } };
}

/** Sets `alwaysShow`, because VS Code's filter would hide rows that do not contain the typed text as a phrase. */
export function withAlwaysShow(row: ItemRow): ItemRow {
  return { ...row, alwaysShow: true };
}

/**
 * Returns the row that says that no work item matches exactly. For an identifier, its label is the typed text, so that
 * it remains the first row.
 */
export function noExactMatchRow(text: string, message = l10n.t('No work item has this identifier')): ItemRow {
  const icon = { id: 'info' };
  return isIdentifier(text)
    ? { label: normalizeIdentifier(text), description: message, icon }
    : { label: message, description: '', icon };
}
