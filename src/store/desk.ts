// Owns the desk: the drafts of one account in memory, and their way to disk within half a second.
import type { Clock } from '../std/clock.ts';
import { Emitter } from '../std/event.ts';
import { type Draft, emptyDraft, isEmpty } from './draft.ts';
import type { DraftFiles, KeptDraft } from './draftFiles.ts';

/** Longest time between a change and its being on disk, without the writing itself. */
const WRITE_AFTER_MS = 250;

export class Desk {
  readonly #files: DraftFiles;
  readonly #clock: Clock;
  readonly #drafts = new Map<string, Draft>();
  readonly #unwritten = new Set<string>();
  readonly #changed = new Emitter<string>();
  readonly #failed = new Emitter<unknown>();
  #writing: Promise<void> = Promise.resolve();
  #due = false;

  /** Fires with the key of the draft that changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires with what the disk said when a draft could not be read or written; one that could not be written stays in memory and is tried again with the next change. */
  readonly onDidFail = this.#failed.event;

  constructor(files: DraftFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /** The draft, read from disk when it is not in memory. Never rejects for the disk: `onDidFail` tells. */
  async open(key: string): Promise<Draft | undefined> {
    const held = this.#drafts.get(key);
    if (held !== undefined) return held;
    const read = await this.#files.read(key).catch((error: unknown) => {
      this.#failed.fire(error);
      return undefined;
    });
    const meanwhile = this.#drafts.get(key);
    if (meanwhile !== undefined) return meanwhile;
    if (read !== undefined) this.#drafts.set(key, read);
    return read;
  }

  /** Every draft that holds something, the one changed last first. Rejects with what the disk said. */
  async all(): Promise<readonly KeptDraft[]> {
    const onDisk = (await this.#files.list()).filter(({ key }) => !this.#drafts.has(key) && !this.#unwritten.has(key));
    const inMemory = [...this.#drafts].map(([key, one]) => ({ key, draft: one }));
    return [...inMemory, ...onDisk].filter(({ draft }) => !isEmpty(draft)).sort((one, other) => other.draft.at - one.draft.at);
  }

  /** Nothing of it is kept, in memory or on disk. */
  async discard(key: string): Promise<void> {
    const { title } = this.#drafts.get(key) ?? (await this.open(key)) ?? emptyDraft('', 0);
    this.#drafts.set(key, emptyDraft(title, this.#clock.now()));
    this.#unwritten.add(key);
    this.#changed.fire(key);
    await this.flush();
  }

  /** The draft in memory. */
  held(key: string): Draft | undefined {
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
    const before = this.#writing;
    const own = before.then(() => this.#write());
    this.#writing = own.catch(() => undefined);
    await own;
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
    // What went from one draft to another is never in neither: the other is written before the one is removed.
    const isGone = (key: string): boolean => isEmpty(this.#drafts.get(key) ?? emptyDraft('', 0));
    for (const key of [...this.#unwritten].sort((one, other) => Number(isGone(one)) - Number(isGone(other)))) {
      const one = this.#drafts.get(key);
      this.#unwritten.delete(key);
      try {
        if (one === undefined || isEmpty(one)) await this.#files.remove(key);
        else await this.#files.write(key, one);
      } catch (error) {
        this.#unwritten.add(key);
        throw error;
      }
      if (one !== undefined && isEmpty(one) && this.#drafts.get(key) === one) this.#drafts.delete(key);
    }
  }
}
