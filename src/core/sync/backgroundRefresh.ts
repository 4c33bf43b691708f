// Refreshes visible lists in the background, within a share of the rate limit.
import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';

/** A list that the user sees and that may have changed on the server. */
export interface VisibleList {
  /** Identifies the list. */
  readonly key: string;
  /**
   * Usual number of requests that a refresh of the list sends; default 1. The pause after the refresh is multiplied by
   * this number.
   */
  readonly requestsPerRefresh?: number;
  /** Minimum time between two refreshes, in milliseconds; default two minutes. */
  readonly minAgeMs?: number;
  revalidate(signal: AbortSignal): Promise<unknown>;
}

export interface BackgroundRefreshDeps {
  readonly clock: Clock;
  /** Returns the lists that are visible now; empty while the user is signed out. */
  readonly visibleLists: () => readonly VisibleList[];
  /** Whether the window has focus. */
  readonly hasFocus: () => boolean;
  /** Returns the unused part of the rate limit, 0 to 1. */
  readonly unusedShare: () => number;
  /**
   * Called when the refresh of a list has failed. The list is refreshed again when it is its turn. The key is '' if the
   * visible lists could not be determined.
   */
  readonly onRefreshFailed: (key: string, error: unknown) => void;
}

const SECOND_MS = 1000;
/** The minimum time between two refreshes of a list that rarely changes, for example of projects, in milliseconds. */
export const RARELY_CHANGED_MS = 5 * 60 * SECOND_MS;
/** The pause between refreshes while most of the rate limit is unused, in milliseconds. */
const SHORTEST_INTERVAL_MS = 120 * SECOND_MS;
/**
 * The pauses between refreshes: if at least `unusedShare` of the rate limit is unused, one list is refreshed every
 * `intervalMs` milliseconds. If less than the smallest `unusedShare` is unused, no list is refreshed.
 */
const REFRESH_INTERVALS: readonly (readonly [unusedShare: number, intervalMs: number])[] = [
  [0.75, SHORTEST_INTERVAL_MS],
  [0.5, 150 * SECOND_MS],
  [0.25, 400 * SECOND_MS],
];
/** Interval between checks while no list needs a refresh, in milliseconds. */
const CHECK_INTERVAL_MS = 20 * SECOND_MS;
const DEFAULT_MIN_AGE_MS = 120 * SECOND_MS;
/** After this time without focus, the lists that the user sees again are refreshed at once, in milliseconds. */
const AWAY_MS = 10 * 60 * SECOND_MS;
/** The pause between two of these refreshes, in milliseconds. */
const CATCH_UP_PAUSE_MS = SECOND_MS;

/** Returns the pause between two refreshes in milliseconds; undefined when too little of the rate limit is unused. */
export function refreshInterval(unusedShare: number): number | undefined {
  return REFRESH_INTERVALS.find(([minUnusedShare]) => unusedShare >= minUnusedShare)?.[1];
}

/**
 * Returns the list that is due for the longest time; lists that were never refreshed come first. Returns undefined if no
 * list is due. `refreshedAt` has the time of each list's latest refresh, in milliseconds.
 */
export function nextListToRefresh<V extends Pick<VisibleList, 'key' | 'minAgeMs'>>(
  visibleLists: readonly V[],
  refreshedAt: ReadonlyMap<string, number>,
  now: number,
): V | undefined {
  const dueAt = ({ key, minAgeMs = DEFAULT_MIN_AGE_MS }: V): number =>
    (refreshedAt.get(key) ?? Number.NEGATIVE_INFINITY) + minAgeMs;
  const [firstDue] = [...visibleLists].sort((one, other) => dueAt(one) - dueAt(other));
  return firstDue === undefined || dueAt(firstDue) > now ? undefined : firstDue;
}

/** Refreshes the visible lists one after the other until `dispose` is called. */
export class BackgroundRefresh implements Disposable {
  readonly #deps: BackgroundRefreshDeps;
  readonly #refreshedAt = new Map<string, number>();
  readonly #disposal = new AbortController();
  #pauseController = new AbortController();
  /** Since when the window has had no focus. */
  #awaySince: number | undefined;
  /** Lists whose latest refresh was before this time are refreshed at once. */
  #staleBefore = Number.NEGATIVE_INFINITY;

  constructor(deps: BackgroundRefreshDeps) {
    this.#deps = deps;
  }

  /** Resolves after `dispose` is called. */
  async run(): Promise<void> {
    const { signal } = this.#disposal;
    while (!signal.aborted) {
      const interval = await this.#refreshNext(signal).catch((error: unknown) => {
        // A defect must not end the refresh of all lists.
        this.#deps.onRefreshFailed('', error);
        return CHECK_INTERVAL_MS;
      });
      await this.#pause(interval);
    }
  }

  /** Must be called when the window gets or loses focus. */
  reportFocus(hasFocus: boolean): void {
    const now = this.#deps.clock.now();
    const awaySince = hasFocus ? this.#awaySince : undefined;
    this.#awaySince = hasFocus ? undefined : (this.#awaySince ?? now);
    if (awaySince === undefined || now - awaySince < AWAY_MS) return;
    this.#staleBefore = now - AWAY_MS;
    this.#pauseController.abort();
  }

  /** Must be called when other code has just loaded the list, so that the list is not refreshed again soon. */
  reportLoaded(key: string): void {
    this.#refreshedAt.set(key, this.#deps.clock.now());
  }

  dispose(): void {
    this.#disposal.abort();
    this.#pauseController.abort();
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#disposal.signal.aborted) return;
    this.#pauseController = new AbortController();
    await sleepUnlessAborted(this.#deps.clock, milliseconds, this.#pauseController.signal);
  }

  async #refreshNext(signal: AbortSignal): Promise<number> {
    const { clock, visibleLists: getVisibleLists, hasFocus, unusedShare, onRefreshFailed } = this.#deps;
    if (!hasFocus()) return CHECK_INTERVAL_MS;
    const interval = refreshInterval(unusedShare());
    const visibleLists = getVisibleLists();
    for (const key of this.#refreshedAt.keys())
      if (!visibleLists.some((list) => list.key === key)) this.#refreshedAt.delete(key);
    for (const { key } of visibleLists) if (!this.#refreshedAt.has(key)) this.reportLoaded(key);
    const listToRefresh =
      interval === undefined ? undefined : nextListToRefresh(visibleLists, this.#refreshedAt, clock.now());
    if (listToRefresh === undefined) return CHECK_INTERVAL_MS;
    const isCatchingUp = (this.#refreshedAt.get(listToRefresh.key) ?? 0) <= this.#staleBefore;
    this.reportLoaded(listToRefresh.key);
    try {
      await listToRefresh.revalidate(signal);
    } catch (error) {
      if (!signal.aborted) onRefreshFailed(listToRefresh.key, error);
    }
    if (isCatchingUp && interval === SHORTEST_INTERVAL_MS) return CATCH_UP_PAUSE_MS;
    return (interval ?? CHECK_INTERVAL_MS) * (listToRefresh.requestsPerRefresh ?? 1);
  }
}
