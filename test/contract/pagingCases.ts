// Creates the paging cases: reading a list by cursors to the end and back, and by limit and offset.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import type { Envelope } from '../../src/contract/page.ts';
import { isBareList } from '../../src/server/http/dialect.ts';
import { shapeOf } from '../../src/server/http/shape.ts';
import type { Case } from './cases.ts';
import type { Params } from './example.ts';
import { NotTestedError } from './setup.ts';
import type { TestWorkspace } from './testWorkspace.ts';

type Page = Envelope<{ readonly id: string }>;
type ReadPage = (query: Readonly<Record<string, string>>) => Promise<Page>;

/** The number of records that a list needs to have a first, a middle and a last page. */
const MIN_RECORDS = 3;

/** Returns the paging cases of an operation; none if the operation does not return pages. */
export function pagingCases(name: OperationName, operation: Operation): Case[] {
  if (operation.returns.shape !== 'page') return [];
  const { limit, offset } = shapeOf(operation.query);
  const offsetCase: Case = {
    caseTitle: 'can be read with limit and offset',
    verify: (testWorkspace) => readByOffset(testWorkspace, name),
  };
  return [
    {
      caseTitle: 'can be read with cursors to the end and back to the start',
      verify: (testWorkspace) => readByCursors(testWorkspace, name),
    },
    ...(limit === undefined || offset === undefined ? [] : [offsetCase]),
  ];
}

async function readByCursors(testWorkspace: TestWorkspace, name: OperationName): Promise<void> {
  const readPage = await prepareList(testWorkspace, name);
  if (readPage === undefined) return;
  const firstPage = await readPage({ per_page: '100' });
  if (firstPage.total_results < MIN_RECORDS)
    throw new NotTestedError('inapplicable', `the list has only ${firstPage.total_results}`);
  const per_page = String(Math.min(100, Math.floor(firstPage.total_results / MIN_RECORDS)));
  const pages = await readAllPages(readPage, { per_page }, (page) =>
    page.next_page_results ? page.next_cursor : undefined,
  );
  const ids = pages.flatMap(idsOf);
  expect(pages.length).toBeGreaterThanOrEqual(MIN_RECORDS);
  expect(new Set(ids).size).toBe(firstPage.total_results);
  expect(ids).toHaveLength(firstPage.total_results);
  expect(ids.slice(0, firstPage.results.length)).toEqual(idsOf(firstPage));
  const cursorBeforeLast = pages.at(-1)?.prev_cursor ?? '';
  const pagesBackward = await readAllPages(readPage, { per_page, cursor: cursorBeforeLast }, (page) =>
    page.prev_page_results ? page.prev_cursor : undefined,
  );
  expect(pagesBackward.toReversed().map(idsOf)).toEqual(pages.slice(0, -1).map(idsOf));
  expect([
    pages[0]?.prev_page_results,
    pagesBackward.at(-1)?.prev_page_results,
    pages.at(-1)?.next_page_results,
  ]).toEqual([false, false, false]);
}

async function readByOffset(testWorkspace: TestWorkspace, name: OperationName): Promise<void> {
  const readPage = await prepareList(testWorkspace, name);
  if (readPage === undefined) return;
  const ids = idsOf(await readPage({}));
  if (ids.length < MIN_RECORDS) throw new NotTestedError('inapplicable', `the list has only ${ids.length}`);
  const { ownServer } = testWorkspace.setup;
  for (let offset = 0; offset < MIN_RECORDS; offset += 1) {
    const pageIds = idsOf(await readPage({ limit: '1', offset: String(offset) }));
    if (ownServer === undefined && pageIds.length === ids.length)
      throw new NotTestedError('lenient', 'ignores limit and offset');
    expect(pageIds).toEqual(ownServer?.dialect === 'community' ? ids : [ids[offset]]);
  }
}

/**
 * Adds records to the list of the operation, and returns a function that reads a page of the list. Returns undefined if
 * the local server correctly sends the whole list without an envelope.
 */
async function prepareList(testWorkspace: TestWorkspace, name: OperationName): Promise<ReadPage | undefined> {
  const params: Params = await testWorkspace.params(name);
  await testWorkspace.fillList(name, params, MIN_RECORDS);
  const { body } = await testWorkspace.send(name, params, { query: { per_page: '1', limit: '1' } });
  if (!Array.isArray(body)) return async (query) => (await testWorkspace.send(name, params, { query })).body as Page;
  const { ownServer } = testWorkspace.setup;
  if (ownServer === undefined) throw new NotTestedError('inapplicable', 'the list comes without an envelope');
  expect([isBareList(ownServer.dialect, name, {}), body.length]).toEqual([true, MIN_RECORDS]);
  return undefined;
}

/** Reads pages while `nextCursor` returns a cursor. Fails if a cursor is repeated, because reading would never end. */
async function readAllPages(
  readPage: ReadPage,
  query: Readonly<Record<string, string>>,
  nextCursor: (page: Page) => string | undefined,
): Promise<Page[]> {
  const pages = [await readPage(query)];
  const usedCursors = new Set<string>();
  for (let cursor = nextCursor(pages[0] as Page); cursor !== undefined; cursor = nextCursor(pages.at(-1) as Page)) {
    expect(usedCursors).not.toContain(cursor);
    usedCursors.add(cursor);
    pages.push(await readPage({ ...query, cursor }));
  }
  return pages;
}

function idsOf({ results }: Page): string[] {
  return results.map(({ id }) => id);
}
