// Tests what the page of a new work item offers: the values of the previous work item, and similar work items.
import { beforeEach, describe, expect, it } from 'vitest';
import { createSimilarFinder } from '../../../../src/features/recordPage/newItemSuggestions.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, inMemoryLastValues, openPage, type Page } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const [DONE, DESIGN, ADA] = [sample.state('WEB', 'Done'), sample.label('WEB', 'Design'), sample.user('ada')];
const MODULE = sample.module('WEB', 'Offline');
const target = newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID });

const setup = forEachTest(createSetup);
const lastValues = forEachTest(inMemoryLastValues);

const openNewItem = (): Promise<Page> => openPage(setup, { target, lastValues });

/** Creates a work item with these values on a separate page. */
async function createItem(values: Readonly<Record<string, string | readonly string[]>>): Promise<void> {
  using page = await openNewItem();
  await Promise.all([
    setup.store.members.readAll(WEB_PROJECT_ID),
    setup.store.resources.labels.readAll(WEB_PROJECT_ID),
    setup.store.resources.modules.readAll(WEB_PROJECT_ID),
  ]);
  for (const [field, value] of Object.entries(values)) await page.edit(field, value);
  expect((await page.send({ type: 'save' })).problem).toBeUndefined();
  await flushPromises();
}

describe('The button Use Last Values on the page of a new work item', () => {
  it('sets the priority, assignees, labels and module of the previous work item, but not its texts and state', async () => {
    await createItem({
      name: 'The first',
      state: DONE,
      priority: 'high',
      assignees: [ADA],
      labels: [DESIGN],
      module: MODULE,
      target_date: '2031-01-01',
    });
    using page = await openNewItem();
    expect(page.model.newItem?.lastValues).toBe('High, Ada Park, Design, Offline');
    await page.send({ type: 'useLastValues' });
    await flushPromises();
    const values = Object.fromEntries(page.model.fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ priority: 'high', assignees: [ADA], labels: [DESIGN], module: MODULE });
    expect(values).toMatchObject({ name: '', state: target.confirmed(undefined, undefined)?.['state'] });
    expect(values['target_date']).toBeNull();
    expect(page.model.newItem?.lastValues).toBeUndefined();
    expect(setup.proxy.matchingRequests(matchRequest('POST', `/projects/${WEB_PROJECT_ID}/work-items/`))).toHaveLength(
      1,
    );
  });

  it('does not change fields that the user has filled', async () => {
    await createItem({ name: 'The first', priority: 'high', labels: [DESIGN] });
    using page = await openNewItem();
    await page.edit('priority', 'low');
    await page.send({ type: 'useLastValues' });
    await flushPromises();
    expect(page.field('priority').value).toBe('low');
    expect(page.field('labels').value).toEqual([DESIGN]);
  });

  it('is available only for new work items, after the user has created another work item', async () => {
    using page = await openNewItem();
    expect(page.model.newItem).toEqual({ similarItems: [] });
    await createItem({ name: 'Without values' });
    expect(lastValues.get()).toBeUndefined();
    using item = await openPage(setup, { lastValues });
    expect(item.model.newItem).toBeUndefined();
  });
});

describe('Similar work items on the page of a new work item', () => {
  const page = forEachTest(openNewItem);

  const similarNames = (page: Page): unknown => page.model.newItem?.similarItems.map(({ name }) => name);
  beforeEach(async () => {
    await setup.store.resources.projects.list().read();
    await setup.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await setup.store.list({ of: 'items', owner: sample.project('API') }).read();
  });

  it('are listed while the user types the title, without a request, and open on a click', async () => {
    const requestCount = setup.proxy.requests.length;
    await page.edit('name', 'Undo');
    await flushPromises();
    expect(similarNames(page)).toEqual([]);
    await page.edit('name', 'Undo the deleting of a column');
    await flushPromises();
    expect(page.model.newItem?.similarItems).toEqual([
      { id: sample.workItem('WEB', 27), identifier: 'WEB-27', name: 'Undo after deleting a column' },
    ]);
    expect(setup.proxy.requests).toHaveLength(requestCount);
    await page.send({ type: 'openSimilar', id: sample.workItem('WEB', 27) });
    expect(page.openedRecords).toEqual([{ kind: 'workItem', within: WEB_PROJECT_ID, id: sample.workItem('WEB', 27) }]);
    expect(page.field('name').value).toBe('Undo the deleting of a column');
  });

  it('are not listed if they are in another project, or share only one word with the title', async () => {
    const [apiItemId] = setup.store.list({ of: 'items', owner: sample.project('API') }).state.ids;
    const name = setup.store.item({ project: sample.project('API'), id: apiItemId ?? '' })?.name ?? '';
    expect(name.split(' ').length).toBeGreaterThan(2);
    await page.edit('name', name);
    await flushPromises();
    expect(similarNames(page)).not.toContain(name);
    await page.edit('name', 'Column of numbers');
    await flushPromises();
    expect(similarNames(page)).not.toContain('Undo after deleting a column');
  });
});

it('createSimilarFinder returns a function that searches again only when the title has changed', () => {
  const find = createSimilarFinder(WEB_PROJECT_ID);
  const { store } = setup;
  const first = find(store, 'Undo the deleting of a column');
  expect(find(store, 'Undo the deleting of a column')).toBe(first);
  expect(find(store, 'Undo the deleting of a board')).not.toBe(first);
});
