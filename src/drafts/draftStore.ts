// Owns the desk: the drafts of one account in memory, their way to disk within half a second, and what other windows
// wrote there.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../std/clock.ts';
import { Emitter } from '../std/event.ts';
import { type Draft, emptyDraft, isEmpty } from './draft.ts';
import type { DraftFiles, SizeLimits, StoredDraft } from './draftFiles.ts';
import { mergeDrafts, parseStored } from './draftMerge.ts';
import { type DraftPiece, withoutPiece } from './pieces.ts';

/** Longest time between a change and its being on disk, without the writing itself. */
const WRITE_AFTER_MS = 250;

export class DraftStore {
  readonly #files: DraftFiles;
  readonly #clock: Clock;
  readonly #drafts = new Map<string, Draft>();
  readonly #unwritten = new Set<string>();
  /** What the disk held of each draft that was opened here, when it was last read or written here. */
  readonly #onDisk = new Map<string, Draft | undefined>();
  readonly #unkept = new Map<string, SizeLimits>();
  readonly #changed = new Emitter<string>();
  readonly #failed = new Emitter<unknown>();
  #writing: Promise<void> = Promise.resolve();
  #due = false;

  /** Fires with the key of the draft that changed, or whose `unkept` did. */
  readonly onDidChange = this.#changed.event;
  /**
   * Fires with what the disk said when a draft could not be read or written; one that could not be written stays in
   * memory and is tried again with the next change.
   */
  readonly onDidFail = this.#failed.event;

  constructor(files: DraftFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /** The draft, read from disk when it is not in memory. Never rejects for the disk: `onDidFail` tells. */
  async open(key: string): Promise<Draft | undefined> {
    const held = this.#drafts.get(key);
    if (held !== undefined) return held;
    const found = await this.#files.read(key).catch((error: unknown) => {
      this.#failed.fire(error);
      return undefined;
    });
    const read = found === 'unreadable' ? undefined : found;
    const meanwhile = this.#drafts.get(key);
    if (meanwhile !== undefined) return meanwhile;
    this.#onDisk.set(key, read);
    if (read !== undefined) this.#drafts.set(key, read);
    return read;
  }

  /** Every draft that holds something, the one changed last first. Rejects with what the disk said. */
  async all(): Promise<readonly StoredDraft[]> {
    await this.look();
    const onDisk = (await this.#files.list()).filter(({ key }) => !this.#drafts.has(key) && !this.#unwritten.has(key));
    const inMemory = [...this.#drafts].map(([key, one]) => ({ key, draft: one }));
    return [...inMemory, ...onDisk]
      .filter(({ draft }) => !isEmpty(draft))
      .sort((one, other) => other.draft.at - one.draft.at);
  }

  /** Nothing of the piece is kept, in memory or on disk. */
  async discard(key: string, piece: DraftPiece): Promise<void> {
    const draft = await this.open(key);
    if (draft === undefined) return;
    this.change(key, draft.title, (before) => withoutPiece(before, piece));
    await this.flush();
  }

  /**
   * The bound that keeps what was changed last of a draft from disk: it is in memory only, until it or others are
   * smaller.
   */
  unkept(key: string): SizeLimits | undefined {
    return this.#unkept.get(key);
  }

  /** The draft in memory. */
  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  /** Changes a draft; one with nothing left in it is removed. */
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

  /** Everything changed so far is on disk when it resolves; rejects with what the disk said. */
  async flush(): Promise<void> {
    await this.#inTurn(() => this.#write());
  }

  /**
   * To be waited for before anything leaves for the service: an editor that dies meanwhile would go on with something
   * older than the service has. A failing disk is no reason to keep it from the service; `onDidFail` tells of it with
   * the write that is due.
   */
  async beforeLeaving(): Promise<void> {
    await this.flush().catch(() => undefined);
  }

  /**
   * Takes in what other windows wrote since of the drafts that were opened here: see `mergeDrafts`. Rejects with what
   * the disk said.
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
    // What cannot be understood is no word of another window.
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
    // What went from one draft to another is never in neither: the other is written before the one is removed.
    for (const key of [...due.filter((one) => !gone.includes(one)), ...gone]) await this.#writeOne(key);
    if (gone.length === 0) return;
    // What is removed makes room.
    const unkept = [...this.#unkept.keys()];
    for (const key of unkept) await this.#writeOne(key);
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

  /** What found no room is tried again with the next writing. */
  #wrote(key: string, bound: SizeLimits | undefined, one?: Draft): void {
    if (bound !== undefined) this.#unwritten.add(key);
    else this.#onDisk.set(key, one && parseStored(one));
    if (bound === this.#unkept.get(key)) return;
    if (bound === undefined) this.#unkept.delete(key);
    else this.#unkept.set(key, bound);
    this.#changed.fire(key);
  }
}
