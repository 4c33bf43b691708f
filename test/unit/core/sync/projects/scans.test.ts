// Tests the two ways in which the work items of a project are read page by page: the last changed first, and by number.
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../../src/core/cache/record.ts';
import type { SyncedItemPage } from '../../../../../src/core/cache/resources/syncedItems.ts';
import { ChangeScan } from '../../../../../src/core/sync/projects/changeScan.ts';
import { sweep, sweepWithoutTotal } from '../../../../../src/core/sync/projects/sweep.ts';

const MAX_ITEMS = 1000;
const START = Date.parse('2026-11-20T12:00:00Z');

interface ListedItem {
  readonly id: string;
  readonly number: number;
  /** Seconds after START. */
  readonly updated: number;
}

/** A server with pages of 100 work items, which a test changes between two requests. */
class PagedServer {
  items: ListedItem[];
  readonly cursors: (string | undefined)[] = [];
  /** Ids whose current version the cache has. */
  readonly knownIds = new Set<string>();
  actionsBetweenRequests: (() => void)[] = [];

  constructor(count: number) {
    this.items = Array.from({ length: count }, (_, index) => ({ id: `w${index}`, number: index, updated: index }));
  }

  readonly readByChange = (cursor: string | undefined) =>
    this.#read(cursor, (one, other) => other.updated - one.updated);
  readonly readByNumber = (cursor: string | undefined) => this.#read(cursor, (one, other) => other.number - one.number);

  async #read(
    cursor: string | undefined,
    compare: (one: ListedItem, other: ListedItem) => number,
  ): Promise<SyncedItemPage> {
    this.cursors.push(cursor);
    const skip = Number(cursor ?? 0);
    const results = this.items.toSorted(compare).slice(skip, skip + 100);
    const hasMore = skip + results.length < this.items.length && results.length > 0;
    const page = {
      rows: results.map(({ id, number, updated }) => {
        const updated_at = new Date(START + updated * 1000).toISOString();
        const isChanged = !this.knownIds.has(id);
        this.knownIds.add(id);
        return { record: { id, sequence_id: number, updated_at } as ItemRecord, isChanged };
      }),
      next: hasMore ? String(skip + 100) : undefined,
      total: this.items.length,
    };
    this.actionsBetweenRequests.shift()?.();
    return page;
  }

  remove(id: string): void {
    this.items = this.items.filter((item) => item.id !== id);
  }

  change(id: string, updated: number): void {
    this.items = this.items.map((item) => (item.id === id ? { ...item, updated } : item));
    this.knownIds.delete(id);
  }

  get ids(): readonly string[] {
    return this.items.map(({ id }) => id).sort();
  }
}

/** Pages for ever, each with a new cursor unless `cursorAt` repeats some. */
function endlessPages(changes: { ids?: (page: number) => readonly string[]; cursorAt?: (page: number) => string }) {
  const { ids = (page) => [`w${page}`], cursorAt = (page) => `c${page}` } = changes;
  const pages = { count: 0 };
  const readPage = async (): Promise<SyncedItemPage> => {
    const page = pages.count;
    pages.count += 1;
    const updated_at = new Date(START).toISOString();
    const rows = ids(page).map((id) => ({
      record: { id, sequence_id: 1000 - page, updated_at } as ItemRecord,
      isChanged: true,
    }));
    return { rows, next: cursorAt(page), total: 50 };
  };
  return { pages, readPage };
}

const ENDLESS_PAGES: readonly [string, Parameters<typeof endlessPages>[0], number][] = [
  ['two cursors in turn', { cursorAt: (page) => `c${page % 2}` }, 3],
  ['three cursors in turn', { cursorAt: (page) => `c${page % 3}` }, 4],
  ['a circle of cursors after other pages', { cursorAt: (page) => `c${page < 7 ? page : 7 + (page % 5)}` }, 13],
  ['new cursors and the same work items', { ids: () => ['w0'] }, 25],
  ['new cursors and no work items', { ids: () => [] }, 25],
  [
    'new work items',
    { ids: (page) => Array.from({ length: 100 }, (_, index) => `w${page}-${index}`) },
    MAX_ITEMS / 100 + 1,
  ],
];

async function readChanges(server: PagedServer, since?: number): Promise<ChangeScan> {
  const scan = new ChangeScan(since === undefined ? undefined : START + since * 1000, MAX_ITEMS);
  while (!(await scan.readNextPage(server.readByChange)));
  return scan;
}

describe('ChangeScan', () => {
  it('reads every page if it was created without a time', async () => {
    const server = new PagedServer(250);
    const scan = await readChanges(server);
    expect([...scan.seenIds].sort()).toEqual(server.ids);
    expect(server.cursors).toHaveLength(3);
    expect(scan).toMatchObject({ total: 250, newestTime: START + 249_000, pageCount: 3 });
  });

  it('misses no work item if other work items are deleted between two requests', async () => {
    const server = new PagedServer(450);
    server.actionsBetweenRequests = [() => {}, () => ['w449', 'w448', 'w400'].forEach((id) => server.remove(id))];
    const scan = await readChanges(server);
    expect(server.ids.filter((id) => !scan.seenIds.has(id))).toEqual([]);
  });

  it('misses no work item if more work items are deleted between two requests than a page contains', async () => {
    const server = new PagedServer(450);
    server.actionsBetweenRequests = [
      () => {},
      () => {},
      () => {
        server.items = server.items.filter(({ number }) => number < 280 || number >= 400);
      },
    ];
    const scan = await readChanges(server);
    expect(server.ids.filter((id) => !scan.seenIds.has(id))).toEqual([]);
  });

  it.each(ENDLESS_PAGES)('ends if the server sends %s for ever', async (_case, changes, maxPages) => {
    const { pages, readPage } = endlessPages(changes);
    for (const since of [undefined, START - 1]) {
      pages.count = 0;
      const scan = new ChangeScan(since, MAX_ITEMS);
      while (!(await scan.readNextPage(readPage)));
      expect(pages.count).toBeLessThanOrEqual(maxPages);
      if (since === undefined) expect(scan.isCertain).toBe(false);
    }
  });

  it.each([1, 250, 10_000])(
    'ends if the total changes by %i with every page, and misses no work item',
    async (change) => {
      const server = new PagedServer(950);
      let count = 0;
      const scan = new ChangeScan(undefined, MAX_ITEMS);
      const readPage = async (cursor: string | undefined) => {
        count += 1;
        return { ...(await server.readByChange(cursor)), total: 950 + (count % 2) * change };
      };
      while (!(await scan.readNextPage(readPage)));
      expect([...scan.seenIds].sort()).toEqual(server.ids);
      expect(scan).toMatchObject({ isCertain: false, isTooLong: false });
      expect(count).toBeLessThan(60);
    },
  );

  it('finds a work item that was changed during a scan in the next scan', async () => {
    const server = new PagedServer(250);
    server.actionsBetweenRequests = [() => server.change('w0', 300)];
    const first = await readChanges(server);
    expect(first.seenIds.has('w0')).toBe(false);
    const second = await readChanges(server, (first.newestTime - START) / 1000);
    expect([...second.changedItems.keys()]).toEqual(['w0']);
  });

  it('stops after the first page if its last work items have not changed since the previous scan', async () => {
    const server = new PagedServer(250);
    await readChanges(server);
    server.cursors.length = 0;
    server.change('w7', 260);
    const scan = await readChanges(server, 249);
    expect([...scan.changedItems.keys()]).toEqual(['w7']);
    expect(server.cursors).toHaveLength(1);
  });

  it('requests the next page if all work items of a page were changed', async () => {
    const server = new PagedServer(450);
    await readChanges(server);
    server.cursors.length = 0;
    for (let index = 0; index < 150; index += 1) server.change(`w${index}`, 500 + index);
    const scan = await readChanges(server, 449);
    expect(scan.changedItems.size).toBe(150);
    expect(server.cursors).toHaveLength(2);
  });

  it('finds a change that the server stored a few seconds late', async () => {
    const server = new PagedServer(250);
    await readChanges(server);
    server.change('w7', 245);
    expect([...(await readChanges(server, 249)).changedItems.keys()]).toEqual(['w7']);
  });

  it('sends one request even if more work items than a page contains have the time of the latest change', async () => {
    const server = new PagedServer(450);
    server.items = server.items.map((item) => ({ ...item, updated: 9 }));
    await readChanges(server);
    server.cursors.length = 0;
    await readChanges(server, 9);
    expect(server.cursors).toHaveLength(1);
  });

  it('reads a page with more work items than a function can have arguments', async () => {
    const record = { id: 'w0', sequence_id: 0, updated_at: new Date(START).toISOString() } as ItemRecord;
    const rows = Array.from({ length: 200_000 }, () => ({ record, isChanged: true }));
    const scan = new ChangeScan(undefined, MAX_ITEMS);
    expect(await scan.readNextPage(async () => ({ rows, next: undefined, total: 1 }))).toBe(true);
    expect(scan.newestTime).toBe(START);
  });

  it('requests a failed page again, and no other page twice', async () => {
    const server = new PagedServer(250);
    const scan = new ChangeScan(undefined, MAX_ITEMS);
    await scan.readNextPage(server.readByChange);
    await expect(scan.readNextPage(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    while (!(await scan.readNextPage(server.readByChange)));
    expect(scan.seenIds.size).toBe(250);
    expect(server.cursors).toEqual([undefined, '100', '200']);
  });
});

describe('sweep', () => {
  const numbersOf = (server: PagedServer) => new Map(server.items.map(({ id, number }) => [id, number]));

  it('finds a recently deleted work item with one request', async () => {
    const server = new PagedServer(450);
    const knownNumbers = numbersOf(server);
    server.remove('w440');
    expect(await sweep(knownNumbers, 0, MAX_ITEMS, server.readByNumber)).toEqual({
      gone: ['w440'],
      found: [],
      total: 449,
    });
    expect(server.cursors).toHaveLength(1);
  });

  it('finds deleted work items at the end of the list, and a work item that was missing in the cache', async () => {
    const server = new PagedServer(250);
    const knownNumbers = numbersOf(server);
    knownNumbers.delete('w120');
    server.remove('w0');
    server.remove('w1');
    expect(await sweep(knownNumbers, 0, MAX_ITEMS, server.readByNumber)).toEqual({
      gone: ['w0', 'w1'],
      found: ['w120'],
      total: 248,
    });
  });

  it('starts again if a work item is deleted between two requests', async () => {
    const server = new PagedServer(250);
    const knownNumbers = numbersOf(server);
    server.remove('w0');
    server.actionsBetweenRequests = [() => server.remove('w230')];
    expect(await sweep(knownNumbers, 0, MAX_ITEMS, server.readByNumber)).toEqual({
      gone: ['w230', 'w0'].sort(),
      found: [],
      total: 248,
    });
  });

  it('returns undefined if work items are deleted between two requests of every attempt', async () => {
    const server = new PagedServer(450);
    const knownNumbers = numbersOf(server);
    server.remove('w0');
    server.actionsBetweenRequests = Array.from({ length: 20 }, (_, index) => () => server.remove(`w${449 - index}`));
    expect(await sweep(knownNumbers, 0, MAX_ITEMS, server.readByNumber)).toBeUndefined();
  });

  it.each(ENDLESS_PAGES)('reports nothing if the server sends %s for ever', async (_case, changes, maxPages) => {
    const knownNumbers = new Map([['other', 1]]);
    const { pages, readPage } = endlessPages(changes);
    expect(await sweep(knownNumbers, 0, MAX_ITEMS, readPage)).toBeUndefined();
    expect(pages.count).toBeLessThanOrEqual(maxPages);
    pages.count = 0;
    expect(await sweepWithoutTotal(knownNumbers, MAX_ITEMS, readPage)).toBeUndefined();
    expect(pages.count).toBeLessThanOrEqual(maxPages);
  });

  it('sends one request if the only difference is a work item that cannot be read', async () => {
    const server = new PagedServer(250);
    const knownNumbers = numbersOf(server);
    knownNumbers.delete('w0');
    expect(await sweep(knownNumbers, 1, MAX_ITEMS, server.readByNumber)).toEqual({ gone: [], found: [], total: 250 });
    expect(server.cursors).toHaveLength(1);
  });
});

describe('sweepWithoutTotal', () => {
  it('reads every page once if no work item was deleted, and finds work items missing in the cache', async () => {
    const server = new PagedServer(250);
    const knownNumbers = new Map(server.items.map(({ id, number }) => [id, number]));
    knownNumbers.delete('w7');
    expect(await sweepWithoutTotal(knownNumbers, MAX_ITEMS, server.readByNumber)).toMatchObject({
      gone: [],
      found: ['w7'],
    });
    expect(server.cursors).toHaveLength(3);
  });

  it('does not report a work item as deleted if another deletion moves it to an already read page', async () => {
    const server = new PagedServer(250);
    const knownNumbers = new Map(server.items.map(({ id, number }) => [id, number]));
    server.remove('w10');
    server.actionsBetweenRequests = [() => server.remove('w249')];
    expect((await sweepWithoutTotal(knownNumbers, MAX_ITEMS, server.readByNumber))?.gone).toEqual(['w10']);
    expect((await sweepWithoutTotal(knownNumbers, MAX_ITEMS, server.readByNumber))?.gone).toEqual(['w10', 'w249']);
  });
});
