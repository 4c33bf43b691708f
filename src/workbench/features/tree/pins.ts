// Owns the work items that this account has pinned.
import type * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import { Emitter } from '../../../std/event.ts';
import { type RecentItem, withoutItems } from '../workItems/recents.ts';

const MOST = 100;

export class Pins {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<ItemAddress>();

  /** Fires with the item that was pinned or let go. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Latest first. */
  of(account: string): readonly RecentItem[] {
    return this.#memory.get<readonly RecentItem[]>(keyOf(account), []);
  }

  async add(account: string, one: RecentItem): Promise<void> {
    const { project, id, identifier, name } = one;
    const others = this.of(account).filter((other) => other.id !== id);
    await this.#memory.update(keyOf(account), [{ project, id, identifier, name }, ...others].slice(0, MOST));
    this.#changed.fire(one);
  }

  async remove(account: string, removed: readonly ItemAddress[]): Promise<void> {
    const before = this.of(account);
    const kept = withoutItems(before, removed);
    if (kept.length === before.length) return;
    await this.#memory.update(keyOf(account), kept);
    for (const one of removed) this.#changed.fire(one);
  }
}

function keyOf(account: string): string {
  return `pinned ${account}`;
}
