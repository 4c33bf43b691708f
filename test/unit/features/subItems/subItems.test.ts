// Tests the sub-items on the host side of a work item's page, against the server of the local workspace.
import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../../../src/core/drafts/entries.ts';
import { entryExcerpt } from '../../../../src/items/record/draftText.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const { project, id: parent } = WEB_1;
const KEY = `${project}/${parent}`;
const isCreateRequest = matchRequest('POST', '/work-items/');

const setup = forEachTest(createSetup);

const itemList = () => setup.store.list({ of: 'items', owner: project });
const subItemsOnServer = async () => {
  const store = setup.otherStore();
  const list = store.list({ of: 'items', owner: project });
  await list.reload();
  return list.state.ids.flatMap((id) => store.item({ project, id }) ?? []).filter((item) => item.parent === parent);
};
const createAsOtherUser = (name: string, otherFields: object = {}) =>
  setup.otherStore().resources.workItems.create({ name, parent, ...otherFields }, project);

/** Reads all work items of the project, as the background synchronization does. */
async function readAllItems(): Promise<void> {
  await itemList().reload();
  while (itemList().state.next !== undefined) await itemList().loadMore();
  await flushPromises();
}

function subItemsOf(page: Page) {
  const { subItems } = page.model;
  if (subItems === undefined) throw new Error('The model has no sub-items.');
  return subItems;
}
const namesOf = (page: Page) => subItemsOf(page).items.map(({ name }) => name);
const addSubItem = (page: Page, name: string) => setup.whileTimePasses(page.send({ type: 'addSubItem', name }));

describe('The sub-items of a page', () => {
  it('are the sub-items in the list of the project, oldest first, with state, identifier and assignees', async () => {
    const state = sample.state('WEB', 'Done');
    await createAsOtherUser('First', { state, assignees: [sample.user('ada')] });
    await createAsOtherUser('Second');
    using page = await openPage(setup);
    await readAllItems();
    expect(namesOf(page).slice(-2)).toEqual(['First', 'Second']);
    expect(subItemsOf(page).items.at(-2)).toMatchObject({
      identifier: expect.stringMatching(/^WEB-\d+$/),
      state: { label: 'Done', icon: 'completed' },
      assignees: expect.stringContaining('Ada'),
    });
    expect(subItemsOf(page).isComplete).toBe(true);
  });

  it('are marked as incomplete until all work items of the project are loaded, and cause no request', async () => {
    using page = await openPage(setup);
    expect(subItemsOf(page).isComplete).toBe(false);
    expect(setup.proxy.matchingRequests(matchRequest('GET', `/projects/${project}/work-items/`))).toEqual([]);
    setup.store.sync.set(project, { status: 'complete', at: 0 });
    await flushPromises();
    expect(subItemsOf(page).isComplete).toBe(true);
  });

  it('are updated when the parent of a work item changes', async () => {
    const { id } = await createAsOtherUser('Moves away');
    using page = await openPage(setup);
    await readAllItems();
    expect(namesOf(page)).toContain('Moves away');
    const change = setup.store.resources.workItems.update(id, { parent: null }, project);
    await flushPromises();
    expect(namesOf(page)).not.toContain('Moves away');
    await change;
    await setup.store.resources.workItems.update(id, { parent }, project);
    await flushPromises();
    expect(namesOf(page)).toContain('Moves away');
  });

  it('are not sent again after a keystroke', async () => {
    await createAsOtherUser('First');
    using page = await openPage(setup);
    await readAllItems();
    page.postedMessages.length = 0;
    await page.edit('name', 'Another title');
    await flushPromises();
    const slices = page.postedMessages.flatMap((message) =>
      message.type === 'show' ? Object.keys(message.update.slices) : [],
    );
    expect(slices).toContain('fields');
    expect(slices).not.toContain('subItems');
  });

  it('are the only work items that the page can open as sub-items or remove from the parent', async () => {
    const { id } = await createAsOtherUser('First');
    using page = await openPage(setup);
    await readAllItems();
    await page.send({ type: 'openSubItem', id });
    await page.send({ type: 'moveOutSubItem', id });
    await page.send({ type: 'openSubItem', id: parent });
    await page.send({ type: 'moveOutSubItem', id: parent });
    expect(page.openedRecords.map((record) => record.id)).toEqual([id]);
    expect(page.itemsMovedOut).toEqual([id]);
  });
});

describe('A new sub-item', () => {
  it('is created below the parent in the same project, is shown, and leaves no draft', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'editSubItem', name: 'Review' });
    expect(page.titles.at(-1)).toMatch(/^● /);
    expect((await addSubItem(page, 'Review')).problem).toBeUndefined();
    await flushPromises();
    expect(namesOf(page)).toContain('Review');
    expect(subItemsOf(page)).toMatchObject({ draft: '' });
    expect(page.titles.at(-1)).not.toMatch(/^● /);
    expect((await subItemsOnServer()).filter(({ name }) => name === 'Review')).toMatchObject([{ parent, project }]);
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
  });

  it('is a draft on disk while the user types its title', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'editSubItem', name: 'Half a tit' });
    await setup.draftStore.flush();
    using restoredPage = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(subItemsOf(restoredPage).draft).toBe('Half a tit');
    await restoredPage.send({ type: 'editSubItem', name: '' });
    expect(subItemsOf(restoredPage).draft).toBe('');
  });

  it('is in the list of drafts while the user types its title, and can be discarded in that list', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'editSubItem', name: 'Half a tit' });
    await setup.draftStore.flush();
    const [stored] = await setup.draftStore.all();
    const [entry] = stored === undefined ? [] : entriesOf(stored.draft);
    if (stored === undefined || entry === undefined) throw new Error('There is no draft.');
    expect(entryExcerpt(stored.draft, entry, () => undefined)).toBe('Half a tit');
    await setup.draftStore.discard(KEY, entry);
    await flushPromises();
    expect(subItemsOf(page).draft).toBe('');
  });

  it('that the server rejects is a draft again, followed by the text that was typed during the request', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCreateRequest, answerWith(400, { name: ['Not now'] }), 1);
    const addPromise = addSubItem(page, 'Review');
    await flushPromises();
    await page.send({ type: 'editSubItem', name: 'Release' });
    expect((await addPromise).problem).toMatch(/^Not created\. /);
    await flushPromises();
    expect(subItemsOf(page)).toMatchObject({
      draft: 'Review Release',
      problem: expect.stringMatching(/^Not created\. /),
    });
    await page.send({ type: 'editSubItem', name: 'Review' });
    expect(subItemsOf(page).problem).toBeUndefined();
  });

  it('is created once if the response was lost and the user retries', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    expect((await addSubItem(page, 'Review')).problem).toContain('Creating it again is safe.');
    expect(subItemsOf(page).draft).toBe('Review');
    expect((await addSubItem(page, 'Review')).problem).toBeUndefined();
    await flushPromises();
    expect(namesOf(page)).toContain('Review');
    expect((await subItemsOnServer()).filter(({ name }) => name === 'Review')).toHaveLength(1);
  });

  it('is created once when the window was closed while it was being sent', async () => {
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    const page = await openPage(setup);
    void addSubItem(page, 'Review');
    await expect.poll(() => setup.proxy.matchingRequests(isCreateRequest).length).toBe(1);
    using restoredPage = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(subItemsOf(restoredPage).draft).toBe('Review');
    expect((await addSubItem(restoredPage, 'Review')).problem).toBeUndefined();
    page.recordPage.dispose();
    expect((await subItemsOnServer()).filter(({ name }) => name === 'Review')).toHaveLength(1);
  });

  it('is created in addition to a sub-item whose response was lost if the titles differ', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    await addSubItem(page, 'Review');
    await page.send({ type: 'editSubItem', name: 'Release' });
    await addSubItem(page, 'Release');
    const names = (await subItemsOnServer()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Review', 'Release']));
  });

  it('waits while earlier ones are created, so that each Enter creates one, in order', async () => {
    using page = await openPage(setup);
    const names = ['First', 'Second', 'Third'];
    await setup.whileTimePasses(
      Promise.all(
        names.map(async (name) => {
          await page.send({ type: 'editSubItem', name });
          await page.send({ type: 'addSubItem', name });
        }),
      ),
    );
    await flushPromises();
    expect(namesOf(page).slice(-3)).toEqual(names);
    expect(subItemsOf(page)).not.toHaveProperty('progress');
    const created = (await subItemsOnServer()).toSorted((one, other) => one.sequence_id - other.sequence_id);
    expect(created.slice(-3).map(({ name }) => name)).toEqual(names);
  });

  it('waits as a draft after an earlier one was rejected, and is created when the user tries again', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCreateRequest, answerWith(400, { name: ['Not now'] }), 1);
    const [first, second, third] = [addSubItem(page, 'First'), addSubItem(page, 'Second'), addSubItem(page, 'Third')];
    await page.send({ type: 'editSubItem', name: 'Fo' });
    expect(await first).toMatchObject({ title: 'First', problem: expect.stringMatching(/^Not created\. /) });
    expect([await second, await third]).toEqual([expect.not.objectContaining({ problem: '' }), expect.anything()]);
    await flushPromises();
    expect(subItemsOf(page)).toMatchObject({
      draft: 'First Fo',
      progress: 'Not created yet: “Second”, “Third”. Press Enter to create them.',
    });
    await setup.draftStore.flush();
    using restoredPage = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(subItemsOf(restoredPage)).toMatchObject({ draft: 'First Fo', progress: expect.stringContaining('“Third”') });
    expect((await addSubItem(restoredPage, 'First')).problem).toBeUndefined();
    expect((await subItemsOnServer()).map(({ name }) => name).toSorted()).toEqual(
      expect.arrayContaining(['First', 'Second', 'Third']),
    );
    await flushPromises();
    expect(subItemsOf(restoredPage)).toMatchObject({ draft: '' });
    expect(subItemsOf(restoredPage)).not.toHaveProperty('progress');
  });

  it('that waits is returned for the input if it is rejected after the user tried again', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    const second = addSubItem(page, 'First').then(() => undefined);
    await addSubItem(page, 'Second');
    await second;
    setup.proxy.inject(matchRequest('POST', '/work-items/'), answerWith(400, { name: ['Not now'] }), 1);
    expect(await addSubItem(page, '')).toMatchObject({ title: 'Second' });
    await flushPromises();
    expect(subItemsOf(page).draft).toBe('Second First');
  });
});
