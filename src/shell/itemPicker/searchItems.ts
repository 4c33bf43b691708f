// Lets the user pick one or several work items, in a list that searches the cache on every keystroke, and then the server.
import * as l10n from '@vscode/l10n';
import { isIdentifier, normalizeIdentifier } from '../../contract/resources/workItem.ts';
import { pastedIdentifier } from '../../core/branches/currentWork.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { UncachedItem } from '../../core/cache/find.ts';
import { openBlockers } from '../../core/cache/store/blockers.ts';
import { hasEveryItem } from '../../core/cache/store/hasEveryItem.ts';
import { IdentifierMatcher } from '../../core/mentions/identifiers.ts';
import { parseItemUrl } from '../../core/session/server/webAddress.ts';
import type { Session } from '../../core/session/session.ts';
import { stateIcon } from '../../items/icons.ts';
import { type Clock, systemClock } from '../../std/clock.ts';
import type { OnBack, ValueRow } from '../prompts/ask.ts';
import type { AcceptedRow, ListPrompt, Prompts } from '../prompts/prompts.ts';
import type { OtherAccountIdentifier } from '../windowAccounts.ts';
import { findOnServer, type ServerSearchResult } from './findOnServer.ts';
import {
  addServerRows,
  type ItemRow,
  otherAccountRow,
  rowsBeforeResponse,
  rowToAccept,
  withProjectNames,
} from './itemRows.ts';

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
  /** Returns a text that is appended to the row of the work item. */
  readonly noteOf?: (address: ItemAddress) => string | undefined;
  /** The message if no work item has the typed identifier or URL, or if `isWanted` returns false for this work item. */
  readonly emptyText?: string;
  readonly staysOpen?: boolean;
  readonly otherAccounts?: OtherAccountSearch | undefined;
  readonly onBack?: OnBack | undefined;
  /** Measures the delay before the server is searched. */
  readonly clock?: Clock;
}

type SearchRow = OfferedRow & Pick<ItemRow, 'isPending' | 'other'>;

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
  return (await search(prompts, session, options, false))?.[0];
}

/**
 * Lets the user check any number of work items, which remain listed while the user searches for others. Resolves with
 * the focused work item if none is checked, and with undefined if the user cancels.
 */
export async function searchSeveralItems(
  prompts: Prompts,
  session: Session,
  options: SearchItemsOptions,
): Promise<readonly ItemAddress[] | undefined> {
  const values = await search(prompts, session, { ...options, staysOpen: true }, true);
  return values?.flatMap((value) => value ?? []);
}

async function search(
  prompts: Prompts,
  session: Session,
  options: SearchItemsOptions,
  isMultiSelect: boolean,
): Promise<readonly (ItemAddress | null)[] | undefined> {
  const list = prompts.createList<SearchRow>({
    title: options.title,
    placeholder: l10n.t('Find by ID, title or address'),
    matchedProperties: ['description'],
    onBack: options.onBack,
    isMultiSelect,
    staysOpen: options.staysOpen ?? false,
    rateLimit: session.store.rateLimit,
  });
  void session.store.finder.prepareEntries();
  const itemSearch = new ItemSearch(session, list, options, isMultiSelect);
  list.onDidType((text) => itemSearch.handleTyped(text.trim()));
  list.signal.addEventListener('abort', () => itemSearch.stop());
  for await (const event of list.events()) {
    if (event.kind !== 'accept') continue;
    const checkedRows = isMultiSelect ? list.checkedRows : [];
    const rows = checkedRows.length > 0 ? checkedRows : await itemSearch.rowsToAccept(event);
    const other = rows[0]?.other;
    if (other !== undefined) {
      options.otherAccounts?.onPick(other);
      return undefined;
    }
    // A row that shows only a message has no value.
    const values = rows.flatMap(({ value }) => (value === undefined ? [] : [value]));
    if (values.length > 0) return values;
  }
  return undefined;
}

class ItemSearch {
  readonly #session: Session;
  readonly #list: ListPrompt<SearchRow>;
  readonly #options: SearchItemsOptions;
  readonly #isMultiSelect: boolean;
  /** Is aborted when the user changes the text. */
  #typing = new AbortController();
  /** The rows for the typed text. Empty before the user types. */
  #results: readonly ItemRow[] = [];
  /** Resolves when the server has responded, or the user has changed the text. Undefined if no response is awaited. */
  #response: Promise<void> | undefined;

  constructor(session: Session, list: ListPrompt<SearchRow>, options: SearchItemsOptions, isMultiSelect: boolean) {
    this.#session = session;
    this.#list = list;
    this.#options = options;
    this.#isMultiSelect = isMultiSelect;
    this.#setRows(
      options.offeredRows,
      options.offeredRows.find(({ isFocused }) => isFocused),
    );
  }

  handleTyped(typedText: string): void {
    this.stop();
    const identifier = pastedIdentifier(typedText, projectMatcher(this.#session));
    // A name may start with the identifier of another work item.
    const isName = /\s/.test(typedText) && this.#cachedRows(typedText).length > 0;
    const text = identifier === undefined || isName ? typedText : identifier;
    const isAddress = parseItemUrl(text, this.#session) !== undefined;
    this.#results = text === '' ? [] : rowsBeforeResponse(text, this.#cachedRows(text), isAddress).map(withAlwaysShow);
    const [firstRow] = this.#results;
    const isAwaited = firstRow?.isExact ? firstRow.isPending === true : this.#mayFindMore(text);
    this.#setRows(text === '' ? this.#options.offeredRows : this.#resultsOrMessage(text, isAwaited));
    this.#response = undefined;
    if (!isAwaited) return;
    this.#typing = new AbortController();
    const { signal } = this.#typing;
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    this.#response = Promise.race([this.#searchServer(text, signal), aborted]);
    this.#list.load(this.#response);
  }

  /**
   * Resolves with the row that Enter selects. If the row is being requested, or is not found yet, waits for the
   * response. Resolves with an empty list if there is none.
   */
  async rowsToAccept({ row: focused, hasMovedFocus }: AcceptedRow<SearchRow>): Promise<readonly SearchRow[]> {
    const row = this.#isMultiSelect
      ? this.#list.focusedRow
      : rowToAccept<SearchRow>(this.#results, focused, hasMovedFocus);
    if (row !== undefined && row.isPending !== true) return [row];
    const { signal } = this.#typing;
    if (this.#response === undefined || (await this.#list.wait(this.#response)) === undefined) return [];
    return signal.aborted ? [] : this.#results.slice(0, 1);
  }

  stop(): void {
    this.#typing.abort();
  }

  /** Whether the server may have work items that match and that the cache does not have. */
  #mayFindMore(text: string): boolean {
    return text.length > 1 && (this.#results.length === 0 || !hasEveryItem(this.#session.store));
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

  /** Appends the server's results to the rows. The focus remains on its work item. */
  async #searchServer(text: string, signal: AbortSignal): Promise<void> {
    const { clock = systemClock, emptyText, isWanted, otherAccounts } = this.#options;
    await clock.sleep(SERVER_SEARCH_DELAY_MS);
    const searchResult = await findOnServer(this.#session, text, signal);
    const { items, problem } = searchResult;
    const isNotFound = items.length === 0 && problem === undefined;
    const otherAccountItem = isNotFound && !signal.aborted ? await otherAccounts?.find(text) : undefined;
    if (signal.aborted) return;
    const rows =
      otherAccountItem === undefined
        ? foundRows(this.#session, searchResult, isWanted)
        : [otherAccountRow(otherAccountItem)];
    const problemRows: readonly ItemRow[] =
      problem === undefined ? [] : [{ label: problem, description: '', icon: { id: 'warning' } }];
    const newRows = this.#results[0]?.isPending
      ? addServerRows(this.#results, rows, noExactMatchRow(text, problem ?? emptyText))
      : addServerRows(this.#results, [...rows, ...problemRows]);
    this.#results = newRows.map(withAlwaysShow);
    this.#response = undefined;
    this.#setRows(this.#resultsOrMessage(text, false), this.#list.focusedRow);
  }

  /** If there are no results, returns a row that says that nothing is found, or not yet. */
  #resultsOrMessage(text: string, isAwaited: boolean): readonly ItemRow[] {
    if (this.#results.length > 0) return this.#results;
    const row = { description: '', alwaysShow: true };
    if (isAwaited) return [{ ...row, label: l10n.t('Searching…'), icon: { id: 'loading~spin' }, isPending: true }];
    // A title that contains the text may belong to a work item that can't be picked.
    const label = this.#options.isWanted ? l10n.t('No matches') : l10n.t('No title contains “{0}”', text);
    return [{ ...row, label, icon: { id: 'info' } }];
  }

  /** Shows the rows and, below them, the checked rows of earlier searches. The focus is on the work item of `focused`. */
  #setRows(rows: readonly SearchRow[], focused?: SearchRow): void {
    const checkedRows = new Map(
      (this.#isMultiSelect ? this.#list.checkedRows : []).flatMap((row) => (row.value ? [[row.value.id, row]] : [])),
    );
    const listedRows = rows.map((row) => (row.value && checkedRows.get(row.value.id)) ?? this.#withNote(row));
    const listedIds = new Set(rows.map(({ value }) => value?.id));
    const otherRows = [...checkedRows].flatMap(([id, row]) =>
      listedIds.has(id) ? [] : [{ ...row, alwaysShow: true }],
    );
    const shownRows = withProjectNames(this.#session, [...listedRows, ...otherRows]);
    this.#list.setRows(shownRows, {
      focused:
        shownRows.find(({ value }) => value && value.id === focused?.value?.id) ??
        // VS Code focuses no row of a list with check boxes by itself.
        (this.#isMultiSelect ? shownRows.find(({ isSeparator }) => isSeparator !== true) : undefined),
      checked: shownRows.filter(({ value }) => value && checkedRows.has(value.id)),
    });
  }

  #withNote(row: SearchRow): SearchRow {
    const note = row.value ? this.#options.noteOf?.(row.value) : undefined;
    return note === undefined ? row : { ...row, description: [row.description, note].join(' · ') };
  }
}

/** Returns the matcher of the identifiers of the projects in the cache. */
function projectMatcher({ store }: Session): IdentifierMatcher {
  const projects = [...store.resources.projects.records.all().values()];
  return new IdentifierMatcher(projects.flatMap(({ id }) => store.project(id)?.identifier ?? []));
}

/** Returns the rows of the work items that the server has found. */
function foundRows(
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
  const isBlocked = openBlockers(store, { project, id }).length > 0;
  const blocked = isBlocked
    ? l10n.t({ message: 'blocked', comment: ['A work item that waits for another one'] })
    : undefined;
  return {
    label: identifier,
    description: [item.name, state?.name, blocked].filter((text) => text !== undefined).join(' · '),
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
function withAlwaysShow(row: ItemRow): ItemRow {
  return { ...row, alwaysShow: true };
}

/**
 * Returns the row that says that no work item matches exactly. For an identifier, its label is the typed text, so that
 * it remains the first row.
 */
function noExactMatchRow(text: string, message = l10n.t('No work item has this identifier')): ItemRow {
  const icon = { id: 'info' };
  return isIdentifier(text)
    ? { label: normalizeIdentifier(text), description: message, icon }
    : { label: message, description: '', icon };
}
