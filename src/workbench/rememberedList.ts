// Short lists that are stored in a memento of VS Code.
import type * as vscode from 'vscode';
import { Emitter } from '../std/event.ts';

export interface RememberedListOptions<T> {
  /** The prefix of the keys in the memento. */
  readonly name: string;
  /** Maximum number of entries. The oldest are removed. */
  readonly most: number;
  readonly idOf: (entry: T) => string;
}

/** Lists with the latest entry first and each id once, one list for each owner. */
export class RememberedList<T> {
  readonly #memory: vscode.Memento;
  readonly #options: RememberedListOptions<T>;
  readonly #changed = new Emitter<readonly T[]>();

  /** Fires with the entries that were added or removed. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento, options: RememberedListOptions<T>) {
    this.#memory = memory;
    this.#options = options;
  }

  of(owner: string): readonly T[] {
    return this.#memory.get<readonly T[]>(this.#keyOf(owner), []);
  }

  /** Replaces an entry with the same id. */
  async add(owner: string, entry: T): Promise<void> {
    const { idOf, most } = this.#options;
    const others = this.of(owner).filter((other) => idOf(other) !== idOf(entry));
    await this.#memory.update(this.#keyOf(owner), [entry, ...others].slice(0, most));
    this.#changed.fire([entry]);
  }

  async remove(owner: string, ids: readonly string[]): Promise<void> {
    const { idOf } = this.#options;
    const before = this.of(owner);
    const removed = before.filter((entry) => ids.includes(idOf(entry)));
    if (removed.length === 0) return;
    const kept = before.filter((entry) => !removed.includes(entry));
    await this.#memory.update(this.#keyOf(owner), kept);
    this.#changed.fire(removed);
  }

  #keyOf(owner: string): string {
    return `${this.#options.name} ${owner}`;
  }
}
