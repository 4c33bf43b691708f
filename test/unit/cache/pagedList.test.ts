// Tests lists that are read page by page: what stays, what is replaced, which answers are dropped.
import { describe, expect, it } from 'vitest';
import type { CachedList, IdPage } from '../../../src/cache/lists/cachedList.ts';
import { type ListKey, listKeyText } from '../../../src/cache/lists/listKey.ts';
import { PagedLists } from '../../../src/cache/lists/pagedLists.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';
import { settled } from '../../support/clock.ts';

const broken: Fault = { kind: 'serverError', status: 502, detail: 'Bad Gateway' };
const late: Fault = { kind: 'timeout', afterMs: 30_000 };

function page(ids: string, next?: string, total?: number): IdPage {
  return { ids: ids === '' ? [] : ids.split(' '), next, total };
}

/** A server whose answers the test sends one by one. */
function byHand() {
  const asked: {
    readonly cursor: string | undefined;
    readonly answer: (page: IdPage) => void;
    readonly fail: (fault: Fault) => void;
  }[] = [];
  const fetch = (cursor: string | undefined): Promise<IdPage> =>
    new Promise((resolve, reject) => {
      asked.push({ cursor, answer: resolve, fail: (fault) => reject(new ApiError(fault)) });
    });
  return { asked, fetch };
}

/** A server that answers with the given pages. */
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

type FetchPage = (cursor: string | undefined) => Promise<IdPage>;

/** A list of work items that reads with the function last passed to `from`. */
function openList() {
  let fetch: FetchPage = () => Promise.reject(new Error('nothing is served'));
  const lists = new PagedLists();
  lists.define('items', { fetch: (_owner, cursor) => fetch(cursor) });
  const list = lists.get({ of: 'items', owner: '' });
  const from = (next: FetchPage): CachedList => {
    fetch = next;
    return list;
  };
  return { lists, list, from };
}

describe('CachedList.read', () => {
  it('changes the status from unread to reading to ready, with an event for each', async () => {
    const { lists, list, from } = openList();
    const seen: string[] = [];
    lists.onDidChange((key) => seen.push(`${listKeyText(key)} ${lists.get(key).state.status}`));
    expect(list.state.status).toBe('unread');
    const read = from(serving({ first: page('a b', 'c1', 3) }).fetch).read();
    expect(list.state.status).toBe('reading');
    await read;
    expect(list.state).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: undefined });
    expect(seen).toEqual(['items reading', 'items ready']);
  });

  it('sends one request for concurrent calls, and none once the list has been read', async () => {
    const { from } = openList();
    const { cursors, fetch } = serving({ first: page('a') });
    await Promise.all([from(fetch).read(), from(fetch).read()]);
    await from(fetch).read();
    expect(cursors).toEqual([undefined]);
  });

  it('stores the fault when it fails, and tries again on the next call', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    const read = from(fetch).read();
    await settled();
    asked[0]?.fail(broken);
    await read;
    expect(list.state).toMatchObject({ status: 'failed', ids: [], fault: broken });
    const again = from(fetch).read();
    expect(list.state).toMatchObject({ status: 'reading', fault: undefined });
    await settled();
    asked[1]?.answer(page('a'));
    await again;
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a'], fault: undefined });
  });

  it('rejects with an unexpected error unchanged', async () => {
    const defect = new TypeError('a defect');
    await expect(
      openList()
        .from(() => Promise.reject(defect))
        .read(),
    ).rejects.toBe(defect);
  });

  it('does not affect other lists', async () => {
    const { lists, from } = openList();
    await from(serving({ first: page('a') }).fetch).read();
    expect(lists.get({ of: 'items', owner: 'other' }).state.status).toBe('unread');
  });
});

describe('CachedList.loadMore', () => {
  it('sends the cursor of the previous page and appends the answer, until there is no cursor', async () => {
    const { list, from } = openList();
    const { cursors, fetch } = serving({ first: page('a b', 'c1', 5), c1: page('c d', 'c2', 5), c2: page('e') });
    await from(fetch).read();
    await from(fetch).loadMore();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c', 'd'], pages: 2, next: 'c2' });
    await from(fetch).loadMore();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c', 'd', 'e'], pages: 3, next: undefined, total: 5 });
    await from(fetch).loadMore();
    expect(cursors).toEqual([undefined, 'c1', 'c2']);
  });

  it('keeps a record once that moved to this page from the previous one', async () => {
    const { list, from } = openList();
    const { fetch } = serving({ first: page('a b', 'c1'), c1: page('b c') });
    await from(fetch).read();
    await from(fetch).loadMore();
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
  });

  it('keeps the rows and the cursor, with the fault, when it fails, and succeeds when repeated', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    const read = from(fetch).read();
    await settled();
    asked[0]?.answer(page('a b', 'c1', 3));
    await read;
    const more = from(fetch).loadMore();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b'] });
    await settled();
    asked[1]?.fail(late);
    await more;
    expect(list.state).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: late });
    const again = from(fetch).loadMore();
    await settled();
    asked[2]?.answer(page('c'));
    await again;
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c'], fault: undefined });
  });

  it('sends one request for concurrent calls', async () => {
    const { list, from } = openList();
    const { cursors, fetch } = serving({ first: page('a', 'c1'), c1: page('b', 'c2'), c2: page('c') });
    await from(fetch).read();
    await Promise.all([from(fetch).loadMore(), from(fetch).loadMore()]);
    expect(cursors).toEqual([undefined, 'c1']);
    expect(list.state.ids).toEqual(['a', 'b']);
  });
});

describe('CachedList.forget', () => {
  it('marks the list as unread, and drops the answer of a read in progress', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    const reading = from(fetch).read();
    await settled();
    list.forget();
    asked[0]?.answer(page('old', 'c1'));
    await reading;
    expect(list.state).toMatchObject({ status: 'unread', ids: [], next: undefined });
    await from(serving({ first: page('new') }).fetch).read();
    expect(list.state.ids).toEqual(['new']);
  });
});

describe('CachedList.reload', () => {
  it('keeps the state until as many pages have arrived as before', async () => {
    const { list, from } = openList();
    const { fetch } = serving({ first: page('a b', 'c1'), c1: page('c', 'c2') });
    await from(fetch).read();
    await from(fetch).loadMore();
    const { asked, fetch: slow } = byHand();
    const again = from(slow).reload();
    await settled();
    asked[0]?.answer(page('new a', 'c1', 9));
    await settled();
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
    expect(asked[1]?.cursor).toBe('c1');
    asked[1]?.answer(page('b c', 'c2', 9));
    await again;
    expect(asked).toHaveLength(2);
    expect(list.state).toEqual({
      status: 'ready',
      ids: ['new', 'a', 'b', 'c'],
      pages: 2,
      next: 'c2',
      total: 9,
      fault: undefined,
    });
  });

  it('stops at the last page', async () => {
    const { list, from } = openList();
    await from(serving({ first: page('a', 'c1') }).fetch).read();
    await from(serving({ c1: page('b') }).fetch).loadMore();
    await from(serving({ first: page('a') }).fetch).reload();
    expect(list.state).toMatchObject({ ids: ['a'], pages: 1, next: undefined });
  });

  it('keeps the rows, with the fault, when it fails', async () => {
    const { list, from } = openList();
    await from(serving({ first: page('a b', 'c1') }).fetch).read();
    await from(() => Promise.reject(new ApiError(broken))).reload();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b'], next: 'c1', fault: broken });
  });

  it('replaces a read in progress, and drops its late answer', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    const replaced = from(fetch).read();
    await settled();
    const again = from(fetch).reload();
    await settled();
    asked[1]?.answer(page('young'));
    await again;
    asked[0]?.answer(page('old'));
    await replaced;
    expect(list.state.ids).toEqual(['young']);
  });

  it('replaces a further page in progress, and drops its late fault', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    await from(serving({ first: page('a', 'c1') }).fetch).read();
    const more = from(fetch).loadMore();
    await settled();
    const again = from(fetch).reload();
    await settled();
    asked[0]?.fail(broken);
    await more;
    expect(list.state.fault).toBeUndefined();
    asked[1]?.answer(page('b'));
    await again;
    expect(list.state).toMatchObject({ ids: ['b'], fault: undefined });
  });
});

describe('CachedList.revalidate', () => {
  const readList = async () => {
    const { lists, list, from } = openList();
    await from(serving({ first: page('a b', 'c1', 3) }).fetch).read();
    await from(serving({ c1: page('c', undefined, 3) }).fetch).loadMore();
    return { lists, list, from };
  };

  it('adds new records and removes deleted ones, as far as the list had been read', async () => {
    const { list, from } = await readList();
    const { fetch, cursors } = serving({ first: page('new a', 'c1', 3), c1: page('c', undefined, 3) });
    await from(fetch).revalidate();
    expect(list.state).toMatchObject({ ids: ['new', 'a', 'c'], pages: 2 });
    expect(cursors).toEqual([undefined, 'c1']);
  });

  it('fires no event if nothing has changed', async () => {
    const { lists, from } = await readList();
    const told: ListKey[] = [];
    lists.onDidChange((key) => told.push(key));
    await from(serving({ first: page('a b', 'c1', 3), c1: page('c', undefined, 3) }).fetch).revalidate();
    expect(told).toEqual([]);
  });

  it('rejects with the fault when it fails, and leaves the list as it was', async () => {
    const { list, from } = await readList();
    const before = list.state;
    await expect(from(() => Promise.reject(new ApiError(broken))).revalidate()).rejects.toThrow(ApiError);
    expect(list.state).toBe(before);
  });

  it('drops its answer if the list was changed in the meantime', async () => {
    const { list, from } = await readList();
    const { asked, fetch } = byHand();
    const freshening = from(fetch).revalidate();
    await settled();
    list.remove(['a']);
    asked[0]?.answer(page('a b', 'c1', 3));
    await settled();
    asked[1]?.answer(page('c', undefined, 3));
    await freshening;
    expect(list.state.ids).toEqual(['b', 'c']);
  });

  it('sends nothing for a list that is unread or being read', async () => {
    const { from } = openList();
    const { asked, fetch } = byHand();
    await from(fetch).revalidate();
    expect(asked).toEqual([]);
    const reading = from(fetch).read();
    await settled();
    await from(fetch).revalidate();
    expect(asked).toHaveLength(1);
    asked[0]?.answer(page('a'));
    await reading;
  });
});

describe('CachedList.add', () => {
  it('puts the id first and increases the total', async () => {
    const { list, from } = openList();
    await from(serving({ first: page('a', undefined, 1) }).fetch).read();
    list.add('new');
    list.add('new');
    expect(list.state).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('does nothing for a list that has not been read', () => {
    const { list } = openList();
    list.add('new');
    expect(list.state).toMatchObject({ status: 'unread', ids: [] });
  });

  it('keeps the id when a page in progress arrives', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    await from(serving({ first: page('a', 'c1') }).fetch).read();
    const more = from(fetch).loadMore();
    await settled();
    list.add('new');
    asked[0]?.answer(page('b'));
    await more;
    expect(list.state.ids).toEqual(['new', 'a', 'b']);
  });

  it.each([
    ['the first read', false],
    ['a reload', true],
  ])('keeps the id after %s with an older answer', async (_what, isKnown) => {
    const { list, from } = openList();
    if (isKnown) await from(serving({ first: page('a', undefined, 1) }).fetch).read();
    const { asked, fetch } = byHand();
    const reading = isKnown ? from(fetch).reload() : from(fetch).read();
    await settled();
    list.add('new');
    asked[0]?.answer(page('a', undefined, 1));
    await reading;
    expect(list.state).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('counts the id once if the read in progress contains it', async () => {
    const { list, from } = openList();
    const { asked, fetch } = byHand();
    const reading = from(fetch).read();
    await settled();
    list.add('new');
    asked[0]?.answer(page('a new', undefined, 2));
    await reading;
    expect(list.state).toMatchObject({ ids: ['a', 'new'], total: 2 });
  });
});
