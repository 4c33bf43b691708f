// Counts the requests that opening the page of a work item takes, by what is known before.
import { beforeEach, describe, expect, it } from 'vitest';
import { itemPathParameters, keyOf } from '../../../../src/core/cache/address.ts';
import { FRESH_FOR_MS } from '../../../../src/core/cache/lists/pagedList.ts';
import { parseSnapshot, restoreSnapshot, takeSnapshot } from '../../../../src/core/cache/store/snapshot.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, WEB_1 } from '../../../support/pageSetup.ts';

const setup = forEachTest(createSetup);

/** Opens the page, and the sections below the text, which a page asks for when it shows them. */
async function open(store: Store): Promise<readonly string[]> {
  const requestCount = setup.proxy.requests.length;
  using page = await openPage(setup, { store: () => store });
  await page.send({ type: 'showLinked' });
  await flushPromises();
  expect(page.model).toMatchObject({ status: 'ready', identifier: 'WEB-1' });
  expect(page.model.comments.items.length).toBeGreaterThan(0);
  return setup.proxy.requests.slice(requestCount).map(({ path }) => nameOfPath(path));
}

/** Returns the last name in the path that is not an id: `projects`, `work-items`, `comments`, … */
function nameOfPath(path: string): string {
  const names = path.replace(/\?.*$/, '').split('/');
  return names.findLast((name) => /^[a-z-]+$/.test(name)) ?? '';
}

const readProjects = (store: Store) => store.resources.projects.list().read();
const readRows = (store: Store) => store.list({ of: 'items', owner: WEB_1.project }).read();
const readModules = (store: Store) => store.resources.modules.readAll(WEB_1.project);

describe('Opening the page of a work item', () => {
  const LINKED = ['links', 'relations'];

  it.each<[string, (store: Store) => Promise<unknown>, readonly string[]]>([
    ['nothing is known', async () => undefined, ['comments', 'modules', 'projects', 'work-items', ...LINKED]],
    ['its project is known', readProjects, ['comments', 'modules', 'work-items', ...LINKED]],
    [
      'its row is known, too',
      (store) => readProjects(store).then(() => readRows(store)),
      ['comments', 'modules', 'work-items', ...LINKED],
    ],
    [
      'the names of its modules are known, too',
      (store) => Promise.all([readProjects(store), readRows(store), readModules(store)]),
      ['comments', 'work-items', ...LINKED],
    ],
    ['it was open before', (store) => readProjects(store).then(() => open(store)), ['comments', 'work-items']],
    ['its row was known, and it was open before', (store) => readRows(store).then(() => open(store)), ['work-items']],
  ])('takes these requests if %s', async (_known, prepare, requests) => {
    const store = new Store(setup.client, setup.clock);
    await prepare(store);
    expect((await open(store)).toSorted()).toEqual(requests.toSorted());
  });

  it('takes no request for the project and the names of its modules if an earlier run has read them', async () => {
    const earlierStore = new Store(setup.client, setup.clock);
    await Promise.all([readProjects(earlierStore), readModules(earlierStore)]);
    const store = new Store(setup.client, setup.clock);
    const snapshot = parseSnapshot(JSON.parse(JSON.stringify(takeSnapshot(earlierStore, setup.clock.now()))));
    if (snapshot !== undefined) restoreSnapshot(store, snapshot);
    expect((await open(store)).toSorted()).toEqual(['comments', 'work-items', ...LINKED].toSorted());
  });

  describe('whose comments were read shortly before', () => {
    let store: Store;
    beforeEach(async () => {
      store = new Store(setup.client, setup.clock);
      await Promise.all([readProjects(store), readRows(store)]);
      await open(store);
    });

    it('takes another request if the work item has a new comment, and shows it', async () => {
      const { id } = await setup.client.call.createComment({
        ...itemPathParameters(keyOf(WEB_1)),
        body: { comment_html: '<p>New</p>' },
      });
      expect(await open(store)).toEqual(['work-items', 'comments']);
      expect(store.comments.list(WEB_1).state.ids).toContain(id);
      expect(await open(store)).toEqual(['work-items']);
    });

    it('takes another request after five minutes, and after Refresh', async () => {
      await setup.clock.advance(FRESH_FOR_MS);
      expect((await open(store)).toSorted()).toEqual(['comments', 'work-items', ...LINKED].toSorted());
      const requestCount = setup.proxy.requests.length;
      using page = await openPage(setup, { store: () => store });
      await page.send({ type: 'reload' });
      await flushPromises();
      const names = setup.proxy.requests.slice(requestCount).map(({ path }) => nameOfPath(path));
      expect(names.filter((name) => name === 'comments')).toHaveLength(1);
    });
  });
});
