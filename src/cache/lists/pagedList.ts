// Owns collections: lists of ids read page by page, each with the cursor of what comes next.
import type { Fault } from '../../client/apiError.ts';
import { faultOf } from '../../client/apiError.ts';
import { Emitter } from '../../std/event.ts';

/** A list as far as it has been read. Never changed, only replaced. */
export interface PagedListState {
  /** `reading` and `failed` are about the first page; later pages leave it `ready`. */
  readonly status: 'unread' | 'reading' | 'ready' | 'failed';
  readonly ids: readonly string[];
  readonly pages: number;
  /** Cursor of the next page; absent on the last one. */
  readonly next: string | undefined;
  readonly total: number | undefined;
  /** Why the last reading came to nothing. */
  readonly fault: Fault | undefined;
  /** When it was known to be so, where it comes from an earlier run and nobody has asked since. In milliseconds. */
  readonly asOf?: number;
}

/** A list of an earlier run that somebody looks at. */
export interface StaleList {
  readonly key: string;
  /** Asks whether it is still so. May reject with a FaultError; then it stays as it is. */
  refresh(): Promise<void>;
}

/** A page as a collection sees it. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly next: string | undefined;
  readonly total: number | undefined;
}

export type FetchPage = (cursor: string | undefined) => Promise<IdPage>;

const UNREAD: PagedListState = { status: 'unread', ids: [], pages: 0, next: undefined, total: undefined, fault: undefined };

export class PagedLists {
  readonly #listings = new Map<string, PagedListState>();
  /** The reading under way for a list: whoever finds another one there after waiting drops its answer. */
  readonly #readings = new Map<string, Promise<void>>();
  /** Ids added while a reading was under way: its answer may have been made before them. */
  readonly #added = new Map<string, readonly string[]>();
  readonly #changed = new Emitter<string>();
  readonly #lookedAt = new Emitter<StaleList>();

  /** Fires with the key of the list that was replaced. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a list of an earlier run is read. */
  readonly onDidLookAtStale = this.#lookedAt.event;

  listing(key: string): PagedListState {
    return this.#listings.get(key) ?? UNREAD;
  }

  /** What has been read, by its key. */
  ready(): readonly (readonly [string, PagedListState])[] {
    return [...this.#listings].filter(([, { status }]) => status === 'ready');
  }

  /** Takes in a list of an earlier run, unless it has been asked for in this one. */
  restore(key: string, list: IdPage & { readonly pages: number }, asOf: number): void {
    if (this.#listings.has(key)) return;
    this.#replace(key, { ...UNREAD, ...list, status: 'ready', asOf });
  }

  /** The list is what its first page says, as if that had just been read. */
  tellFirst(key: string, page: IdPage): void {
    this.#replace(key, append(UNREAD, page));
  }

  /** The list is as it was in the earlier run. */
  confirm(key: string): void {
    const { asOf, ...list } = this.listing(key);
    if (asOf !== undefined) this.#replace(key, list);
  }

  /**
   * Reads the first page unless it is there already. Never rejects for a fault: the listing holds it.
   * `refresh` asks anew for what is there; where it comes from an earlier run, `onDidLookAtStale` hands it on.
   */
  read(key: string, fetch: FetchPage, refresh: () => Promise<void> = () => this.reload(key, fetch)): Promise<void> {
    const { status, asOf } = this.listing(key);
    if (status === 'ready') {
      if (asOf !== undefined) this.#lookedAt.fire({ key, refresh });
      return Promise.resolve();
    }
    return this.#readings.get(key) ?? this.#begin(key, () => this.#readFirst(fetch));
  }

  /** Reads the page after the last one read. */
  loadMore(key: string, fetch: FetchPage): Promise<void> {
    const { next } = this.listing(key);
    if (next === undefined) return Promise.resolve();
    return this.#readings.get(key) ?? this.#begin(key, () => this.#readNext(key, next, fetch));
  }

  /** Reads again as many pages as had been read; what is shown stays until all are there. */
  reload(key: string, fetch: FetchPage): Promise<void> {
    return this.#begin(key, () => this.#readAgain(Math.max(1, this.listing(key).pages), fetch));
  }

  /**
   * Reads again what has been read, for nobody who waits for it: rejects with the FaultError, and the list stays as it was. What somebody
   * asks of the list meanwhile goes before. A list that has not changed is not replaced.
   */
  async revalidate(key: string, fetch: FetchPage): Promise<void> {
    const before = this.listing(key);
    if (before.status !== 'ready' || this.#readings.has(key)) return;
    const listing = await this.#readAgain(before.pages, fetch);
    if (this.listing(key) !== before || this.#readings.has(key)) return;
    if (isSameListing(before, listing)) this.confirm(key);
    else this.#replace(key, listing);
  }

  /** The list counts as unread; the answer of a reading under way is dropped. */
  forget(key: string): void {
    this.#readings.delete(key);
    this.#added.delete(key);
    this.#replace(key, UNREAD);
  }

  /** Puts an id in front, as for a record created here. */
  add(key: string, id: string): void {
    if (this.#readings.has(key)) this.#added.set(key, [...(this.#added.get(key) ?? []), id]);
    const before = this.listing(key);
    if (before.status === 'ready') this.#replace(key, withFirst(before, id));
  }

  /** Takes ids out, as for records deleted here. */
  remove(key: string, removed: readonly string[]): void {
    const before = this.listing(key);
    const gone = new Set(removed);
    const ids = before.ids.filter((one) => !gone.has(one));
    const count = before.ids.length - ids.length;
    if (before.status !== 'ready' || count === 0) return;
    this.#replace(key, { ...before, ids, total: before.total === undefined ? undefined : before.total - count });
  }

  #begin(key: string, work: () => Promise<PagedListState>): Promise<void> {
    const reading: Promise<void> = Promise.resolve()
      .then(work)
      .then(
        (listing) => this.#finish(key, reading, listing),
        (error: unknown) => this.#finish(key, reading, { ...this.#failed(key), fault: faultOf(error) }),
      );
    this.#readings.set(key, reading);
    if (this.listing(key).status !== 'ready') this.#replace(key, { ...UNREAD, status: 'reading' });
    return reading;
  }

  #finish(key: string, reading: Promise<void>, listing: PagedListState): void {
    if (this.#readings.get(key) !== reading) return;
    this.#readings.delete(key);
    const added = this.#added.get(key) ?? [];
    this.#added.delete(key);
    this.#replace(key, listing.status === 'ready' ? added.reduce(withFirst, listing) : listing);
  }

  #failed(key: string): PagedListState {
    const before = this.listing(key);
    return before.status === 'ready' ? before : { ...UNREAD, status: 'failed' };
  }

  async #readFirst(fetch: FetchPage): Promise<PagedListState> {
    return append({ ...UNREAD, status: 'ready' }, await fetch(undefined));
  }

  async #readNext(key: string, cursor: string, fetch: FetchPage): Promise<PagedListState> {
    return append(this.listing(key), await fetch(cursor));
  }

  async #readAgain(pages: number, fetch: FetchPage): Promise<PagedListState> {
    let listing = await this.#readFirst(fetch);
    while (listing.pages < pages && listing.next !== undefined) listing = append(listing, await fetch(listing.next));
    return listing;
  }

  #replace(key: string, listing: PagedListState): void {
    this.#listings.set(key, listing);
    this.#changed.fire(key);
  }
}

function isSameListing(one: PagedListState, other: PagedListState): boolean {
  const isSameEnd = one.pages === other.pages && one.next === other.next && one.total === other.total && one.fault === other.fault;
  return isSameEnd && one.ids.length === other.ids.length && one.ids.every((id, index) => id === other.ids[index]);
}

function withFirst(before: PagedListState, id: string): PagedListState {
  if (before.ids.includes(id)) return before;
  return { ...before, ids: [id, ...before.ids], total: before.total === undefined ? undefined : before.total + 1 };
}

/** Adds a page; a record that moved between pages while they were read is kept once. */
function append({ asOf, ...before }: PagedListState, page: IdPage): PagedListState {
  return {
    ...(asOf === undefined ? {} : { asOf }),
    status: 'ready',
    ids: [...new Set([...before.ids, ...page.ids])],
    pages: before.pages + 1,
    next: page.next,
    total: page.total ?? before.total,
    fault: undefined,
  };
}
