// Tests pagination: which records a page contains, and the fields of its envelope.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListQuery } from '../../../src/server/database/database.ts';
import { pageRangeOf, paginate } from '../../../src/server/middleware/paginate.ts';

const listOfNumbers = (total: number): ListQuery<number> => ({
  count: () => total,
  read: (limit, skip) => Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, index) => skip + index),
});

describe('pageRangeOf', () => {
  it('returns the range of the first 100 records by default', () => {
    expect(pageRangeOf({}, false)).toEqual({ size: 100, skip: 0 });
  });

  it('uses the page size in the cursor unless the query contains per_page', () => {
    expect(pageRangeOf({ cursor: '20:3:0' }, false)).toEqual({ size: 20, skip: 60 });
    expect(pageRangeOf({ cursor: '20:3:0', per_page: '10' }, false)).toEqual({ size: 10, skip: 30 });
  });

  it('ignores limit and offset if the query contains a cursor or the operation does not support them', () => {
    expect(pageRangeOf({ limit: '7', offset: '3' }, true)).toEqual({ size: 7, skip: 3 });
    expect(pageRangeOf({ limit: '7', offset: '3', cursor: '20:1:0' }, true)).toEqual({ size: 20, skip: 20 });
    expect(pageRangeOf({ limit: 'x', offset: '3' }, false)).toEqual({ size: 100, skip: 0 });
  });
});

describe('paginate', () => {
  it('returns an empty first page for an empty list', () => {
    expect(paginate(listOfNumbers(0), { size: 10, skip: 0 })).toEqual({
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

  it('returns an empty page without a next page if the range is beyond the last page', () => {
    expect(paginate(listOfNumbers(5), { size: 5, skip: 50 })).toMatchObject({
      count: 0,
      next_page_results: false,
      prev_page_results: true,
    });
  });

  it('returns no next page for a last page that is exactly full', () => {
    expect(paginate(listOfNumbers(20), { size: 10, skip: 10 })).toMatchObject({
      count: 10,
      next_page_results: false,
      total_pages: 2,
    });
  });

  it('returns pages that together contain every record after the offset', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 100 }), fc.nat(300), (total, size, offset) => {
        const readNumbers = new Set<number>();
        let page = paginate(listOfNumbers(total), pageRangeOf({ limit: String(size), offset: String(offset) }, true));
        for (const number of page.results) readNumbers.add(number);
        while (page.next_page_results) {
          page = paginate(listOfNumbers(total), pageRangeOf({ cursor: page.next_cursor }, true));
          for (const number of page.results) readNumbers.add(number);
        }
        for (let expected = offset; expected < total; expected += 1) expect(readNumbers).toContain(expected);
      }),
    );
  });
});
