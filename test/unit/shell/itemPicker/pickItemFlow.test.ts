// Tests how the user picks a work item: recent work items, typed words, identifiers and pasted URLs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { searchItems } from '../../../../src/shell/itemPicker/searchItems.ts';
import { type ChosenItem, WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import type { RememberedItem } from '../../../../src/shell/tree/treeData.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import { memento, signInTo } from '../../support/signedInWindow.ts';

const TITLE = 'Go to Work Item';
const WEB_PROJECT_ID = sample.project('WEB');
const isSearchRequest = matchRequest('GET', '/search/');
const isIdentifierRequest = matchRequest('GET', '/work-items/WEB-2/');

let server: RunningServer;

beforeAll(async () => {
  const testServer: TestServer = await startTestServer();
  server = testServer;
  // WEB-29 has a shorter name than WEB-2.
  const response = await testServer.ask('POST', `projects/${WEB_PROJECT_ID}/work-items/`, { body: { name: 'x' } });
  expect(response.status).toBe(201);
});
afterAll(() => server.stop());
const window = forEachTest(() => signInTo(server));
const items = forEachTest(() => newItems());

const newItems = () => new WorkItemPicker(window.sessions, createRecentItems(memento()), window.prompts, window.clock);
const address = (number: number, project = 'WEB'): ItemAddress => ({
  project: sample.project(project),
  id: sample.workItem(project, number),
});
const chosenItem = (number: number): ChosenItem => ({ session: window.session, address: address(number) });
const storedItem = (number: number, name: string): RememberedItem => ({
  ...address(number),
  identifier: `WEB-${number}`,
  name,
});

/** Opens the picker. `picked` resolves with the address of the work item that the user picks. */
async function open(): Promise<{ list: ScriptedList; picked: Promise<ItemAddress | undefined> }> {
  const picked = items.choose(undefined, TITLE).then((chosen) => chosen?.address);
  return { list: await window.prompts.list(TITLE), picked };
}

/** Types the text, and resolves when the server's results are listed. */
async function search(list: ScriptedList, text: string): Promise<void> {
  list.type(text);
  await window.whileTimePasses(list.waitUntilIdle());
}

/** Resolves after the server has responded to all earlier requests. */
async function waitForServer(): Promise<void> {
  await window.session.store.readByIdentifier('WEB-1');
  await flushPromises();
}

describe('The work item picker', () => {
  it('searches complete lists without a request, and sends a request only if no cached work item matches', async () => {
    const { store } = window.session;
    await window.loadItems('WEB');
    store.sync.setEnabled(true);
    for (const id of store.resources.projects.list().state.ids) store.sync.set(id, { status: 'complete', at: 1 });
    const { list, picked } = await open();
    list.type('keyboard');
    expect(list.visible[0]).toMatch(/^WEB-1 /);
    await window.whileTimePasses(window.clock.sleep(1000));
    await window.whileTimePasses(waitForServer());
    expect(window.proxy.matchingRequests(isSearchRequest)).toEqual([]);
    await search(list, 'no such words');
    expect(window.proxy.matchingRequests(isSearchRequest)).toHaveLength(1);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('lists the current work item, then recent work items, then cached work items, each only once', async () => {
    await window.loadItems('WEB');
    await items.remember(chosenItem(1));
    await items.remember(chosenItem(2));
    const subscription = items.suggest(() => storedItem(2, 'Agree on the keys'));
    const { list, picked } = await open();
    expect(list.options).toMatchObject({ matchedProperties: ['description'], staysOpen: false });
    expect(list.rows.slice(0, 5).map(({ label }) => label)).toEqual([
      'Current',
      'WEB-2',
      'Recent',
      'WEB-1',
      'Assigned to Me',
    ]);
    const groups = list.rows.filter(({ isSeparator }) => isSeparator);
    expect(groups.map(({ label }) => label)).toEqual(['Current', 'Recent', 'Assigned to Me', 'All']);
    const icons = list.rows.slice(list.rows.findIndex(({ label }) => label === 'All')).map(({ icon }) => icon?.id);
    const isDone = (icon: string | undefined): boolean => icon === 'pass-filled' || icon === 'circle-slash';
    // Completed and canceled work items are listed last.
    expect(icons.slice(icons.findIndex(isDone)).every(isDone)).toBe(true);
    expect(icons.some(isDone)).toBe(true);
    expect(list.visible).toHaveLength(29);
    expect(list.visible[0]).toBe('WEB-2 | Agree on the keys · Done');
    list.enter();
    expect(await picked).toEqual(address(2));

    subscription.dispose();
    const next = await open();
    expect(next.list.rows.slice(0, 3).map(({ label }) => label)).toEqual(['Recent', 'WEB-2', 'WEB-1']);
    next.list.escape();
    expect(await next.picked).toBeUndefined();
    expect(next.list.isOpen).toBe(false);
  });

  it('shows the project of each work item if several projects are listed, also among the results', async () => {
    await window.loadItems('WEB');
    const first = await open();
    expect(first.list.placeholder).toBe('Find by ID, title or address');
    expect(first.list.visible.join()).not.toContain('Atlas Web');
    first.list.escape();
    await window.loadItems('API');
    const { list, picked } = await open();
    expect(list.visible.every((row) => / · (Atlas Web|Courier API)$/.test(row))).toBe(true);
    await search(list, 'the');
    expect(list.visible.length).toBeGreaterThan(1);
    expect(list.visible.every((row) => / · (Atlas Web|Courier API|Field Notes)$/.test(row))).toBe(true);
    expect(list.visible.join()).not.toMatch(/(Atlas Web|Courier API) · \1/);
    list.escape();
    await picked;
  });

  it('lists recent work items that are not in the cache with their stored names', async () => {
    items.suggest(() => storedItem(28, 'Stored name'));
    const { list, picked } = await open();
    expect(list.visible).toEqual(['WEB-28 | Stored name']);
    expect(list.rows[1]?.icon).toEqual({ id: 'history' });
    list.pick('WEB-28');
    expect(await picked).toEqual(address(28));
  });

  it('is not shown if the command has a target, or while the user is signed out', async () => {
    expect((await items.choose(address(1), TITLE))?.address).toEqual(address(1));
    await window.sessions.signOut();
    expect(await items.choose(address(1), TITLE)).toBeUndefined();
    expect(window.prompts.pending).toEqual([]);
  });

  it('shows the initial rows again when the user deletes the typed text', async () => {
    await window.loadItems('WEB');
    const { list, picked } = await open();
    const firstRows = list.rows;
    list.type('with a passkey');
    expect(list.visible).toEqual(['WEB-10 | Sign in with a passkey · Done']);
    list.type('');
    expect(list.rows).toEqual(firstRows);
    await list.handled();
    expect(list.isBusy).toBe(false);
    list.escape();
    expect(await picked).toBeUndefined();
  });
});

describe('The search by words', () => {
  it('lists cached work items at once, and adds results of the server after 250 ms', async () => {
    await window.session.store.resources.projects.list().read();
    await window.session.store.resources.workItems.readOne(sample.workItem('WEB', 1), WEB_PROJECT_ID);
    const { list, picked } = await open();
    list.type('board');
    expect(list.visible).toEqual(['WEB-1 | Use the board with the keyboard alone · In Progress']);
    expect(list.isBusy).toBe(true);
    await window.clock.advance(249);
    expect(window.proxy.matchingRequests(isSearchRequest)).toEqual([]);
    await window.whileTimePasses(list.waitUntilIdle());
    expect(list.visible[0]).toBe('WEB-1 | Use the board with the keyboard alone · In Progress');
    expect(list.visible.length).toBeGreaterThan(1);
    expect(list.visible.filter((row) => row.startsWith('WEB-1 '))).toHaveLength(1);
    list.enter();
    expect(await picked).toEqual(address(1));
  });

  it('sends only one request, for the latest text, if the user continues to type within 250 ms', async () => {
    const { list, picked } = await open();
    list.type('notes fo');
    await window.clock.advance(200);
    await search(list, ' notes for the next ');
    expect(
      window.proxy
        .matchingRequests(isSearchRequest)
        .map(({ path }) => new URL(path, window.proxy.url).searchParams.get('search')),
    ).toEqual(['notes for the next']);
    expect(list.visible).toEqual(['WEB-28 | Write the notes for the next release']);
    list.pick('WEB-28');
    expect(await picked).toEqual(address(28));
  });

  it('ignores results that arrive after the user has changed the text', async () => {
    const { list, picked } = await open();
    window.proxy.inject(isSearchRequest, { kind: 'hanging' }, 1);
    list.type('passkey');
    const requestSent = window.proxy.waitForRequests(isSearchRequest);
    await window.whileTimePasses(requestSent);
    await search(list, 'notes for the next');
    window.proxy.removeFaults();
    await waitForServer();
    expect(list.visible).toEqual(['WEB-28 | Write the notes for the next release']);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('sends no request for a single letter', async () => {
    const { list, picked } = await open();
    list.type('n');
    expect(list.isBusy).toBe(false);
    await window.clock.advance(1_000);
    await waitForServer();
    expect(window.proxy.matchingRequests(isSearchRequest)).toEqual([]);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('says while it asks the server, and that no work item matches, and stays open if the user presses Enter', async () => {
    const { list, picked } = await open();
    list.type('no such words');
    expect(list.visible).toEqual(['Searching…']);
    await window.whileTimePasses(list.waitUntilIdle());
    expect(list.visible).toEqual(['No title contains “no such words”']);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    await search(list, 'notes for the next');
    list.enter();
    expect(await picked).toEqual(address(28));
  });

  it('shows an error below the cached work items if the server rejects the search', async () => {
    await window.loadItems('WEB');
    window.proxy.inject(isSearchRequest, answerWith(403, { detail: 'No search for you' }));
    const { list, picked } = await open();
    await search(list, 'with a passkey');
    expect(list.visible).toEqual([
      expect.stringMatching(/^WEB-10 \| Sign in with a passkey/),
      expect.stringContaining('No search for you'),
    ]);
    expect(list.rows[1]?.icon).toEqual({ id: 'warning' });
    list.pick('No search for you');
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.pick('WEB-10');
    expect(await picked).toEqual(address(10));
  });

  it('keeps the focused row when the results of the server arrive', async () => {
    await window.loadItems('WEB');
    const { list, picked } = await open();
    list.type('board');
    const secondMatch = list.rows[2];
    list.focus(secondMatch?.label ?? '');
    await window.whileTimePasses(list.waitUntilIdle());
    expect(list.focusedRow?.label).toBe(secondMatch?.label);
    list.enter();
    expect(await picked).toEqual((secondMatch as { value?: ItemAddress }).value);
  });

  it('picks the first result if Enter was pressed while the list had none', async () => {
    const { list, picked } = await open();
    list.type('notes for the next');
    expect(list.visible).toEqual(['Searching…']);
    list.enter();
    expect(await window.whileTimePasses(picked)).toEqual(address(28));
  });

  it('sends no request after the user has canceled', async () => {
    const { list, picked } = await open();
    list.type('notes');
    list.escape();
    expect(await picked).toBeUndefined();
    await window.clock.advance(1_000);
    await waitForServer();
    expect(window.proxy.matchingRequests(isSearchRequest)).toEqual([]);
  });
});

describe('The search by identifier', () => {
  it('lists the cached work item first without a request, even if other identifiers start with the text', async () => {
    await window.loadItems('WEB');
    const { list, picked } = await open();
    list.type('web-2');
    expect(list.isBusy).toBe(false);
    expect(list.visible[0]).toMatch(/^WEB-2 \| Agree on the keys/);
    expect(list.visible).toContainEqual(expect.stringMatching(/^WEB-29 \| x/));
    list.enter();
    expect(await picked).toEqual(address(2));
    expect(window.proxy.matchingRequests(isIdentifierRequest)).toEqual([]);
  });

  it('finds the work item of a pasted branch name', async () => {
    await window.loadItems('WEB');
    const { list, picked } = await open();
    list.type('origin/web-2-agree-on-the-keys');
    expect(list.visible[0]).toMatch(/^WEB-2 /);
    list.enter();
    expect(await picked).toEqual(address(2));
  });

  it.each(['WEB-2 Any other words', '* feature/WEB-2', 'WEB\u20112'])(
    'finds the work item of the pasted text %s',
    async (text) => {
      await window.loadItems('WEB');
      const { list, picked } = await open();
      list.type(text);
      expect(list.visible[0]).toMatch(/^WEB-2 /);
      list.enter();
      expect(await picked).toEqual(address(2));
    },
  );

  it('finds a work item by a name that starts with the identifier of another one', async () => {
    await window.loadItems('WEB');
    const { id, project } = address(3);
    const before = window.session.store.item(address(3))?.name ?? '';
    await window.session.store.resources.workItems.update(id, { name: 'WEB-2 follow-up' }, project);
    const { list, picked } = await open();
    list.type('WEB-2 follow');
    expect(list.visible[0]).toMatch(/^WEB-3 /);
    list.enter();
    expect(await picked).toEqual(address(3));
    await window.session.store.resources.workItems.update(id, { name: before }, project);
  });

  it('waits for the server after Enter instead of picking another identifier that starts with the text', async () => {
    await window.session.store.resources.projects.list().read();
    await window.session.store.readByIdentifier('WEB-28');
    const { list, picked } = await open();
    list.type('WEB-2');
    expect(list.visible).toEqual(['WEB-2 | Searching…', expect.stringMatching(/^WEB-28 \| /)]);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    expect(await window.whileTimePasses(picked)).toEqual(address(2));
  });

  it('picks the work item when the user presses Enter after the server has responded', async () => {
    const { list, picked } = await open();
    await search(list, 'WEB-2');
    expect(list.visible).toEqual([expect.stringMatching(/^WEB-2 \| Agree on the keys/)]);
    list.enter();
    expect(await picked).toEqual(address(2));
  });

  it('finds a work item of a project whose work items are not loaded', async () => {
    const { list, picked } = await open();
    list.type('api-3');
    list.enter();
    expect(await window.whileTimePasses(picked)).toEqual(address(3, 'API'));
  });

  it('picks the focused row if the user has moved the focus, before and after the server has responded', async () => {
    await window.session.store.resources.projects.list().read();
    await window.session.store.readByIdentifier('WEB-28');
    const pickBeforeResponse = await open();
    pickBeforeResponse.list.type('WEB-2');
    pickBeforeResponse.list.pick('WEB-28');
    expect(await pickBeforeResponse.picked).toEqual(address(28));

    const pickAfterResponse = await open();
    pickAfterResponse.list.type('WEB-2');
    pickAfterResponse.list.focus('WEB-28');
    await window.whileTimePasses(pickAfterResponse.list.waitUntilIdle());
    expect(pickAfterResponse.list.visible[0]).toMatch(/^WEB-2 \| Agree on the keys/);
    pickAfterResponse.list.enter();
    expect(await pickAfterResponse.picked).toEqual(address(28));
  });

  it('ignores an earlier Enter if the user changes the text before the server has responded', async () => {
    const { list, picked } = await open();
    list.type('WEB-2');
    list.enter();
    await list.handled();
    await search(list, 'WEB-28');
    expect(list.isOpen).toBe(true);
    list.enter();
    expect(await picked).toEqual(address(28));
  });

  it('shows a message if no work item has the identifier, and Enter picks nothing', async () => {
    await window.loadItems('WEB');
    const { list, picked } = await open();
    list.type('web-290');
    list.enter();
    await window.whileTimePasses(list.waitUntilIdle());
    expect(list.visible).toEqual(['WEB-290 | No work item has this identifier']);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('shows the error in the row of the identifier if the request fails', async () => {
    window.proxy.inject(isIdentifierRequest, answerWith(502, 'Bad Gateway', 'text/plain'));
    const { list, picked } = await open();
    await search(list, 'WEB-2');
    expect(list.visible).toEqual([expect.stringMatching(/^WEB-2 \| .+Bad Gateway/)]);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await picked).toBeUndefined();
  });
});

describe('The search by a pasted URL', () => {
  const urlOf = (identifier: string): string =>
    `${window.session.baseUrl}/${window.session.workspace}/browse/${identifier}/`;

  it('waits for the server after Enter, and picks the work item of the URL', async () => {
    const { list, picked } = await open();
    list.type(urlOf('WEB-28'));
    expect(list.visible).toEqual(['Searching…']);
    list.enter();
    expect(await window.whileTimePasses(picked)).toEqual(address(28));
  });

  it('shows a message if the URL belongs to another server or its work item does not exist', async () => {
    const { list, picked } = await open();
    await search(list, 'https://plane.example.com/acme/browse/WEB-1/');
    expect(list.visible).toEqual(['The address belongs to another server or workspace']);
    await search(list, urlOf('WEB-4711'));
    expect(list.visible).toEqual(['No work item has this identifier']);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await picked).toBeUndefined();
  });
});

describe('searchItems with the option isWanted', () => {
  it('excludes cached work items and results of the server for which isWanted returns false', async () => {
    await window.loadItems('WEB');
    const picked = searchItems(window.prompts, window.session, {
      title: 'Parent',
      offeredRows: [
        { label: 'No Parent', value: null },
        { label: 'Now', value: address(1), isFocused: true },
      ],
      isWanted: ({ id }) => id !== sample.workItem('WEB', 28) && id !== sample.workItem('API', 3),
      emptyText: 'It can’t be the parent',
      staysOpen: true,
      clock: window.clock,
    });
    const list = await window.prompts.list('Parent');
    expect(list.options.staysOpen).toBe(true);
    expect(list.focusedRow?.label).toBe('Now');
    await search(list, 'notes for the next');
    expect(list.visible).toEqual(['No matches']);
    await search(list, 'API-3');
    expect(list.visible).toEqual(['API-3 | It can’t be the parent']);
    list.type('');
    list.pick('No Parent');
    expect(await picked).toBeNull();
  });
});
