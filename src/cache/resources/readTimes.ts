// Decides when a list that a page shows is read again.
import type { Clock } from '../../std/clock.ts';
import type { PagedList } from '../lists/pagedList.ts';
import { FRESH_FOR_MS } from '../lists/projectLists.ts';

/** Stores when the lists of one kind were last read in this run. */
export class ReadTimes {
  readonly #clock: Clock;
  /** By the owner of the list: when it was last read, in milliseconds since the epoch. */
  readonly #times = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Stores the current time as the read time of the owner's list. */
  add(owner: string): void {
    this.#times.set(owner, this.#clock.now());
  }

  /** Reads the list if it is not loaded, if the last request failed, or if it was read more than five minutes ago. */
  readIfOld(list: PagedList): Promise<void> {
    const { status, fault, asOf } = list.state;
    const isOld = this.#clock.now() - (this.#times.get(list.key.owner) ?? 0) >= FRESH_FOR_MS;
    // For a list of an earlier run (`asOf`), `read` starts a check in the background.
    const needsReload = status === 'ready' && (fault !== undefined || (asOf === undefined && isOld));
    return needsReload ? list.reload() : list.read();
  }
}
