// Owns the reading of a list to its end.
import type { Page } from '../../contract/page.ts';

/** Every record of every page. Rejects with what reading a page rejects with. */
export async function readAll<T>(
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
