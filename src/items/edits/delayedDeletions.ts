// Delays deletions for some seconds, in which the user can undo them.
import type { Clock } from '../../std/clock.ts';

/** How long a deletion can be undone, in milliseconds. */
const UNDO_PERIOD_MS = 10_000;

/**
 * Delayed deletions are not stored on disk: if the window closes before a deletion is sent, the record is not deleted.
 */
export class DelayedDeletions {
  readonly #clock: Clock;
  readonly #changed: () => void;
  /** The functions that end the delay, by the id of the record. */
  readonly #endDelayById = new Map<string, (isDue: boolean) => void>();

  /** `onChange` is called when the delay of a deletion starts and when it ends. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#changed = onChange;
  }

  /** Whether the deletion of the record is delayed, so that the user can still undo the deletion. */
  has(id: string): boolean {
    return this.#endDelayById.has(id);
  }

  /** Resolves with true when the deletion must be sent, or with false when the user has undone it. */
  waitForUndo(id: string): Promise<boolean> {
    const delayController = new AbortController();
    return new Promise((resolve, reject) => {
      this.#endDelayById.set(id, (isDue) => {
        this.#endDelayById.delete(id);
        delayController.abort();
        resolve(isDue);
        this.#changed();
      });
      this.#changed();
      this.#clock.sleep(UNDO_PERIOD_MS, delayController.signal).then(
        () => this.#endDelayById.get(id)?.(true),
        (reason: unknown) => delayController.signal.aborted || reject(reason),
      );
    });
  }

  undo(id: string): void {
    this.#endDelayById.get(id)?.(false);
  }

  /** Ends the delay of all deletions, so that they are sent now. */
  sendAll(): void {
    for (const end of this.#endDelayById.values()) end(true);
  }
}
