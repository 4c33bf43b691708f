// Reads all pages of a list.
import type { Page } from '../../contract/page.ts';

/** Resolves with the records of every page. Rejects with the error of the first request that fails. */
export async function readAllPages<T>(
  fetch: (query: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const records: T[] = [];
  let page = await fetch({});
  records.push(...page.results);
  while (page.next !== undefined) {
    page = await fetch({ cursor: page.next });
    records.push(...page.results);
  }
  return records;
}
