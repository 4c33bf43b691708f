// Owns the picker of a work item: recent ones first, then what is known, then what the server finds.
import * as vscode from 'vscode';
import { faultOf } from '../api/fault.ts';
import { identifierOf } from '../contract/resources/workItem.ts';
import { stateIcon } from '../outline/symbols.ts';
import type { Session } from '../session/session.ts';
import { type ItemAddress, keyOf, parseAddress } from '../store/address.ts';
import { faultWords } from './faultWords.ts';
import type { RecentItem } from './recents.ts';

interface ItemChoice extends vscode.QuickPickItem {
  /** Absent on rows that only say something. */
  readonly address?: ItemAddress;
}

/** So many of the known items are offered before anything is typed. */
const MOST_KNOWN = 300;
const ASK_AFTER_MS = 250;

/** Undefined when the person leaves without choosing. */
export async function pickItem(session: Session, recents: readonly RecentItem[], title: string): Promise<ItemAddress | undefined> {
  const picker = vscode.window.createQuickPick<ItemChoice>();
  picker.title = title;
  picker.placeholder = 'Type an identifier such as PROJ-123, or words of the name';
  picker.matchOnDescription = true;
  picker.items = knownChoices(session, recents);
  const search = new Search(session, picker, recents);
  try {
    return await new Promise((resolve) => {
      picker.onDidChangeValue((text) => search.typed(text));
      picker.onDidAccept(() => {
        const [chosen] = picker.selectedItems;
        if (chosen?.address !== undefined) resolve(chosen.address);
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    search.stop();
    picker.dispose();
  }
}

/** Asks the server for what is typed, once the typing pauses; an answer to an earlier text is dropped. */
class Search {
  readonly #session: Session;
  readonly #picker: vscode.QuickPick<ItemChoice>;
  readonly #recents: readonly RecentItem[];
  #timer: NodeJS.Timeout | undefined;
  #asking = new AbortController();
  #saidNothingFound = false;

  constructor(session: Session, picker: vscode.QuickPick<ItemChoice>, recents: readonly RecentItem[]) {
    this.#session = session;
    this.#picker = picker;
    this.#recents = recents;
  }

  typed(text: string): void {
    this.stop();
    this.#withdraw();
    const wanted = text.trim();
    if (wanted.length < 2) {
      this.#picker.busy = false;
      return;
    }
    this.#picker.busy = true;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#timer = setTimeout(() => void this.#ask(wanted, signal), ASK_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  /** What was said of an earlier text makes room for what is known. */
  #withdraw(): void {
    if (!this.#saidNothingFound) return;
    this.#saidNothingFound = false;
    this.#picker.items = knownChoices(this.#session, this.#recents);
  }

  async #ask(text: string, signal: AbortSignal): Promise<void> {
    const known = knownChoices(this.#session, this.#recents);
    const found = await this.#find(text, signal);
    if (signal.aborted) return;
    if (found.length === 0 && !known.some((choice) => holdsWords(choice.label, text))) {
      this.#picker.items = [{ label: `$(info) No work item is called “${text}” or has these words in its name`, alwaysShow: true }];
      this.#saidNothingFound = true;
      this.#picker.busy = false;
      return;
    }
    const shown = new Set(known.flatMap((choice) => (choice.address === undefined ? [] : [keyOf(choice.address)])));
    const fresh = found.filter((choice) => choice.address === undefined || !shown.has(keyOf(choice.address)));
    this.#picker.items =
      fresh.length === 0 ? known : [...known, { label: 'Found on the server', kind: vscode.QuickPickItemKind.Separator }, ...fresh];
    this.#picker.busy = false;
  }

  async #find(text: string, signal: AbortSignal): Promise<ItemChoice[]> {
    const { store } = this.#session;
    try {
      const found = await store.search(searchText(text), { signal });
      return found.map((one) => ({
        label: `${identifierOf(one.project__identifier, one.sequence_id)}  ${one.name}`,
        iconPath: new vscode.ThemeIcon('search'),
        alwaysShow: true,
        address: { project: one.project_id, id: one.id },
      }));
    } catch (error) {
      const fault = faultOf(error);
      return fault.kind === 'stopped' ? [] : [{ label: `$(warning) ${faultWords(fault)}`, alwaysShow: true }];
    }
  }
}

function holdsWords(label: string, text: string): boolean {
  const held = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

/** The server finds `PROJ-123` by its number. */
function searchText(text: string): string {
  return /^[a-z][a-z0-9]*-(\d+)$/i.exec(text)?.[1] ?? text;
}

function knownChoices(session: Session, recents: readonly RecentItem[]): ItemChoice[] {
  const isRecent = new Set(recents.map(keyOf));
  const known = [...session.store.items.all().keys()]
    .filter((key) => !isRecent.has(key))
    .slice(0, MOST_KNOWN)
    .flatMap((key) => knownChoice(session, key));
  const recent = recents.map(
    (one) =>
      knownChoice(session, keyOf(one))[0] ?? {
        label: `${one.identifier}  ${one.name}`,
        iconPath: new vscode.ThemeIcon('history'),
        address: one,
      },
  );
  return [
    ...(recent.length > 0 ? [{ label: 'Recent', kind: vscode.QuickPickItemKind.Separator }, ...recent] : []),
    ...(known.length > 0 ? [{ label: 'Work items', kind: vscode.QuickPickItemKind.Separator }, ...known] : []),
  ];
}

function knownChoice({ store }: Session, key: string): ItemChoice[] {
  const address = parseAddress(key);
  const item = address === undefined ? undefined : store.item(address);
  const identifier = address === undefined ? undefined : store.identifier(address);
  if (address === undefined || item === undefined || identifier === undefined) return [];
  const state = item.state === null ? undefined : store.state(address.project, item.state);
  const icon = stateIcon(state?.group ?? undefined);
  return [
    {
      label: `${identifier}  ${item.name}`,
      ...(state === undefined ? {} : { description: state.name }),
      iconPath: new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color)),
      address,
    },
  ];
}
