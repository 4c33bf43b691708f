// Refreshes visible lists in the background, within a share of the rate limit.
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';

/** A list that the user sees and that may have changed on the server. */
export interface VisibleList {
  /** Identifies the list: the same key is the same list. */
  readonly key: string;
  /** Usual number of requests of a refresh; default 1. The pause after the refresh is multiplied by it. */
  readonly cost?: number;
  revalidate(signal: AbortSignal): Promise<unknown>;
}

export interface BackgroundRefreshDeps {
  readonly clock: Clock;
  /** Returns the lists that are visible now; empty while the user is signed out. */
  readonly visible: () => readonly VisibleList[];
  /** Whether the user may be looking: false while the window has no focus. */
  readonly isWatched: () => boolean;
  /** Returns the unused part of the rate limit, 0 to 1. */
  readonly unspent: () => number;
  /** Called when a refresh failed; it is repeated in its turn. */
  readonly failed: (key: string, error: unknown) => void;
}

const SECOND = 1000;
/**
 * With at least `unspent` of the limit unused, one list is refreshed every `every` milliseconds; with less, none is.
 */
const RHYTHM: readonly (readonly [unspent: number, every: number])[] = [
  [0.75, 20 * SECOND],
  [0.5, 40 * SECOND],
  [0.25, 90 * SECOND],
];
/** Interval of checks while there is nothing to refresh, in milliseconds. */
const LOOK_EVERY = 20 * SECOND;
/** A list that was refreshed within this time is not refreshed, in milliseconds. */
const FRESH_FOR = 60 * SECOND;

/** Returns the milliseconds between two refreshes; undefined when too little of the limit is unused. */
export function pauseAfter(unspent: number): number | undefined {
  return RHYTHM.find(([least]) => unspent >= least)?.[1];
}

/**
 * Returns the list that was refreshed longest ago, with lists never refreshed first; undefined when all are fresh. `at`
 * has the time of each list's last refresh, in milliseconds.
 */
export function nextDue<V extends Pick<VisibleList, 'key'>>(
  visible: readonly V[],
  at: ReadonlyMap<string, number>,
  now: number,
): V | undefined {
  const since = (one: V): number => at.get(one.key) ?? Number.NEGATIVE_INFINITY;
  const [oldest] = [...visible].sort((one, other) => since(one) - since(other));
  return oldest === undefined || since(oldest) > now - FRESH_FOR ? undefined : oldest;
}

/** Refreshes the visible lists one after the other, until it is disposed of. */
export class BackgroundRefresh implements Disposable {
  readonly #deps: BackgroundRefreshDeps;
  readonly #at = new Map<string, number>();
  readonly #stopped = new AbortController();

  constructor(deps: BackgroundRefreshDeps) {
    this.#deps = deps;
  }

  /** Resolves when it has been disposed of. */
  async run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const rest = await this.#step(signal);
      await this.#deps.clock.sleep(rest, signal).catch((reason: unknown) => {
        if (reason !== signal.reason) throw reason;
      });
    }
  }

  /** Notes that the list was loaded for another reason, so that it is not refreshed soon. */
  read(key: string): void {
    this.#at.set(key, this.#deps.clock.now());
  }

  dispose(): void {
    this.#stopped.abort();
  }

  async #step(signal: AbortSignal): Promise<number> {
    const { clock, visible, isWatched, unspent, failed } = this.#deps;
    if (!isWatched()) return LOOK_EVERY;
    const rest = pauseAfter(unspent());
    const seen = visible();
    for (const key of this.#at.keys()) if (!seen.some((one) => one.key === key)) this.#at.delete(key);
    for (const { key } of seen) if (!this.#at.has(key)) this.read(key);
    const next = rest === undefined ? undefined : nextDue(seen, this.#at, clock.now());
    if (next === undefined) return LOOK_EVERY;
    this.read(next.key);
    try {
      await next.revalidate(signal);
    } catch (error) {
      if (!signal.aborted) failed(next.key, error);
    }
    return (rest ?? LOOK_EVERY) * (next.cost ?? 1);
  }
}
