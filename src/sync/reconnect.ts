// Detects when the server can be reached again: by any response, or by requests sent for that purpose.
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';

export interface ReconnectDeps {
  readonly clock: Clock;
  /** Whether anything is queued. */
  readonly isWaiting: () => boolean;
  /** Whether the user may be looking: false while the window has no focus. */
  readonly isWatched: () => boolean;
  /** Sends a cheap request, whose outcome is reported to `reportOutcome`. Never rejects. */
  readonly ask: () => Promise<void>;
}

/** Milliseconds between two checks: the first interval is SHORTEST, and doubles up to LONGEST. */
const SHORTEST = 15_000;
const LONGEST = 5 * 60_000;

export class Reconnect implements Disposable {
  readonly #deps: ReconnectDeps;
  readonly #reconnected = new Emitter<void>();
  /** True until the server has answered, because nothing is known at first. */
  #isOut = true;
  #isRunning = false;
  #isGone = false;
  #rest = SHORTEST;
  #askedAt = Number.NEGATIVE_INFINITY;
  #nextAt = 0;
  #alarm = new AbortController();

  /**
   * Fires when the server answers after it could not be reached, and when something is queued while the server can be
   * reached.
   */
  readonly onDidReconnect = this.#reconnected.event;

  constructor(deps: ReconnectDeps) {
    this.#deps = deps;
  }

  /** Reports the outcome of any request. */
  reportOutcome(isReached: boolean): void {
    const was = this.#isOut;
    this.#isOut = !isReached;
    if (isReached !== was) return;
    this.#rest = SHORTEST;
    this.#nextAt = this.#deps.clock.now() + SHORTEST;
    if (isReached) this.#reconnected.fire();
    else this.#run();
  }

  /** Reports that something was queued. */
  reportQueued(): void {
    if (this.#isOut) this.#run();
    else this.#reconnected.fire();
  }

  /** Reports that the window has focus again. */
  reportFocus(): void {
    this.#rest = SHORTEST;
    this.#nextAt = Math.min(this.#nextAt, this.#askedAt + SHORTEST);
    this.#alarm.abort();
  }

  dispose(): void {
    this.#isGone = true;
    this.#alarm.abort();
    this.#reconnected.dispose();
  }

  get #isDue(): boolean {
    return this.#isOut && !this.#isGone && this.#deps.isWaiting();
  }

  #run(): void {
    if (!this.#isRunning) void this.#askUntilReached();
  }

  async #askUntilReached(): Promise<void> {
    const { clock, isWatched, ask } = this.#deps;
    this.#isRunning = true;
    while (this.#isDue) {
      const pause = isWatched() ? this.#nextAt - clock.now() : LONGEST;
      if (pause > 0) await this.#pause(pause);
      else {
        await ask();
        this.#askedAt = clock.now();
        this.#nextAt = this.#askedAt + this.#rest;
        this.#rest = Math.min(this.#rest * 2, LONGEST);
      }
    }
    this.#isRunning = false;
  }

  async #pause(milliseconds: number): Promise<void> {
    this.#alarm = new AbortController();
    const { signal } = this.#alarm;
    await this.#deps.clock.sleep(milliseconds, signal).catch((reason: unknown) => {
      if (reason !== signal.reason) throw reason;
    });
  }
}
