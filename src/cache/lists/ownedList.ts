// Owns a list that belongs to an owner: its way from pages of records to a listing of their ids.
import type { CallOptions } from '../../client/call.ts';
import type { Page } from '../../contract/page.ts';
import type { FetchPage, IdPage, PagedListState, PagedLists } from './pagedList.ts';

/** Reads one page of an owner's list. '' owns what belongs to the workspace. */
export type PageOf<R> = (owner: string, query: { readonly cursor?: string }, options?: CallOptions) => Promise<Page<R>>;

/** The lists of one kind, one for each owner. `tell` takes in the records of every page that is read. */
export class OwnedList<R extends { readonly id: string }> {
  readonly #collections: PagedLists;
  readonly #name: string;
  readonly #page: PageOf<R>;
  readonly #tell: (owner: string, records: readonly R[]) => void;

  constructor(collections: PagedLists, name: string, page: PageOf<R>, tell: (owner: string, records: readonly R[]) => void) {
    this.#collections = collections;
    this.#name = name;
    this.#page = page;
    this.#tell = tell;
  }

  /** What `onDidChangeListing` fires with when the owner's list was replaced. */
  key(owner = ''): string {
    return owner === '' ? this.#name : `${this.#name} ${owner}`;
  }

  of(owner = ''): PagedListState {
    return this.#collections.listing(this.key(owner));
  }

  /** Reads the first page unless it is there already. Never rejects for a fault: the listing holds it. */
  read(owner = '', options?: CallOptions): Promise<void> {
    const refresh = () => this.reload(owner, { urgency: 'visible' });
    return this.#collections.read(this.key(owner), this.#fetch(owner, options), refresh);
  }

  /** Takes in the first page, where it was read elsewhere. */
  tellFirst(owner: string, page: Page<R>): void {
    this.#collections.tellFirst(this.key(owner), this.#take(owner, page));
  }

  /** Reads the page after the last one read. */
  loadMore(owner = '', options?: CallOptions): Promise<void> {
    return this.#collections.loadMore(this.key(owner), this.#fetch(owner, options));
  }

  /** Reads again as many pages as had been read; what is shown stays until all are there. */
  reload(owner = '', options?: CallOptions): Promise<void> {
    return this.#collections.reload(this.key(owner), this.#fetch(owner, options));
  }

  /** The same for nobody who waits for it: see Collections. Rejects with a FaultError. */
  revalidate(owner = '', options?: CallOptions): Promise<void> {
    return this.#collections.revalidate(this.key(owner), this.#fetch(owner, options));
  }

  /** A record that is known to belong to the list now. */
  add(owner: string, id: string): void {
    this.#collections.add(this.key(owner), id);
  }

  /** A record that is known not to belong to the list any more. */
  drop(owner: string, id: string): void {
    this.#collections.remove(this.key(owner), [id]);
  }

  #fetch(owner: string, options: CallOptions | undefined): FetchPage {
    return async (cursor) => {
      const page = await this.#page(owner, cursor === undefined ? {} : { cursor }, options);
      return this.#take(owner, page);
    };
  }

  #take(owner: string, { results, next, total }: Page<R>): IdPage {
    this.#tell(owner, results);
    return { ids: results.map(({ id }) => id), next, total };
  }
}
