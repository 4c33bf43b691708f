// Tests parsing of a page of a list in every form that servers send.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parsePage } from '../../../src/client/responses/pages.ts';
import { RecordParsers } from '../../../src/client/responses/records.ts';

const parseRecord = new RecordParsers().get(z.looseObject({ id: z.string() }));
const pageObject = (changes: object = {}) => ({
  next_cursor: '100:1:0',
  next_page_results: true,
  total_results: 3,
  results: [{ id: 'a' }],
  ...changes,
});

describe('A page of a list', () => {
  it('is parsed from an object with results', () => {
    expect(parsePage(pageObject(), undefined, parseRecord)).toEqual({
      page: { results: [{ id: 'a' }], next: '100:1:0', total: 3, skipped: 0 },
      firstProblem: undefined,
    });
  });

  it('is parsed from an array of records, which is the whole list', () => {
    expect(parsePage([{ id: 'a' }, { id: 'b' }], undefined, parseRecord)?.page).toEqual({
      results: [{ id: 'a' }, { id: 'b' }],
      next: undefined,
      total: 2,
      skipped: 0,
    });
    expect(parsePage([], undefined, parseRecord)?.page).toMatchObject({ results: [], total: 0 });
  });

  it('is parsed from an array that contains an object with results', () => {
    expect(parsePage([pageObject()], undefined, parseRecord)?.page).toMatchObject({
      results: [{ id: 'a' }],
      next: '100:1:0',
    });
  });

  it('is parsed even if all other keys are missing or the counts are invalid', () => {
    expect(parsePage({ results: [{ id: 'a' }] }, undefined, parseRecord)?.page).toMatchObject({
      next: undefined,
      total: undefined,
    });
    expect(parsePage(pageObject({ total_results: 'many', count: {} }), undefined, parseRecord)?.page).toMatchObject({
      total: undefined,
      next: '100:1:0',
    });
  });

  it('omits invalid records, and reports their number and the problem of the first invalid record', () => {
    const parsedPage = parsePage(
      pageObject({ results: [{ id: 'a' }, { id: 7 }, null, { id: 'b' }] }),
      undefined,
      parseRecord,
    );
    expect(parsedPage?.page).toMatchObject({ results: [{ id: 'a' }, { id: 'b' }], skipped: 2 });
    expect(parsedPage?.firstProblem).toMatch(/^results\.1\.id: /);
  });

  it('keeps fields of records that are not in the schema', () => {
    expect(parsePage([{ id: 'a', shade: 'red' }], undefined, parseRecord)?.page.results).toEqual([
      { id: 'a', shade: 'red' },
    ]);
  });

  it('is the last page when next_page_results is false or null, even if there is a cursor', () => {
    expect(parsePage(pageObject({ next_page_results: false }), undefined, parseRecord)?.page.next).toBeUndefined();
    expect(parsePage(pageObject({ next_page_results: null }), undefined, parseRecord)?.page.next).toBeUndefined();
  });

  it('is the last page when the cursor is empty or repeated, or the page is empty', () => {
    expect(parsePage(pageObject({ next_cursor: '' }), undefined, parseRecord)?.page.next).toBeUndefined();
    expect(parsePage(pageObject(), '100:1:0', parseRecord)?.page.next).toBeUndefined();
    expect(parsePage(pageObject({ results: [] }), undefined, parseRecord)?.page.next).toBeUndefined();
  });

  it('cannot be parsed from a body without a list of records', () => {
    for (const json of [null, 'text', 7, {}, { results: 'none' }, { issues: [] }])
      expect(parsePage(json, undefined, parseRecord)).toBeUndefined();
  });
});
