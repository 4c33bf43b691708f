// Reports for each view the age of its visible lists that were restored from the snapshot on disk.
// A list is stale until it is loaded from the server.

import type { PagedList } from '../../../cache/lists/pagedList.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import { smallestOf } from '../../../std/firstInOrder.ts';
import type { ViewName } from '../../../tree/node.ts';
import { viewOfList } from '../../../tree/presentation/age.ts';

export class StaleIndicator implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #onDidChangeEmitter = new Emitter<ViewName>();
  #sessionDisposables = new DisposableStore();
  #staleLists = new Set<PagedList>();

  /** Fires with the name of a view when a stale list is first shown in the view, or was reloaded. */
  readonly onDidChange = this.#onDidChangeEmitter.event;

  constructor(sessions: Sessions) {
    this.#disposables.add(sessions.onDidChange((session) => this.#followSession(session)));
    this.#followSession(sessions.current);
  }

  /**
   * Returns the time of the oldest stale list of the view, in milliseconds since the epoch. Returns undefined if all
   * lists of the view were loaded from the server.
   */
  staleSince(view: ViewName): number | undefined {
    const times = [...this.#staleLists]
      .filter(({ key }) => viewOfList(key.of) === view)
      .flatMap(({ state }) => state.asOf ?? []);
    return times.length === 0 ? undefined : smallestOf(times);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#sessionDisposables.dispose();
  }

  #followSession(session: Session | undefined): void {
    this.#sessionDisposables.dispose();
    this.#sessionDisposables = new DisposableStore();
    this.#staleLists = new Set();
    if (session === undefined) return;
    const { lists } = session.store;
    this.#sessionDisposables.add(lists.onDidReadStaleList((list) => this.#setStale(list, true)));
    this.#sessionDisposables.add(lists.onDidChange((key) => this.#onListChange(session.store.list(key))));
  }

  #onListChange(list: PagedList): void {
    if (this.#staleLists.has(list)) this.#setStale(list, list.state.asOf !== undefined);
  }

  #setStale(list: PagedList, isStale: boolean): void {
    if (isStale === this.#staleLists.has(list)) return;
    if (isStale) this.#staleLists.add(list);
    else this.#staleLists.delete(list);
    const view = viewOfList(list.key.of);
    if (view !== undefined) this.#onDidChangeEmitter.fire(view);
  }
}
