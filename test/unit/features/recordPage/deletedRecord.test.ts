// Tests the page of a record that is deleted on the server while the page is open.
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';

const KEY = targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }).key;
const LOCATION = { kind: 'workItem', within: WEB_1.project } as const;
const NEW_KEY = newRecordTarget(LOCATION).key;

const setup = forEachTest(createSetup);

/** Deletes WEB-1 as another user. */
const deleteItem = () => setup.otherStore().resources.workItems.remove(WEB_1.id, WEB_1.project);
const refresh = async (page: Page) => {
  await page.send({ type: 'reload' });
  await flushPromises();
};

describe('The page of a work item that was deleted on the server', () => {
  it('shows a message and the previous values without controls after a refresh', async () => {
    using page = await openPage(setup);
    const name = page.field('name').value;
    const list = setup.store.resources.workItems.list(WEB_1.project);
    await list.read();
    expect(list.state.ids).toContain(WEB_1.id);
    await deleteItem();
    await refresh(page);
    expect(page.model).toMatchObject({
      status: 'ready',
      identifier: 'WEB-1',
      deletion: { message: 'This work item was deleted.', hasUnsentText: false },
      hasComments: false,
      actions: [],
    });
    expect(page.model.problem).toBeUndefined();
    expect(list.state.ids).not.toContain(WEB_1.id);
    expect(page.field('name').value).toBe(name);
    expect(page.model.fields.every(({ readOnly }) => readOnly === true)).toBe(true);
  });

  it('shows a message when a save finds no work item, and keeps the typed text as a draft', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'A better name');
    await deleteItem();
    await setup.whileTimePasses(page.send({ type: 'save' }));
    await flushPromises();
    expect(page.model.deletion).toEqual({
      message: 'This work item was deleted. Your text is kept as a draft.',
      hasUnsentText: true,
    });
    expect(page.field('name')).toMatchObject({ value: 'A better name', touched: true });
    expect(page.model.groups).toEqual([]);
    expect(setup.draftStore.get(KEY)?.touched).toEqual({ name: 'A better name' });
  });

  it('shows a message when the background synchronization has detected the deletion', async () => {
    using page = await openPage(setup);
    await page.edit('description_html', '<p>Half a text</p>');
    await deleteItem();
    setup.store.resources.workItems.records.forget([keyOf(WEB_1)]);
    await page.waitUntil(({ deletion }) => deletion !== undefined);
    expect(page.model).toMatchObject({ status: 'ready', identifier: 'WEB-1' });
    expect(page.field('description_html').value).toBe('<p>Half a text</p>');
  });

  it('shows the title and the edited fields of the draft if the work item was never loaded', async () => {
    setup.draftStore.change(KEY, 'WEB-1 The old name', () => ({
      touched: { priority: 'low' },
      base: { priority: 'high' },
    }));
    await deleteItem();
    using page = await openPage(setup);
    expect(page.model.deletion?.hasUnsentText).toBe(true);
    expect(page.model.fields.map(({ name, value }) => [name, value])).toEqual([
      ['name', 'The old name'],
      ['priority', 'low'],
    ]);
  });

  it('provides all unsent text without markup for copying', async () => {
    using page = await openPage(setup);
    await page.edit('description_html', '<p>Half a <strong>text</strong></p>');
    await page.send({ type: 'compose', html: '<p>A comment</p>', access: 'INTERNAL' });
    await deleteItem();
    await refresh(page);
    expect(page.recordPage.unsentText).toBe('Half a text\n\nA comment');
  });
});

describe('A page whose record was removed from the cache', () => {
  it('reads the record again, and shows no deletion if the record still exists', async () => {
    using page = await openPage(setup);
    const messageCount = page.receivedMessages.length;
    setup.store.resources.workItems.records.forget([keyOf(WEB_1)]);
    await flushPromises();
    await setup.whileTimePasses(page.waitUntil(() => setup.store.item(WEB_1) !== undefined));
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'ready', identifier: 'WEB-1' });
    expect(page.model.deletion).toBeUndefined();
    const statuses = page.receivedMessages
      .slice(messageCount)
      .map((message) => 'model' in message && message.model.status);
    expect(statuses).not.toContain('loading');
  });
});

describe('Create Again', () => {
  const page = forEachTest(() => openPage(setup));

  it('moves the values of the deleted work item and the unsent edits to the draft of a new work item', async () => {
    const [labels, priority] = [page.field('labels').value, page.field('priority').value];
    await page.edit('name', 'A better name');
    await deleteItem();
    await refresh(page);
    expect(await page.recordPage.startFromDeleted()).toEqual({ location: LOCATION, hasUnsentDraft: false });
    expect(setup.draftStore.get(NEW_KEY)?.touched).toMatchObject({ name: 'A better name', labels, priority });
    expect(setup.draftStore.get(KEY)?.touched ?? {}).toEqual({});
    await flushPromises();
    expect(page.model.deletion?.hasUnsentText).toBe(false);
  });

  it('leads to a new work item with the edited title when the user saves the new page', async () => {
    await page.edit('name', 'A better name');
    await deleteItem();
    await refresh(page);
    await page.recordPage.startFromDeleted();
    using newPage = await openPage(setup, { target: newRecordTarget(LOCATION) });
    await setup.whileTimePasses(newPage.send({ type: 'save' }));
    const [created] = newPage.createdAddresses;
    expect(setup.store.item({ project: WEB_1.project, id: created?.id ?? '' })?.name).toBe('A better name');
  });

  it('changes no draft if the project already has the draft of a new work item', async () => {
    await page.edit('name', 'A better name');
    await deleteItem();
    await refresh(page);
    setup.draftStore.change(NEW_KEY, 'New Work Item', () => ({ touched: { name: 'Another one' } }));
    expect(await page.recordPage.startFromDeleted()).toEqual({ location: LOCATION, hasUnsentDraft: true });
    expect(setup.draftStore.get(NEW_KEY)?.touched).toEqual({ name: 'Another one' });
    expect(setup.draftStore.get(KEY)?.touched).toEqual({ name: 'A better name' });
  });
});

describe('The fields of a page, if the access token has no permission to write,', () => {
  const page = forEachTest(() => openPage(setup));

  const FORBIDDEN = answerWith(403, { detail: 'The token lacks the scope projects.work_items:write.' });

  it('are read-only after the first rejected save, except for the edited fields', async () => {
    await page.edit('name', 'A better name');
    setup.proxy.inject(matchRequest('PATCH', '/'), FORBIDDEN);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    await flushPromises();
    expect(page.field('name')).toMatchObject({ touched: true });
    expect(page.field('name').readOnly).toBeUndefined();
    expect(page.field('state').readOnly).toBe(true);
    expect(page.model.readOnlyReason).toBe('Read-only: the access token does not permit changes.');
  });

  it('are on a page without controls that write, change or delete comments', async () => {
    await page.send({ type: 'compose', html: '<p>A comment</p>', access: 'INTERNAL' });
    await setup.whileTimePasses(page.send({ type: 'sendComment' }));
    await flushPromises();
    expect(page.model.isCommentingForbidden).toBeUndefined();
    expect(page.model.discussion?.comments.mine).not.toEqual([]);
    await page.edit('name', 'A better name');
    setup.proxy.inject(matchRequest('PATCH', '/'), FORBIDDEN);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    await flushPromises();
    expect(page.model.isCommentingForbidden).toBe(true);
    expect(page.model.discussion?.comments.mine).toEqual([]);
  });

  it('can be changed again after the user has signed in again', async () => {
    await page.edit('name', 'A better name');
    setup.proxy.inject(matchRequest('PATCH', '/'), FORBIDDEN);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    page.recordPage.handleSessionChange({ isVisible: true });
    await flushPromises();
    expect(page.field('state').readOnly).toBeUndefined();
  });
});
