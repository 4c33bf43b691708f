// Tests how many requests are sent to check whether several work items of a project have changed.
import { beforeEach, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { revalidateItems } from '../../../../src/core/cache/changes/revalidateItems.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const webItem = (number: number): ItemAddress => ({ project: WEB_PROJECT_ID, id: sample.workItem('WEB', number) });
const ITEMS = [webItem(2), webItem(4), webItem(5)];

let store: Store;
let requestCountBefore: number;
const setup = forAllTests(createSetup);
beforeEach(async () => {
  setup.proxy.removeFaults();
  store = new Store(setup.client, setup.clock);
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  requestCountBefore = setup.proxy.requests.length;
});

const requestCount = () => setup.proxy.requests.length - requestCountBefore;

/** Makes the server respond to the next list request with WEB-1, WEB-3 and so on, changed at these times. */
async function setPage(...times: readonly Date[]): Promise<void> {
  const results = await Promise.all(
    times.map(async (updatedAt, index) => ({
      ...(await setup.client.call.getWorkItem({
        project_id: WEB_PROJECT_ID,
        work_item_id: webItem(1 + 2 * index).id,
      })),
      updated_at: updatedAt.toISOString(),
    })),
  );
  const page = { results, next_page_results: false };
  setup.proxy.inject(matchRequest('GET', '/work-items/'), answerWith(200, page), 1);
  requestCountBefore = setup.proxy.requests.length;
}

it('revalidateItems requests no work item if the page of latest changes reaches back far enough', async () => {
  await setPage(new Date(0));
  await revalidateItems(store, ITEMS);
  expect(requestCount()).toBe(1);
});

it('revalidateItems requests every work item if the page of latest changes does not reach back far enough', async () => {
  const changes = ITEMS.map((item) => Date.parse(store.item(item)?.updated_at ?? ''));
  await setPage(new Date(Math.max(...changes, Date.now()) + 60_000));
  await revalidateItems(store, ITEMS);
  expect(requestCount()).toBe(1 + ITEMS.length);
});

it('revalidateItems requests every work item if the server has not ordered the page by the latest changes', async () => {
  await setPage(new Date(0), new Date(1000));
  await revalidateItems(store, ITEMS);
  expect(requestCount()).toBe(1 + ITEMS.length);
});
