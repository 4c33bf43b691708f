// Owns the proof of lists read page by page: what is kept, what is replaced, and which answers come too late.
import { describe, expect, it } from 'vitest';
import { type IdPage, PagedLists } from '../../../src/cache/lists/pagedList.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';
import { settled } from '../../support/clock.ts';

const broken: Fault = { kind: 'serverError', status: 502, detail: 'Bad Gateway' };
const late: Fault = { kind: 'timeout', afterMs: 30_000 };

function page(ids: string, next?: string, total?: number): IdPage {
  return { ids: ids === '' ? [] : ids.split(' '), next, total };
}

/** A server whose answers the test gives by hand. */
function byHand() {
  const asked: { readonly cursor: string | undefined; readonly answer: (page: IdPage) => void; readonly fail: (fault: Fault) => void }[] =
    [];
  const fetch = (cursor: string | undefined): Promise<IdPage> =>
    new Promise((resolve, reject) => {
      asked.push({ cursor, answer: resolve, fail: (fault) => reject(new ApiError(fault)) });
    });
  return { asked, fetch };
}

/** A server that answers page by page out of a list of them. */
function serving(pages: Record<string, IdPage>) {
  const cursors: (string | undefined)[] = [];
  return {
    cursors,
    fetch: async (cursor: string | undefined): Promise<IdPage> => {
      cursors.push(cursor);
      return pages[cursor ?? 'first'] ?? page('');
    },
  };
}

describe('the first reading of a list', () => {
  it('goes from unread over reading to ready, and tells of each', async () => {
    const lists = new PagedLists();
    const seen: string[] = [];
    lists.onDidChange((key) => seen.push(`${key} ${lists.listing(key).status}`));
    expect(lists.listing('items').status).toBe('unread');
    const read = lists.read('items', serving({ first: page('a b', 'c1', 3) }).fetch);
    expect(lists.listing('items').status).toBe('reading');
    await read;
    expect(lists.listing('items')).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: undefined });
    expect(seen).toEqual(['items reading', 'items ready']);
  });

  it('is one request for all who want it at the same time, and none for who comes later', async () => {
    const lists = new PagedLists();
    const { cursors, fetch } = serving({ first: page('a') });
    await Promise.all([lists.read('items', fetch), lists.read('items', fetch)]);
    await lists.read('items', fetch);
    expect(cursors).toEqual([undefined]);
  });

  it('that fails leaves the fault, and the next reading tries again', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    const read = lists.read('items', fetch);
    await settled();
    asked[0]?.fail(broken);
    await read;
    expect(lists.listing('items')).toMatchObject({ status: 'failed', ids: [], fault: broken });
    const again = lists.read('items', fetch);
    expect(lists.listing('items')).toMatchObject({ status: 'reading', fault: undefined });
    await settled();
    asked[1]?.answer(page('a'));
    await again;
    expect(lists.listing('items')).toMatchObject({ status: 'ready', ids: ['a'], fault: undefined });
  });

  it('rejects for what is no fault but a defect of ours', async () => {
    const defect = new TypeError('a defect');
    await expect(new PagedLists().read('items', () => Promise.reject(defect))).rejects.toBe(defect);
  });

  it('keeps lists apart', async () => {
    const lists = new PagedLists();
    await lists.read('one', serving({ first: page('a') }).fetch);
    expect(lists.listing('other').status).toBe('unread');
  });
});

describe('a further page', () => {
  it('is asked with the cursor of the one before and put behind it, until there is none', async () => {
    const lists = new PagedLists();
    const { cursors, fetch } = serving({ first: page('a b', 'c1', 5), c1: page('c d', 'c2', 5), c2: page('e') });
    await lists.read('items', fetch);
    await lists.loadMore('items', fetch);
    expect(lists.listing('items')).toMatchObject({ ids: ['a', 'b', 'c', 'd'], pages: 2, next: 'c2' });
    await lists.loadMore('items', fetch);
    expect(lists.listing('items')).toMatchObject({ ids: ['a', 'b', 'c', 'd', 'e'], pages: 3, next: undefined, total: 5 });
    await lists.loadMore('items', fetch);
    expect(cursors).toEqual([undefined, 'c1', 'c2']);
  });

  it('keeps a record once that moved onto it from the page before', async () => {
    const lists = new PagedLists();
    const { fetch } = serving({ first: page('a b', 'c1'), c1: page('b c') });
    await lists.read('items', fetch);
    await lists.loadMore('items', fetch);
    expect(lists.listing('items').ids).toEqual(['a', 'b', 'c']);
  });

  it('that fails keeps the rows and the cursor, and says why; trying again mends it', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    const read = lists.read('items', fetch);
    await settled();
    asked[0]?.answer(page('a b', 'c1', 3));
    await read;
    const more = lists.loadMore('items', fetch);
    expect(lists.listing('items')).toMatchObject({ status: 'ready', ids: ['a', 'b'] });
    await settled();
    asked[1]?.fail(late);
    await more;
    expect(lists.listing('items')).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: late });
    const again = lists.loadMore('items', fetch);
    await settled();
    asked[2]?.answer(page('c'));
    await again;
    expect(lists.listing('items')).toMatchObject({ ids: ['a', 'b', 'c'], fault: undefined });
  });

  it('is one request for all who ask for it at the same time', async () => {
    const lists = new PagedLists();
    const { cursors, fetch } = serving({ first: page('a', 'c1'), c1: page('b', 'c2'), c2: page('c') });
    await lists.read('items', fetch);
    await Promise.all([lists.loadMore('items', fetch), lists.loadMore('items', fetch)]);
    expect(cursors).toEqual([undefined, 'c1']);
    expect(lists.listing('items').ids).toEqual(['a', 'b']);
  });
});

describe('forgetting a list', () => {
  it('makes it unread, and the answer of a reading under way comes too late', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    const reading = lists.read('items', fetch);
    await settled();
    lists.forget('items');
    asked[0]?.answer(page('old', 'c1'));
    await reading;
    expect(lists.listing('items')).toMatchObject({ status: 'unread', ids: [], next: undefined });
    await lists.read('items', serving({ first: page('new') }).fetch);
    expect(lists.listing('items').ids).toEqual(['new']);
  });
});

describe('reading a list again', () => {
  it('keeps what is shown until as many pages are there as before', async () => {
    const lists = new PagedLists();
    const { fetch } = serving({ first: page('a b', 'c1'), c1: page('c', 'c2') });
    await lists.read('items', fetch);
    await lists.loadMore('items', fetch);
    const { asked, fetch: slow } = byHand();
    const again = lists.reload('items', slow);
    await settled();
    asked[0]?.answer(page('new a', 'c1', 9));
    await settled();
    expect(lists.listing('items').ids).toEqual(['a', 'b', 'c']);
    expect(asked[1]?.cursor).toBe('c1');
    asked[1]?.answer(page('b c', 'c2', 9));
    await again;
    expect(asked).toHaveLength(2);
    expect(lists.listing('items')).toEqual({
      status: 'ready',
      ids: ['new', 'a', 'b', 'c'],
      pages: 2,
      next: 'c2',
      total: 9,
      fault: undefined,
    });
  });

  it('reads no further than there is', async () => {
    const lists = new PagedLists();
    await lists.read('items', serving({ first: page('a', 'c1') }).fetch);
    await lists.loadMore('items', serving({ c1: page('b') }).fetch);
    await lists.reload('items', serving({ first: page('a') }).fetch);
    expect(lists.listing('items')).toMatchObject({ ids: ['a'], pages: 1, next: undefined });
  });

  it('that fails keeps the rows, with the fault', async () => {
    const lists = new PagedLists();
    await lists.read('items', serving({ first: page('a b', 'c1') }).fetch);
    await lists.reload('items', () => Promise.reject(new ApiError(broken)));
    expect(lists.listing('items')).toMatchObject({ status: 'ready', ids: ['a', 'b'], next: 'c1', fault: broken });
  });

  it('replaces a reading under way, whose late answer is dropped', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    const replaced = lists.read('items', fetch);
    await settled();
    const again = lists.reload('items', fetch);
    await settled();
    asked[1]?.answer(page('young'));
    await again;
    asked[0]?.answer(page('old'));
    await replaced;
    expect(lists.listing('items').ids).toEqual(['young']);
  });

  it('replaces a further page under way, whose late fault is dropped too', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    await lists.read('items', serving({ first: page('a', 'c1') }).fetch);
    const more = lists.loadMore('items', fetch);
    await settled();
    const again = lists.reload('items', fetch);
    await settled();
    asked[0]?.fail(broken);
    await more;
    expect(lists.listing('items').fault).toBeUndefined();
    asked[1]?.answer(page('b'));
    await again;
    expect(lists.listing('items')).toMatchObject({ ids: ['b'], fault: undefined });
  });
});

describe('freshening a list', () => {
  const readList = async (): Promise<PagedLists> => {
    const lists = new PagedLists();
    await lists.read('items', serving({ first: page('a b', 'c1', 3) }).fetch);
    await lists.loadMore('items', serving({ c1: page('c', undefined, 3) }).fetch);
    return lists;
  };

  it('takes in what has come and gone since, as far as it had been read', async () => {
    const lists = await readList();
    const { fetch, cursors } = serving({ first: page('new a', 'c1', 3), c1: page('c', undefined, 3) });
    await lists.revalidate('items', fetch);
    expect(lists.listing('items')).toMatchObject({ ids: ['new', 'a', 'c'], pages: 2 });
    expect(cursors).toEqual([undefined, 'c1']);
  });

  it('tells nobody when nothing has changed', async () => {
    const lists = await readList();
    const told: string[] = [];
    lists.onDidChange((key) => told.push(key));
    await lists.revalidate('items', serving({ first: page('a b', 'c1', 3), c1: page('c', undefined, 3) }).fetch);
    expect(told).toEqual([]);
  });

  it('that fails says so to who asked for it, and leaves the list as it was', async () => {
    const lists = await readList();
    const before = lists.listing('items');
    await expect(lists.revalidate('items', () => Promise.reject(new ApiError(broken)))).rejects.toThrow(ApiError);
    expect(lists.listing('items')).toBe(before);
  });

  it('gives way to what was done to the list meanwhile', async () => {
    const lists = await readList();
    const { asked, fetch } = byHand();
    const freshening = lists.revalidate('items', fetch);
    await settled();
    lists.remove('items', ['a']);
    asked[0]?.answer(page('a b', 'c1', 3));
    await settled();
    asked[1]?.answer(page('c', undefined, 3));
    await freshening;
    expect(lists.listing('items').ids).toEqual(['b', 'c']);
  });

  it('asks nothing of a list that was never read, or that is being read', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    await lists.revalidate('items', fetch);
    expect(asked).toEqual([]);
    const reading = lists.read('items', fetch);
    await settled();
    await lists.revalidate('items', fetch);
    expect(asked).toHaveLength(1);
    asked[0]?.answer(page('a'));
    await reading;
  });
});

describe('a record made here', () => {
  it('stands in front and counts', async () => {
    const lists = new PagedLists();
    await lists.read('items', serving({ first: page('a', undefined, 1) }).fetch);
    lists.add('items', 'new');
    lists.add('items', 'new');
    expect(lists.listing('items')).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('is not put into a list that nobody has read', () => {
    const lists = new PagedLists();
    lists.add('items', 'new');
    expect(lists.listing('items')).toMatchObject({ status: 'unread', ids: [] });
  });

  it('is not lost to a page that was under way', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    await lists.read('items', serving({ first: page('a', 'c1') }).fetch);
    const more = lists.loadMore('items', fetch);
    await settled();
    lists.add('items', 'new');
    asked[0]?.answer(page('b'));
    await more;
    expect(lists.listing('items').ids).toEqual(['new', 'a', 'b']);
  });

  it.each([
    ['the first reading', false],
    ['a reading again', true],
  ])('is not lost to %s, answered from before it was there', async (_what, isKnown) => {
    const lists = new PagedLists();
    if (isKnown) await lists.read('items', serving({ first: page('a', undefined, 1) }).fetch);
    const { asked, fetch } = byHand();
    const reading = isKnown ? lists.reload('items', fetch) : lists.read('items', fetch);
    await settled();
    lists.add('items', 'new');
    asked[0]?.answer(page('a', undefined, 1));
    await reading;
    expect(lists.listing('items')).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('is counted once when the reading under way had it', async () => {
    const lists = new PagedLists();
    const { asked, fetch } = byHand();
    const reading = lists.read('items', fetch);
    await settled();
    lists.add('items', 'new');
    asked[0]?.answer(page('a new', undefined, 2));
    await reading;
    expect(lists.listing('items')).toMatchObject({ ids: ['a', 'new'], total: 2 });
  });
});
