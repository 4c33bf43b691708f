// Stores the drafts of one account in memory, writes changes to disk within half a second, and merges the changes of
// other windows.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../std/clock.ts';
import { Emitter } from '../../std/event.ts';
import { type Draft, emptyDraft, isEmpty } from './draft.ts';
import type { DraftFiles, SizeLimit, StoredDraft } from './draftFiles.ts';
import { mergeDrafts, withoutUndefinedKeys } from './draftMerge.ts';
import { type DraftEntry, withoutEntry } from './entries.ts';

/** Maximum delay between a change and the start of the write, in milliseconds. */
const WRITE_DELAY_MS = 250;

export class DraftStore {
  readonly #files: DraftFiles;
  readonly #clock: Clock;
  readonly #drafts = new Map<string, Draft>();
  readonly #unwritten = new Set<string>();
  /** By key: the draft in the file, as this window last read or wrote it. */
  readonly #onDisk = new Map<string, Draft | undefined>();
  readonly #exceededLimits = new Map<string, SizeLimit>();
  readonly #changed = new Emitter<string>();
  readonly #failed = new Emitter<unknown>();
  #writing: Promise<void> = Promise.resolve();
  #isWriteScheduled = false;

  /** Fires with the key of a draft when the draft or its `exceededLimit` has changed. */
  readonly onDidChange = this.#changed.event;
  /**
   * Fires with the file system's error when a draft could not be read or written. A draft that could not be written
   * stays in memory and is written again with the next change.
   */
  readonly onDidFail = this.#failed.event;

  constructor(files: DraftFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /**
   * Resolves with the draft from memory or, if it is not in memory, from disk. Never rejects; `onDidFail` reports disk
   * errors.
   */
  async open(key: string): Promise<Draft | undefined> {
    const draftInMemory = this.#drafts.get(key);
    if (draftInMemory !== undefined) return draftInMemory;
    const readResult = await this.#files.read(key).catch((error: unknown) => {
      this.#failed.fire(error);
      return undefined;
    });
    const fromDisk = readResult === 'unreadable' ? undefined : readResult;
    const draftOpenedWhileReading = this.#drafts.get(key);
    if (draftOpenedWhileReading !== undefined) return draftOpenedWhileReading;
    this.#onDisk.set(key, fromDisk);
    if (fromDisk !== undefined) this.#drafts.set(key, fromDisk);
    return fromDisk;
  }

  /**
   * Resolves with all drafts that are not empty, the most recently changed first. Rejects with the file system's error.
   */
  async all(): Promise<readonly StoredDraft[]> {
    await this.mergeFromDisk();
    const onDisk = (await this.#files.list()).filter(({ key }) => !this.#drafts.has(key) && !this.#unwritten.has(key));
    const inMemory = [...this.#drafts].map(([key, draft]) => ({ key, draft }));
    return [...inMemory, ...onDisk]
      .filter(({ draft }) => !isEmpty(draft))
      .sort((one, other) => other.draft.at - one.draft.at);
  }

  /** Deletes the entry of a draft, for example an unsent comment, in memory and on disk. */
  async discard(key: string, entry: DraftEntry): Promise<void> {
    const draft = await this.open(key);
    if (draft === undefined) return;
    this.change(key, draft.title, (before) => withoutEntry(before, entry));
    await this.flush();
  }

  /**
   * Returns the limit that the latest version of a draft exceeds. This version is only in memory, not on disk, until
   * this draft or other drafts become smaller.
   */
  exceededLimit(key: string): SizeLimit | undefined {
    return this.#exceededLimits.get(key);
  }

  /** Returns the draft if it is in memory; otherwise undefined. */
  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  /** Changes a draft. If the draft is then empty, it is deleted. */
  change(key: string, title: string, edit: (before: Draft) => Partial<Draft>): Draft {
    const now = this.#clock.now();
    const before = this.#drafts.get(key) ?? emptyDraft(title, now);
    const after: Draft = { ...before, title, ...edit(before), at: now };
    this.#drafts.set(key, after);
    this.#unwritten.add(key);
    this.#schedule();
    this.#changed.fire(key);
    return after;
  }

  /** Resolves when all changes so far are on disk. Rejects with the file system's error. */
  async flush(): Promise<void> {
    await this.#enqueue(() => this.#write());
  }

  /**
   * Writes all changes to disk. Await this method before a draft is sent to the server: if VS Code crashes during the
   * request, the draft on disk must not be older than the text that the server has received. Never rejects, because a
   * disk error must not prevent sending; `onDidFail` reports the error at the next scheduled write.
   */
  async flushBeforeSend(): Promise<void> {
    await this.flush().catch(() => undefined);
  }

  /**
   * Merges the changes of other windows into the drafts that this window has opened: see `mergeDrafts`. Rejects with
   * the file system's error.
   */
  async mergeFromDisk(): Promise<void> {
    await this.#enqueue(async () => {
      for (const key of this.#onDisk.keys()) await this.#mergeFile(key);
    });
  }

  async #enqueue(work: () => Promise<void>): Promise<void> {
    const before = this.#writing;
    const ownWork = before.then(work);
    this.#writing = ownWork.catch(() => undefined);
    await ownWork;
  }

  async #mergeFile(key: string): Promise<void> {
    const diskDraft = await this.#files.read(key);
    const before = this.#onDisk.get(key);
    // A file that cannot be parsed contains no change of another window.
    if (diskDraft === 'unreadable' || isDeepStrictEqual(diskDraft, before)) return;
    this.#onDisk.set(key, diskDraft);
    const mergedDraft = mergeDrafts(before, this.#drafts.get(key), diskDraft);
    this.#drafts.set(key, mergedDraft);
    if (!isDeepStrictEqual(mergedDraft, diskDraft)) {
      this.#unwritten.add(key);
      this.#schedule();
    }
    this.#changed.fire(key);
  }

  #schedule(): void {
    if (this.#isWriteScheduled) return;
    this.#isWriteScheduled = true;
    void this.#clock
      .sleep(WRITE_DELAY_MS)
      .then(() => {
        this.#isWriteScheduled = false;
        return this.flush();
      })
      .catch((error: unknown) => this.#failed.fire(error));
  }

  async #write(): Promise<void> {
    const isDraftEmpty = (key: string): boolean => isEmpty(this.#drafts.get(key) ?? emptyDraft('', 0));
    const unwritten = [...this.#unwritten];
    const keysOfEmptyDrafts = unwritten.filter(isDraftEmpty);
    // If content moves from one draft to another, the target is written before the source is deleted, so the content is
    // always on disk.
    for (const key of [...unwritten.filter((key) => !keysOfEmptyDrafts.includes(key)), ...keysOfEmptyDrafts])
      await this.#writeOne(key);
    if (keysOfEmptyDrafts.length === 0) return;
    // A deleted draft frees space for drafts that exceed the limit of the account.
    const tooLargeKeys = [...this.#exceededLimits.keys()];
    for (const key of tooLargeKeys) await this.#writeOne(key);
  }

  async #writeOne(key: string): Promise<void> {
    this.#unwritten.add(key);
    await this.#mergeFile(key);
    const draft = this.#drafts.get(key);
    this.#unwritten.delete(key);
    try {
      if (draft === undefined || isEmpty(draft)) await this.#removeFile(key);
      else this.#afterWrite(key, await this.#files.write(key, draft), draft);
    } catch (error) {
      this.#unwritten.add(key);
      throw error;
    }
    if (draft !== undefined && isEmpty(draft) && this.#drafts.get(key) === draft) this.#drafts.delete(key);
  }

  async #removeFile(key: string): Promise<void> {
    await this.#files.remove(key);
    this.#afterWrite(key, undefined);
  }

  /** Updates the state after a write. A draft that exceeded a limit is tried again at the next write. */
  #afterWrite(key: string, exceededLimit: SizeLimit | undefined, draft?: Draft): void {
    if (exceededLimit !== undefined) this.#unwritten.add(key);
    else this.#onDisk.set(key, draft && withoutUndefinedKeys(draft));
    if (exceededLimit === this.#exceededLimits.get(key)) return;
    if (exceededLimit === undefined) this.#exceededLimits.delete(key);
    else this.#exceededLimits.set(key, exceededLimit);
    this.#changed.fire(key);
  }
}
