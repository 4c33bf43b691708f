// Tests the search for work items that a field can have as its value.
import { beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { findItems, itemChoice } from '../../../../src/items/form/findItems.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const isSearchRequest = matchRequest('GET', '/search/');

const setup = forAllTests(createSetup);
const store = forEachTest(() => new Store(setup.client));
beforeEach(async () => {
  await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
});

const searchCount = (): number => setup.proxy.matchingRequests(isSearchRequest).length;

describe('The search for a parent', () => {
  it('without text returns all loaded work items except the edited work item, without a request', async () => {
    await store.list({ of: 'items', owner: WEB_1.project }).read();
    const countBefore = searchCount();
    const items = await findItems(store, ' ', { project: WEB_1.project, excludedId: WEB_1.id });
    expect(items).toHaveLength(27);
    expect(items).toContainEqual({
      id: sample.workItem('WEB', 28),
      label: 'Write the notes for the next release',
      detail: 'WEB-28',
    });
    expect(items.map(({ id }) => id)).not.toContain(WEB_1.id);
    expect(searchCount()).toBe(countBefore);
  });

  it('also searches the server for work items of this project if few loaded work items match', async () => {
    const countBefore = searchCount();
    expect(await findItems(store, 'passkey', { project: WEB_1.project, excludedId: WEB_1.id })).toEqual(
      expect.arrayContaining([{ id: sample.workItem('WEB', 10), label: 'Sign in with a passkey', detail: 'WEB-10' }]),
    );
    expect(await findItems(store, 'the', { project: WEB_1.project, excludedId: WEB_1.id })).not.toContainEqual(
      expect.objectContaining({ detail: expect.stringMatching(/^(?:API|NOTES)-/) }),
    );
    expect(searchCount()).toBe(countBefore + 2);
  });

  it.each([
    ['five', 'are', 0],
    ['four', 'with', 1],
  ])('searches the server only if fewer than five loaded work items match: %s', async (_, text, searches) => {
    await store.list({ of: 'items', owner: WEB_1.project }).read();
    const countBefore = searchCount();
    await findItems(store, text, { project: WEB_1.project, excludedId: WEB_1.id });
    expect(searchCount() - countBefore).toBe(searches);
  });

  it('returns a work item once even if it is loaded and also found on the server', async () => {
    await store.resources.workItems.readOne(sample.workItem('WEB', 10), WEB_1.project);
    const items = await findItems(store, 'passkey', { project: WEB_1.project, excludedId: WEB_1.id });
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  it('returns only the work item with the typed identifier if the identifier is complete', async () => {
    const editedItemId = sample.workItem('WEB', 28);
    const identifiersFor = async (text: string) =>
      (await findItems(store, text, { project: WEB_1.project, excludedId: editedItemId })).map(({ detail }) => detail);
    await store.list({ of: 'items', owner: WEB_1.project }).read();
    const countBefore = setup.proxy.requests.length;
    expect(await identifiersFor('web-1')).toEqual(['WEB-1']);
    expect(await identifiersFor('WEB-28')).toEqual([]);
    expect(setup.proxy.requests.length - countBefore).toBe(1);
    expect(await identifiersFor('WEB-4711')).toEqual([]);
    expect(await identifiersFor('NOSUCH-1')).toEqual([]);
    expect((await identifiersFor('web-')).slice(0, 3)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  });

  it('requests the work item with the typed identifier if only other work items are loaded', async () => {
    await store.resources.workItems.readOne(sample.workItem('WEB', 12), WEB_1.project);
    const items = await findItems(store, 'WEB-2', { project: WEB_1.project, excludedId: WEB_1.id });
    expect(items.map(({ id }) => id)).toEqual([sample.workItem('WEB', 2)]);
  });

  it('returns at most 30 work items', async () => {
    const notesProjectId = sample.project('NOTES');
    await store.list({ of: 'items', owner: notesProjectId }).read();
    const ownItem = { project: notesProjectId, id: sample.workItem('NOTES', 130) };
    expect(await findItems(store, '', { project: ownItem.project, excludedId: ownItem.id })).toHaveLength(30);
  });
});

describe('itemChoice', () => {
  it('returns the name and identifier of a work item, or a generic label if it is not loaded', () => {
    expect(itemChoice(store, WEB_1)).toEqual({
      id: WEB_1.id,
      label: 'Use the board with the keyboard alone',
      detail: 'WEB-1',
    });
    expect(itemChoice(store, { ...WEB_1, id: 'w9' })).toEqual({ id: 'w9', label: 'Unknown work item' });
    expect(itemChoice(undefined, WEB_1)).toEqual({ id: WEB_1.id, label: 'Unknown work item' });
  });
});
