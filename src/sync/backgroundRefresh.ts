// Owns the rhythm in which what is visible is kept fresh: what may be spent on it, and what comes next. Time and focus
// are handed in.
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';

/** Something that a person sees and that may have changed on the server. */
export interface VisibleList {
  /** The same as long as it is the same thing. */
  readonly key: string;
  /** Requests that its freshening takes as a rule; one unless it is said. So much longer is the rest after it. */
  readonly cost?: number;
  freshen(signal: AbortSignal): Promise<unknown>;
}

export interface BackgroundRefreshDeps {
  readonly clock: Clock;
  /** What is seen now; empty while nobody is signed in. */
  readonly visible: () => readonly VisibleList[];
  /** Whether somebody may be looking: false while the window has no focus. */
  readonly isWatched: () => boolean;
  /** The part of the minute's allowance that is not spent, 0 to 1. */
  readonly unspent: () => number;
  /** A freshening that came to nothing: it is tried again in its turn. */
  readonly failed: (key: string, error: unknown) => void;
}

const SECOND = 1000;
/** From so much unspent allowance on, one thing is freshened every so many milliseconds. With less, nothing is. */
const RHYTHM: readonly (readonly [unspent: number, every: number])[] = [
  [0.75, 20 * SECOND],
  [0.5, 40 * SECOND],
  [0.25, 90 * SECOND],
];
/** How often it is looked whether there is something to do again. */
const LOOK_EVERY = 20 * SECOND;
/** What was freshened so lately is let be, however few things there are. */
const FRESH_FOR = 60 * SECOND;

/** Milliseconds between two freshenings; undefined when too little is unspent for any. */
export function pauseAfter(unspent: number): number | undefined {
  return RHYTHM.find(([least]) => unspent >= least)?.[1];
}

/**
 * What was freshened longest ago, those never freshened first; undefined when all are fresh. `at` holds when each was,
 * in milliseconds.
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

/** Freshens what is visible, one after another, until it is disposed of. */
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

  /** What was read for another reason need not be freshened soon. */
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
      await next.freshen(signal);
    } catch (error) {
      if (!signal.aborted) failed(next.key, error);
    }
    return (rest ?? LOOK_EVERY) * (next.cost ?? 1);
  }
}
