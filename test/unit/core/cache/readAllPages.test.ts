// Tests that reading all pages of a list ends, whatever the server sends.
import { expect, it } from 'vitest';
import { readAllPages } from '../../../../src/core/cache/lists/readAllPages.ts';

function pagesOf(pageAt: (index: number) => { readonly ids: readonly string[]; readonly next: string }) {
  let count = 0;
  const fetch = async () => {
    const { ids, next } = pageAt(count++);
    return { results: ids.map((id) => ({ id })), next, total: 50, skipped: 0 };
  };
  return { fetch, requestCount: () => count };
}

it('readAllPages ends when the server sends cursors in a circle', async () => {
  const { fetch, requestCount } = pagesOf((index) => ({ ids: [`w${index}`], next: `c${index % 3}` }));
  expect(await readAllPages(fetch)).toHaveLength(4);
  expect(requestCount()).toBe(4);
});

it('readAllPages ends when the server sends new cursors and the same records for ever', async () => {
  const { fetch, requestCount } = pagesOf((index) => ({ ids: ['w0'], next: `c${index}` }));
  await readAllPages(fetch);
  expect(requestCount()).toBeLessThan(30);
});

it('readAllPages rejects when the server sends new records for ever', async () => {
  const { fetch } = pagesOf((index) => ({
    ids: Array.from({ length: 10_000 }, (_, number) => `w${index}-${number}`),
    next: `c${index}`,
  }));
  await expect(readAllPages(fetch)).rejects.toMatchObject({ fault: { kind: 'invalidResponse' } });
});
