// Tests lists that are read page by page: their state after each response, and dropped responses.
import { describe, expect, it } from 'vitest';
import { ApiError, type Fault } from '../../../../src/client/apiError.ts';
import type { CachedList, IdPage } from '../../../../src/core/cache/lists/cachedList.ts';
import { type ListKey, listKeyText } from '../../../../src/core/cache/lists/listKey.ts';
import { loadRemainingPages, retryList } from '../../../../src/core/cache/lists/loadRemainingPages.ts';
import { FRESH_FOR_MS, isListUnsupported } from '../../../../src/core/cache/lists/pagedList.ts';
import { PagedLists } from '../../../../src/core/cache/lists/pagedLists.ts';
import { FakeClock, flushPromises } from '../../../support/clock.ts';

const serverError: Fault = { kind: 'serverError', status: 502, detail: 'Bad Gateway' };
const timeout: Fault = { kind: 'timeout', afterMs: 30_000 };

function page(ids: string, next?: string, total?: number): IdPage {
  return { ids: ids === '' ? [] : ids.split(' '), next, total };
}

const manyIds = (page: number): string => Array.from({ length: 10_000 }, (_, index) => `w${page}-${index}`).join(' ');

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

/** Fails the next request with the fault, and later requests with none. */
const onceFailing = (fault: Fault, fetch: FetchPage): FetchPage => {
  let hasFailed = false;
  return (cursor) => {
    if (hasFailed) return fetch(cursor);
    hasFailed = true;
    return Promise.reject(new ApiError(fault));
  };
};

/** An empty list of work items. `listFrom(fetch)` returns it, and makes it request pages with `fetch` from then on. */
function openList() {
  let fetch: FetchPage = () => Promise.reject(new Error('nothing is served'));
  const clock = new FakeClock();
  const lists = new PagedLists(clock);
  lists.defineLists('items', { fetch: (_owner, cursor) => fetch(cursor) });
  const list = lists.get({ of: 'items', owner: '' });
  const listFrom = (next: FetchPage): CachedList => {
    fetch = next;
    return list;
  };
  return { clock, lists, list, listFrom };
}

describe('CachedList.complete', () => {
  const noChanges = async (): Promise<void> => undefined;

  it('replaces the list, and drops the response to a request in progress', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    await listFrom(serverWith({ first: page('a b', 'c1', 9) }).fetch).read();
    const loadMorePromise = listFrom(fetch).loadMore();
    await flushPromises();
    list.setAllIds(['d', 'c', 'b'], noChanges);
    requests[0]?.respond(page('x', 'c2', 9));
    await loadMorePromise;
    expect(list.state).toMatchObject({ status: 'ready', ids: ['d', 'c', 'b'], next: undefined, total: 3 });
    expect(list.isSynchronized).toBe(true);
  });

  it('makes reload and revalidate call the passed function, and stores a fault of reload in the state', async () => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a', 'c1', 9) });
    listFrom(fetch);
    let callCount = 0;
    list.setAllIds(['b', 'a'], async () => {
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
    list.setAllIds(['b', 'a'], noChanges, 5);
    let eventCount = 0;
    list.onDidChange(() => {
      eventCount += 1;
    });
    list.setAllIds(['b', 'a'], noChanges, 5);
    expect(eventCount).toBe(0);
    list.setAllIds(['b', 'a'], noChanges);
    expect([eventCount, list.state.asOf]).toEqual([1, undefined]);
  });

  it('has no effect after the list is forgotten: the list is read page by page again', async () => {
    const { list, listFrom } = openList();
    list.setAllIds(['b', 'a'], noChanges);
    list.forget();
    await listFrom(serverWith({ first: page('a', 'c1', 9) }).fetch).read();
    expect([list.state.next, list.isSynchronized]).toEqual(['c1', false]);
  });
});

describe('CachedList.read', () => {
  it('changes the status from notLoaded to loading to ready, and fires an event for each change', async () => {
    const { lists, list, listFrom } = openList();
    const statuses: string[] = [];
    lists.onDidChange((key) => statuses.push(`${listKeyText(key)} ${lists.get(key).state.status}`));
    expect(list.state.status).toBe('notLoaded');
    const readPromise = listFrom(serverWith({ first: page('a b', 'c1', 3) }).fetch).read();
    expect(list.state.status).toBe('loading');
    await readPromise;
    expect(list.state).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: undefined });
    expect(statuses).toEqual(['items loading', 'items ready']);
  });

  it('sends one request for concurrent calls, and none once the list has been read', async () => {
    const { listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a') });
    await Promise.all([listFrom(fetch).read(), listFrom(fetch).read()]);
    await listFrom(fetch).read();
    expect(cursors).toEqual([undefined]);
  });

  it('stores the fault when the request fails, and sends another request on the next call', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    const readPromise = listFrom(fetch).read();
    await flushPromises();
    requests[0]?.fail(serverError);
    await readPromise;
    expect(list.state).toMatchObject({ status: 'failed', ids: [], fault: serverError });
    const secondRead = listFrom(fetch).read();
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
        .listFrom(() => Promise.reject(unexpectedError))
        .read(),
    ).rejects.toBe(unexpectedError);
  });

  it('does not affect other lists', async () => {
    const { lists, listFrom } = openList();
    await listFrom(serverWith({ first: page('a') }).fetch).read();
    expect(lists.get({ of: 'items', owner: 'other' }).state.status).toBe('notLoaded');
  });
});

describe('CachedList.readAll', () => {
  const twoPages = { first: page('a b', 'c1', 3), c1: page('c') };

  it('reads every page with one request for each, and shows them together', async () => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith(twoPages);
    const counts: number[] = [];
    list.onDidChange(() => counts.push(list.state.ids.length));
    listFrom(fetch);
    await Promise.all([list.readAll(), list.readAll()]);
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b', 'c'], next: undefined });
    expect(cursors).toEqual([undefined, 'c1']);
    expect(counts).toEqual([0, 3]);
  });

  it('continues a list whose first page has been read, and waits for a read in progress', async () => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith(twoPages);
    const firstRead = listFrom(fetch).read();
    await list.readAll();
    await firstRead;
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
    expect(cursors).toEqual([undefined, 'c1']);
  });

  it('sends nothing while the list is current, and reads all pages again when it is too old or has expired', async () => {
    const { clock, list, listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a') });
    await listFrom(fetch).readAll();
    clock.jumpBy(FRESH_FOR_MS - 1);
    await list.readAll();
    expect([cursors.length, list.isCurrent()]).toEqual([1, true]);
    clock.jumpBy(1);
    await list.readAll({ maxAge: Number.POSITIVE_INFINITY });
    expect([cursors.length, list.isCurrent(), list.isCurrent(2 * FRESH_FOR_MS)]).toEqual([1, false, true]);
    await list.readAll();
    expect(cursors).toHaveLength(2);
    list.expire();
    expect(list.isCurrent()).toBe(false);
    await list.readAll({ maxAge: Number.POSITIVE_INFINITY });
    expect(cursors).toHaveLength(3);
  });

  it('requests a list of an earlier run, whose ids stay until the response', async () => {
    const { list, listFrom } = openList();
    list.restore({ ...page('a'), pages: 1 }, 5);
    const readPromise = listFrom(serverWith({ first: page('b') }).fetch).readAll();
    expect([list.isCurrent(), list.state.ids]).toEqual([false, ['a']]);
    await readPromise;
    expect([list.state.ids, list.state.asOf]).toEqual([['b'], undefined]);
  });

  it('makes reload and revalidate read a list that has grown by a page to its end', async () => {
    const { list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a b') }).fetch).readAll();
    await listFrom(serverWith(twoPages).fetch).revalidate();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c'], next: undefined });
    await listFrom(serverWith({ ...twoPages, c1: page('d', 'c2'), c2: page('e') }).fetch).reload();
    expect(list.state.ids).toEqual(['a', 'b', 'd', 'e']);
  });

  it.each<[string, Fault]>([
    ['the server has no such route', { kind: 'notFound', isRouteMissing: true, detail: 'Page not found.' }],
    ['the plan of the workspace does not include the list', { kind: 'rejected', status: 402, detail: '', fields: {} }],
    [
      'the feature is disabled in the project',
      { kind: 'rejected', status: 400, detail: 'Module is not enabled', fields: {} },
    ],
  ])('makes the list unsupported if %s, and does not request it again', async (_why, fault) => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a') });
    listFrom(onceFailing(fault, fetch));
    await list.readAll();
    expect([isListUnsupported(list.state), list.state.ids, list.isCurrent()]).toEqual([true, [], true]);
    await list.readAll();
    expect(cursors).toEqual([]);
  });

  it('makes a loaded list unsupported, so that a disabled feature offers nothing', async () => {
    const { list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a') }).fetch).readAll();
    list.expire();
    await listFrom(() =>
      Promise.reject(new ApiError({ kind: 'rejected', status: 400, detail: 'Module is not enabled', fields: {} })),
    ).readAll();
    expect([isListUnsupported(list.state), list.state.ids]).toEqual([true, []]);
  });

  it.each<Fault>([
    serverError,
    timeout,
    { kind: 'notFound', isRouteMissing: false, detail: '' },
    { kind: 'rejected', status: 403, detail: '', fields: {} },
    { kind: 'invalidResponse', status: 200, detail: 'HTML' },
  ])('stores the fault $kind, keeps the ids of an expired list, and requests the list again', async (fault) => {
    const { list, listFrom } = openList();
    const { fetch } = serverWith({ first: page('a') });
    await listFrom(onceFailing(fault, fetch)).readAll();
    expect(list.state).toMatchObject({ status: 'failed', ids: [], fault });
    await list.readAll();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a'], fault: undefined });
    list.expire();
    await listFrom(onceFailing(fault, fetch)).readAll();
    expect([list.state.ids, list.state.fault, list.isCurrent()]).toEqual([['a'], fault, false]);
  });

  it('waits for a reload that takes its place, which also reads all pages', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    listFrom(fetch);
    const readPromise = list.readAll();
    await flushPromises();
    void list.reload();
    await flushPromises();
    requests[0]?.respond(page('old'));
    requests[1]?.respond(page('a', 'c1'));
    await flushPromises();
    requests[2]?.respond(page('b'));
    await readPromise;
    expect(list.state.ids).toEqual(['a', 'b']);
  });

  it('does not wait for a request of the background, whose response is dropped', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    listFrom(fetch);
    const background = list.readAll({ urgency: 'background' });
    await flushPromises();
    const readPromise = list.readAll();
    expect(list.readAll({ urgency: 'background' })).toBe(list.readAll());
    await flushPromises();
    expect(requests).toHaveLength(2);
    requests[1]?.respond(page('a'));
    await readPromise;
    requests[0]?.respond(page('old'));
    await background;
    expect(list.state.ids).toEqual(['a']);
  });

  it('fails with more records than a list may have, because an incomplete list would look complete', async () => {
    const { list, listFrom } = openList();
    let count = 0;
    await listFrom(async () => page(manyIds(++count), `c${count}`)).readAll();
    expect(list.state).toMatchObject({ status: 'failed', fault: { kind: 'invalidResponse' } });
  });
});

describe('CachedList.expireIfMissing', () => {
  it('expires the list once for each id that it does not contain', async () => {
    const { list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a') }).fetch).readAll();
    list.expireIfMissing(['a']);
    expect(list.isCurrent()).toBe(true);
    list.expireIfMissing(['a', 'gone']);
    expect(list.isCurrent()).toBe(false);
    await list.readAll();
    list.expireIfMissing(['gone']);
    expect(list.isCurrent()).toBe(true);
  });
});

describe('CachedList.loadMore', () => {
  it('sends the cursor of the previous page and appends the response, until there is no cursor', async () => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a b', 'c1', 5), c1: page('c d', 'c2', 5), c2: page('e') });
    await listFrom(fetch).read();
    await listFrom(fetch).loadMore();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c', 'd'], pages: 2, next: 'c2' });
    await listFrom(fetch).loadMore();
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c', 'd', 'e'], pages: 3, next: undefined, total: 5 });
    await listFrom(fetch).loadMore();
    expect(cursors).toEqual([undefined, 'c1', 'c2']);
  });

  it('adds no id twice when a record has moved from the previous page to the loaded page', async () => {
    const { list, listFrom } = openList();
    const { fetch } = serverWith({ first: page('a b', 'c1'), c1: page('b c') });
    await listFrom(fetch).read();
    await listFrom(fetch).loadMore();
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['cursors in a circle', (index: number) => page(`w${index}`, `c${index % 2}`), 3],
    ['new cursors and the same records', (index: number) => page('w0', `c${index}`), 30],
    ['new cursors and new records', (index: number) => page(manyIds(index), `c${index}`), 20],
  ])('ends a list for which the server sends %s for ever', async (_case, respond, maxRequests) => {
    let count = 0;
    const list = openList().listFrom(async () => respond(count++));
    await list.read();
    expect(await loadRemainingPages(list)).toBeUndefined();
    expect(count).toBeLessThanOrEqual(maxRequests);
    expect(list.state).toMatchObject({ status: 'ready', next: undefined, pages: count });
  });

  it('keeps the ids and the cursor and stores the fault when the request fails, and can be called again', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    const readPromise = listFrom(fetch).read();
    await flushPromises();
    requests[0]?.respond(page('a b', 'c1', 3));
    await readPromise;
    const loadMorePromise = listFrom(fetch).loadMore();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b'] });
    await flushPromises();
    requests[1]?.fail(timeout);
    await loadMorePromise;
    expect(list.state).toEqual({ status: 'ready', ids: ['a', 'b'], pages: 1, next: 'c1', total: 3, fault: timeout });
    const secondLoadMore = listFrom(fetch).loadMore();
    await flushPromises();
    requests[2]?.respond(page('c'));
    await secondLoadMore;
    expect(list.state).toMatchObject({ ids: ['a', 'b', 'c'], fault: undefined });
  });

  it('sends one request for concurrent calls', async () => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a', 'c1'), c1: page('b', 'c2'), c2: page('c') });
    await listFrom(fetch).read();
    await Promise.all([listFrom(fetch).loadMore(), listFrom(fetch).loadMore()]);
    expect(cursors).toEqual([undefined, 'c1']);
    expect(list.state.ids).toEqual(['a', 'b']);
  });
});

describe('CachedList.forget', () => {
  it('marks the list as not loaded, and drops the response to a request in progress', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    const readPromise = listFrom(fetch).read();
    await flushPromises();
    list.forget();
    requests[0]?.respond(page('old', 'c1'));
    await readPromise;
    expect(list.state).toMatchObject({ status: 'notLoaded', ids: [], next: undefined });
    await listFrom(serverWith({ first: page('new') }).fetch).read();
    expect(list.state.ids).toEqual(['new']);
  });
});

describe('CachedList.reload', () => {
  it('does not change the state until as many pages have arrived as were read before', async () => {
    const { list, listFrom } = openList();
    const { fetch } = serverWith({ first: page('a b', 'c1'), c1: page('c', 'c2') });
    await listFrom(fetch).read();
    await listFrom(fetch).loadMore();
    const { requests, fetch: manualFetch } = manualServer();
    const reloadPromise = listFrom(manualFetch).reload();
    await flushPromises();
    requests[0]?.respond(page('new a', 'c1', 9));
    await flushPromises();
    expect(list.state.ids).toEqual(['a', 'b', 'c']);
    expect(requests[1]?.cursor).toBe('c1');
    requests[1]?.respond(page('b c', 'c2', 9));
    await reloadPromise;
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
    const { list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a', 'c1') }).fetch).read();
    await listFrom(serverWith({ c1: page('b') }).fetch).loadMore();
    await listFrom(serverWith({ first: page('a') }).fetch).reload();
    expect(list.state).toMatchObject({ ids: ['a'], pages: 1, next: undefined });
  });

  it('keeps the ids and stores the fault when the request fails', async () => {
    const { list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a b', 'c1') }).fetch).read();
    await listFrom(() => Promise.reject(new ApiError(serverError))).reload();
    expect(list.state).toMatchObject({ status: 'ready', ids: ['a', 'b'], next: 'c1', fault: serverError });
  });

  it('replaces a read in progress, whose late response is dropped', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    const replacedRead = listFrom(fetch).read();
    await flushPromises();
    const reloadPromise = listFrom(fetch).reload();
    await flushPromises();
    requests[1]?.respond(page('young'));
    await reloadPromise;
    requests[0]?.respond(page('old'));
    await replacedRead;
    expect(list.state.ids).toEqual(['young']);
  });

  it('replaces a `loadMore` in progress, and ignores a fault if that `loadMore` fails later', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    await listFrom(serverWith({ first: page('a', 'c1') }).fetch).read();
    const loadMorePromise = listFrom(fetch).loadMore();
    await flushPromises();
    const reloadPromise = listFrom(fetch).reload();
    await flushPromises();
    requests[0]?.fail(serverError);
    await loadMorePromise;
    expect(list.state.fault).toBeUndefined();
    requests[1]?.respond(page('b'));
    await reloadPromise;
    expect(list.state).toMatchObject({ ids: ['b'], fault: undefined });
  });
});

describe('retryList', () => {
  it('requests the next page again if it failed to load', async () => {
    const { listFrom } = openList();
    await listFrom(serverWith({ first: page('a', 'c1') }).fetch).read();
    await listFrom(() => Promise.reject(new ApiError(serverError))).loadMore();
    const { cursors, fetch } = serverWith({ c1: page('b') });
    await retryList(listFrom(fetch));
    expect(cursors).toEqual(['c1']);
  });

  it('requests all pages again if the list failed to load, or failed to reload after its last page was read', async () => {
    const { list, listFrom } = openList();
    const { cursors, fetch } = serverWith({ first: page('a') });
    for (const retryCount of [1, 2]) {
      await listFrom(() => Promise.reject(new ApiError(serverError))).reload();
      expect(list.state.fault).toBe(serverError);
      await retryList(listFrom(fetch));
      expect([list.state.ids, list.state.fault, cursors.length]).toEqual([['a'], undefined, retryCount]);
    }
  });
});

describe('CachedList.revalidate', () => {
  const readList = async () => {
    const { lists, list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a b', 'c1', 3) }).fetch).read();
    await listFrom(serverWith({ c1: page('c', undefined, 3) }).fetch).loadMore();
    return { lists, list, listFrom };
  };

  it('adds new records and removes deleted records on the pages that have been read', async () => {
    const { list, listFrom } = await readList();
    const { fetch, cursors } = serverWith({ first: page('new a', 'c1', 3), c1: page('c', undefined, 3) });
    await listFrom(fetch).revalidate();
    expect(list.state).toMatchObject({ ids: ['new', 'a', 'c'], pages: 2 });
    expect(cursors).toEqual([undefined, 'c1']);
  });

  it('fires no event if nothing has changed', async () => {
    const { lists, listFrom } = await readList();
    const changedKeys: ListKey[] = [];
    lists.onDidChange((key) => changedKeys.push(key));
    await listFrom(serverWith({ first: page('a b', 'c1', 3), c1: page('c', undefined, 3) }).fetch).revalidate();
    expect(changedKeys).toEqual([]);
  });

  it('rejects with an ApiError when the request fails, and does not change the list', async () => {
    const { list, listFrom } = await readList();
    const before = list.state;
    await expect(listFrom(() => Promise.reject(new ApiError(serverError))).revalidate()).rejects.toThrow(ApiError);
    expect(list.state).toBe(before);
  });

  it('drops the response if the list has changed during the request', async () => {
    const { list, listFrom } = await readList();
    const { requests, fetch } = manualServer();
    const revalidatePromise = listFrom(fetch).revalidate();
    await flushPromises();
    list.remove(['a']);
    requests[0]?.respond(page('a b', 'c1', 3));
    await flushPromises();
    requests[1]?.respond(page('c', undefined, 3));
    await revalidatePromise;
    expect(list.state.ids).toEqual(['b', 'c']);
  });

  it('sends no request for a list that is loading or not loaded', async () => {
    const { listFrom } = openList();
    const { requests, fetch } = manualServer();
    await listFrom(fetch).revalidate();
    expect(requests).toEqual([]);
    const readPromise = listFrom(fetch).read();
    await flushPromises();
    await listFrom(fetch).revalidate();
    expect(requests).toHaveLength(1);
    requests[0]?.respond(page('a'));
    await readPromise;
  });
});

describe('CachedList.add', () => {
  it('adds the id at the start and increases the total', async () => {
    const { list, listFrom } = openList();
    await listFrom(serverWith({ first: page('a', undefined, 1) }).fetch).read();
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
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    await listFrom(serverWith({ first: page('a', 'c1') }).fetch).read();
    const loadMorePromise = listFrom(fetch).loadMore();
    await flushPromises();
    list.add('new');
    requests[0]?.respond(page('b'));
    await loadMorePromise;
    expect(list.state.ids).toEqual(['new', 'a', 'b']);
  });

  it.each([
    ['the first read', false],
    ['a reload', true],
  ])('keeps the id after %s whose response does not contain the id yet', async (_what, isReload) => {
    const { list, listFrom } = openList();
    if (isReload) await listFrom(serverWith({ first: page('a', undefined, 1) }).fetch).read();
    const { requests, fetch } = manualServer();
    const readPromise = isReload ? listFrom(fetch).reload() : listFrom(fetch).read();
    await flushPromises();
    list.add('new');
    requests[0]?.respond(page('a', undefined, 1));
    await readPromise;
    expect(list.state).toMatchObject({ ids: ['new', 'a'], total: 2 });
  });

  it('counts the id once if the response to a read in progress contains the id', async () => {
    const { list, listFrom } = openList();
    const { requests, fetch } = manualServer();
    const readPromise = listFrom(fetch).read();
    await flushPromises();
    list.add('new');
    requests[0]?.respond(page('a new', undefined, 2));
    await readPromise;
    expect(list.state).toMatchObject({ ids: ['a', 'new'], total: 2 });
  });
});
