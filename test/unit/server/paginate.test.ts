// Tests pagination: which records a page contains, and the response around them.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListQuery } from '../../../src/server/database/store.ts';
import { paginate, windowOf } from '../../../src/server/middleware/paginate.ts';

const numbers = (total: number): ListQuery<number> => ({
  count: () => total,
  read: (limit, skip) => Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, index) => skip + index),
});

describe('windowOf', () => {
  it('returns the first hundred rows by default', () => {
    expect(windowOf({}, false)).toEqual({ size: 100, skip: 0 });
  });

  it('uses the page size in the cursor, unless per_page is sent as well', () => {
    expect(windowOf({ cursor: '20:3:0' }, false)).toEqual({ size: 20, skip: 60 });
    expect(windowOf({ cursor: '20:3:0', per_page: '10' }, false)).toEqual({ size: 10, skip: 30 });
  });

  it('prefers a cursor to limit and offset', () => {
    expect(windowOf({ limit: '7', offset: '3' }, true)).toEqual({ size: 7, skip: 3 });
    expect(windowOf({ limit: '7', offset: '3', cursor: '20:1:0' }, true)).toEqual({ size: 20, skip: 20 });
    expect(windowOf({ limit: 'x', offset: '3' }, false)).toEqual({ size: 100, skip: 0 });
  });
});

describe('paginate', () => {
  it('returns an empty first page for an empty list', () => {
    expect(paginate(numbers(0), { size: 10, skip: 0 })).toEqual({
      next_cursor: '10:1:0',
      prev_cursor: '',
      next_page_results: false,
      prev_page_results: false,
      count: 0,
      total_pages: 0,
      total_results: 0,
      extra_stats: null,
      results: [],
    });
  });

  it('returns an empty page beyond the last one, without a next page', () => {
    expect(paginate(numbers(5), { size: 5, skip: 50 })).toMatchObject({
      count: 0,
      next_page_results: false,
      prev_page_results: true,
    });
  });

  it('returns no next page if the last one is exactly full', () => {
    expect(paginate(numbers(20), { size: 10, skip: 10 })).toMatchObject({
      count: 10,
      next_page_results: false,
      total_pages: 2,
    });
  });

  it('skips no record, whatever the first offset', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 100 }), fc.nat(300), (total, size, offset) => {
        const seen = new Set<number>();
        let page = paginate(numbers(total), windowOf({ limit: String(size), offset: String(offset) }, true));
        for (const one of page.results) seen.add(one);
        while (page.next_page_results) {
          page = paginate(numbers(total), windowOf({ cursor: page.next_cursor }, true));
          for (const one of page.results) seen.add(one);
        }
        for (let expected = offset; expected < total; expected += 1) expect(seen).toContain(expected);
      }),
    );
  });
});
