// Owns the count of what is unsent: which drafts of a desk hold something, without reading them again and again.
import { type Disposable, Disposables } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import type { Desk } from './desk.ts';
import { isEmpty } from './draft.ts';

export class Unsent implements Disposable {
  readonly #desk: Desk;
  readonly #keys = new Set<string>();
  readonly #changed = new Emitter<number>();
  readonly #held = new Disposables();

  /** Fires with the new count. */
  readonly onDidChange = this.#changed.event;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#held.add(desk.onDidChange((key) => this.#look(key)));
  }

  get count(): number {
    return this.#keys.size;
  }

  /** Counts what is on disk. Rejects with what the disk said. */
  async begin(): Promise<void> {
    for (const { key } of await this.#desk.all()) this.#keys.add(key);
    this.#changed.fire(this.count);
  }

  dispose(): void {
    this.#held.dispose();
  }

  #look(key: string): void {
    const before = this.count;
    const draft = this.#desk.held(key);
    if (draft === undefined || isEmpty(draft)) this.#keys.delete(key);
    else this.#keys.add(key);
    if (this.count !== before) this.#changed.fire(this.count);
  }
}
