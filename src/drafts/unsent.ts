// Counts the unsent pieces and queued comments of all drafts, without reading all drafts each time.
import { type Disposable, DisposableStore } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draftStore.ts';
import { piecesOf, queuedIn } from './pieces.ts';

export class UnsentCounter implements Disposable {
  readonly #draftStore: DraftStore;
  readonly #drafts = new Map<string, { readonly pieces: number; readonly waiting: number }>();
  readonly #changed = new Emitter<number>();
  readonly #disposables = new DisposableStore();

  /** Fires with the value of `count` when `count` or `waiting` has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(draftStore: DraftStore) {
    this.#draftStore = draftStore;
    this.#disposables.add(draftStore.onDidChange((key) => this.#recount(key)));
  }

  /** Number of unsent pieces: see `piecesOf`. */
  get count(): number {
    return this.#sum('pieces');
  }

  /** Number of comments that are queued until the server can be reached. */
  get waiting(): number {
    return this.#sum('waiting');
  }

  /** Counts again all drafts on disk, because other windows write them too. Rejects with the file system's error. */
  async recount(): Promise<void> {
    const all = await this.#draftStore.all();
    this.#drafts.clear();
    for (const { key, draft } of all) this.#countDraft(key, draft);
    this.#changed.fire(this.count);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #recount(key: string): void {
    const { count, waiting } = this;
    this.#countDraft(key, this.#draftStore.get(key));
    if (this.count !== count || this.waiting !== waiting) this.#changed.fire(this.count);
  }

  #countDraft(key: string, draft: Draft | undefined): void {
    this.#drafts.set(key, {
      pieces: draft === undefined ? 0 : piecesOf(draft).length,
      waiting: draft === undefined ? 0 : queuedIn(draft),
    });
  }

  #sum(of: 'pieces' | 'waiting'): number {
    return [...this.#drafts.values()].reduce((sum, counts) => sum + counts[of], 0);
  }
}
