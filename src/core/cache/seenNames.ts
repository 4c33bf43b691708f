// Stores the names and colors of states, labels, types and users that were received inside other records.
import type { User } from '../../contract/resources/user.ts';
import { Emitter } from '../../std/event.ts';
import type { ExpandedRecords, LabelRecord, StateRecord } from './record.ts';

/** Names by id, of all projects together: ids are unique across projects. */
export class SeenNames {
  readonly #states = new Map<string, StateRecord>();
  readonly #labels = new Map<string, LabelRecord>();
  readonly #types = new Map<string, LabelRecord>();
  readonly #users = new Map<string, User>();
  readonly #named = new Emitter<void>();

  /** Fires when a response contained the name of a state, label or user. */
  readonly onDidReceiveNames = this.#named.event;

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

  /** Whether any received work item had a type, which shows that the server supports types. */
  get hasTypes(): boolean {
    return this.#types.size > 0;
  }

  get all(): ExpandedRecords {
    return {
      states: [...this.#states.values()],
      labels: [...this.#labels.values()],
      types: [...this.#types.values()],
      users: [...this.#users.values()],
    };
  }

  add({ states, labels, users, types }: ExpandedRecords): void {
    for (const state of states) this.#states.set(state.id, state);
    for (const label of labels) this.#labels.set(label.id, label);
    for (const type of types) this.#types.set(type.id, type);
    for (const user of users) this.#users.set(user.id, user);
    if (states.length + labels.length + users.length > 0) this.#named.fire();
  }

  addUsers(users: readonly User[]): void {
    this.add({ states: [], labels: [], types: [], users });
  }
}
