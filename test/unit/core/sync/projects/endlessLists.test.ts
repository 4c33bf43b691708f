// Tests that the background sync of a project ends, whatever pages and totals the server sends.
import { expect, it, onTestFinished } from 'vitest';
import { matchRequest } from '../../../../support/faultProxy.ts';
import {
  createSyncFixture,
  itemsInCache,
  itemsOnServer,
  SETTINGS,
  type SyncFixture,
  valuesById,
} from '../../../../support/syncFixture.ts';

const MINUTE = 60_000;

interface ListPage {
  readonly results: readonly { readonly id: string }[];
  readonly [field: string]: unknown;
}

type ChangePage = (page: ListPage, count: number, items: ListPage['results']) => object;

const ENDLESS_LISTS: readonly [string, ChangePage][] = [
  [
    'new work items',
    (page, count, [template]) => ({
      ...page,
      results: Array.from({ length: 100 }, (_, index) => ({
        ...template,
        id: `made-up-${count}-${index}`,
        updated_at: new Date(Date.UTC(2027, 0, 1) - count * 1000).toISOString(),
      })),
      next_page_results: true,
      next_cursor: `100:${count}:0`,
      total_results: 50,
    }),
  ],
  ['two cursors in turn', (page, count) => ({ ...page, next_page_results: true, next_cursor: `100:${count % 2}:0` })],
  ['the same cursor and total', (page) => ({ ...page, next_page_results: true, next_cursor: '100:1:0' })],
  ['the first page', (page, count) => ({ ...page, next_page_results: true, next_cursor: `100:0:${count}` })],
  ['totals that differ by one', (page, count) => ({ ...page, total_results: 350 - (count % 2) })],
  ['totals that differ by much', (page, count) => ({ ...page, total_results: 350 - 300 * (count % 2) })],
];

async function openFixture(items: number): Promise<SyncFixture> {
  const fixture = await createSyncFixture({ kind: 'scale', items });
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  return fixture;
}

function changeLists(fixture: SyncFixture, change: ChangePage): void {
  let count = 0;
  let firstResults: ListPage['results'] | undefined;
  fixture.proxy.inject(matchRequest('GET', '/work-items/'), {
    kind: 'changed',
    change: (body) => {
      count += 1;
      const page = JSON.parse(body) as ListPage;
      if (page.results.length > 1) firstResults ??= page.results;
      return JSON.stringify(change(page, count, firstResults ?? page.results));
    },
  });
}

it.each(ENDLESS_LISTS)('The first scan ends if the server sends %s for ever', async (_case, change) => {
  const fixture = await openFixture(350);
  const window = fixture.openWindow({ settings: { ...SETTINGS, maxWorkItems: 400 } });
  changeLists(fixture, change);
  window.start();
  await fixture.passTime(4 * MINUTE);
  const requestCount = fixture.listRequests().length;
  expect(requestCount).toBeLessThan(70);
  expect(window.store.sync.get(fixture.project)?.status).not.toBe('reading');
  await fixture.passTime(MINUTE / 2);
  // At most a project that failed is tried again.
  expect(fixture.listRequests().length - requestCount).toBeLessThan(3);
  fixture.proxy.removeFaults();
  fixture.clock.jumpBy(25 * 60 * MINUTE);
  await fixture.passTime(10 * MINUTE);
  expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
});

it.each(ENDLESS_LISTS)('A check for changes ends if the server sends %s for ever', async (_case, change) => {
  const fixture = await openFixture(350);
  const window = fixture.openWindow({ settings: { ...SETTINGS, maxWorkItems: 400 } });
  window.start();
  await fixture.passTime(MINUTE);
  const items = await itemsOnServer(fixture);
  await fixture.clock.advance(1000);
  for (const { id } of items.slice(0, 150))
    await fixture.server.ask('PATCH', `projects/${fixture.project}/work-items/${id}/`, { body: { name: 'Changed' } });
  changeLists(fixture, change);
  const requestCount = fixture.listRequests().length;
  await fixture.passTime(20 * MINUTE);
  expect(fixture.listRequests().length - requestCount).toBeLessThan(4 * 25);
  fixture.proxy.removeFaults();
  fixture.clock.jumpBy(25 * 60 * MINUTE);
  await fixture.passTime(10 * MINUTE);
  expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
});

it('A server whose totals differ by one ends with the complete list', async () => {
  const fixture = await openFixture(350);
  const window = fixture.openWindow();
  changeLists(fixture, (page, count) => ({ ...page, total_results: 350 - (count % 2) }));
  window.start();
  await fixture.passTime(2 * MINUTE);
  expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
});
