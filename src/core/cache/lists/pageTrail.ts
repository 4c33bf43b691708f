// Notices that a list does not end. A server can send cursors in a circle, and the same or new records for ever.

/** Pages without a new record that are read in addition to as many as there are pages with one. */
const MAX_REPEATED_PAGES = 20;
/** Maximum number of records of a list whose caller sets no other limit. */
export const MAX_LIST_RECORDS = 100_000;

/** The pages of a list that were read. Immutable, because the response to a request can be dropped. */
export class PageTrail {
  readonly #cursors: readonly string[];
  readonly #repeatedCount: number;

  constructor(cursors: readonly string[] = [], repeatedCount = 0) {
    this.#cursors = cursors;
    this.#repeatedCount = repeatedCount;
  }

  /**
   * Returns the trail with one more page, after which the server has sent the cursor `next`; undefined if the list ends
   * or must not be read on. `countBefore` and `count` are the numbers of different records without and with the page.
   */
  continueAt(
    next: string | undefined,
    countBefore: number,
    count: number,
    maxCount = MAX_LIST_RECORDS,
  ): PageTrail | undefined {
    const repeatedCount = this.#repeatedCount + (count === countBefore ? 1 : 0);
    if (next === undefined || count > maxCount || this.#cursors.includes(next)) return undefined;
    if (2 * repeatedCount > this.#cursors.length + 1 + MAX_REPEATED_PAGES) return undefined;
    return new PageTrail([...this.#cursors, next], repeatedCount);
  }
}
