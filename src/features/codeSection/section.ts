// The Code section of a work item's page: loads its lists and opens its rows.
import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { CodeList, CodeMessage, CodeRow, CodeView } from '../../shell/protocol/code.ts';
import type { DiscussionAnswer } from '../../shell/protocol/discussionSections.ts';
import type { CodeSection } from '../../shell/sections/sectionDeps.ts';
import type { Disposable } from '../../std/disposable.ts';

/** A row of the Code section, with the function that opens its file, commit or branch. */
export interface OpenableRow {
  readonly row: Omit<CodeRow, 'id'>;
  open(): Promise<void>;
}

export interface SectionList {
  readonly rows: readonly OpenableRow[];
  readonly message?: string | undefined;
  /** Whether the list contains only some of the rows that were found. */
  readonly isTruncated?: boolean;
}

/** The functions with which the section reads its lists and opens its rows. */
export interface CodeSectionSources {
  /** Returns the work item's identifier, for example `PROJ-123`, or undefined until the work item is loaded. */
  identifier(): string | undefined;
  /** Resolves with the places in code that comments link. With `all`, requests the comments that are not loaded. */
  readPlaces(comments: 'loaded' | 'all'): Promise<SectionList>;
  /** Returns the number of places that the loaded comments link. Called often, so it must be fast. */
  linkedPlaceCount(): number;
  /** Resolves with the branches and, with `all`, the commits. Searching the commits can take seconds. */
  readHistory(
    identifier: string,
    signal: AbortSignal,
    parts: 'branches' | 'all',
  ): Promise<{ readonly branches: SectionList; readonly commits: SectionList }>;
  /** Returns the links that are offered, until the next change as the same array. Called often, so it must be fast. */
  offers(): readonly OpenableRow[];
  followOffers(listener: () => void): Disposable | undefined;
  searchMentions(identifier: string, signal: AbortSignal, onProgress: (message: string) => void): Promise<SectionList>;
  /** Shows all mentions in the References view. */
  showAllMentions(identifier: string): Promise<void>;
  fireChange(): void;
  /** Runs `work`. Resolves with the message to show if it failed, else with undefined. */
  attempt(work: () => Promise<void>): Promise<string | undefined>;
}

type ListName = Exclude<keyof CodeView, 'isOpen' | 'count'>;

const NOT_LOADED_LIST: CodeList = { status: 'notLoaded', rows: [] };

export class VscodeCodeSection implements CodeSection {
  readonly #deps: CodeSectionSources;
  readonly #offerSubscription: Disposable | undefined;
  #view: CodeView = {
    count: 0,
    offers: { status: 'ready', rows: [] },
    places: NOT_LOADED_LIST,
    branches: NOT_LOADED_LIST,
    commits: NOT_LOADED_LIST,
    mentions: NOT_LOADED_LIST,
  };
  readonly #rows = new Map<string, OpenableRow>();
  #readController = new AbortController();
  #placesController = new AbortController();
  /** Whether the user has opened the section, which loads everything. */
  #readsAll = false;
  #offers: readonly OpenableRow[] = [];
  #searchController = new AbortController();
  #resultController = new AbortController();

  constructor(deps: CodeSectionSources) {
    this.#deps = deps;
    this.#offerSubscription = deps.followOffers(() => deps.fireChange());
  }

  view(): CodeView {
    const { places, branches, commits, mentions } = this.#view;
    const offers = this.#deps.offers();
    if (offers !== this.#offers) this.#view = { ...this.#view, offers: this.#listOf('offers', { rows: offers }) };
    this.#offers = offers;
    const placeCount = places.status === 'ready' ? places.rows.length : this.#deps.linkedPlaceCount();
    const count = placeCount + offers.length + branches.rows.length + commits.rows.length + mentions.rows.length;
    if (count !== this.#view.count) this.#view = { ...this.#view, count };
    return this.#view;
  }

  async handleMessage(message: CodeMessage): Promise<DiscussionAnswer> {
    const identifier = this.#deps.identifier();
    if (message.type === 'hideCode') this.#setOpen(false);
    if (message.type === 'cancelMentions' || message.type === 'hideCode') {
      this.#searchController.abort();
      return {};
    }
    if (message.type === 'openCode') return this.#openRow(message.id);
    if (message.type === 'readKnownCode') {
      if (identifier !== undefined) await this.#readPlacesAndBranches(identifier);
      return {};
    }
    if (identifier === undefined) return { problem: l10n.t('The work item is not known yet.') };
    switch (message.type) {
      case 'showCode':
        this.#setOpen(true);
        await this.#readAll(identifier);
        return {};
      case 'searchMentions':
        await this.#search(identifier);
        return {};
      case 'listMentions':
        return this.#attempt(() => this.#deps.showAllMentions(identifier));
      default:
        return message satisfies never;
    }
  }

  handleTextChange(): void {
    const { status } = this.#view.places;
    // This method is also called for the comments that the section itself is reading. In that case, the linked places
    // are not read a second time.
    if (status === 'ready' || (status === 'loading' && !this.#readsAll)) void this.#readPlaces();
  }

  dispose(): void {
    this.#offerSubscription?.dispose();
    this.#readController.abort();
    this.#placesController.abort();
    this.#searchController.abort();
    this.#resultController.abort();
  }

  async #readAll(identifier: string): Promise<void> {
    this.#readsAll = true;
    this.#readController.abort();
    this.#readController = new AbortController();
    const { signal } = this.#readController;
    for (const name of ['places', 'branches', 'commits'] as const) this.#markAsLoading(name);
    const history = this.#readLists(['branches', 'commits'], signal, () =>
      this.#deps.readHistory(identifier, signal, 'all'),
    );
    await Promise.all([this.#readPlaces(), history, this.#search(identifier)]);
  }

  /**
   * Reads the places that loaded comments link, and the branches. If the section then has a row, also reads the
   * commits. Called each time the page is shown, because branches may have been created while the page was hidden.
   */
  async #readPlacesAndBranches(identifier: string): Promise<void> {
    if (this.#readsAll || this.#view.branches.status === 'loading') return;
    const { signal } = this.#readController;
    for (const name of ['places', 'branches'] as const) this.#markAsLoading(name);
    const branches = this.#readLists(['branches'], signal, () =>
      this.#deps.readHistory(identifier, signal, 'branches'),
    );
    await Promise.all([this.#readPlaces(), branches]);
    await this.#readCommitsIfLinked();
  }

  async #readPlaces(): Promise<void> {
    this.#placesController.abort();
    this.#placesController = new AbortController();
    await this.#readLists(['places'], this.#placesController.signal, async () => ({
      places: await this.#deps.readPlaces(this.#readsAll ? 'all' : 'loaded'),
    }));
    if (this.#view.branches.status === 'ready') await this.#readCommitsIfLinked();
  }

  /** Reads the commits if they were not read yet and the section has any row or linked place. */
  async #readCommitsIfLinked(): Promise<void> {
    const identifier = this.#deps.identifier();
    const { signal } = this.#readController;
    if (identifier === undefined || signal.aborted) return;
    if (this.#view.commits.status !== 'notLoaded' || this.view().count === 0) return;
    this.#markAsLoading('commits');
    await this.#readLists(['commits'], signal, () => this.#deps.readHistory(identifier, signal, 'all'));
  }

  async #search(identifier: string): Promise<void> {
    this.#searchController.abort();
    this.#searchController = new AbortController();
    const controller = this.#searchController;
    this.#markAsLoading('mentions');
    const onProgress = (message: string): void => {
      if (controller === this.#searchController && !controller.signal.aborted)
        this.#setList('mentions', { ...this.#view.mentions, message });
    };
    // When the user cancels the search, the section shows the mentions that were found so far. When a new search
    // starts, the section discards them.
    const resultController = new AbortController();
    this.#resultController.abort();
    this.#resultController = resultController;
    await this.#readLists(['mentions'], resultController.signal, async () => ({
      mentions: await this.#deps.searchMentions(identifier, controller.signal, onProgress),
    }));
  }

  /**
   * Shows the lists that `read` resolves with, or the error in their place. Shows nothing if `discardSignal` is
   * aborted.
   */
  async #readLists<Names extends ListName>(
    names: readonly Names[],
    discardSignal: AbortSignal,
    read: () => Promise<Readonly<Record<Names, SectionList>>>,
  ): Promise<void> {
    const problem = await this.#deps.attempt(async () => {
      const lists = await read();
      if (!discardSignal.aborted) for (const name of names) this.#showRows(name, lists[name]);
    });
    if (problem === undefined || discardSignal.aborted) return;
    for (const name of names) this.#showRows(name, { rows: [], message: problem });
  }

  async #openRow(id: string): Promise<DiscussionAnswer> {
    const row = this.#rows.get(id);
    return row === undefined
      ? { problem: l10n.t('The list has changed. Select the row again.') }
      : this.#attempt(() => row.open());
  }

  async #attempt(work: () => Promise<void>): Promise<DiscussionAnswer> {
    const problem = await this.#deps.attempt(work);
    return problem === undefined ? {} : { problem };
  }

  #setOpen(isOpen: boolean): void {
    this.#view = { ...this.#view, isOpen };
    this.#deps.fireChange();
  }

  /** Marks a list as loading. Its old rows are shown until the new rows are loaded. */
  #markAsLoading(name: ListName): void {
    const { message: _oldMessage, ...list } = this.#view[name];
    this.#setList(name, { ...list, status: 'loading' });
  }

  #showRows(name: ListName, list: SectionList): void {
    this.#setList(name, this.#listOf(name, list));
  }

  /**
   * Returns the model of the list, whose rows replace those that could be opened before. A row keeps its id in a later
   * list as long as the user sees the same in it, so a click on a list that is being replaced opens no other row.
   */
  #listOf(name: ListName, { rows, message, isTruncated }: SectionList): CodeList {
    for (const id of this.#rows.keys()) if (id.startsWith(`${name} `)) this.#rows.delete(id);
    const shownRows = rows.map((openableRow) => {
      // The id is a part of URLs.
      let id = `${name} ${createHash('sha256').update(JSON.stringify(openableRow.row)).digest('hex').slice(0, 16)}`;
      while (this.#rows.has(id)) id += '+';
      this.#rows.set(id, openableRow);
      return { ...openableRow.row, id };
    });
    const details = { ...(message ? { message } : {}), ...(isTruncated === undefined ? {} : { more: isTruncated }) };
    return { status: 'ready', rows: shownRows, ...details };
  }

  #setList(name: ListName, list: CodeList): void {
    this.#view = { ...this.#view, [name]: list };
    this.#deps.fireChange();
  }
}
