// Owns the watch over what an earlier run knew and somebody looks at: since when, view by view, until the server has been heard.

import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import type { ViewName } from '../../../tree/node.ts';
import { viewOfList } from '../../../tree/presentation/age.ts';

export class StaleIndicator implements Disposable {
  readonly #held = new Disposables();
  readonly #changed = new Emitter<ViewName>();
  #session: Session | undefined;
  #following = new Disposables();
  /** Keys of lists. */
  #lookedAt = new Set<string>();

  /** Fires with the view in which something has come or gone. */
  readonly onDidChange = this.#changed.event;

  constructor(sessions: Sessions) {
    this.#held.add(sessions.onDidChange((session) => this.#follow(session)));
    this.#follow(sessions.current);
  }

  /** When the oldest list that is looked at in the view was true, in milliseconds; undefined when all are of this run. */
  of(view: ViewName): number | undefined {
    const ages = [...this.#lookedAt].filter((key) => viewOfList(key) === view).flatMap((key) => this.#asOf(key) ?? []);
    return ages.length === 0 ? undefined : Math.min(...ages);
  }

  dispose(): void {
    this.#held.dispose();
    this.#following.dispose();
  }

  #asOf(key: string): number | undefined {
    return this.#session?.store.lists.listing(key).asOf;
  }

  #follow(session: Session | undefined): void {
    this.#following.dispose();
    this.#following = new Disposables();
    this.#session = session;
    this.#lookedAt = new Set();
    if (session === undefined) return;
    const { lists } = session.store;
    this.#following.add(lists.onDidLookAtStale(({ key }) => this.#tell(key, true)));
    this.#following.add(lists.onDidChange((key) => this.#lookedAt.has(key) && this.#tell(key, this.#asOf(key) !== undefined)));
  }

  #tell(key: string, isStale: boolean): void {
    if (isStale === this.#lookedAt.has(key)) return;
    if (isStale) this.#lookedAt.add(key);
    else this.#lookedAt.delete(key);
    const view = viewOfList(key);
    if (view !== undefined) this.#changed.fire(view);
  }
}
