// Tests that the text of a list key stays as it is in snapshots of released versions.
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/client/api/client.ts';
import {
  isSameList,
  LIST_KINDS,
  type ListKey,
  listKeyText,
  parseListKey,
} from '../../../../src/core/cache/lists/listKey.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';

const PROJECT = '0a1b';
const OWNER_IN_PROJECT = '0a1b/2c3d';

describe('The text of a ListKey, which identifies a cached list,', () => {
  it.each<[string, ListKey]>([
    ['projects', { of: 'projects', owner: '' }],
    ['items 0a1b', { of: 'items', owner: PROJECT }],
    ['epics 0a1b', { of: 'epics', owner: PROJECT }],
    ['cycles 0a1b', { of: 'cycles', owner: PROJECT }],
    ['modules 0a1b', { of: 'modules', owner: PROJECT }],
    ['initiatives', { of: 'initiatives', owner: '' }],
    ['initiativeLabels', { of: 'initiativeLabels', owner: '' }],
    ['teamspaces', { of: 'teamspaces', owner: '' }],
    ['customers', { of: 'customers', owner: '' }],
    ['customerRequests 0a1b', { of: 'customerRequests', owner: PROJECT }],
    ['customerPropertys', { of: 'customerProperties', owner: '' }],
    ['stickys', { of: 'stickies', owner: '' }],
    ['items of cycle 0a1b/2c3d', { of: 'cycleItems', owner: OWNER_IN_PROJECT }],
    ['items of module 0a1b/2c3d', { of: 'moduleItems', owner: OWNER_IN_PROJECT }],
    ['epics of initiative 0a1b', { of: 'initiativeEpics', owner: PROJECT }],
    ['projects of initiative 0a1b', { of: 'initiativeProjects', owner: PROJECT }],
    ['labels of initiative 0a1b', { of: 'labelsOfInitiative', owner: PROJECT }],
    ['members of teamspace 0a1b', { of: 'teamspaceMembers', owner: PROJECT }],
    ['projects of teamspace 0a1b', { of: 'teamspaceProjects', owner: PROJECT }],
    ['comments 0a1b/2c3d', { of: 'comments', owner: OWNER_IN_PROJECT }],
    ['attachments 0a1b/2c3d', { of: 'attachments', owner: OWNER_IN_PROJECT }],
    ['activities 0a1b/2c3d', { of: 'activities', owner: OWNER_IN_PROJECT }],
  ])('is “%s”, as in snapshots of released versions', (text, key) => {
    expect(listKeyText(key)).toBe(text);
    expect(parseListKey(text)).toEqual(key);
  });

  it('is parsed for every kind of list, with and without an owner', () => {
    for (const of of LIST_KINDS) {
      for (const owner of ['', PROJECT, OWNER_IN_PROJECT])
        expect(parseListKey(listKeyText({ of, owner }))).toEqual({ of, owner });
    }
  });

  it.each(['', ' ', 'item', 'items ', 'itemsx', 'items of cycle of 0a1b', 'toString', ' items'])(
    'is not parsed from %j',
    (text) => {
      expect(parseListKey(text)).toBeUndefined();
    },
  );
});

it('Store returns the same list object for a list key each time, for every kind of list', () => {
  const store = new Store(new Proxy({}, { get: () => ({}) }) as Client);
  for (const of of LIST_KINDS)
    expect(store.list({ of, owner: OWNER_IN_PROJECT })).toBe(store.list({ of, owner: OWNER_IN_PROJECT }));
});

it('isSameList returns true only if the kinds and the owners of both list keys are equal', () => {
  expect(isSameList({ of: 'items', owner: PROJECT }, { of: 'items', owner: PROJECT })).toBe(true);
  expect(isSameList({ of: 'items', owner: PROJECT }, { of: 'items', owner: OWNER_IN_PROJECT })).toBe(false);
  expect(isSameList({ of: 'items', owner: PROJECT }, { of: 'epics', owner: PROJECT })).toBe(false);
  expect(isSameList(undefined, { of: 'items', owner: PROJECT })).toBe(false);
});
