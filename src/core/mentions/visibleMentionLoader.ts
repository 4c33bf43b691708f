// Requests the work items of visible mentions, one at a time, and then reads old ones again, as long as the rate limit
// permits.
import type { Disposable } from '../../std/disposable.ts';
import type { IdentifierMatch } from './identifiers.ts';
import type { MentionResolver } from './mentionResolver.ts';

/** No request is sent if less than this share of the rate limit is unused, so that the user's own requests succeed. */
const MIN_UNUSED_SHARE = 0.5;
const MAX_QUEUED_MENTIONS = 40;

export class VisibleMentionLoader implements Disposable {
  readonly #mentionResolver: MentionResolver;
  readonly #unusedShare: () => number;
  readonly #queued = new Map<string, IdentifierMatch>();
  #visibleMentions: readonly IdentifierMatch[] = [];
  readonly #failedIdentifiers = new Set<string>();
  readonly #abortController = new AbortController();
  #isRequesting = false;

  /** `unusedShare` returns the share of the rate limit that can still be used now, from 0 to 1. */
  constructor(mentionResolver: MentionResolver, unusedShare: () => number) {
    this.#mentionResolver = mentionResolver;
    this.#unusedShare = unusedShare;
  }

  /**
   * Queues the mentions that are visible now, and drops the previous queue, because mentions that are no longer visible
   * need no request.
   */
  setVisibleMentions(mentions: readonly IdentifierMatch[]): void {
    this.#visibleMentions = mentions.slice(0, MAX_QUEUED_MENTIONS);
    this.#queued.clear();
    for (const mention of mentions) {
      if (this.#queued.size >= MAX_QUEUED_MENTIONS) break;
      if (!this.#failedIdentifiers.has(mention.identifier)) this.#queued.set(mention.identifier, mention);
    }
    if (!this.#isRequesting) void this.#requestQueued();
  }

  dispose(): void {
    this.#queued.clear();
    this.#abortController.abort();
  }

  get #mayRequest(): boolean {
    return !this.#abortController.signal.aborted && this.#unusedShare() >= MIN_UNUSED_SHARE;
  }

  async #requestQueued(): Promise<void> {
    this.#isRequesting = true;
    try {
      for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
        const { kind } = await this.#mentionResolver.resolveOrRequest(next, this.#abortController.signal);
        // A failed request is repeated only when the user hovers over the mention.
        if (kind === 'failed') this.#failedIdentifiers.add(next.identifier);
      }
      if (this.#mayRequest) await this.#mentionResolver.refresh(this.#visibleMentions);
    } finally {
      this.#isRequesting = false;
    }
    // Mentions that became visible during the last request are still queued.
    if (this.#queued.size > 0 && this.#mayRequest) await this.#requestQueued();
  }

  #takeNext(): IdentifierMatch | undefined {
    if (!this.#mayRequest) return undefined;
    for (const [identifier, mention] of this.#queued) {
      this.#queued.delete(identifier);
      if (this.#mentionResolver.resolve(mention).kind === 'unread') return mention;
    }
    return undefined;
  }
}
