// Owns the names that came along: states, labels, types and people as far as records brought them.
import type { User } from '../contract/resources/user.ts';
import { Emitter } from '../std/event.ts';
import type { LabelRecord, RelatedIds, StateRecord } from './record.ts';

/** What is known by id, of every project at once: no two things share one. */
export class SeenNames {
  readonly #states = new Map<string, StateRecord>();
  readonly #labels = new Map<string, LabelRecord>();
  readonly #types = new Map<string, LabelRecord>();
  readonly #users = new Map<string, User>();
  readonly #named = new Emitter<void>();

  /** Fires when a state, label or person got a name. */
  readonly onDidName = this.#named.event;

  state(id: string): StateRecord | undefined {
    return this.#states.get(id);
  }

  label(id: string): LabelRecord | undefined {
    return this.#labels.get(id);
  }

  type(id: string): LabelRecord | undefined {
    return this.#types.get(id);
  }

  user(id: string): User | undefined {
    return this.#users.get(id);
  }

  /** Whether any work item came with a type: then this server has types. */
  get hasTypes(): boolean {
    return this.#types.size > 0;
  }

  get all(): RelatedIds {
    return {
      states: [...this.#states.values()],
      labels: [...this.#labels.values()],
      types: [...this.#types.values()],
      users: [...this.#users.values()],
    };
  }

  tell({ states, labels, users, types }: RelatedIds): void {
    for (const one of states) this.#states.set(one.id, one);
    for (const one of labels) this.#labels.set(one.id, one);
    for (const one of types) this.#types.set(one.id, one);
    for (const one of users) this.#users.set(one.id, one);
    if (states.length + labels.length + users.length > 0) this.#named.fire();
  }

  tellUsers(users: readonly User[]): void {
    this.tell({ states: [], labels: [], types: [], users });
  }
}
