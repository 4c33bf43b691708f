// A clock for tests: time passes only when a test advances it.
import type { Clock } from '../../src/std/clock.ts';

interface Sleeper {
  wakeAt: number;
  readonly wake: () => void;
}

/** Resolves when all pending work has run, except work that waits for the clock. */
export function flushPromises(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export class FakeClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  /** By default, the clock starts at an arbitrary time of day, as real clocks do. */
  constructor(start: number = Date.UTC(2026, 10, 20, 9, 30)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** The number of pending sleeps. */
  get sleeperCount(): number {
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
      const sleeper = { wakeAt: this.#now + Math.max(0, milliseconds), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /**
   * Advances the time. The pending sleeps that are due end in order, each at the time for which it is due; work that
   * waited for a sleep runs before the next sleep ends.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await flushPromises();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#sleepers.delete(next);
      this.#now = Math.max(this.#now, next.wakeAt);
      next.wake();
      await flushPromises();
    }
    this.#now = end;
  }

  /**
   * Sets the time without ending a sleep, as when the computer wakes up or its clock is set. A jump to an earlier time
   * does not delay pending sleeps, because real timers do not depend on the system clock.
   */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
    for (const sleeper of this.#sleepers) sleeper.wakeAt += Math.min(0, milliseconds);
  }

  #next(end: number): Sleeper | undefined {
    let earliestSleeper: Sleeper | undefined;
    for (const sleeper of this.#sleepers)
      if (sleeper.wakeAt <= end && (earliestSleeper === undefined || sleeper.wakeAt < earliestSleeper.wakeAt))
        earliestSleeper = sleeper;
    return earliestSleeper;
  }
}

/**
 * Advances the clock until the work is done, at most `pace` times as fast as real time. Without this limit, simulated
 * time would pass faster than a real socket can deliver a response, and requests would time out.
 */
export async function whileTimePasses<T>(clock: FakeClock, work: Promise<T>, pace = 40): Promise<T> {
  const state = { done: false };
  const markDone = (): void => {
    state.done = true;
  };
  void work.then(markDone, markDone);
  const start = performance.now();
  let passedMs = 0;
  while (!state.done) {
    await flushPromises();
    if (clock.sleeperCount === 0 || passedMs >= (performance.now() - start) * pace) continue;
    passedMs += 10;
    await clock.advance(10);
  }
  return work;
}
