// Owns the picker of a work item: recent ones first, then what is known, as fast as it is typed, then what the server finds.
import * as vscode from 'vscode';
import { stateIcon } from '../outline/symbols.ts';
import type { Session } from '../session/session.ts';
import { type ItemAddress, keyOf, parseAddress } from '../store/address.ts';
import { Finder } from '../store/find.ts';
import { onLeaving } from './asking.ts';
import { findOnServer, type ServerFinds } from './findOnServer.ts';
import { plain } from './plain.ts';
import type { RecentItem } from './recents.ts';

export interface ItemChoice extends vscode.QuickPickItem {
  /** Absent on rows that only say something. */
  readonly address?: ItemAddress;
}

/** So many of the known items are offered before anything is typed, and so many that answer what is typed. */
const MOST_KNOWN = 300;
const MOST_FOUND = 50;
const ASK_AFTER_MS = 250;

export interface Picked {
  readonly title: string;
  readonly recents: readonly RecentItem[];
  /** Stands first. */
  readonly suggested: RecentItem | undefined;
}

/** Undefined when the person leaves without choosing. */
export async function pickItem(session: Session, { recents, suggested, title }: Picked): Promise<ItemAddress | undefined> {
  const picker = vscode.window.createQuickPick<ItemChoice>();
  picker.title = title;
  picker.placeholder = 'Type an identifier such as PROJ-123, words of the name, or paste an address';
  const search = new Search(session, picker, { recents, suggested });
  try {
    return await new Promise((resolve) => {
      picker.onDidChangeValue((text) => search.typed(text));
      picker.onDidAccept(() => {
        // Enter may meet the list just as it is replaced: what was chosen then is in it no more, and what stands first is what was typed.
        const first = picker.value.trim() === '' ? undefined : picker.items.find(({ address }) => address !== undefined);
        const address = (picker.selectedItems[0] ?? first)?.address;
        if (address !== undefined) resolve(address);
      });
      onLeaving(picker, () => resolve(undefined));
      picker.show();
    });
  } finally {
    search.stop();
    picker.dispose();
  }
}

/** Shows what is known at once, and asks the server when the typing pauses, unless it is called by its identifier and known; an answer to an earlier text is dropped. */
class Search {
  readonly #session: Session;
  readonly #picker: vscode.QuickPick<ItemChoice>;
  readonly #recents: readonly RecentItem[];
  readonly #suggested: RecentItem | undefined;
  readonly #finder: Finder;
  #timer: NodeJS.Timeout | undefined;
  #asking = new AbortController();

  constructor(session: Session, picker: vscode.QuickPick<ItemChoice>, { recents, suggested }: Omit<Picked, 'title'>) {
    this.#session = session;
    this.#picker = picker;
    this.#recents = recents;
    this.#suggested = suggested;
    this.#finder = new Finder(session.store);
    picker.items = offered(session, recents, suggested);
  }

  typed(text: string): void {
    this.stop();
    const wanted = text.trim();
    this.#picker.items = wanted === '' ? offered(this.#session, this.#recents, this.#suggested) : this.#known(wanted);
    const isAsked = wanted.length > 1 && !this.#finder.names(wanted);
    this.#picker.busy = isAsked;
    if (!isAsked) return;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#timer = setTimeout(() => void this.#ask(wanted, signal), ASK_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  /** Recent items that are not read yet are known by their names alone. */
  #known(text: string): ItemChoice[] {
    const { store } = this.#session;
    const found = this.#finder.find(text, MOST_FOUND).flatMap((address) => knownChoice(this.#session, address));
    const unread = this.#recents.filter((one) => store.item(one) === undefined && holdsWords(`${one.identifier} ${one.name}`, text));
    return [...found, ...unread.map(recentChoice)].map(always);
  }

  async #ask(text: string, signal: AbortSignal): Promise<void> {
    const finds = await findOnServer(this.#session, text, signal);
    if (signal.aborted) return;
    const known = this.#known(text);
    const shown = new Set(known.flatMap(({ address }) => (address === undefined ? [] : [keyOf(address)])));
    const fresh = serverChoices(this.#session, finds).filter(({ address }) => address === undefined || !shown.has(keyOf(address)));
    const separator = { label: 'Found on the server', kind: vscode.QuickPickItemKind.Separator };
    const isNothing = known.length + fresh.length === 0;
    // Who types a whole identifier means that one, however many others begin like it.
    const named = finds.items.find(({ identifier }) => identifier.toLowerCase() === text.toLowerCase());
    const meant = fresh.filter(({ address }) => named !== undefined && address?.id === named.address.id);
    const others = fresh.filter((choice) => !meant.includes(choice));
    this.#picker.items = isNothing ? [nothing(text)] : [...meant, ...known, ...(others.length === 0 ? [] : [separator]), ...others];
    this.#picker.busy = false;
  }
}

function serverChoices(session: Session, { items, sentence }: ServerFinds): ItemChoice[] {
  const rows = items.map(
    ({ address, identifier, name }) =>
      knownChoice(session, address)[0] ?? { label: plain(`${identifier}  ${name}`), iconPath: new vscode.ThemeIcon('search'), address },
  );
  return [...rows, ...(sentence === undefined ? [] : [{ label: `$(warning) ${plain(sentence)}` }])].map(always);
}

/** VS Code filters by the label's letters; what was found by other means stays. */
function always(choice: ItemChoice): ItemChoice {
  return { ...choice, alwaysShow: true };
}

function nothing(text: string): ItemChoice {
  return always({ label: `$(info) No work item is called “${plain(text)}” or has these words in its name` });
}

function holdsWords(label: string, text: string): boolean {
  const held = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

/** Before anything is typed. */
function offered(session: Session, recents: readonly RecentItem[], suggested: RecentItem | undefined): ItemChoice[] {
  const isRecent = new Set([...recents, ...(suggested === undefined ? [] : [suggested])].map(keyOf));
  const known = [...session.store.items.all().keys()]
    .filter((key) => !isRecent.has(key))
    .slice(0, MOST_KNOWN)
    .flatMap((key) => {
      const address = parseAddress(key);
      return address === undefined ? [] : knownChoice(session, address);
    });
  const choice = (one: RecentItem): ItemChoice => knownChoice(session, one)[0] ?? recentChoice(one);
  const recent = recents.filter(({ id }) => id !== suggested?.id).map(choice);
  return [
    ...(suggested === undefined ? [] : [{ label: 'Current', kind: vscode.QuickPickItemKind.Separator }, choice(suggested)]),
    ...(recent.length > 0 ? [{ label: 'Recent', kind: vscode.QuickPickItemKind.Separator }, ...recent] : []),
    ...(known.length > 0 ? [{ label: 'Work items', kind: vscode.QuickPickItemKind.Separator }, ...known] : []),
  ];
}

function recentChoice(one: RecentItem): ItemChoice {
  const { project, id } = one;
  return { label: plain(`${one.identifier}  ${one.name}`), iconPath: new vscode.ThemeIcon('history'), address: { project, id } };
}

function knownChoice({ store }: Session, { project, id }: ItemAddress): ItemChoice[] {
  const item = store.item({ project, id });
  const identifier = store.identifier({ project, id });
  if (item === undefined || identifier === undefined) return [];
  const state = item.state === null ? undefined : store.state(project, item.state);
  const icon = stateIcon(state?.group ?? undefined);
  return [
    {
      label: plain(`${identifier}  ${item.name}`),
      ...(state === undefined ? {} : { description: plain(state.name) }),
      iconPath: new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color)),
      address: { project, id },
    },
  ];
}
