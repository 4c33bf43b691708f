// Tests the search for work items that a field can have as its value.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/cache/store.ts';
import { findItems, itemChoice } from '../../../src/pages/fields/findItems.ts';
import { requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const search = requestTo('GET', '/search/');

let setup: Setup;
let store: Store;
beforeAll(async () => {
  setup = await createSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(async () => {
  store = new Store(setup.client);
  await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
});

const searches = (): number => setup.proxy.requestsTo(search).length;

describe('The search for a parent', () => {
  it('without text returns the loaded work items except the work item itself, without a request', async () => {
    await store.list({ of: 'items', owner: WEB_1.project }).read();
    const before = searches();
    const found = await findItems(store, ' ', { project: WEB_1.project, except: WEB_1.id });
    expect(found).toHaveLength(27);
    expect(found).toContainEqual({
      id: sample.workItem('WEB', 28),
      label: 'Write the notes for the next release',
      detail: 'WEB-28',
    });
    expect(found.map(({ id }) => id)).not.toContain(WEB_1.id);
    expect(searches()).toBe(before);
  });

  it('searches the server by text or identifier in this project if few loaded work items match', async () => {
    const before = searches();
    expect(await findItems(store, 'passkey', { project: WEB_1.project, except: WEB_1.id })).toEqual(
      expect.arrayContaining([{ id: sample.workItem('WEB', 10), label: 'Sign in with a passkey', detail: 'WEB-10' }]),
    );
    expect(await findItems(store, 'the', { project: WEB_1.project, except: WEB_1.id })).not.toContainEqual(
      expect.objectContaining({ detail: expect.stringMatching(/^(?:API|NOTES)-/) }),
    );
    expect(searches()).toBe(before + 2);
  });

  it('returns each work item once, loaded or found on the server', async () => {
    await store.resources.workItems.readOne(sample.workItem('WEB', 10), WEB_1.project);
    const found = await findItems(store, 'passkey', { project: WEB_1.project, except: WEB_1.id });
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });

  it('by a complete identifier returns only the work item that has it', async () => {
    const except = sample.workItem('WEB', 28);
    const ids = async (text: string) =>
      (await findItems(store, text, { project: WEB_1.project, except })).map(({ detail }) => detail);
    await store.list({ of: 'items', owner: WEB_1.project }).read();
    const before = setup.proxy.requests.length;
    expect(await ids('web-1')).toEqual(['WEB-1']);
    expect(await ids('WEB-28')).toEqual([]);
    expect(setup.proxy.requests.length - before).toBe(1);
    expect(await ids('WEB-4711')).toEqual([]);
    expect(await ids('NOSUCH-1')).toEqual([]);
    expect((await ids('web-')).slice(0, 3)).toEqual(['WEB-1', 'WEB-2', 'WEB-3']);
  });

  it('requests a complete identifier that is not loaded, even if many loaded ones start with it', async () => {
    await store.resources.workItems.readOne(sample.workItem('WEB', 12), WEB_1.project);
    const found = await findItems(store, 'WEB-2', { project: WEB_1.project, except: WEB_1.id });
    expect(found.map(({ id }) => id)).toEqual([sample.workItem('WEB', 2)]);
  });

  it('returns at most 30 work items', async () => {
    const notes = sample.project('NOTES');
    await store.list({ of: 'items', owner: notes }).read();
    const own = { project: notes, id: sample.workItem('NOTES', 130) };
    expect(await findItems(store, '', { project: own.project, except: own.id })).toHaveLength(30);
  });
});

describe('A work item as a choice', () => {
  it('has a generic label if it is not loaded', () => {
    expect(itemChoice(store, WEB_1)).toEqual({
      id: WEB_1.id,
      label: 'Use the board with the keyboard alone',
      detail: 'WEB-1',
    });
    expect(itemChoice(store, { ...WEB_1, id: 'w9' })).toEqual({ id: 'w9', label: 'Another work item' });
    expect(itemChoice(undefined, WEB_1)).toEqual({ id: WEB_1.id, label: 'Another work item' });
  });
});
