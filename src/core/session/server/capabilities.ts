// Remembers for a week which operations each server does not support.
// After a week, the operations are detected again, because the server may have been upgraded.
import * as z from 'zod';
import { type OperationName, operations } from '../../../contract/operations.ts';
import type { Clock } from '../../../std/clock.ts';

/** The storage of the detected unsupported operations; VS Code's Memento implements this interface. */
export interface CapabilityMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const STORAGE_KEY = 'contrail.lacking';
const EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * By the server's base URL and the name of an operation: when the operation was detected as unsupported, in
 * milliseconds since the epoch.
 */
const storedEntries = z.record(z.string(), z.record(z.string(), z.number()));
type StoredEntries = z.output<typeof storedEntries>;
const VERSIONS_KEY = 'contrail.communityVersions';
/** By the base URL of a server with the open-source edition: the version that it reported. */
const storedVersions = z.record(z.string(), z.string());

/**
 * Whether there are servers without the operation: true if the table of operations marks the operation as `commercial`.
 */
function canBeUnsupported(name: string): name is OperationName {
  return Object.hasOwn(operations, name) && operations[name as OperationName].edition === 'commercial';
}

/** Omits entries that are too old or in the future (wrong clock), and servers without entries. */
function validEntries(all: StoredEntries, now: number): StoredEntries {
  const validServers = Object.entries(all).map(([baseUrl, names]) => {
    const validNames = Object.entries(names).filter(
      ([name, detectedAt]) => canBeUnsupported(name) && detectedAt <= now && now - detectedAt < EXPIRES_AFTER_MS,
    );
    return [baseUrl, Object.fromEntries(validNames)] as const;
  });
  return Object.fromEntries(validServers.filter(([, names]) => Object.keys(names).length > 0));
}

export class Capabilities {
  readonly #memory: CapabilityMemento;
  readonly #clock: Clock;

  constructor(memory: CapabilityMemento, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Returns the operations that were detected as unsupported within the last week, as `createClient` needs them. */
  unsupportedOperations(baseUrl: string): ReadonlySet<OperationName> {
    return new Set(Object.keys(this.#readEntries()[baseUrl] ?? {}).filter(canBeUnsupported));
  }

  /** Remembers that the server does not support the operation. Called when `client.onDidFindUnsupported` fires. */
  async rememberUnsupported(baseUrl: string, name: OperationName): Promise<void> {
    const all = this.#readEntries();
    await this.#memory.update(STORAGE_KEY, { ...all, [baseUrl]: { ...all[baseUrl], [name]: this.#clock.now() } });
  }

  /** Remembers that the server runs the open-source edition, which does not support any commercial operation. */
  async rememberCommunityEdition(baseUrl: string, version: string | undefined): Promise<void> {
    const { [baseUrl]: _, ...others } = this.#readVersions();
    await this.#memory.update(VERSIONS_KEY, version === undefined ? others : { ...others, [baseUrl]: version });
    const now = this.#clock.now();
    const names = Object.keys(operations).filter(canBeUnsupported);
    await this.#memory.update(STORAGE_KEY, {
      ...this.#readEntries(),
      [baseUrl]: Object.fromEntries(names.map((name) => [name, now])),
    });
  }

  /**
   * Returns the version of a server with the open-source edition, as its sign-in within the last week has shown it;
   * undefined if the edition or the version is not known.
   */
  communityVersion(baseUrl: string): string | undefined {
    const unsupported = this.unsupportedOperations(baseUrl);
    const isCommunityEdition = Object.keys(operations)
      .filter(canBeUnsupported)
      .every((name) => unsupported.has(name));
    return isCommunityEdition ? this.#readVersions()[baseUrl] : undefined;
  }

  /** Entries that cannot be parsed are ignored: detecting an operation again costs only one request. */
  #readEntries(): StoredEntries {
    const parsed = storedEntries.safeParse(this.#memory.get(STORAGE_KEY));
    return parsed.success ? validEntries(parsed.data, this.#clock.now()) : {};
  }

  #readVersions(): Readonly<Record<string, string>> {
    return storedVersions.safeParse(this.#memory.get(VERSIONS_KEY)).data ?? {};
  }
}
