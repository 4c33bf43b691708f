// Lets the user pick one or several work items, in a list that searches the cache and the server.

import type { ItemAddress } from '../../../cache/address.ts';
import { Finder } from '../../../cache/find.ts';
import type { Session } from '../../../session/session.ts';
import { parseItemUrl } from '../../../session/webAddress.ts';
import type { Clock } from '../../../std/clock.ts';
import type { RememberedItem } from '../../../tree/treeData.ts';
import { backButtons, type OnBack, type ValueRow } from '../../ui/ask.ts';
import type { ListPrompt, Prompts } from '../../ui/prompts.ts';
import { findOnServer } from './findOnServer.ts';
import { addServerRows, type ItemRow, rowsBeforeResponse, withProjectNames } from './itemRows.ts';
import { initialRows } from './pickItem.ts';
import {
  foundRows,
  itemRowOf,
  noExactMatchRow,
  searchPlaceholder,
  uncachedRow,
  withAlwaysShow,
} from './searchItems.ts';

export interface PickSeveralItemsOptions {
  readonly title: string;
  readonly recents: readonly RememberedItem[];
  /** The work item in the first row, usually the current work item. */
  readonly suggested: RememberedItem | undefined;
  readonly isWanted: (address: ItemAddress) => boolean;
  /** Returns a text that is appended to the row of the work item. */
  readonly noteOf: (address: ItemAddress) => string | undefined;
  readonly clock: Clock;
  readonly onBack?: OnBack | undefined;
}

type Row = ValueRow<ItemAddress | null> & Pick<ItemRow, 'isPending'>;

const MAX_RESULTS = 50;
const SERVER_SEARCH_DELAY_MS = 250;

/**
 * Resolves with the checked work items, or with the focused work item if none is checked. Resolves with undefined if
 * the user cancels.
 */
export async function pickSeveralItems(
  prompts: Prompts,
  session: Session,
  options: PickSeveralItemsOptions,
): Promise<readonly ItemAddress[] | undefined> {
  const list = prompts.createList<Row>({
    title: options.title,
    placeholder: searchPlaceholder(),
    matchedProperties: ['description'],
    buttons: backButtons(options.onBack),
    isMultiSelect: true,
    staysOpen: true,
    rateLimit: session.store.rateLimit,
  });
  let picker: ItemsPicker | undefined;
  try {
    return await new Promise((resolve) => {
      const itemsPicker = new ItemsPicker(session, list, options, resolve);
      picker = itemsPicker;
      itemsPicker.handleTyped('');
      list.onDidType((text) => itemsPicker.handleTyped(text.trim()));
      list.onDidCheck((rows) => itemsPicker.handleChecked(rows));
      list.onDidAccept(() => itemsPicker.handleAccepted());
      list.onDidPressButton(() => {
        options.onBack?.();
        resolve(undefined);
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    picker?.stop();
    list.dispose();
  }
}

class ItemsPicker {
  readonly #session: Session;
  readonly #list: ListPrompt<Row>;
  readonly #options: PickSeveralItemsOptions;
  readonly #accept: (items: readonly ItemAddress[]) => void;
  readonly #finder: Finder;
  /** The checked rows by the id of their work item. They remain listed while other work items are searched. */
  readonly #checkedRows = new Map<string, Row>();
  #requestController = new AbortController();
  #results: readonly ItemRow[] = [];
  /** Whether the user has pressed Enter before the server has returned the work item. */
  #isEnterPending = false;

  constructor(
    session: Session,
    list: ListPrompt<Row>,
    options: PickSeveralItemsOptions,
    accept: (items: readonly ItemAddress[]) => void,
  ) {
    this.#session = session;
    this.#list = list;
    this.#options = options;
    this.#accept = accept;
    this.#finder = new Finder(session.store);
  }

  handleTyped(text: string): void {
    this.stop();
    this.#isEnterPending = false;
    if (text === '') {
      const { recents, suggested, isWanted } = this.#options;
      const isOffered = ({ value, isSeparator }: Row): boolean =>
        isSeparator === true || (value !== null && value !== undefined && isWanted(value));
      this.#results = [];
      this.#setRows(initialRows(this.#session, recents, suggested).filter(isOffered));
      this.#list.setBusy(false);
      return;
    }
    const isAddress = parseItemUrl(text, this.#session) !== undefined;
    this.#results = rowsBeforeResponse(text, this.#cachedRows(text), isAddress).map(withAlwaysShow);
    this.#setRows(this.#results);
    const [firstRow] = this.#results;
    const isSearchPending = firstRow?.isExact ? firstRow.isPending === true : text.length > 1;
    this.#list.setBusy(isSearchPending);
    if (!isSearchPending) return;
    this.#requestController = new AbortController();
    void this.#searchServer(text, this.#requestController.signal);
  }

  handleChecked(rows: readonly Row[]): void {
    this.#checkedRows.clear();
    for (const row of rows) if (row.value) this.#checkedRows.set(row.value.id, row);
  }

  handleAccepted(): void {
    const checkedItems = [...this.#checkedRows.values()].flatMap(({ value }) => value ?? []);
    const focusedRow = this.#list.focusedRow;
    if (checkedItems.length > 0) this.#accept(checkedItems);
    else if (focusedRow?.value) this.#accept([focusedRow.value]);
    else this.#isEnterPending = focusedRow?.isPending === true;
  }

  stop(): void {
    this.#requestController.abort();
  }

  #cachedRows(text: string): ItemRow[] {
    const { recents, isWanted } = this.#options;
    return this.#finder
      .find(text, MAX_RESULTS, { uncached: recents, isWanted })
      .flatMap(
        (address) =>
          itemRowOf(this.#session, address) ?? uncachedRow(recents.find(({ id }) => id === address.id)) ?? [],
      );
  }

  async #searchServer(text: string, signal: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(SERVER_SEARCH_DELAY_MS);
    const searchResult = await findOnServer(this.#session, text, signal);
    if (signal.aborted) return;
    const rows = foundRows(this.#session, searchResult, this.#options.isWanted);
    const { problem } = searchResult;
    const problemRows: ItemRow[] =
      problem === undefined ? [] : [{ label: problem, description: '', icon: { id: 'warning' } }];
    const newRows = this.#results[0]?.isPending
      ? addServerRows(this.#results, rows, noExactMatchRow(text, problem))
      : addServerRows(this.#results, [...rows, ...problemRows]);
    this.#results = newRows.map(withAlwaysShow);
    const focusedId = this.#list.focusedRow?.value?.id;
    this.#setRows(this.#results, focusedId);
    this.#list.setBusy(false);
    if (this.#isEnterPending) this.handleAccepted();
    this.#isEnterPending = false;
  }

  /** Shows the results of the search and, below them, the checked rows, so that the first result has the focus. */
  #setRows(results: readonly Row[], focusedId?: string): void {
    const listedRows = results.map((row) =>
      row.value ? (this.#checkedRows.get(row.value.id) ?? this.#withNote(row)) : row,
    );
    const listedIds = new Set(listedRows.flatMap(({ value }) => value?.id ?? []));
    const otherCheckedRows = [...this.#checkedRows].flatMap(([id, row]) =>
      listedIds.has(id) ? [] : [{ ...row, alwaysShow: true }],
    );
    const rows = withProjectNames(this.#session, [...listedRows, ...otherCheckedRows]);
    const checkedRows = rows.filter(
      ({ value }) => value !== undefined && value !== null && this.#checkedRows.has(value.id),
    );
    // VS Code focuses no row of a list with check boxes by itself.
    const focused =
      rows.find(({ value }) => focusedId !== undefined && value?.id === focusedId) ??
      rows.find(({ isSeparator }) => isSeparator !== true);
    this.#list.setRows(rows, { focused, checked: checkedRows });
  }

  #withNote(row: Row): Row {
    const note = row.value ? this.#options.noteOf(row.value) : undefined;
    return note === undefined ? row : { ...row, description: [row.description, note].join(' · ') };
  }
}
