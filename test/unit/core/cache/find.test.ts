// Tests the search in cached work items by identifier and name, best match first.
// The search sends no requests.
import { beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { Finder } from '../../../../src/core/cache/find.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');

const setup = forAllTests(createSetup);
const store = forAllTests(() => new Store(setup.client));
beforeAll(async () => {
  await Promise.all([
    store.resources.projects.list().read(),
    store.list({ of: 'items', owner: WEB_PROJECT_ID }).read(),
  ]);
});

const find = (text: string, limit = 50) =>
  new Finder(store).find(text, limit).map((address) => store.identifier(address) ?? '');

describe('Finder', () => {
  it('returns the item with the typed identifier first, then items whose identifier starts with the text', () => {
    expect(find('web-2')).toEqual(['WEB-2', ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((last) => `WEB-2${last}`)]);
  });

  it('returns identifiers that contain the text in the order of VS Code’s pickers: shortest first, then by number', () => {
    expect(find('web-')).toEqual(Array.from({ length: 28 }, (_, index) => `WEB-${index + 1}`));
    expect(find('eb-', 3)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  });

  it('finds an unloaded item by the identifier and name from the caller, but a loaded item by its record', () => {
    const uncachedItem = { project: WEB_PROJECT_ID, id: 'w9', identifier: 'WEB-99', name: 'A remembered thing' };
    const foundIds = (text: string, id: string) =>
      new Finder(store).find(text, 50, { uncached: [{ ...uncachedItem, id }] }).map((one) => one.id);
    expect(foundIds('web-99', 'w9')).toEqual(['w9']);
    expect(foundIds('remembered', 'w9')).toEqual(['w9']);
    expect(foundIds('remembered', WEB_1.id)).toEqual([]);
  });

  it('finds the words of the text in any order, ignoring case', () => {
    expect(find('alone KEYBOARD board')).toEqual(['WEB-1']);
  });

  it('returns names that start with the text first, then names that contain a word that starts with the text', () => {
    const names = new Finder(store).find('sign', 50).map((address) => store.item(address)?.name.toLowerCase() ?? '');
    const ranks = names.map((name) => (name.startsWith('sign') ? 0 : / sign/.test(name) ? 1 : 2));
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(new Set(ranks).size).toBeGreaterThan(1);
  });

  it('returns completed and canceled items last among items of the same rank', () => {
    const found = new Finder(store).find('the', 50);
    const rankOf = (name: string): number => (name.startsWith('the') ? 0 : / the/.test(name) ? 1 : 2);
    const isDoneByRank = [0, 1, 2].map((rank) =>
      found
        .filter((address) => rankOf(store.item(address)?.name.toLowerCase() ?? '') === rank)
        .map((address) => Number(store.isDone(address))),
    );
    expect(isDoneByRank).toEqual(isDoneByRank.map((flags) => flags.toSorted((first, second) => first - second)));
    expect(isDoneByRank.some((flags) => new Set(flags).size > 1)).toBe(true);
  });

  it('returns no more items than the limit, and no items if the text is empty or does not match', () => {
    expect(find('web', 3)).toHaveLength(3);
    expect(find('   ')).toEqual([]);
    expect(find('there is no such item')).toEqual([]);
  });

  it('finds a word by an abbreviation that starts with the first letter of the word', () => {
    expect(find('kybrd')).toEqual(['WEB-1']);
    expect(find('use kybrd')).toEqual(['WEB-1']);
    expect(find('ybrd')).toEqual([]);
    expect(find('kb')).toEqual([]);
  });

  it('returns the most recently updated items first when nothing is typed', () => {
    const updatedAt = store.finder.findLatest(50).map((address) => store.item(address)?.updated_at ?? '');
    expect(updatedAt).toHaveLength(28);
    expect(updatedAt).toEqual(updatedAt.toSorted().toReversed());
    expect(store.finder.findLatest(2)).toEqual(store.finder.findLatest(50).slice(0, 2));
  });

  it('finds items by the changed identifier of their project, and finds no deleted items', async () => {
    const other = new Store(setup.client);
    await Promise.all([
      other.resources.projects.list().read(),
      other.list({ of: 'items', owner: WEB_PROJECT_ID }).read(),
    ]);
    await other.finder.prepareEntries();
    const project = other.project(WEB_PROJECT_ID);
    if (project !== undefined)
      other.resources.projects.storeRecords('', [{ ...project, identifier: 'SITE', updated_at: null }]);
    expect(other.finder.find('site-1', 1)).toEqual([WEB_1]);
    expect(other.finder.find('web-1', 1)).toEqual([]);
    other.resources.workItems.records.forget([keyOf(WEB_1)]);
    expect(other.finder.find('site-1', 1)).not.toEqual([WEB_1]);
    expect(other.finder.findLatestByPrefix('site-1', 50)).toHaveLength(10);
  });

  it('finds no item that the server reports as not found until the item is received again', async () => {
    const other = new Store(setup.client);
    await Promise.all([
      other.resources.projects.list().read(),
      other.list({ of: 'items', owner: WEB_PROJECT_ID }).read(),
    ]);
    await other.finder.prepareEntries();
    const { workItems } = other.resources;
    const foundLists = () => [
      other.finder.find('web-1', 1),
      other.finder.findLatestByPrefix('web-1', 50).filter(({ id }) => id === WEB_1.id),
      other.finder.findLatest(50).filter(({ id }) => id === WEB_1.id),
      new Finder(other).find('web-1', 1),
    ];
    setup.proxy.inject(matchRequest('GET', `/work-items/${WEB_1.id}/`), answerWith(404, { error: 'Not found' }), 1);
    await expect(workItems.readOne(WEB_1.id, WEB_1.project)).rejects.toThrow();
    expect(foundLists()).toEqual([[expect.not.objectContaining(WEB_1)], [], [], [expect.not.objectContaining(WEB_1)]]);
    await workItems.readOne(WEB_1.id, WEB_1.project);
    expect(foundLists()).toEqual([[WEB_1], [WEB_1], [WEB_1], [WEB_1]]);
  });

  it('finds the new name of an item while the change is still being sent', () => {
    const finder = new Finder(store);
    expect(finder.find('perpendicular', 5)).toEqual([]);
    void store.resources.workItems.update(WEB_1.id, { name: 'A perpendicular thing' }, WEB_1.project);
    expect(finder.find('perpendicular', 5)).toEqual([WEB_1]);
  });
});
