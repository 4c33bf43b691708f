// Short lists that are stored in a VS Code memento.
import type * as vscode from 'vscode';
import { Emitter } from '../std/event.ts';

export interface RememberedListOptions<T> {
  /** The prefix of the keys in the memento. */
  readonly name: string;
  /** Maximum number of entries. The oldest entries are removed. */
  readonly maxEntries: number;
  readonly idOf: (entry: T) => string;
}

/**
 * A list for each `owner`, for example for each account. The first entry is the latest. Each id occurs once in a list.
 */
export class RememberedList<T> {
  readonly #memory: vscode.Memento;
  readonly #options: RememberedListOptions<T>;
  readonly #onDidChangeEmitter = new Emitter<readonly T[]>();

  /** Fires with the entries that were added or removed. */
  readonly onDidChange = this.#onDidChangeEmitter.event;

  constructor(memory: vscode.Memento, options: RememberedListOptions<T>) {
    this.#memory = memory;
    this.#options = options;
  }

  entriesOf(owner: string): readonly T[] {
    return this.#memory.get<readonly T[]>(this.#keyOf(owner), []);
  }

  /** Adds the entry at the start, and removes an older entry with the same id. */
  async add(owner: string, entry: T): Promise<void> {
    const { idOf, maxEntries: maxLength } = this.#options;
    const otherEntries = this.entriesOf(owner).filter((other) => idOf(other) !== idOf(entry));
    await this.#memory.update(this.#keyOf(owner), [entry, ...otherEntries].slice(0, maxLength));
    this.#onDidChangeEmitter.fire([entry]);
  }

  async remove(owner: string, ids: readonly string[]): Promise<void> {
    const { idOf } = this.#options;
    const entries = this.entriesOf(owner);
    const removedEntries = entries.filter((entry) => ids.includes(idOf(entry)));
    if (removedEntries.length === 0) return;
    const remainingEntries = entries.filter((entry) => !removedEntries.includes(entry));
    await this.#memory.update(this.#keyOf(owner), remainingEntries);
    this.#onDidChangeEmitter.fire(removedEntries);
  }

  #keyOf(owner: string): string {
    return `${this.#options.name} ${owner}`;
  }
}
