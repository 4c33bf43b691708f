// Tests that the client parses the response to every operation in each form that servers send.
import { describe, expect, it } from 'vitest';
import { parseResponse } from '../../../src/client/responses/parseResponse.ts';
import { operationEntries } from '../../../src/contract/operations.ts';
import type { Page } from '../../../src/contract/page.ts';

/** Returns a record that is valid for every list. Its numbers are text, as some servers send them. */
function record(id: string): Readonly<Record<string, unknown>> {
  return {
    id,
    name: 'Fix login',
    identifier: 'WEB',
    sequence_id: '12',
    sort_order: '65535.0',
    size: '1024',
    project: { id: 'p1', name: 'Web' },
    url: 'https://example.org',
    value: '5',
    unheard_of: { deep: [1] },
  };
}

const validRecords = [record('r1'), record('r2')];
const pageKeys = { next_cursor: '100:1:0', next_page_results: true, total_results: '240', total_pages: 3, count: 2 };

const rows = operationEntries.map(([name, row]) => ({ name, row }));
const lists = rows.filter(({ row }) => row.returns.shape === 'page' || row.returns.shape === 'array');
const operationsWithShape = (...shapes: readonly string[]) =>
  rows.filter(({ row }) => shapes.includes(row.returns.shape));

const responseWith = (body: unknown, status = 200) => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe.each(lists)('The list response of $name', ({ row }) => {
  const page = (body: unknown): Page<Readonly<Record<string, unknown>>> => {
    const result = parseResponse(row, responseWith(body));
    if (!result.ok) throw new Error(result.detail);
    return result.value as Page<Readonly<Record<string, unknown>>>;
  };

  it('is parsed equally from an object with results, an array with this object, and an array of records', () => {
    const expectedPage = page({ ...pageKeys, results: validRecords });
    expect(expectedPage).toMatchObject({
      next: '100:1:0',
      total: 240,
      skipped: 0,
      results: [{ id: 'r1', unheard_of: { deep: [1] } }, { id: 'r2' }],
    });
    expect(page([{ ...pageKeys, results: validRecords }])).toEqual(expectedPage);
    expect(page(validRecords)).toEqual({ ...expectedPage, next: undefined, total: 2 });
  });

  it('is parsed equally if the server sends numbers as numbers or as strings', () => {
    const asNumbers = validRecords.map((record) => ({ ...record, sequence_id: 12, sort_order: 65_535, size: 1024 }));
    const idsAndNumbers = ({ results }: ReturnType<typeof page>) =>
      results.map(({ id, sequence_id }) => [id, Number(sequence_id)]);
    expect(idsAndNumbers(page(asNumbers))).toEqual(idsAndNumbers(page(validRecords)));
  });

  it('is parsed without the invalid records, and keeps the valid records', () => {
    expect(page([validRecords[0], { id: 7 }, validRecords[1]])).toMatchObject({
      skipped: 1,
      results: [{ id: 'r1' }, { id: 'r2' }],
    });
    expect(page({ results: [null, validRecords[0]] })).toMatchObject({ skipped: 1, results: [{ id: 'r1' }] });
  });

  it('has no next page if the cursor is repeated or the page is empty', () => {
    const body = JSON.stringify({ ...pageKeys, results: validRecords });
    expect(parseResponse(row, responseWith(body), { cursor: '100:1:0' })).toMatchObject({
      ok: true,
      value: { next: undefined },
    });
    expect(page({ ...pageKeys, results: [] }).next).toBeUndefined();
  });

  it('is valid as a single record or an empty body only if the request is not a GET', () => {
    const singleResult = parseResponse(row, responseWith(validRecords[0]));
    const emptyResult = parseResponse(row, responseWith('', 204));
    if (row.method === 'GET') expect([singleResult.ok, emptyResult.ok]).toEqual([false, false]);
    else {
      expect(singleResult).toMatchObject({ ok: true, value: { results: [{ id: 'r1' }] } });
      expect(emptyResult).toMatchObject({ ok: true, value: { results: [] } });
    }
  });
});

describe.each(operationsWithShape('one'))('The record response of $name', ({ row }) => {
  it('is invalid when the body is empty, null or HTML', () => {
    expect(parseResponse(row, responseWith('')).ok).toBe(false);
    expect(parseResponse(row, responseWith('null')).ok).toBe(false);
    expect(parseResponse(row, responseWith('<html><title>Sign in</title>'))).toMatchObject({ ok: false });
  });
});

describe.each(operationsWithShape('maybe'))('The optional record response of $name', ({ row }) => {
  it('is parsed as undefined when the body is empty', () => {
    expect(parseResponse(row, responseWith(record('r1')))).toMatchObject({ ok: true, value: { id: 'r1' } });
    for (const emptyBody of ['', ' \n', 'null'])
      expect(parseResponse(row, responseWith(emptyBody, 204))).toMatchObject({ ok: true, value: undefined });
  });

  it('is invalid when the body is neither empty nor a record', () => {
    expect(parseResponse(row, responseWith('<html></html>')).ok).toBe(false);
    expect(parseResponse(row, responseWith('{"id":7}')).ok).toBe(false);
  });
});

describe.each(operationsWithShape('nothing'))('The empty response of $name', ({ row }) => {
  it('is parsed as undefined even if the server sends JSON', () => {
    for (const body of ['', '{"deleted":true}'])
      expect(parseResponse(row, responseWith(body))).toMatchObject({ ok: true, value: undefined });
  });

  it('is invalid when the body is HTML', () => {
    expect(parseResponse(row, responseWith('<html></html>'))).toMatchObject({ ok: false });
  });
});

describe.each(operationsWithShape('redirect'))('The redirect response of $name', ({ row }) => {
  it('is parsed as the absolute http(s) URL of its Location header', () => {
    const url = 'https://plane.test/api/v1/x/';
    const parseRedirect = (location: string) =>
      parseResponse(row, { status: 302, headers: { location }, body: '' }, { url });
    expect(parseRedirect('https://store.test/f?sig=1')).toMatchObject({
      ok: true,
      value: { location: 'https://store.test/f?sig=1' },
    });
    expect(parseRedirect('/uploads/f')).toMatchObject({
      ok: true,
      value: { location: 'https://plane.test/uploads/f' },
    });
    expect(parseRedirect('file:///etc/passwd')).toEqual({ ok: false, detail: 'no redirect URL' });
    expect(parseResponse(row, responseWith({}))).toEqual({ ok: false, detail: 'no redirect URL' });
  });
});
