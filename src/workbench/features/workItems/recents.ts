// Owns the work items that this account opened or commented on last.
import type * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import { Emitter } from '../../../std/event.ts';

/** Enough to name it without asking anybody. */
export interface RecentItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

const MOST = 20;

export class Recents {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<void>();

  /** Fires when an item was opened or commented on, or was deleted. */
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
    this.#changed.fire();
  }

  /** Drops items that were deleted. */
  async remove(account: string, removed: readonly ItemAddress[]): Promise<void> {
    const before = this.of(account);
    const kept = withoutItems(before, removed);
    if (kept.length === before.length) return;
    await this.#memory.update(keyOf(account), kept);
    this.#changed.fire();
  }
}

export function withoutItems(items: readonly RecentItem[], removed: readonly ItemAddress[]): readonly RecentItem[] {
  return items.filter(({ id }) => !removed.some((one) => one.id === id));
}

function keyOf(account: string): string {
  return `recent ${account}`;
}
