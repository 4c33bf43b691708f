// Provides one object for each list of a workspace, and reports which lists have changed.
import type { Clock } from '../../../std/clock.ts';
import { Emitter } from '../../../std/event.ts';
import { CachedList, type ListSource } from './cachedList.ts';
import { type ListKey, type ListKind, listKeyText } from './listKey.ts';
import type { StaleList } from './pagedList.ts';

export class PagedLists {
  readonly #clock: Clock;
  readonly #sources = new Map<ListKind, ListSource>();
  readonly #lists = new Map<string, CachedList>();
  /** Lists that have been requested or restored, in the order of their first change. */
  readonly #usedLists = new Set<CachedList>();
  readonly #changed = new Emitter<ListKey>();
  readonly #staleRead = new Emitter<StaleList>();

  /** Fires with the key of the list whose state was replaced. */
  readonly onDidChange = this.#changed.event;
  /** Fires when `read` is called on a list whose state comes from an earlier run. */
  readonly onDidReadStaleList = this.#staleRead.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets the source of all lists of this kind. Returns a function that returns the list of an owner. */
  defineLists(of: ListKind, source: ListSource): (owner: string) => CachedList {
    this.#sources.set(of, source);
    return (owner) => this.get({ of, owner });
  }

  get(key: ListKey): CachedList {
    const text = listKeyText(key);
    const list = this.#lists.get(text) ?? this.#create(key);
    this.#lists.set(text, list);
    return list;
  }

  /** Returns the lists of which at least one page has been read without an error. */
  readyLists(): readonly CachedList[] {
    return [...this.#usedLists].filter(({ state }) => state.status === 'ready');
  }

  /** Marks the lists of these kinds as out of date, if they have been used: of one owner, or of every owner. */
  expire(kinds: readonly ListKind[], owner?: string): void {
    for (const list of this.#usedLists)
      if (kinds.includes(list.key.of) && (owner === undefined || list.key.owner === owner)) list.expire();
  }

  #create({ of, owner }: ListKey): CachedList {
    const source = this.#sources.get(of);
    if (source === undefined) throw new Error(`no source for lists of ${of}`);
    const list = new CachedList({ of, owner }, source, this.#clock);
    list.onDidChange(() => {
      this.#usedLists.add(list);
      this.#changed.fire(list.key);
    });
    list.onDidReadStale(() => this.#staleRead.fire(list));
    return list;
  }
}
