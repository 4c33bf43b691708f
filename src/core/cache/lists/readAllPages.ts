// Reads all pages of a list.
import { ApiError } from '../../../client/apiError.ts';
import type { Page } from '../../../contract/page.ts';
import { STATUS } from '../../../contract/status.ts';
import { MAX_LIST_RECORDS, PageTrail } from './pageTrail.ts';

/** Resolves with the records of every page. Rejects with the error of the first request that fails. */
export async function readAllPages<T extends { readonly id: string }>(
  fetch: (query: { readonly cursor?: string }) => Promise<Page<T>>,
  onPage?: (page: Page<T>) => void,
): Promise<readonly T[]> {
  const records: T[] = [];
  const ids = new Set<string>();
  let trail: PageTrail | undefined = new PageTrail();
  let cursor: string | undefined;
  while (trail !== undefined) {
    const page: Page<T> = await fetch(cursor === undefined ? {} : { cursor });
    onPage?.(page);
    const { size } = ids;
    for (const record of page.results) {
      records.push(record);
      ids.add(record.id);
    }
    cursor = page.next;
    trail = trail.continueAt(cursor, size, ids.size);
  }
  // An incomplete list would look complete, for example to a copy of a project.
  if (ids.size > MAX_LIST_RECORDS)
    throw new ApiError({ kind: 'invalidResponse', status: STATUS.ok, detail: `more than ${MAX_LIST_RECORDS} records` });
  return records;
}
