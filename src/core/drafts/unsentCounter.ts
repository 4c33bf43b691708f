// Counts the unsent changes and queued comments of all drafts, without reading every draft each time.
import { isDeepStrictEqual } from 'node:util';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draftStore.ts';
import { entriesOf, hasFailedComment, queuedCommentCount } from './entries.ts';

interface DraftCounts {
  readonly entries: number;
  readonly queuedCount: number;
  readonly hasFailed: boolean;
}

const NO_COUNTS: DraftCounts = { entries: 0, queuedCount: 0, hasFailed: false };

export class UnsentCounter implements Disposable {
  readonly #draftStore: DraftStore;
  readonly #countsByKey = new Map<string, DraftCounts>();
  readonly #changed = new Emitter<number>();
  readonly #disposables = new DisposableStore();

  /** Fires with the value of `count` when the counts of a draft have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(draftStore: DraftStore) {
    this.#draftStore = draftStore;
    this.#disposables.add(draftStore.onDidChange((key) => this.#recount(key)));
  }

  /** Number of unsent entries: see `entriesOf`. */
  get count(): number {
    return this.#sum('entries');
  }

  /** Number of comments that are queued until the server can be reached. */
  get queuedCount(): number {
    return this.#sum('queuedCount');
  }

  /**
   * Returns the number of drafts with unsent entries that the user should send or discard. Drafts that the user is
   * editing do not count, unless a comment of the draft is queued or could not be sent. `isBeingEdited` receives the
   * key of a draft.
   */
  countNeedingAttention(isBeingEdited: (key: string) => boolean): number {
    return [...this.#countsByKey].filter(
      ([key, { entries, queuedCount, hasFailed }]) =>
        entries > 0 && (queuedCount > 0 || hasFailed || !isBeingEdited(key)),
    ).length;
  }

  /** Counts all drafts again, because other windows change the files too. Rejects with the file system's error. */
  async recountAll(): Promise<void> {
    const all = await this.#draftStore.all();
    this.#countsByKey.clear();
    for (const { key, draft } of all) this.#countDraft(key, draft);
    this.#changed.fire(this.count);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #recount(key: string): void {
    const before = this.#countsByKey.get(key);
    this.#countDraft(key, this.#draftStore.get(key));
    if (!isDeepStrictEqual(before ?? NO_COUNTS, this.#countsByKey.get(key))) this.#changed.fire(this.count);
  }

  #countDraft(key: string, draft: Draft | undefined): void {
    const counts =
      draft === undefined
        ? NO_COUNTS
        : {
            entries: entriesOf(draft).length,
            queuedCount: queuedCommentCount(draft),
            hasFailed: hasFailedComment(draft),
          };
    this.#countsByKey.set(key, counts);
  }

  #sum(of: 'entries' | 'queuedCount'): number {
    return [...this.#countsByKey.values()].reduce((sum, counts) => sum + counts[of], 0);
  }
}
