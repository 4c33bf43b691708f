// Writes the snapshot to disk after changes, and deletes it when the user signs out.

import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { restoreSnapshot, takeSnapshot } from '../cache/store/snapshot.ts';
import type { SnapshotFile } from '../cache/store/snapshotFile.ts';
import type { Store } from '../cache/store/store.ts';

/** Shortest time between two writes, in milliseconds. */
const WRITE_INTERVAL_MS = 5_000;

export class SnapshotWriter implements Disposable {
  readonly #store: Store;
  readonly #file: SnapshotFile;
  readonly #clock: Clock;
  readonly #failed: (error: unknown) => void;
  readonly #disposables = new DisposableStore();
  readonly #disposal = new AbortController();
  #isDirty = false;
  #isWriteScheduled = false;
  #writing: Promise<void> = Promise.resolve();

  /** `onFailed` is called with an error of the file system. The next change writes the snapshot again. */
  constructor(store: Store, file: SnapshotFile, clock: Clock, onFailed: (error: unknown) => void) {
    this.#store = store;
    this.#file = file;
    this.#clock = clock;
    this.#failed = onFailed;
  }

  /** Restores the snapshot of an earlier run. After that, writes the snapshot whenever the store has changed. */
  async restore(): Promise<void> {
    try {
      const snapshot = await this.#file.read();
      if (snapshot !== undefined) restoreSnapshot(this.#store, snapshot);
    } catch (error) {
      this.#failed(error);
    }
    const changed = (): void => this.#changed();
    this.#disposables.add(this.#store.lists.onDidChange(changed));
    this.#disposables.add(this.#store.comments.records.onDidChange(changed));
    for (const { records } of Object.values(this.#store.resources)) this.#disposables.add(records.onDidChange(changed));
  }

  /** Resolves when all changes are on disk. */
  async flush(): Promise<void> {
    if (this.#isDirty) this.#write();
    await this.#writing;
  }

  /** Deletes the snapshot and stops writing, because the user signed out. */
  async forget(): Promise<void> {
    this.dispose();
    await this.#writing;
    await this.#file.remove();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#isDirty = false;
    this.#disposal.abort();
  }

  #changed(): void {
    this.#isDirty = true;
    if (!this.#isWriteScheduled) void this.#writeLater();
  }

  async #writeLater(): Promise<void> {
    this.#isWriteScheduled = true;
    await sleepUnlessAborted(this.#clock, WRITE_INTERVAL_MS, this.#disposal.signal);
    this.#isWriteScheduled = false;
    if (this.#isDirty) this.#write();
  }

  #write(): void {
    this.#isDirty = false;
    const snapshot = takeSnapshot(this.#store, this.#clock.now());
    this.#writing = this.#writing.then(() => this.#file.write(snapshot)).catch((error: unknown) => this.#failed(error));
  }
}
