// Tests what the background refresh requests for the work item of a visible page.
import { expect, it } from 'vitest';
import { visibleItem } from '../../../../src/core/sync/visibleItem.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, WEB_1 } from '../../../support/pageSetup.ts';

const setup = forEachTest(createSetup);

const commentRequests = () =>
  setup.proxy.requests.filter(({ method, path }) => method === 'GET' && path.includes('/comments/'));
const texts = () => setup.store.comments.list(WEB_1).state.ids.map((id) => setup.store.comments.get(id)?.comment_html);

const page = forEachTest(() => openPage(setup));

it('reads the comments of a page only if the work item has changed', async () => {
  const visible = visibleItem(setup.store, WEB_1);
  // The page has read both at the same time, so the comments may be older than the work item.
  await visible.revalidate(new AbortController().signal);
  const before = commentRequests().length;
  await visible.revalidate(new AbortController().signal);
  expect(commentRequests()).toHaveLength(before);
  expect(page.model.status).toBe('ready');
});

it('reads them also if the list of work items has brought the change before', async () => {
  const path = { project_id: WEB_1.project, work_item_id: WEB_1.id };
  await setup.client.call.createComment({ ...path, body: { comment_html: '<p>Meanwhile</p>' } });
  await setup.store.list({ of: 'items', owner: WEB_1.project }).reload();
  await flushPromises();
  await visibleItem(setup.store, WEB_1).revalidate(new AbortController().signal);
  expect(texts()).toContain('<p>Meanwhile</p>');
  expect(page.model.status).toBe('ready');
});
