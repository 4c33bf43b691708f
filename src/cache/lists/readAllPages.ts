// Reads all pages of a list.
import type { Page } from '../../contract/page.ts';

/** Resolves with the records of every page. Rejects with the error of the first request that fails. */
export async function readAllPages<T>(
  fetch: (query: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const records: T[] = [];
  let page = await fetch({});
  for (const record of page.results) records.push(record);
  while (page.next !== undefined) {
    page = await fetch({ cursor: page.next });
    for (const record of page.results) records.push(record);
  }
  return records;
}
