// The Code section of a work item's page: its lists, when they are read, and what a row opens.
import * as l10n from '@vscode/l10n';
import type { CodeSection } from '../../../pages/discussion/deps.ts';
import type { CodeList, CodeMessage, CodeRow, CodeView } from '../../../pages/protocol/code.ts';
import type { ItemAnswer } from '../../../pages/protocol/item.ts';

/** A row, and what it opens. */
export interface OpenedPlace {
  readonly row: Omit<CodeRow, 'id'>;
  open(): Promise<void>;
}

export interface SectionEntry {
  readonly openings: readonly OpenedPlace[];
  readonly sentence?: string | undefined;
  /** Whether more were found than are listed. */
  readonly more?: boolean;
}

/** What the section needs to read its lists. */
export interface SectionDeps {
  /** For example `PROJ-123`. Undefined until the work item is loaded. */
  identifier(): string | undefined;
  places(signal: AbortSignal): Promise<SectionEntry>;
  history(
    identifier: string,
    signal: AbortSignal,
  ): Promise<{ readonly branches: SectionEntry; readonly commits: SectionEntry }>;
  mentions(identifier: string, signal: AbortSignal, onProgress: (sentence: string) => void): Promise<SectionEntry>;
  /** Shows all mentions in the References view. */
  list(identifier: string): Promise<void>;
  changed(): void;
  /** Runs `work`. Resolves with the message to show if it failed, else with undefined. */
  attempt(work: () => Promise<void>): Promise<string | undefined>;
}

type Name = Exclude<keyof CodeView, 'isOpen'>;

const UNREAD: CodeList = { status: 'unread', rows: [] };

export class VSCodeCodeSection implements CodeSection {
  readonly #deps: SectionDeps;
  #view: CodeView = { isOpen: false, places: UNREAD, branches: UNREAD, commits: UNREAD, mentions: UNREAD };
  readonly #openings = new Map<string, OpenedPlace>();
  #reading = new AbortController();
  #searching = new AbortController();
  #replaced = new AbortController();

  constructor(deps: SectionDeps) {
    this.#deps = deps;
  }

  view(): CodeView {
    return this.#view;
  }

  async handleMessage(word: CodeMessage): Promise<ItemAnswer> {
    const identifier = this.#deps.identifier();
    if (word.type === 'hideCode') this.#turn(false);
    if (word.type === 'cancelMentions' || word.type === 'hideCode') {
      this.#searching.abort();
      return {};
    }
    if (word.type === 'openCode') return this.#open(word.id);
    if (identifier === undefined) return { problem: l10n.t('The work item is not loaded yet.') };
    switch (word.type) {
      case 'showCode':
        this.#turn(true);
        await this.#readAll(identifier);
        return {};
      case 'searchMentions':
        await this.#search(identifier);
        return {};
      case 'listMentions':
        return this.#try(() => this.#deps.list(identifier));
      default:
        return word satisfies never;
    }
  }

  commentsChanged(): void {
    // Reading the comments for the section changes them too, so only a list that is ready is read again.
    if (this.#view.places.status === 'ready') void this.#readPlaces(this.#reading.signal);
  }

  dispose(): void {
    this.#reading.abort();
    this.#searching.abort();
    this.#replaced.abort();
  }

  async #readAll(identifier: string): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    for (const name of ['places', 'branches', 'commits'] as const) this.#begin(name);
    const places = this.#readPlaces(signal);
    const history = this.#read(['branches', 'commits'], signal, () => this.#deps.history(identifier, signal));
    await Promise.all([places, history, this.#search(identifier)]);
  }

  #readPlaces(signal: AbortSignal): Promise<void> {
    return this.#read(['places'], signal, async () => ({ places: await this.#deps.places(signal) }));
  }

  async #search(identifier: string): Promise<void> {
    this.#searching.abort();
    this.#searching = new AbortController();
    const own = this.#searching;
    this.#begin('mentions');
    const onProgress = (sentence: string): void => {
      if (own === this.#searching && !own.signal.aborted) this.#put('mentions', { ...this.#view.mentions, sentence });
    };
    // The results of a cancelled search are shown, unless another search has replaced it.
    const replaced = new AbortController();
    this.#replaced.abort();
    this.#replaced = replaced;
    await this.#read(['mentions'], replaced.signal, async () => ({
      mentions: await this.#deps.mentions(identifier, own.signal, onProgress),
    }));
  }

  /** Shows what was read, or the error in its place. Shows nothing if `unwanted` is aborted. */
  async #read<Names extends Name>(
    names: readonly Names[],
    unwanted: AbortSignal,
    read: () => Promise<Readonly<Record<Names, SectionEntry>>>,
  ): Promise<void> {
    const problem = await this.#deps.attempt(async () => {
      const lists = await read();
      if (!unwanted.aborted) for (const name of names) this.#show(name, lists[name]);
    });
    if (problem === undefined || unwanted.aborted) return;
    for (const name of names) this.#show(name, { openings: [], sentence: problem });
  }

  async #open(id: string): Promise<ItemAnswer> {
    const opening = this.#openings.get(id);
    return opening === undefined
      ? { problem: l10n.t('This row is no longer shown.') }
      : this.#try(() => opening.open());
  }

  async #try(work: () => Promise<void>): Promise<ItemAnswer> {
    const problem = await this.#deps.attempt(work);
    return problem === undefined ? {} : { problem };
  }

  #turn(isOpen: boolean): void {
    this.#view = { ...this.#view, isOpen };
    this.#deps.changed();
  }

  /** Keeps the rows that are shown until the new ones are read. */
  #begin(name: Name): void {
    const { sentence: _earlier, ...before } = this.#view[name];
    this.#put(name, { ...before, status: 'reading' });
  }

  #show(name: Name, { openings, sentence, more }: SectionEntry): void {
    for (const id of this.#openings.keys()) if (id.startsWith(`${name} `)) this.#openings.delete(id);
    const rows = openings.map((opening, index) => {
      const id = `${name} ${index}`;
      this.#openings.set(id, opening);
      return { ...opening.row, id };
    });
    const about = { ...(sentence ? { sentence } : {}), ...(more === undefined ? {} : { more }) };
    this.#put(name, { status: 'ready', rows, ...about });
  }

  #put(name: Name, list: CodeList): void {
    this.#view = { ...this.#view, [name]: list };
    this.#deps.changed();
  }
}
