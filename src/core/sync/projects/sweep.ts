// Finds the deleted work items of a project. Servers do not list deletions, so the ids must be compared.
import { PageTrail } from '../../cache/lists/pageTrail.ts';
import type { ReadPage } from './changeScan.ts';

export interface SweepResult {
  /** Ids that the server no longer lists. */
  readonly gone: readonly string[];
  /** Ids that the server lists and that are not in `known`. */
  readonly found: readonly string[];
  /**
   * The number of work items in the project, according to the last response; the number that was found if the server
   * sends no total.
   */
  readonly total: number;
}

/** Maximum number of attempts. A sweep starts again if work items were deleted while it read the pages. */
const MAX_ATTEMPTS = 3;

/**
 * Compares the known work items with the server's pages, whose order must be `-sequence_id`. Stops as soon as the
 * number of remaining work items equals the server's total: most deleted work items are recent, so one request is
 * usually enough. `known` has the number of each work item by its id. `unreadable` is the number of work items that are
 * in the total but never in the list. Resolves with undefined if work items were deleted between two pages in every
 * attempt, and if the pages do not end or have more than `maxItems` work items. Rejects with the error of `readPage`.
 */
export async function sweep(
  known: ReadonlyMap<string, number>,
  unreadable: number,
  maxItems: number,
  readPage: ReadPage,
): Promise<SweepResult | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const result = await sweepOnce(known, unreadable, maxItems, readPage);
    if (result !== 'deleted') return result;
  }
  return undefined;
}

/**
 * Compares the known work items with every page of a server that sends no total. Without a total, the function cannot
 * detect a deletion between two pages, which makes another work item look deleted. So `gone` contains only work items
 * that two sweeps did not find. The second sweep runs only if the first sweep did not find all known work items.
 * Resolves with undefined if the pages do not end or have more than `maxItems` work items. Rejects with the error of
 * `readPage`.
 */
export async function sweepWithoutTotal(
  known: ReadonlyMap<string, number>,
  maxItems: number,
  readPage: ReadPage,
): Promise<SweepResult | undefined> {
  const firstSweep = await sweepToEnd(known, maxItems, readPage);
  if (firstSweep === undefined || firstSweep.gone.length === 0) return firstSweep;
  const secondSweep = await sweepToEnd(known, maxItems, readPage);
  if (secondSweep === undefined) return undefined;
  const missingIds = new Set(secondSweep.gone);
  return { ...secondSweep, gone: firstSweep.gone.filter((id) => missingIds.has(id)) };
}

async function sweepToEnd(
  known: ReadonlyMap<string, number>,
  maxItems: number,
  readPage: ReadPage,
): Promise<SweepResult | undefined> {
  const listedIds = new Set<string>();
  let trail: PageTrail | undefined = new PageTrail();
  let cursor: string | undefined;
  while (trail !== undefined) {
    const { rows, next } = await readPage(cursor);
    const { size } = listedIds;
    for (const { record } of rows) listedIds.add(record.id);
    trail = trail.continueAt(next, size, listedIds.size, maxItems);
    cursor = next;
  }
  if (cursor !== undefined) return undefined;
  const gone = [...known.keys()].filter((id) => !listedIds.has(id));
  const found = [...listedIds].filter((id) => !known.has(id));
  return { gone, found, total: listedIds.size };
}

/** Resolves with 'deleted' if work items were deleted between two pages. */
async function sweepOnce(
  known: ReadonlyMap<string, number>,
  unreadable: number,
  maxItems: number,
  readPage: ReadPage,
): Promise<SweepResult | 'deleted' | undefined> {
  let trail: PageTrail | undefined = new PageTrail();
  const seenIds = new Set<string>();
  let cursor: string | undefined;
  let lastTotal: number | undefined;
  let lowestSequenceId = Number.POSITIVE_INFINITY;
  let isOrdered = true;
  while (trail !== undefined) {
    const { rows, next, total } = await readPage(cursor);
    const { size } = seenIds;
    // A deletion moves a work item from the next page to a page that was already read, so the work item would look
    // deleted.
    if (total !== undefined && lastTotal !== undefined && total < lastTotal) return 'deleted';
    lastTotal = total;
    for (const { record } of rows) {
      // If a work item was created since the previous page was read, the last work item of the previous page is also
      // the first work item of this page.
      if (!seenIds.has(record.id) && record.sequence_id > lowestSequenceId) isOrdered = false;
      lowestSequenceId = Math.min(lowestSequenceId, record.sequence_id);
      seenIds.add(record.id);
    }
    const found = [...seenIds].filter((id) => !known.has(id));
    const isLastPage = next === undefined;
    const gone = [...known].flatMap(([id, number]) =>
      !seenIds.has(id) && (isLastPage || number > lowestSequenceId) ? [id] : [],
    );
    const expectedTotal = known.size + found.length - gone.length;
    if (isLastPage || (isOrdered && (expectedTotal + unreadable === total || expectedTotal === total)))
      return { gone, found, total: total ?? expectedTotal };
    trail = trail.continueAt(next, size, seenIds.size, maxItems);
    cursor = next;
  }
  return undefined;
}
