// Owns the proof of what completion offers: known items only, the right ones, the likeliest first, and no request for
// it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Finder } from '../../../src/cache/find.ts';
import { Store } from '../../../src/cache/store.ts';
import { completionsFor, type RecentMention } from '../../../src/mentions/completions.ts';
import { KnownItems } from '../../../src/mentions/knownItems.ts';
import { typedMention } from '../../../src/mentions/typedMention.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/service.ts';

const WEB = sample.project('WEB');
const NOTES_7: RecentMention = {
  project: sample.project('NOTES'),
  id: 'unread',
  identifier: 'NOTES-7',
  name: 'A note of yesterday',
};

let setup: Setup;
let store: Store;
let known: KnownItems;
beforeAll(async () => {
  setup = await createSetup();
  store = new Store(setup.client);
  known = new KnownItems(store, { read: () => [], write: () => undefined }, setup.clock);
  await Promise.all([store.resources.projects.list().read(), store.list({ of: 'items', owner: WEB }).read()]);
});
afterAll(async () => {
  known.dispose();
  await setup[Symbol.asyncDispose]();
});

function offered(before: string, recents: readonly RecentMention[] = [], most = 100) {
  const typed = typedMention(before, 'markdown', known.matcher);
  if (typed === undefined) throw new Error(`nothing begins in ${before}`);
  return completionsFor(typed, most, { store, known, finder: new Finder(store), recents });
}
const identifiers = (before: string, recents?: readonly RecentMention[]) =>
  offered(before, recents).items.map(({ identifier }) => identifier);

describe('completion', () => {
  it('offers every known item of a project after its prefix, and no other', () => {
    const all = identifiers('WEB-');
    expect(all).toHaveLength(store.list({ of: 'items', owner: WEB }).state.ids.length);
    expect(all.every((one) => one.startsWith('WEB-'))).toBe(true);
    expect(identifiers('API-')).toEqual([]);
  });

  it('narrows by digits', () => {
    expect(identifiers('WEB-2').every((one) => one.startsWith('WEB-2'))).toBe(true);
    expect(identifiers('WEB-4711')).toEqual([]);
  });

  it('finds by words of the name after a number sign', () => {
    expect(offered('#keyboard').items[0]).toEqual({
      identifier: 'WEB-1',
      name: 'Use the board with the keyboard alone',
      address: WEB_1,
    });
  });

  it('puts recent items first, also those that were not read in this session', () => {
    const recent = { ...WEB_1, identifier: 'WEB-1', name: 'As it was called' };
    expect(offered('#', [NOTES_7, recent]).items.slice(0, 2)).toEqual([
      { identifier: 'NOTES-7', name: 'A note of yesterday' },
      { identifier: 'WEB-1', name: 'Use the board with the keyboard alone', address: WEB_1 },
    ]);
    expect(identifiers('#yesterday', [NOTES_7])).toEqual(['NOTES-7']);
    expect(identifiers('NOTES-', [NOTES_7])).toEqual(['NOTES-7']);
    expect(identifiers('WEB-1', [NOTES_7])).not.toContain('NOTES-7');
  });

  it('puts the item first whose identifier is typed in full, before recent ones and where the list is cut', () => {
    const recent = { project: WEB, id: sample.workItem('WEB', 16), identifier: 'WEB-16', name: 'Seen last' };
    expect(identifiers('WEB-1', [recent]).slice(0, 2)).toEqual(['WEB-1', 'WEB-16']);
    expect(identifiers('#web-1', [recent]).slice(0, 2)).toEqual(['WEB-1', 'WEB-16']);
    expect(offered('WEB-1', [recent], 1).items).toMatchObject([{ identifier: 'WEB-1', address: WEB_1 }]);
  });

  it('puts a whole identifier that is not known first where others begin like it', () => {
    const recent = { ...NOTES_7, identifier: 'NOTES-71' };
    expect(offered('NOTES-7', [recent]).items).toEqual([
      { identifier: 'NOTES-7', name: '' },
      { identifier: 'NOTES-71', name: 'A note of yesterday' },
    ]);
    expect(identifiers('NOTES-', [recent])).toEqual(['NOTES-71']);
    expect(identifiers('#utf-8', [recent])).toEqual([]);
  });

  it('says when there are more than it gives', () => {
    expect(offered('WEB-', [], 3)).toMatchObject({ isCut: true, items: { length: 3 } });
    expect(offered('WEB-').isCut).toBe(false);
  });

  it('asks nobody', () => {
    const before = setup.proxy.requests.length;
    offered('#');
    offered('WEB-99');
    expect(setup.proxy.requests).toHaveLength(before);
  });
});
