// A clock for tests: time passes only when a test advances it.
import type { Clock } from '../../src/std/clock.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Resolves when everything that can run without time passing has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export class FakeClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  /** Starts at an arbitrary time of day, as real clocks do. */
  constructor(start: number = Date.UTC(2026, 10, 20, 9, 30)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** The number of pending sleeps. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const stop = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { due: this.#now + Math.max(0, milliseconds), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /**
   * Advances the time: wakes each sleeper that is due, in order and at its own time, and lets the work that follows run
   * before the next one wakes.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#sleepers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.wake();
      await settled();
    }
    this.#now = end;
  }

  #next(end: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const one of this.#sleepers) if (one.due <= end && (first === undefined || one.due < first.due)) first = one;
    return first;
  }
}

/**
 * Runs simulated time until the work is done, at most `pace` times as fast as real time. Without that limit, this loop
 * would turn faster than the machine can answer over a real socket, and the answer would count as late.
 */
export async function whileTimePasses<T>(clock: FakeClock, work: Promise<T>, pace = 40): Promise<T> {
  const state = { done: false };
  const watched = work.finally(() => {
    state.done = true;
  });
  const begun = performance.now();
  let passed = 0;
  while (!state.done) {
    await settled();
    if (clock.sleeping === 0 || passed >= (performance.now() - begun) * pace) continue;
    passed += 10;
    await clock.advance(10);
  }
  return watched;
}
