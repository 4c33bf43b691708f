// Holds the drafts of one account in memory, writes them to disk within half a second, and merges
// what other windows wrote.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../std/clock.ts';
import { Emitter } from '../std/event.ts';
import { type Draft, emptyDraft, isEmpty } from './draft.ts';
import type { DraftFiles, SizeLimits, StoredDraft } from './draftFiles.ts';
import { mergeDrafts, parseStored } from './draftMerge.ts';
import { type DraftPiece, withoutPiece } from './pieces.ts';

/** Longest time from a change to the start of the write, in milliseconds. */
const WRITE_AFTER_MS = 250;

export class DraftStore {
  readonly #files: DraftFiles;
  readonly #clock: Clock;
  readonly #drafts = new Map<string, Draft>();
  readonly #unwritten = new Set<string>();
  /** Content on disk of each draft that was opened here, when it was last read or written here. */
  readonly #onDisk = new Map<string, Draft | undefined>();
  readonly #exceededLimits = new Map<string, SizeLimits>();
  readonly #changed = new Emitter<string>();
  readonly #failed = new Emitter<unknown>();
  #writing: Promise<void> = Promise.resolve();
  #due = false;

  /** Fires with the key of a draft when it, or its `exceededLimit`, has changed. */
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
   * Resolves with the draft, read from disk when it is not in memory. Never rejects; `onDidFail` reports disk errors.
   */
  async open(key: string): Promise<Draft | undefined> {
    const held = this.#drafts.get(key);
    if (held !== undefined) return held;
    const found = await this.#files.read(key).catch((error: unknown) => {
      this.#failed.fire(error);
      return undefined;
    });
    const read = found === 'unreadable' ? undefined : found;
    const opened = this.#drafts.get(key);
    if (opened !== undefined) return opened;
    this.#onDisk.set(key, read);
    if (read !== undefined) this.#drafts.set(key, read);
    return read;
  }

  /** Resolves with all drafts that are not empty, the last changed first. Rejects with the file system's error. */
  async all(): Promise<readonly StoredDraft[]> {
    await this.look();
    const onDisk = (await this.#files.list()).filter(({ key }) => !this.#drafts.has(key) && !this.#unwritten.has(key));
    const inMemory = [...this.#drafts].map(([key, one]) => ({ key, draft: one }));
    return [...inMemory, ...onDisk]
      .filter(({ draft }) => !isEmpty(draft))
      .sort((one, other) => other.draft.at - one.draft.at);
  }

  /** Deletes the piece in memory and on disk. */
  async discard(key: string, piece: DraftPiece): Promise<void> {
    const draft = await this.open(key);
    if (draft === undefined) return;
    this.change(key, draft.title, (before) => withoutPiece(before, piece));
    await this.flush();
  }

  /**
   * Returns the limit that keeps the latest version of a draft from disk: it is in memory only, until it or other
   * drafts are smaller.
   */
  exceededLimit(key: string): SizeLimits | undefined {
    return this.#exceededLimits.get(key);
  }

  /** The draft in memory. */
  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  /** Changes a draft; a draft that is empty afterwards is deleted. */
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
    await this.#inTurn(() => this.#write());
  }

  /**
   * Await this before anything is sent to the server: if the editor crashes while sending, its draft on disk must not
   * be older than what the server has. Never rejects, because a disk error must not prevent sending; `onDidFail`
   * reports the error at the next scheduled write.
   */
  async beforeLeaving(): Promise<void> {
    await this.flush().catch(() => undefined);
  }

  /**
   * Merges what other windows wrote to the drafts that were opened here: see `mergeDrafts`. Rejects with the file
   * system's error.
   */
  async look(): Promise<void> {
    await this.#inTurn(async () => {
      for (const key of this.#onDisk.keys()) await this.#takeIn(key);
    });
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.#writing;
    const own = before.then(work);
    this.#writing = own.catch(() => undefined);
    await own;
  }

  async #takeIn(key: string): Promise<void> {
    const theirs = await this.#files.read(key);
    const before = this.#onDisk.get(key);
    // A file that cannot be parsed is not a change of another window.
    if (theirs === 'unreadable' || isDeepStrictEqual(theirs, before)) return;
    this.#onDisk.set(key, theirs);
    const merged = mergeDrafts(before, this.#drafts.get(key), theirs);
    this.#drafts.set(key, merged);
    if (!isDeepStrictEqual(merged, theirs)) {
      this.#unwritten.add(key);
      this.#schedule();
    }
    this.#changed.fire(key);
  }

  #schedule(): void {
    if (this.#due) return;
    this.#due = true;
    void this.#clock
      .sleep(WRITE_AFTER_MS)
      .then(() => {
        this.#due = false;
        return this.flush();
      })
      .catch((error: unknown) => this.#failed.fire(error));
  }

  async #write(): Promise<void> {
    const isGone = (key: string): boolean => isEmpty(this.#drafts.get(key) ?? emptyDraft('', 0));
    const due = [...this.#unwritten];
    const gone = due.filter(isGone);
    // The target of moved content is written before its source is deleted, so it is always in at least one draft.
    for (const key of [...due.filter((one) => !gone.includes(one)), ...gone]) await this.#writeOne(key);
    if (gone.length === 0) return;
    // A deleted draft frees space for others.
    const tooLarge = [...this.#exceededLimits.keys()];
    for (const key of tooLarge) await this.#writeOne(key);
  }

  async #writeOne(key: string): Promise<void> {
    this.#unwritten.add(key);
    await this.#takeIn(key);
    const one = this.#drafts.get(key);
    this.#unwritten.delete(key);
    try {
      if (one === undefined || isEmpty(one)) await this.#removed(key);
      else this.#wrote(key, await this.#files.write(key, one), one);
    } catch (error) {
      this.#unwritten.add(key);
      throw error;
    }
    if (one !== undefined && isEmpty(one) && this.#drafts.get(key) === one) this.#drafts.delete(key);
  }

  async #removed(key: string): Promise<void> {
    await this.#files.remove(key);
    this.#wrote(key, undefined);
  }

  /** A draft that exceeded a limit is written again at the next write. */
  #wrote(key: string, bound: SizeLimits | undefined, one?: Draft): void {
    if (bound !== undefined) this.#unwritten.add(key);
    else this.#onDisk.set(key, one && parseStored(one));
    if (bound === this.#exceededLimits.get(key)) return;
    if (bound === undefined) this.#exceededLimits.delete(key);
    else this.#exceededLimits.set(key, bound);
    this.#changed.fire(key);
  }
}
