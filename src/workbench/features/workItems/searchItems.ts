// Searches for one work item in a quick pick: in the cache with each letter, then on the server.
// Every picker that accepts an identifier uses it.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import { Finder, type UnreadItem } from '../../../cache/find.ts';
import { isIdentifier } from '../../../contract/resources/workItem.ts';
import type { Session } from '../../../session/session.ts';
import { readItemAddress } from '../../../session/webAddress.ts';
import { displayText } from '../../../std/displayName.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onHide } from '../../ui/prompts.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { findOnServer, type ServerFinds } from './findOnServer.ts';
import { type ItemRow, rowTaken, typedRows, withFound } from './itemRows.ts';

/** A row that is listed before anything is typed. `value` is absent on separators. */
export interface OfferedItem extends vscode.QuickPickItem {
  readonly value?: ItemAddress | null;
}

interface Choice extends OfferedItem {
  readonly row?: ItemRow;
}

export interface ItemSearch {
  readonly title: string;
  readonly offered: readonly OfferedItem[];
  /** Work items that are not in the store. Their names are searched too. */
  readonly unread?: readonly UnreadItem[];
  readonly isWanted?: (address: ItemAddress) => boolean;
  /** Shown for an identifier or address without a work item, or with one that is not wanted. */
  readonly emptyText?: string;
  readonly ignoreFocusOut?: boolean;
}

const MOST_FOUND = 50;
const ASK_AFTER_MS = 250;

/** Resolves with undefined if the user cancels, and with null for an offered row that means none. */
export async function searchItems(session: Session, wanted: ItemSearch): Promise<ItemAddress | null | undefined> {
  const picker = vscode.window.createQuickPick<Choice>();
  picker.title = displayText(wanted.title);
  picker.placeholder = l10n.t('Enter an identifier such as PROJ-123 or words of the name, or paste an address');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = wanted.ignoreFocusOut ?? false;
  picker.items = wanted.offered;
  const present = wanted.offered.find((row) => row.picked === true);
  if (present !== undefined) picker.activeItems = [present];
  const rateLimit = showRateLimitInTitle(picker, session.store.rateLimit);
  let search: Search | undefined;
  try {
    return await new Promise((resolve) => {
      const found = new Search(session, picker, wanted, resolve);
      search = found;
      picker.onDidChangeValue((text) => found.typed(text.trim()));
      picker.onDidChangeActive(() => found.focused());
      picker.onDidAccept(() => found.entered());
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
  readonly #wanted: ItemSearch;
  readonly #take: (value: ItemAddress | null) => void;
  readonly #finder: Finder;
  #timer: NodeJS.Timeout | undefined;
  #asking = new AbortController();
  /** The rows for the typed text; empty before anything is typed. */
  #rows: readonly ItemRow[] = [];
  /** Whether VS Code shows the list for the typed text. It reports a row by its position in the list that it shows. */
  #isShown = true;
  /**
   * VS Code reports a new focus once for each list that it receives. Any other report means that the user moved the
   * focus.
   */
  #reportsDue = 1;
  #hasMoved = false;
  /** Enter was pressed, but its row is not loaded yet. */
  #isEntered = false;

  constructor(
    session: Session,
    picker: vscode.QuickPick<Choice>,
    wanted: ItemSearch,
    take: (value: ItemAddress | null) => void,
  ) {
    this.#session = session;
    this.#picker = picker;
    this.#wanted = wanted;
    this.#take = take;
    this.#finder = new Finder(session.store);
  }

  typed(text: string): void {
    this.stop();
    this.#isShown = false;
    this.#isEntered = false;
    this.#hasMoved = false;
    const isAddress = readItemAddress(text, this.#session) !== undefined;
    this.#rows = text === '' ? [] : typedRows(text, this.#known(text), isAddress);
    this.#list(text === '' ? this.#wanted.offered : this.#rows.map(choiceOf));
    const [first] = this.#rows;
    const isAsked = first?.isExact ? first.isPending === true : text.length > 1;
    this.#picker.busy = isAsked;
    if (!isAsked) return;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#timer = setTimeout(() => void this.#ask(text, signal), ASK_AFTER_MS);
  }

  focused(): void {
    if (this.#reportsDue > 0) this.#reportsDue -= 1;
    else this.#hasMoved = true;
    if (this.#isShown) return;
    this.#isShown = true;
    if (this.#isEntered) this.#enter(this.#picker.activeItems[0]);
  }

  entered(): void {
    if (this.#isShown) this.#enter(this.#picker.selectedItems[0]);
    else this.#isEntered = true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  #enter(focused: Choice | undefined): void {
    const row = rowTaken(this.#rows, focused?.row, this.#hasMoved);
    this.#isEntered = row?.isPending === true;
    const value = row === undefined ? focused?.value : row.address;
    if (value !== undefined) this.#take(value);
  }

  #list(choices: readonly Choice[]): void {
    this.#reportsDue = 1;
    this.#picker.items = choices;
  }

  #known(text: string): ItemRow[] {
    const { unread = [], isWanted } = this.#wanted;
    const found = this.#finder.find(text, MOST_FOUND, { unread, ...(isWanted === undefined ? {} : { isWanted }) });
    return found.flatMap(
      (address) => itemRowOf(this.#session, address) ?? unreadRow(unread.find(({ id }) => id === address.id)) ?? [],
    );
  }

  /** Only appends rows to the list. If the user moved the focus, it stays on its row. */
  async #ask(text: string, signal: AbortSignal): Promise<void> {
    const finds = await findOnServer(this.#session, text, signal);
    if (signal.aborted) return;
    const [first] = this.#rows;
    const found = this.#found(finds);
    const problem = finds.sentence === undefined ? undefined : escapeCodicons(finds.sentence);
    if (first?.isPending) this.#rows = withFound(this.#rows, found, noneExact(text, problem ?? this.#wanted.emptyText));
    else {
      const problems = problem === undefined ? [] : [{ label: problem, description: '', icon: { id: 'warning' } }];
      this.#rows = withFound(this.#rows, [...found, ...problems], noMatchRow(text));
    }
    const choices = this.#rows.map(choiceOf);
    const [focused] = this.#picker.activeItems;
    const place = focused === undefined ? -1 : this.#picker.items.indexOf(focused);
    this.#list(choices);
    const kept = this.#hasMoved ? choices[place] : undefined;
    if (kept !== undefined) this.#picker.activeItems = [kept];
    this.#picker.busy = false;
    if (this.#isEntered && this.#isShown) this.#enter(choices[0]);
  }

  #found({ items }: ServerFinds): ItemRow[] {
    const { isWanted = () => true } = this.#wanted;
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

/** Returns a work item as a row, or undefined if its record is not loaded. */
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

/** Returns a row for a work item that is not in the store, but whose name is stored elsewhere. */
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

/** Always shows the row, because VS Code's own filter matches only whole phrases. */
function choiceOf(row: ItemRow): Choice {
  return { ...offeredOf(row), alwaysShow: true, row };
}

/**
 * Returns a row that is offered before anything is typed. VS Code filters it until it has the list for the typed text.
 */
export function offeredOf({ label, description, icon, address }: ItemRow): OfferedItem {
  return {
    label,
    ...(description === '' ? {} : { description }),
    iconPath: new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color)),
    ...(address === undefined ? {} : { value: address }),
  };
}

/** Replaces the exact row. The label is the typed text, so that VS Code keeps it first. */
function noneExact(text: string, words = l10n.t('No work item has this identifier')): ItemRow {
  const icon = { id: 'info' };
  return isIdentifier(text)
    ? { label: text.toUpperCase(), description: words, icon }
    : { label: words, description: '', icon };
}

function noMatchRow(text: string): ItemRow {
  return {
    label: l10n.t('No work item matches “{0}”', escapeCodicons(text)),
    description: '',
    icon: { id: 'info' },
  };
}
