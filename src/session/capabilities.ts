// Remembers for a week which operations each server does not support.
// After that they are detected again, because servers are upgraded.
import * as z from 'zod';
import { type OperationName, operations } from '../contract/operations.ts';
import type { Clock } from '../std/clock.ts';

/** Storage of the entries; VS Code's Memento has this shape. */
export interface CapabilityMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const ENTRY = 'contrail.lacking';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** For each base address and operation, when it was detected as unsupported, in milliseconds since the epoch. */
const kept = z.record(z.string(), z.record(z.string(), z.number()));
type Kept = z.output<typeof kept>;

/** Whether the operation can be unsupported: the table of operations marks it as `commercial`. */
function isLackable(name: string): name is OperationName {
  return Object.hasOwn(operations, name) && operations[name as OperationName].edition === 'commercial';
}

/** Returns the entries without those that are too old or in the future (wrong clock), and without empty servers. */
function fresh(all: Kept, now: number): Kept {
  const servers = Object.entries(all).map(([baseUrl, names]) => {
    const good = Object.entries(names).filter(
      ([name, since]) => isLackable(name) && since <= now && now - since < KEPT_MS,
    );
    return [baseUrl, Object.fromEntries(good)] as const;
  });
  return Object.fromEntries(servers.filter(([, names]) => Object.keys(names).length > 0));
}

export class Capabilities {
  readonly #memory: CapabilityMemory;
  readonly #clock: Clock;

  constructor(memory: CapabilityMemory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Returns the operations that were detected as unsupported in the last week, for `createClient`. */
  unsupportedAt(baseUrl: string): ReadonlySet<OperationName> {
    return new Set(Object.keys(this.#read()[baseUrl] ?? {}).filter(isLackable));
  }

  /** Stores that the server does not support the operation, as of now; for `client.onDidLack`. */
  async remember(baseUrl: string, name: OperationName): Promise<void> {
    const all = this.#read();
    await this.#memory.update(ENTRY, { ...all, [baseUrl]: { ...all[baseUrl], [name]: this.#clock.now() } });
  }

  /** Stores that the server is of the open-source edition, which has none of the commercial operations. */
  async rememberCommunity(baseUrl: string): Promise<void> {
    const now = this.#clock.now();
    const names = Object.keys(operations).filter(isLackable);
    await this.#memory.update(ENTRY, {
      ...this.#read(),
      [baseUrl]: Object.fromEntries(names.map((name) => [name, now])),
    });
  }

  /** Deletes all entries of the server, so that its operations are detected again. */
  async forget(baseUrl: string): Promise<void> {
    const { [baseUrl]: _, ...others } = this.#read();
    await this.#memory.update(ENTRY, others);
  }

  /** An entry that cannot be read counts as empty: the cost is one request each. */
  #read(): Kept {
    const read = kept.safeParse(this.#memory.get(ENTRY));
    return read.success ? fresh(read.data, this.#clock.now()) : {};
  }
}
