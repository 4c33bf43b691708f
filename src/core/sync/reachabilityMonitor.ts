// Detects when the server can be reached again: by a response to any request, or by a small request that the monitor
// sends at intervals.
import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';

export interface ReachabilityMonitorDeps {
  readonly clock: Clock;
  /** Whether a comment is queued until the server can be reached. */
  readonly hasQueuedComments: () => boolean;
  /** Whether the window has focus. */
  readonly hasFocus: () => boolean;
  /** Sends a small request and reports its outcome to `reportOutcome`. Never rejects. */
  readonly sendProbe: () => Promise<void>;
}

/** Time between two probes in milliseconds: first MIN_PAUSE_MS, then doubled each time up to MAX_PAUSE_MS. */
const MIN_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 5 * 60_000;

export class ReachabilityMonitor implements Disposable {
  readonly #deps: ReachabilityMonitorDeps;
  readonly #reconnected = new Emitter<void>();
  /** Whether the server is considered unreachable. Initially true, because the server has not responded yet. */
  #isUnreachable = true;
  #isRunning = false;
  #isDisposed = false;
  #nextPause = MIN_PAUSE_MS;
  #sentAt = Number.NEGATIVE_INFINITY;
  #nextAt = 0;
  #sleepController = new AbortController();

  /**
   * Fires when the server responds after it could not be reached, and when a comment is queued while the server can be
   * reached.
   */
  readonly onDidReconnect = this.#reconnected.event;

  constructor(deps: ReachabilityMonitorDeps) {
    this.#deps = deps;
  }

  /** Must be called after each successful response, and after each failure to reach the server. */
  reportOutcome(isReached: boolean): void {
    const wasUnreachable = this.#isUnreachable;
    this.#isUnreachable = !isReached;
    if (isReached !== wasUnreachable) return;
    this.#nextPause = MIN_PAUSE_MS;
    this.#nextAt = this.#deps.clock.now() + MIN_PAUSE_MS;
    if (isReached) this.#reconnected.fire();
    else this.#start();
  }

  /** Must be called when a comment was queued. */
  reportQueuedComment(): void {
    if (this.#isUnreachable) this.#start();
    else this.#reconnected.fire();
  }

  /** Must be called when the window has focus again. */
  reportWindowFocus(): void {
    this.#nextPause = MIN_PAUSE_MS;
    this.#nextAt = Math.min(this.#nextAt, this.#sentAt + MIN_PAUSE_MS);
    this.#sleepController.abort();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#sleepController.abort();
    this.#reconnected.dispose();
  }

  get #shouldSend(): boolean {
    return this.#isUnreachable && !this.#isDisposed && this.#deps.hasQueuedComments();
  }

  #start(): void {
    if (!this.#isRunning) void this.#sendUntilReached();
  }

  async #sendUntilReached(): Promise<void> {
    const { clock, hasFocus, sendProbe } = this.#deps;
    this.#isRunning = true;
    while (this.#shouldSend) {
      const pause = hasFocus() ? this.#nextAt - clock.now() : MAX_PAUSE_MS;
      if (pause > 0) await this.#pause(pause);
      else {
        await sendProbe();
        this.#sentAt = clock.now();
        this.#nextAt = this.#sentAt + this.#nextPause;
        this.#nextPause = Math.min(this.#nextPause * 2, MAX_PAUSE_MS);
      }
    }
    this.#isRunning = false;
  }

  async #pause(milliseconds: number): Promise<void> {
    this.#sleepController = new AbortController();
    await sleepUnlessAborted(this.#deps.clock, milliseconds, this.#sleepController.signal);
  }
}
