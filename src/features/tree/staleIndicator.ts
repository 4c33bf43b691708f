// Reports since when the server cannot be reached, and for each view the age of its visible lists that were restored
// from the snapshot on disk. A list is stale until it is loaded from the server.

import type { PagedList } from '../../core/cache/lists/pagedList.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { VIEW_NAMES, type ViewName } from '../../shell/tree/node.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { smallestOf } from '../../std/firstInOrder.ts';
import { viewOfList } from './presentation/age.ts';

export class StaleIndicator implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #onDidChangeEmitter = new Emitter<ViewName>();
  #sessionDisposables = new DisposableStore();
  #staleLists = new Set<PagedList>();
  #unreachableSince: number | undefined;
  readonly #clock: Clock;

  /**
   * Fires with the name of a view when a stale list is first shown in the view or was reloaded, and when the server can
   * no longer be reached, or again.
   */
  readonly onDidChange = this.#onDidChangeEmitter.event;

  constructor(sessions: Pick<Sessions, 'current' | 'onDidChange'>, clock: Clock) {
    this.#clock = clock;
    this.#disposables.add(sessions.onDidChange((session) => this.#followSession(session)));
    this.#followSession(sessions.current);
  }

  /**
   * When a request could not reach the server for the first time since the last response, in milliseconds since the
   * epoch; undefined while the server responds.
   */
  get unreachableSince(): number | undefined {
    return this.#unreachableSince;
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
    this.#unreachableSince = undefined;
    if (session === undefined) return;
    const { lists } = session.store;
    this.#sessionDisposables.add(session.client.onDidUpdateReachability((isReached) => this.#setReachable(isReached)));
    this.#sessionDisposables.add(lists.onDidReadStaleList((list) => this.#setStale(list, true)));
    this.#sessionDisposables.add(lists.onDidChange((key) => this.#onListChange(session.store.list(key))));
  }

  #setReachable(isReachable: boolean): void {
    if (isReachable === (this.#unreachableSince === undefined)) return;
    this.#unreachableSince = isReachable ? undefined : this.#clock.now();
    for (const view of VIEW_NAMES) this.#onDidChangeEmitter.fire(view);
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
