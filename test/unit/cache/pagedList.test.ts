// Tests lists that are read page by page: their state after each response, and dropped responses.
import { describe, expect, it } from 'vitest';
import type { CachedList, IdPage } from '../../../src/cache/lists/cachedList.ts';
import { type ListKey, listKeyText } from '../../../src/cache/lists/listKey.ts';
import { retryList } from '../../../src/cache/lists/loadAll.ts';
import { PagedLists } from '../../../src/cache/lists/pagedLists.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';
import { flushPromises } from '../../support/clock.ts';

const serverError: Fault = { kind: 'serverError', status: 502, detail: 'Bad Gateway' };
const timeout: Fault = { kind: 'timeout', afterMs: 30_000 };

function page(ids: string, next?: string, total?: number): IdPage {
  return { ids: ids === '' ? [] : ids.split(' '), next, total };
}

/** A server whose responses the test sends one by one. */
function manualServer() {
  const requests: {
    readonly cursor: string | undefined;
    readonly respond: (page: IdPage) => void;
    readonly fail: (fault: Fault) => void;
  }[] = [];
  const fetch = (cursor: string | undefined): Promise<IdPage> =>
    new Promise((resolve, reject) => {
      requests.push({ cursor, respond: resolve, fail: (fault) => reject(new ApiError(fault)) });
    });
  return { requests, fetch };
}

/** A server that responds with the page for the requested cursor. */
function serverWith(pages: Record<string, IdPage>) {
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

/** An empty list of work items. `listFrom(fetch)` returns it, and makes it request pages with `fetch` from then on. */
function openList() {
  let fetch: FetchPage = () => Promise.reject(new Error('nothing is served'));
  const lists = new PagedLists();
  lists.defineLists('items', { fetch: (_owner, cursor) => fetch(cursor) });
  const list = lists.get({ of: 'items', owner: '' });
  const from = (next: FetchPage): CachedList => {
    fetch = next;
    return list;
  };
  return { lists, list, from };
}

describe('CachedList.complete', () => {
  const noChanges = async (): Promise<void> => undefined;

  it('replaces the list, and drops the response to a request in progress', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    await from(serverWith({ first: page('a b', 'c1', 9) }).fetch).read();
    const loadMorePromise = from(fetch).loadMore();
    await flushPromises();
    list.complete(['d', 'c', 'b'], noChanges);
    requests[0]?.respond(page('x', 'c2', 9));
    await loadMorePromise;
    expect(list.state).toMatchObject({ status: 'ready', ids: ['d', 'c', 'b'], next: undefined, total: 3 });
    expect(list.isSynchronized).toBe(true);
  });

  it('makes reload and revalidate call the passed function, and stores a fault of reload in the state', async () => {
    const { list, from } = openList();
    const { cursors, fetch } = serverWith({ first: page('a', 'c1', 9) });
    from(fetch);
    let callCount = 0;
    list.complete(['b', 'a'], async () => {
      callCount += 1;
      if (callCount === 3) throw new ApiError(serverError);
    });
    await list.reload();
    await list.revalidate();
    await list.reload();
    expect(list.state).toMatchObject({ ids: ['b', 'a'], fault: serverError });
    expect([callCount, cursors]).toEqual([3, []]);
  });

  it('fires no event if nothing has changed', () => {
    const { list } = openList();
    list.complete(['b', 'a'], noChanges, 5);
    let eventCount = 0;
    list.onDidChange(() => {
      eventCount += 1;
    });
    list.complete(['b', 'a'], noChanges, 5);
    expect(eventCount).toBe(0);
    list.complete(['b', 'a'], noChanges);
    expect([eventCount, list.state.asOf]).toEqual([1, undefined]);
  });

  it('has no effect after the list is forgotten: the list is read page by page again', async () => {
    const { list, from } = openList();
    list.complete(['b', 'a'], noChanges);
    list.forget();
    await from(serverWith({ first: page('a', 'c1', 9) }).fetch).read();
    expect([list.state.next, list.isSynchronized]).toEqual(['c1', false]);
  });
});

describe('CachedList.read', () => {
  it('changes the status from notLoaded to loading to ready, and fires an event for each change', async () => {
    const { lists, list, from } = openList();
    const statuses: string[] = [];
    lists.onDidChange((key) => statuses.push(`${listKeyText(key)} ${lists.get(key).state.status}`));
    expect(list.state.status).toBe('notLoaded');
    const read = from(serverWith({ first: page('a b', 'c1', 3) }).fetch).read();
    expect(list.state.status).toBe('loading');
    await read;
    expect(list.state).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: undefined });
    expect(statuses).toEqual(['items loading', 'items ready']);
  });

  it('sends one request for concurrent calls, and none once the list has been read', async () => {
    const { from } = openList();
    const { cursors, fetch } = serverWith({ first: page('a') });
    await Promise.all([from(fetch).read(), from(fetch).read()]);
    await from(fetch).read();
    expect(cursors).toEqual([undefined]);
  });

  it('stores the fault when the request fails, and sends another request on the next call', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    const read = from(fetch).read();
    await flushPromises();
    requests[0]?.fail(serverError);
    await read;
    expect(list.state).toMatchObject({ status: 'failed', ids: [], fault: serverError });
    const secondRead = from(fetch).read();
    expect(list.state).toMatchObject({ status: 'loading', fault: undefined });
    await flushPromises();
    requests[1]?.respond(page('a'));
    await secondRead;
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a'], fault: undefined });
  });

  it('rejects with an unexpected error itself, not with an ApiError', async () => {
    const unexpectedError = new TypeError('a defect');
    await expect(
      openList()
        .from(() => Promise.reject(unexpectedError))
        .read(),
    ).rejects.toBe(unexpectedError);
  });

  it('does not affect other lists', async () => {
    const { lists, from } = openList();
    await from(serverWith({ first: page('a') }).fetch).read();
    expect(lists.get({ of: 'items', owner: 'other' }).state.status).toBe('notLoaded');
  });
});

describe('CachedList.loadMore', () => {
  it('sends the cursor of the previous page and appends the response, until there is no cursor', async () => {
    const { list, from } = openList();
    const { cursors, fetch } = serverWith({ first: page('a b', 'c1', 5), c1: page('c d', 'c2', 5), c2: page('e') });
    await from(fetch).read();
    await from(fetch).loadMore();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c', 'd'], pages: 2, next: 'c2' });
    await from(fetch).loadMore();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c', 'd', 'e'], pages: 3, next: undefined, total: 5 });
    await from(fetch).loadMore();
    expect(cursors).toEqual([undefined, 'c1', 'c2']);
  });

  it('adds no id twice when a record has moved from the previous page to the loaded page', async () => {
    const { list, from } = openList();
    const { fetch } = serverWith({ first: page('a b', 'c1'), c1: page('b c') });
    await from(fetch).read();
    await from(fetch).loadMore();
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
  });

  it('keeps the ids and the cursor and stores the fault when the request fails, and can be called again', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    const read = from(fetch).read();
    await flushPromises();
    requests[0]?.respond(page('a b', 'c1', 3));
    await read;
    const loadingMore = from(fetch).loadMore();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b'] });
    await flushPromises();
    requests[1]?.fail(timeout);
    await loadingMore;
    expect(list.state).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: timeout });
    const secondRead = from(fetch).loadMore();
    await flushPromises();
    requests[2]?.respond(page('c'));
    await secondRead;
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c'], fault: undefined });
  });

  it('sends one request for concurrent calls', async () => {
    const { list, from } = openList();
    const { cursors, fetch } = serverWith({ first: page('a', 'c1'), c1: page('b', 'c2'), c2: page('c') });
    await from(fetch).read();
    await Promise.all([from(fetch).loadMore(), from(fetch).loadMore()]);
    expect(cursors).toEqual([undefined, 'c1']);
    expect(list.state.ids).toEqual(['a', 'b']);
  });
});

describe('CachedList.forget', () => {
  it('marks the list as not loaded, and drops the response to a request in progress', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    const readPromise = from(fetch).read();
    await flushPromises();
    list.forget();
    requests[0]?.respond(page('old', 'c1'));
    await readPromise;
    expect(list.state).toMatchObject({ status: 'notLoaded', ids: [], next: undefined });
    await from(serverWith({ first: page('new') }).fetch).read();
    expect(list.state.ids).toEqual(['new']);
  });
});

describe('CachedList.reload', () => {
  it('does not change the state until as many pages have arrived as were read before', async () => {
    const { list, from } = openList();
    const { fetch } = serverWith({ first: page('a b', 'c1'), c1: page('c', 'c2') });
    await from(fetch).read();
    await from(fetch).loadMore();
    const { requests, fetch: manualFetch } = manualServer();
    const secondRead = from(manualFetch).reload();
    await flushPromises();
    requests[0]?.respond(page('new a', 'c1', 9));
    await flushPromises();
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
    expect(requests[1]?.cursor).toBe('c1');
    requests[1]?.respond(page('b c', 'c2', 9));
    await secondRead;
    expect(requests).toHaveLength(2);
    expect(list.state).toEqual({
      status: 'ready',
      ids: ['new', 'a', 'b', 'c'],
      pages: 2,
      next: 'c2',
      total: 9,
      fault: undefined,
    });
  });

  it('stops at the last page, even if more pages were read before', async () => {
    const { list, from } = openList();
    await from(serverWith({ first: page('a', 'c1') }).fetch).read();
    await from(serverWith({ c1: page('b') }).fetch).loadMore();
    await from(serverWith({ first: page('a') }).fetch).reload();
    expect(list.state).toMatchObject({ ids: ['a'], pages: 1, next: undefined });
  });

  it('keeps the ids and stores the fault when the request fails', async () => {
    const { list, from } = openList();
    await from(serverWith({ first: page('a b', 'c1') }).fetch).read();
    await from(() => Promise.reject(new ApiError(serverError))).reload();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b'], next: 'c1', fault: serverError });
  });

  it('replaces a read in progress, whose late response is dropped', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    const replacedRead = from(fetch).read();
    await flushPromises();
    const secondRead = from(fetch).reload();
    await flushPromises();
    requests[1]?.respond(page('young'));
    await secondRead;
    requests[0]?.respond(page('old'));
    await replacedRead;
    expect(list.state.ids).toEqual(['young']);
  });

  it('replaces a `loadMore` in progress, and ignores a fault if that `loadMore` fails later', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    await from(serverWith({ first: page('a', 'c1') }).fetch).read();
    const loadingMore = from(fetch).loadMore();
    await flushPromises();
    const secondRead = from(fetch).reload();
    await flushPromises();
    requests[0]?.fail(serverError);
    await loadingMore;
    expect(list.state.fault).toBeUndefined();
    requests[1]?.respond(page('b'));
    await secondRead;
    expect(list.state).toMatchObject({ ids: ['b'], fault: undefined });
  });
});

describe('retryList', () => {
  it('requests the next page again if it failed to load', async () => {
    const { from } = openList();
    await from(serverWith({ first: page('a', 'c1') }).fetch).read();
    await from(() => Promise.reject(new ApiError(serverError))).loadMore();
    const { cursors, fetch } = serverWith({ c1: page('b') });
    await retryList(from(fetch));
    expect(cursors).toEqual(['c1']);
  });

  it('requests all pages again if the list failed to load, or failed to reload after its last page was read', async () => {
    const { list, from } = openList();
    const { cursors, fetch } = serverWith({ first: page('a') });
    for (const retryCount of [1, 2]) {
      await from(() => Promise.reject(new ApiError(serverError))).reload();
      expect(list.state.fault).toBe(serverError);
      await retryList(from(fetch));
      expect([list.state.ids, list.state.fault, cursors.length]).toEqual([['a'], undefined, retryCount]);
    }
  });
});

describe('CachedList.revalidate', () => {
  const readList = async () => {
    const { lists, list, from } = openList();
    await from(serverWith({ first: page('a b', 'c1', 3) }).fetch).read();
    await from(serverWith({ c1: page('c', undefined, 3) }).fetch).loadMore();
    return { lists, list, from };
  };

  it('adds new records and removes deleted records on the pages that have been read', async () => {
    const { list, from } = await readList();
    const { fetch, cursors } = serverWith({ first: page('new a', 'c1', 3), c1: page('c', undefined, 3) });
    await from(fetch).revalidate();
    expect(list.state).toMatchObject({ ids: ['new', 'a', 'c'], pages: 2 });
    expect(cursors).toEqual([undefined, 'c1']);
  });

  it('fires no event if nothing has changed', async () => {
    const { lists, from } = await readList();
    const changedKeys: ListKey[] = [];
    lists.onDidChange((key) => changedKeys.push(key));
    await from(serverWith({ first: page('a b', 'c1', 3), c1: page('c', undefined, 3) }).fetch).revalidate();
    expect(changedKeys).toEqual([]);
  });

  it('rejects with an ApiError when the request fails, and does not change the list', async () => {
    const { list, from } = await readList();
    const before = list.state;
    await expect(from(() => Promise.reject(new ApiError(serverError))).revalidate()).rejects.toThrow(ApiError);
    expect(list.state).toBe(before);
  });

  it('drops the response if the list has changed during the request', async () => {
    const { list, from } = await readList();
    const { requests, fetch } = manualServer();
    const revalidatePromise = from(fetch).revalidate();
    await flushPromises();
    list.remove(['a']);
    requests[0]?.respond(page('a b', 'c1', 3));
    await flushPromises();
    requests[1]?.respond(page('c', undefined, 3));
    await revalidatePromise;
    expect(list.state.ids).toEqual(['b', 'c']);
  });

  it('sends no request for a list that is loading or not loaded', async () => {
    const { from } = openList();
    const { requests, fetch } = manualServer();
    await from(fetch).revalidate();
    expect(requests).toEqual([]);
    const reading = from(fetch).read();
    await flushPromises();
    await from(fetch).revalidate();
    expect(requests).toHaveLength(1);
    requests[0]?.respond(page('a'));
    await reading;
  });
});

describe('CachedList.add', () => {
  it('adds the id at the start and increases the total', async () => {
    const { list, from } = openList();
    await from(serverWith({ first: page('a', undefined, 1) }).fetch).read();
    list.add('new');
    list.add('new');
    expect(list.state).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('does nothing for a list that has not been read', () => {
    const { list } = openList();
    list.add('new');
    expect(list.state).toMatchObject({ status: 'notLoaded', ids: [] });
  });

  it('keeps the id when the response to a `loadMore` in progress arrives', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    await from(serverWith({ first: page('a', 'c1') }).fetch).read();
    const loadingMore = from(fetch).loadMore();
    await flushPromises();
    list.add('new');
    requests[0]?.respond(page('b'));
    await loadingMore;
    expect(list.state.ids).toEqual(['new', 'a', 'b']);
  });

  it.each([
    ['the first read', false],
    ['a reload', true],
  ])('keeps the id after %s whose response does not contain the id yet', async (_what, isKnown) => {
    const { list, from } = openList();
    if (isKnown) await from(serverWith({ first: page('a', undefined, 1) }).fetch).read();
    const { requests, fetch } = manualServer();
    const reading = isKnown ? from(fetch).reload() : from(fetch).read();
    await flushPromises();
    list.add('new');
    requests[0]?.respond(page('a', undefined, 1));
    await reading;
    expect(list.state).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('counts the id once if the response to a read in progress contains the id', async () => {
    const { list, from } = openList();
    const { requests, fetch } = manualServer();
    const reading = from(fetch).read();
    await flushPromises();
    list.add('new');
    requests[0]?.respond(page('a new', undefined, 2));
    await reading;
    expect(list.state).toMatchObject({ ids: ['a', 'new'], total: 2 });
  });
});
