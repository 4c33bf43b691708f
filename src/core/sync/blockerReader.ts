// Reads the relations of the user's open work items with requests that nothing else needs, to know what blocks them.

import { isUnreachable } from '../../client/apiError.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { isListUnsupported, type PagedList } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store/store.ts';

export interface BlockerReaderDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** The id of the signed-in user. */
  readonly me: string;
  /** Whether the window has focus. */
  readonly hasFocus: () => boolean;
  /** Returns the unused part of the rate limit, 0 to 1. */
  readonly unusedShare: () => number;
}

/** Everything that is shown comes first, and its first refresh (`backgroundRefresh.ts`), in milliseconds. */
const START_DELAY_MS = 180_000;
/** At most 3 of the 60 requests a minute, in milliseconds. */
const INTERVAL_MS = 20_000;
/** The pause after a request that could not reach the server, in milliseconds. */
const RETRY_MS = 5 * 60_000;
const MIN_UNUSED_SHARE = 0.75;
/** The most recently changed work items of the user. */
const MAX_ITEMS = 40;

/** Reads each work item's relations once, and again only after the work item has changed. */
export class BlockerReader implements Disposable {
  readonly #deps: BlockerReaderDeps;
  readonly #disposal = new AbortController();
  /** By owner of the list: the version of the work item for which the list was requested. */
  readonly #requested = new Map<string, string>();

  constructor(deps: BlockerReaderDeps) {
    this.#deps = deps;
  }

  /** Resolves after `dispose` is called, or when the server does not have relations. */
  async run(): Promise<void> {
    const { clock, hasFocus, unusedShare } = this.#deps;
    const { signal } = this.#disposal;
    try {
      await clock.sleep(START_DELAY_MS, signal);
      for (;;) {
        const list = hasFocus() && unusedShare() >= MIN_UNUSED_SHARE ? this.#nextList() : undefined;
        const options = { urgency: 'background', signal } as const;
        await (list?.state.status === 'ready' ? list.reload(options) : list?.read(options));
        if (list !== undefined && isListUnsupported(list.state)) return;
        const isUnreached = isUnreachable(list?.state.fault);
        if (isUnreached) this.#requested.delete(list?.key.owner ?? '');
        await clock.sleep(isUnreached ? RETRY_MS : INTERVAL_MS, signal);
      }
    } catch (reason) {
      if (!signal.aborted) throw reason;
    }
  }

  dispose(): void {
    this.#disposal.abort();
  }

  /** Returns the list of relations that is missing or older than its work item. */
  #nextList(): PagedList | undefined {
    const { store, me } = this.#deps;
    const isClosed = store.authentication.rejection !== undefined;
    const own = isClosed
      ? []
      : [...store.resources.workItems.records.all().values()].filter(
          ({ assignees, project, id }) => assignees.includes(me) && !store.isDone({ project, id }),
        );
    const versionOf = (updated: string | null | undefined): string => updated ?? '';
    own.sort((one, other) => versionOf(other.updated_at).localeCompare(versionOf(one.updated_at)));
    for (const { project, id, updated_at } of own.slice(0, MAX_ITEMS)) {
      const list = store.relations.list({ project, id });
      const readAt = list.readAt ?? list.state.asOf;
      const isCurrent =
        list.state.status === 'ready' && readAt !== undefined && !(Date.parse(versionOf(updated_at)) > readAt);
      if (isCurrent || this.#requested.get(list.key.owner) === versionOf(updated_at)) continue;
      this.#requested.set(list.key.owner, versionOf(updated_at));
      return list;
    }
    return undefined;
  }
}
