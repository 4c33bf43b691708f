// Requests the work items whose state is shown beside mentions: one at a time, and only while most
// of the rate limit is left.
import type { Disposable } from '../std/disposable.ts';
import type { IdentifierMatch } from './identifiers.ts';
import type { KnownItems } from './knownItems.ts';

/** Lookups stop below this share of the rate limit: the rest is for requests of the user. */
const LEFT_FOR_OTHERS = 0.5;
const MOST_QUEUED = 40;

export class StateLookup implements Disposable {
  readonly #known: KnownItems;
  readonly #unspent: () => number;
  readonly #waiting = new Map<string, IdentifierMatch>();
  readonly #failed = new Set<string>();
  readonly #stop = new AbortController();
  #asking = false;

  /** `unspent` returns the share of the rate limit that is left, 0 to 1. */
  constructor(known: KnownItems, unspent: () => number) {
    this.#known = known;
    this.#unspent = unspent;
  }

  /**
   * Replaces the mentions to look up by those that are visible now. Mentions that are no longer visible are not
   * requested.
   */
  want(mentions: readonly IdentifierMatch[]): void {
    this.#waiting.clear();
    for (const mention of mentions) {
      if (this.#waiting.size >= MOST_QUEUED) break;
      if (!this.#failed.has(mention.identifier)) this.#waiting.set(mention.identifier, mention);
    }
    if (!this.#asking) void this.#ask();
  }

  dispose(): void {
    this.#waiting.clear();
    this.#stop.abort();
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        const { kind } = await this.#known.look(next, this.#stop.signal);
        // A failed lookup is not repeated here; a hover sends the request again.
        if (kind === 'failed') this.#failed.add(next.identifier);
      }
    } finally {
      this.#asking = false;
    }
  }

  #next(): IdentifierMatch | undefined {
    if (this.#stop.signal.aborted || this.#unspent() < LEFT_FOR_OTHERS) return undefined;
    for (const [identifier, mention] of this.#waiting) {
      this.#waiting.delete(identifier);
      if (this.#known.meaning(mention).kind === 'unread') return mention;
    }
    return undefined;
  }
}
