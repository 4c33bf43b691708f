// Owns what is remembered of servers between sessions: the operations that each lacks, for a week. Then it is found out
// anew: servers are upgraded.
import * as z from 'zod';
import { type OperationName, operations } from '../contract/operations.ts';
import type { Clock } from '../std/clock.ts';

/** Where it is kept; an editor's Memento has this shape. */
export interface CapabilityMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const ENTRY = 'contrail.lacking';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** For each base address and operation, when it was found out, in milliseconds since the epoch. */
const kept = z.record(z.string(), z.record(z.string(), z.number()));
type Kept = z.output<typeof kept>;

/** Only what the table still calls `commercial` can be lacking. */
function isLackable(name: string): name is OperationName {
  return Object.hasOwn(operations, name) && operations[name as OperationName].edition === 'commercial';
}

/** Without what is too old, or dated ahead by a clock that was wrong, and without servers of which nothing is left. */
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

  /** What the server was found to lack in the last week; for `openClient`. */
  lackingAt(baseUrl: string): ReadonlySet<OperationName> {
    return new Set(Object.keys(this.#read()[baseUrl] ?? {}).filter(isLackable));
  }

  /** Writes down that the server lacks it, as of now; for `client.onDidLack`. */
  async remember(baseUrl: string, name: OperationName): Promise<void> {
    const all = this.#read();
    await this.#memory.update(ENTRY, { ...all, [baseUrl]: { ...all[baseUrl], [name]: this.#clock.now() } });
  }

  /** Writes down that the server is of the open-source edition, which has none of the commercial operations. */
  async rememberCommunity(baseUrl: string): Promise<void> {
    const now = this.#clock.now();
    const names = Object.keys(operations).filter(isLackable);
    await this.#memory.update(ENTRY, {
      ...this.#read(),
      [baseUrl]: Object.fromEntries(names.map((name) => [name, now])),
    });
  }

  /** Lets everything about the server be found out anew. */
  async forget(baseUrl: string): Promise<void> {
    const { [baseUrl]: _, ...others } = this.#read();
    await this.#memory.update(ENTRY, others);
  }

  /** What cannot be understood counts as nothing known: all it costs is asking once more. */
  #read(): Kept {
    const read = kept.safeParse(this.#memory.get(ENTRY));
    return read.success ? fresh(read.data, this.#clock.now()) : {};
  }
}
