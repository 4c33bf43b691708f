// A clock for tests: time passes only when a test advances it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../src/std/clock.ts';

interface Sleeper {
  wakeAtMs: number;
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
  constructor(startMs: number = Date.UTC(2026, 10, 20, 9, 30)) {
    this.#now = startMs;
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
      const sleeper = { wakeAtMs: this.#now + Math.max(0, milliseconds), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /**
   * Advances the time. The pending sleeps that are due end in order, each at its due time; work that waited for a
   * sleep runs before the next sleep ends.
   */
  async advance(milliseconds: number): Promise<void> {
    const endMs = this.#now + milliseconds;
    await flushPromises();
    for (let dueSleeper = this.#next(endMs); dueSleeper !== undefined; dueSleeper = this.#next(endMs)) {
      this.#sleepers.delete(dueSleeper);
      this.#now = Math.max(this.#now, dueSleeper.wakeAtMs);
      dueSleeper.wake();
      await flushPromises();
    }
    this.#now = endMs;
  }

  /**
   * Sets the time without ending a sleep, as when the computer wakes up or its clock is set. A jump to an earlier time
   * does not delay pending sleeps, because real timers do not depend on the system clock.
   */
  jumpBy(milliseconds: number): void {
    this.#now += milliseconds;
    for (const sleeper of this.#sleepers) sleeper.wakeAtMs += Math.min(0, milliseconds);
  }

  #next(end: number): Sleeper | undefined {
    let earliestSleeper: Sleeper | undefined;
    for (const sleeper of this.#sleepers)
      if (sleeper.wakeAtMs <= end && (earliestSleeper === undefined || sleeper.wakeAtMs < earliestSleeper.wakeAtMs))
        earliestSleeper = sleeper;
    return earliestSleeper;
  }
}

/**
 * Advances the clock until the work is done, at most `maxSpeed` times as fast as real time. Without this limit, simulated
 * time would pass faster than a real socket can deliver a response, and requests would time out.
 */
export async function advanceUntilDone<T>(clock: FakeClock, work: Promise<T>, maxSpeed = 40): Promise<T> {
  const workState = { done: false };
  const markDone = (): void => {
    workState.done = true;
  };
  void work.then(markDone, markDone);
  const start = performance.now();
  let passedMs = 0;
  while (!workState.done) {
    await flushPromises();
    if (workState.done) break;
    if (clock.sleeperCount === 0 || passedMs >= (performance.now() - start) * maxSpeed) {
      await pause(1);
      continue;
    }
    passedMs += 10;
    await clock.advance(10);
  }
  return work;
}
