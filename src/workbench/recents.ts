// Owns the work items that this account opened or commented on last.
import type * as vscode from 'vscode';
import { Emitter } from '../std/event.ts';
import type { ItemAddress } from '../store/address.ts';

/** Enough to name it without asking anybody. */
export interface RecentItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

const MOST = 20;

export class Recents {
  readonly #memory: vscode.Memento;
  readonly #changed = new Emitter<RecentItem>();

  /** Fires with the item that was opened or commented on. */
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
}

function keyOf(account: string): string {
  return `recent ${account}`;
}
