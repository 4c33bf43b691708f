// Tests the page of a work item that only lists have read: it is shown at once, without a request.
import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { withoutDescription } from '../../../../src/core/cache/record.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { applyUpdate, INITIAL_RECEIVED_STATE } from '../../../../src/shell/page/model/receivedState.ts';
import type { PageModel } from '../../../../src/shell/protocol/messages.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, Page, WEB_1 } from '../../../support/pageSetup.ts';

const TITLE = 'Use the board with the keyboard alone';
const DESCRIPTION = { name: 'description_html', label: 'Description' };

const setup = forEachTest(createSetup);
beforeEach(async () => {
  await setup.store.resources.projects.readOne(WEB_1.project, '');
  const rows = { order_by: '-updated_at', cursor: undefined, withDescriptions: false, maxRows: 200 };
  await setup.store.syncedItemReader.read(WEB_1.project, rows, {});
});

function newPage(id = WEB_1.id): Page {
  const target = targetOf({ kind: 'workItem', within: WEB_1.project, id });
  return new Page(setup, setup.draftStore, () => setup.store, target);
}

async function firstModel(page: Page): Promise<PageModel | undefined> {
  const content = await page.recordPage.firstContent();
  return content === undefined ? undefined : applyUpdate(INITIAL_RECEIVED_STATE, content.update).model;
}

function patchBodies(): unknown[] {
  return setup.proxy.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body));
}

describe('The first update of the page of a work item', () => {
  it('that a list has read contains its title, state and fields, and needs no request', async () => {
    const requestCount = setup.proxy.requests.length;
    using page = newPage();
    const model = await firstModel(page);
    expect(model).toMatchObject({ status: 'ready', identifier: 'WEB-1', unloadedText: DESCRIPTION });
    expect(model?.problem).toBeUndefined();
    const field = (name: string) => model?.fields.find((view) => view.name === name);
    expect(field('name')?.value).toBe(TITLE);
    expect(field('state')?.choices?.map(({ label }) => label)).toEqual(['In Progress']);
    expect(field('assignees')?.choices?.map(({ label }) => label)).toEqual(['Ada Park (you)', 'Elif Aydin']);
    expect(field('description_html')).toBeUndefined();
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('contains the values of its draft', async () => {
    setup.draftStore.change(keyOf(WEB_1), 'WEB-1', () => ({ touched: { name: 'Begun yesterday' } }));
    await setup.draftStore.flush();
    using page = newPage();
    expect((await firstModel(page))?.fields[0]).toMatchObject({ value: 'Begun yesterday', touched: true });
  });

  it('contains a description that is loaded', async () => {
    const { project: project_id, id: work_item_id } = WEB_1;
    const description_html = `<p>${'x'.repeat(2_000)}</p>`;
    await setup.client.call.updateWorkItem({ project_id, work_item_id, body: { description_html } });
    (await openPage(setup)).recordPage.dispose();
    using page = newPage();
    const model = await firstModel(page);
    expect(model?.fields.find(({ name }) => name === 'description_html')?.value).toBe(description_html);
    expect(model?.unloadedText).toBeUndefined();
  });

  it('does not exist if nothing of the work item is known', async () => {
    using page = newPage('00000000-0000-4000-8000-000000000000');
    expect(await page.recordPage.firstContent()).toBeUndefined();
  });

  it('has a lower version than the update after the message ready, which contains all slices', async () => {
    using page = newPage();
    const first = await page.recordPage.firstContent();
    await page.send({ type: 'ready' });
    await flushPromises();
    const [shown] = page.postedMessages.filter((message) => message.type === 'show');
    expect(shown?.update).toMatchObject({ since: 0, slices: { record: { status: 'ready' } } });
    expect(shown?.update.version).toBeGreaterThan(first?.update.version ?? Number.POSITIVE_INFINITY);
  });
});

describe('The page of a work item that a list has read', () => {
  it('shows while the server is not reachable since when, once, and loads the description on Retry', async () => {
    setup.proxy.inject(() => true, { kind: 'closed' });
    using page = await openPage(setup);
    expect(page.model).toMatchObject({ status: 'ready', unloadedText: DESCRIPTION, problem: { retry: true } });
    expect(page.model.problem?.message).toMatch(
      /^The description could not be loaded\. .+\. Not reachable since \d.+\. The data shown is from \d.+ and may be out of date\.$/,
    );
    expect(page.model.comments).toMatchObject({ status: 'failed', items: [] });
    expect(page.model.comments.problem).toBeUndefined();
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(page.model.problem).toBeUndefined();
    expect(page.model.unloadedText).toBeUndefined();
    expect(page.field('description_html').value).not.toBe('');
    expect(page.model.comments.items).toHaveLength(4);
  });

  it('keeps what the user changes while the server is not reachable, and saves only that later', async () => {
    setup.proxy.inject(() => true, { kind: 'closed' });
    using page = await openPage(setup);
    await page.edit('name', 'Changed on the train');
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toMatch(/kept as a draft/);
    expect(page.field('name')).toMatchObject({ value: 'Changed on the train', touched: true });
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(patchBodies()).toEqual([{ name: 'Changed on the train' }]);
    expect(page.field('description_html').value).not.toBe('');
  });

  it('shows a description that the user has started to edit, in place of the one that is not loaded', async () => {
    const key = keyOf(WEB_1);
    setup.draftStore.change(key, 'WEB-1', () => ({ touched: { description_html: '<p>Mine</p>' } }));
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), { kind: 'closed' });
    using page = await openPage(setup);
    expect(page.model.unloadedText).toBeUndefined();
    expect(page.field('description_html')).toMatchObject({ value: '<p>Mine</p>', touched: true });
    expect(page.model.problem?.message).not.toContain('could not be loaded');
  });

  it('keeps a description that it has shown, and reads it again, if the cache drops it', async () => {
    using page = await openPage(setup);
    const description = page.field('description_html').value;
    const { records } = setup.store.resources.workItems;
    const record = records.confirmed(keyOf(WEB_1));
    if (record === undefined) throw new Error('The work item is not loaded');
    const countReads = (): number => setup.proxy.requests.filter(({ path }) => path.includes(`/${WEB_1.id}/?`)).length;
    const readCount = countReads();
    records.forget([keyOf(WEB_1)]);
    records.confirm([[keyOf(WEB_1), withoutDescription(record)]]);
    await flushPromises();
    expect(page.model.unloadedText).toBeUndefined();
    expect(page.field('description_html').value).toBe(description);
    await expect.poll(() => countReads()).toBe(readCount + 1);
  });
});
