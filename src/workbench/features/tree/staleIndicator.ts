// Reports for each view the age of visible lists that an earlier run stored.
// A list counts until it is reloaded from the server.

import type { PagedList } from '../../../cache/lists/pagedList.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import type { ViewName } from '../../../tree/node.ts';
import { viewOfList } from '../../../tree/presentation/age.ts';

export class StaleIndicator implements Disposable {
  readonly #disposables = new Disposables();
  readonly #changed = new Emitter<ViewName>();
  #following = new Disposables();
  #lookedAt = new Set<PagedList>();

  /** Fires with the view in which a stale list appeared or was reloaded. */
  readonly onDidChange = this.#changed.event;

  constructor(sessions: Sessions) {
    this.#disposables.add(sessions.onDidChange((session) => this.#follow(session)));
    this.#follow(sessions.current);
  }

  /**
   * Time of the oldest visible list of the view, in milliseconds since the epoch. Undefined if all were loaded in this
   * run.
   */
  of(view: ViewName): number | undefined {
    const ages = [...this.#lookedAt]
      .filter(({ key }) => viewOfList(key.of) === view)
      .flatMap(({ state }) => state.asOf ?? []);
    return ages.length === 0 ? undefined : Math.min(...ages);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#following.dispose();
  }

  #follow(session: Session | undefined): void {
    this.#following.dispose();
    this.#following = new Disposables();
    this.#lookedAt = new Set();
    if (session === undefined) return;
    const { lists } = session.store;
    this.#following.add(lists.onDidLookAtStale((list) => this.#setStale(list, true)));
    this.#following.add(lists.onDidChange((key) => this.#listChanged(session.store.list(key))));
  }

  #listChanged(list: PagedList): void {
    if (this.#lookedAt.has(list)) this.#setStale(list, list.state.asOf !== undefined);
  }

  #setStale(list: PagedList, isStale: boolean): void {
    if (isStale === this.#lookedAt.has(list)) return;
    if (isStale) this.#lookedAt.add(list);
    else this.#lookedAt.delete(list);
    const view = viewOfList(list.key.of);
    if (view !== undefined) this.#changed.fire(view);
  }
}
