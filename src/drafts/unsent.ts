// Counts unsent and queued pieces of all drafts without loading the drafts each time.
import { type Disposable, Disposables } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draftStore.ts';
import { piecesOf, queuedIn } from './pieces.ts';

export class UnsentText implements Disposable {
  readonly #draftStore: DraftStore;
  readonly #drafts = new Map<string, { readonly pieces: number; readonly waiting: number }>();
  readonly #changed = new Emitter<number>();
  readonly #disposables = new Disposables();

  /** Fires with `count` when it or `waiting` has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(draftStore: DraftStore) {
    this.#draftStore = draftStore;
    this.#disposables.add(draftStore.onDidChange((key) => this.#look(key)));
  }

  get count(): number {
    return this.#sum('pieces');
  }

  /** Number of comments that are queued until the server can be reached. */
  get waiting(): number {
    return this.#sum('waiting');
  }

  /** Counts the drafts on disk, where other windows write too. Rejects with the file system's error. */
  async begin(): Promise<void> {
    const all = await this.#draftStore.all();
    this.#drafts.clear();
    for (const { key, draft } of all) this.#take(key, draft);
    this.#changed.fire(this.count);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #look(key: string): void {
    const { count, waiting } = this;
    this.#take(key, this.#draftStore.get(key));
    if (this.count !== count || this.waiting !== waiting) this.#changed.fire(this.count);
  }

  #take(key: string, draft: Draft | undefined): void {
    this.#drafts.set(key, {
      pieces: draft === undefined ? 0 : piecesOf(draft).length,
      waiting: draft === undefined ? 0 : queuedIn(draft),
    });
  }

  #sum(of: 'pieces' | 'waiting'): number {
    return [...this.#drafts.values()].reduce((sum, one) => sum + one[of], 0);
  }
}
