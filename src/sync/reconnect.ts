// Owns knowing when the service can be reached again, for those who wait for it: told by any answer, and asked for ever
// more seldom. Time and focus are handed in.
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';

export interface ReconnectDeps {
  readonly clock: Clock;
  /** Whether anything waits for it. */
  readonly isWaiting: () => boolean;
  /** Whether somebody may be looking: false while the window has no focus. */
  readonly isWatched: () => boolean;
  /** Puts a cheap question to the service, whose outcome comes to `heard`. Never rejects. */
  readonly ask: () => Promise<void>;
}

/** Milliseconds between two questions: the first, doubled each time. */
const SHORTEST = 15_000;
const LONGEST = 5 * 60_000;

export class Reconnect implements Disposable {
  readonly #deps: ReconnectDeps;
  readonly #reconnected = new Emitter<void>();
  /** At first nothing is known. */
  #isOut = true;
  #isRunning = false;
  #isGone = false;
  #rest = SHORTEST;
  #askedAt = Number.NEGATIVE_INFINITY;
  #nextAt = 0;
  #alarm = new AbortController();

  /**
   * Fires when the service answers that could not be reached before, or when something begins to wait although it
   * answers.
   */
  readonly onDidReconnect = this.#reconnected.event;

  constructor(deps: ReconnectDeps) {
    this.#deps = deps;
  }

  /** What came of any request. */
  heard(isReached: boolean): void {
    const was = this.#isOut;
    this.#isOut = !isReached;
    if (isReached !== was) return;
    this.#rest = SHORTEST;
    this.#nextAt = this.#deps.clock.now() + SHORTEST;
    if (isReached) this.#reconnected.fire();
    else this.#run();
  }

  /** Something began to wait. */
  waits(): void {
    if (this.#isOut) this.#run();
    else this.#reconnected.fire();
  }

  /** The window is looked at again. */
  look(): void {
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
