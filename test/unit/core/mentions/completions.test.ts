// Tests which work items completion offers, in which order, and that completion sends no request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { completionsFor, type RecentItem } from '../../../../src/core/mentions/completions.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { parsePartialMention } from '../../../../src/core/mentions/partialMention.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const RECENT_NOTES_7: RecentItem = {
  project: sample.project('NOTES'),
  id: 'unread',
  identifier: 'NOTES-7',
  name: 'A note of yesterday',
};

let mentionResolver: MentionResolver;
const setup = forAllTests(createSetup);
const store = forAllTests(() => new Store(setup.client));
beforeAll(async () => {
  mentionResolver = new MentionResolver(store, { read: () => [], write: () => undefined }, setup.clock);
  await Promise.all([
    store.resources.projects.list().read(),
    store.list({ of: 'items', owner: WEB_PROJECT_ID }).read(),
  ]);
});
afterAll(async () => {
  mentionResolver.dispose();
});

function completionsOf(before: string, recents: readonly RecentItem[] = [], maxItems = 100) {
  const mention = parsePartialMention(before, 'markdown', mentionResolver.matcher);
  if (mention === undefined) throw new Error(`nothing begins in ${before}`);
  return completionsFor(mention, maxItems, { store, recentMentions: recents });
}
const completeIdentifiers = (before: string, recents?: readonly RecentItem[]) =>
  completionsOf(before, recents).items.map(({ identifier }) => identifier);

describe('The completion of mentions', () => {
  it('lists exactly the loaded work items of a project after the prefix of the project', () => {
    const offeredForPrefix = completeIdentifiers('WEB-');
    expect(offeredForPrefix).toHaveLength(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids.length);
    expect(offeredForPrefix.every((one) => one.startsWith('WEB-'))).toBe(true);
    expect(completeIdentifiers('API-')).toEqual([]);
  });

  it('filters the items by the typed digits', () => {
    expect(completeIdentifiers('WEB-2').every((one) => one.startsWith('WEB-2'))).toBe(true);
    expect(completeIdentifiers('WEB-4711')).toEqual([]);
  });

  it('finds items by words of their names that are typed after a number sign', () => {
    expect(completionsOf('#keyboard').items[0]).toEqual({
      identifier: 'WEB-1',
      name: 'Use the board with the keyboard alone',
      address: WEB_1,
      isDone: false,
      state: 'In Progress',
    });
  });

  it('lists completed and canceled items last, but an item whose identifier is fully typed first', () => {
    const { items } = completionsOf('WEB-');
    const doneFlags = items.map(({ address }) => address !== undefined && store.isDone(address));
    expect(items.map(({ isDone }) => isDone)).toEqual(doneFlags);
    const [openCount, doneCount] = [doneFlags.indexOf(true), doneFlags.filter(Boolean).length];
    expect([openCount > 0, doneCount > 0, openCount + doneCount]).toEqual([true, true, items.length]);
    const { address, identifier, name } = items.at(-1) ?? {};
    if (address === undefined || identifier === undefined || name === undefined) throw new Error('No item');
    const recents = [{ ...address, identifier, name }];
    expect(completeIdentifiers('WEB-', recents).indexOf(identifier)).toBe(openCount);
    expect(completeIdentifiers(identifier, recents)[0]).toBe(identifier);
  });

  it('lists recent items first, including items that are not loaded', () => {
    const recent = { ...WEB_1, identifier: 'WEB-1', name: 'As it was called' };
    expect(completionsOf('#', [RECENT_NOTES_7, recent]).items.slice(0, 2)).toEqual([
      { identifier: 'NOTES-7', name: 'A note of yesterday' },
      {
        identifier: 'WEB-1',
        name: 'Use the board with the keyboard alone',
        address: WEB_1,
        isDone: false,
        state: 'In Progress',
      },
    ]);
    expect(completeIdentifiers('#yesterday', [RECENT_NOTES_7])).toEqual(['NOTES-7']);
    expect(completeIdentifiers('NOTES-', [RECENT_NOTES_7])).toEqual(['NOTES-7']);
    expect(completeIdentifiers('WEB-1', [RECENT_NOTES_7])).not.toContain('NOTES-7');
  });

  it('lists the item whose identifier is fully typed first, even before recent items', () => {
    const recent = { project: WEB_PROJECT_ID, id: sample.workItem('WEB', 16), identifier: 'WEB-16', name: 'Seen last' };
    expect(completeIdentifiers('WEB-1', [recent]).slice(0, 2)).toEqual(['WEB-1', 'WEB-16']);
    expect(completeIdentifiers('#web-1', [recent]).slice(0, 2)).toEqual(['WEB-1', 'WEB-16']);
    expect(completionsOf('WEB-1', [recent], 1).items).toMatchObject([{ identifier: 'WEB-1', address: WEB_1 }]);
  });

  it('lists a fully typed identifier first, even if the work item is not loaded', () => {
    const recent = { ...RECENT_NOTES_7, identifier: 'NOTES-71' };
    expect(completionsOf('NOTES-7', [recent]).items).toEqual([
      { identifier: 'NOTES-7', name: '' },
      { identifier: 'NOTES-71', name: 'A note of yesterday' },
    ]);
    expect(completeIdentifiers('NOTES-', [recent])).toEqual(['NOTES-71']);
    expect(completeIdentifiers('#utf-8', [recent])).toEqual([]);
  });

  it('reports whether more items match than were returned', () => {
    expect(completionsOf('WEB-', [], 3)).toMatchObject({ hasMore: true, items: { length: 3 } });
    expect(completionsOf('WEB-').hasMore).toBe(false);
  });

  it('sends no request', () => {
    const requestCount = setup.proxy.requests.length;
    completionsOf('#');
    completionsOf('WEB-99');
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });
});
