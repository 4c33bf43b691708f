// Creates the paging cases: reads every list to its end and back, and by limit and offset.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import type { Envelope } from '../../src/contract/page.ts';
import { isBareList } from '../../src/server/dialect.ts';
import { shapeOf } from '../../src/server/shape.ts';
import type { Case } from './cases.ts';
import type { Params } from './example.ts';
import { NotTested } from './setup.ts';
import type { World } from './world.ts';

type Page = Envelope<{ readonly id: string }>;
type Read = (query: Readonly<Record<string, string>>) => Promise<Page>;

/** One record each for a first page, one between, and a last. */
const RECORDS = 3;

/** Returns no cases for a row that does not answer with a page. */
export function walkCases(name: OperationName, row: Operation): Case[] {
  if (row.returns.shape !== 'page') return [];
  const { limit, offset } = shapeOf(row.query);
  const byOffset: Case = { says: 'is walked by limit and offset', hold: (world) => walkByOffset(world, name) };
  return [
    { says: 'is walked by cursors to the end, and back to the start', hold: (world) => walk(world, name) },
    ...(limit === undefined || offset === undefined ? [] : [byOffset]),
  ];
}

async function walk(world: World, name: OperationName): Promise<void> {
  const read = await readerOf(world, name);
  if (read === undefined) return;
  const whole = await read({ per_page: '100' });
  if (whole.total_results < RECORDS) throw new NotTested('inapplicable', `the list has only ${whole.total_results}`);
  const per_page = String(Math.min(100, Math.floor(whole.total_results / RECORDS)));
  const there = await follow(read, { per_page }, (page) => (page.next_page_results ? page.next_cursor : undefined));
  const ids = there.flatMap(idsOf);
  expect(there.length).toBeGreaterThanOrEqual(RECORDS);
  expect(new Set(ids).size).toBe(whole.total_results);
  expect(ids).toHaveLength(whole.total_results);
  expect(ids.slice(0, whole.results.length)).toEqual(idsOf(whole));
  const last = there.at(-1)?.prev_cursor ?? '';
  const back = await follow(read, { per_page, cursor: last }, (page) =>
    page.prev_page_results ? page.prev_cursor : undefined,
  );
  expect(back.toReversed().map(idsOf)).toEqual(there.slice(0, -1).map(idsOf));
  expect([there[0]?.prev_page_results, back.at(-1)?.prev_page_results, there.at(-1)?.next_page_results]).toEqual([
    false,
    false,
    false,
  ]);
}

async function walkByOffset(world: World, name: OperationName): Promise<void> {
  const read = await readerOf(world, name);
  if (read === undefined) return;
  const ids = idsOf(await read({}));
  if (ids.length < RECORDS) throw new NotTested('inapplicable', `the list has only ${ids.length}`);
  const { ownServer } = world.setup;
  for (let offset = 0; offset < RECORDS; offset += 1) {
    const found = idsOf(await read({ limit: '1', offset: String(offset) }));
    if (ownServer === undefined && found.length === ids.length)
      throw new NotTested('lenient', 'takes no notice of limit and offset');
    expect(found).toEqual(ownServer?.dialect === 'community' ? ids : [ids[offset]]);
  }
}

/**
 * Fills the list of a row and returns a function that reads it; undefined if the local server correctly answers with
 * the whole list without an envelope.
 */
async function readerOf(world: World, name: OperationName): Promise<Read | undefined> {
  const params: Params = await world.params(name);
  await world.fill(name, params, RECORDS);
  const { body } = await world.send(name, params, { query: { per_page: '1', limit: '1' } });
  if (!Array.isArray(body)) return async (query) => (await world.send(name, params, { query })).body as Page;
  const { ownServer } = world.setup;
  if (ownServer === undefined) throw new NotTested('inapplicable', 'the list comes without an envelope');
  expect([isBareList(ownServer.dialect, name, {}), body.length]).toEqual([true, RECORDS]);
  return undefined;
}

/** Reads pages as long as there is a cursor. Expects no cursor twice, because that would be a circle. */
async function follow(
  read: Read,
  query: Readonly<Record<string, string>>,
  onwards: (page: Page) => string | undefined,
): Promise<Page[]> {
  const pages = [await read(query)];
  const seen = new Set<string>();
  for (let cursor = onwards(pages[0] as Page); cursor !== undefined; cursor = onwards(pages.at(-1) as Page)) {
    expect(seen).not.toContain(cursor);
    seen.add(cursor);
    pages.push(await read({ ...query, cursor }));
  }
  return pages;
}

function idsOf({ results }: Page): string[] {
  return results.map(({ id }) => id);
}
