// Tests what a record page shows: the work item, its comments, and read errors.
import { describe, expect, it } from 'vitest';
import { ownerIn } from '../../../../src/core/cache/resources/associations.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import type { FieldName } from '../../../../src/items/form/fieldProtocol.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import {
  answerWith,
  type InjectableFault,
  matchRequest,
  nginxErrorPage,
  truncatedJson,
} from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const FULL_SENTENCE = /^[A-Z].*\.$/;
const WEB_7 = { ...WEB_1, id: sample.workItem('WEB', 7) };

const setup = forEachTest(createSetup);

describe('A page that is opened', () => {
  it('shows the work item with all its fields', async () => {
    using page = await openPage(setup);
    expect(page.model).toMatchObject({
      status: 'ready',
      identifier: 'WEB-1',
      placeName: 'Atlas Web',
      address: `${WEB_1.project}/${WEB_1.id}`,
      unsent: false,
      saving: false,
      createdBy: 'Ada Park',
    });
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
    expect(page.field('assignees').value).toEqual([sample.user('ada'), sample.user('elif')]);
    const choiceLabels = (name: FieldName) => page.field(name).choices?.map(({ label }) => label);
    expect(choiceLabels('state')).toEqual(['In Progress']);
    expect(choiceLabels('assignees')).toEqual(['Ada Park (you)', 'Elif Aydin']);
    expect(choiceLabels('type')).toEqual(['Story']);
    expect(choiceLabels('module')).toContain('Board');
    expect(page.field('estimate_point').value).toBe('7');
    expect(page.model.problem).toBeUndefined();
    expect(page.model.people[sample.user('elif')]).toBe('Elif Aydin');
  });

  it('loads the choices of a field when the user opens the field, and the users when the user types a mention', async () => {
    using page = await openPage(setup);
    expect(page.field('state').pending).toBe('notLoaded');
    const requestCount = setup.proxy.requests.length;
    await page.send({ type: 'offer', field: 'state' });
    await flushPromises();
    expect(page.field('state').pending).toBeUndefined();
    expect(page.field('state').choices?.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled']),
    );
    expect(page.model.unloadedPeopleStatus).toBe('notLoaded');
    await page.send({ type: 'offer' });
    await flushPromises();
    expect(page.model.unloadedPeopleStatus).toBeUndefined();
    expect(Object.values(page.model.people)).toContain('Dmitri Volkov');
    expect(page.field('assignees').pending).toBeUndefined();
    await page.send({ type: 'offer', field: 'assignees' });
    await page.send({ type: 'offer', field: 'state' });
    expect(
      setup.proxy.requests.slice(requestCount).map(({ path }) => path.replace(/^.*\/([^/?]+)\/.*$/, '$1')),
    ).toEqual(['states', 'members']);
  });

  it('loads the members when it shows a user whose name the response did not contain', async () => {
    const [mentionedUser, author] = [sample.user('dmitri'), sample.user('chioma')];
    const comment = {
      id: 'c1',
      actor: author,
      comment_html: `<p><mention-component entity_identifier="${mentionedUser}"></mention-component></p>`,
    };
    setup.proxy.inject(
      matchRequest('GET', '/comments/'),
      answerWith(200, { results: [comment], next_page_results: false }),
    );
    using page = await openPage(setup);
    expect(page.model.comments.items[0]?.author).toBe('Chioma Obi');
    expect(page.model.people[mentionedUser]).toBe('Dmitri Volkov');
  });

  it('shows the comments, oldest first, with author, time and visibility', async () => {
    using page = await openPage(setup);
    const { comments } = page.model;
    expect(comments.status).toBe('ready');
    expect(comments.items.map(({ author, access }) => [author, access])).toEqual([
      ['Elif Aydin', 'INTERNAL'],
      ['Bruno Keller', 'INTERNAL'],
      ['You', 'INTERNAL'],
      ['Chioma Obi', 'EXTERNAL'],
    ]);
    expect(comments.items.map(({ ownName }) => ownName)).toEqual([undefined, undefined, 'Ada Park', undefined]);
    const times = comments.items.map(({ createdAt }) => createdAt ?? '');
    expect(times).toEqual([...times].sort());
    expect(comments.items.every(({ edited, html: text }) => !edited && text.startsWith('<p>'))).toBe(true);
  });

  it('sorts comments oldest first even if the server sends the newest first, with comments without a time at the top', async () => {
    const commentRecord = (id: string, created_at?: string) => ({ id, comment_html: id, created_at });
    const results = [
      commentRecord('c3', '2026-11-20T10:00:00+01:00'),
      commentRecord('c2', '2026-11-20T08:30:00Z'),
      commentRecord('undated'),
      commentRecord('c1', '2026-11-20T08:00:00Z'),
    ];
    setup.proxy.inject(matchRequest('GET', '/comments/'), answerWith(200, { results, next_page_results: false }));
    using page = await openPage(setup);
    expect(page.model.comments.items.map(({ id }) => id)).toEqual(['undated', 'c1', 'c2', 'c3']);
    expect(page.model.comments.items[0]).toMatchObject({
      author: 'Unknown user',
      access: undefined,
      createdAt: undefined,
    });
  });

  it('sets the title of the tab when the work item is loaded', async () => {
    using page = await openPage(setup);
    expect(page.titles.at(-1)).toBe('WEB-1 Use the board with the keyboard alone');
  });

  it('receives nothing before it has sent its ready message, and then the whole model', async () => {
    using page = new Page(
      setup,
      setup.draftStore,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    await page.recordPage.start();
    await flushPromises();
    expect(page.receivedMessages).toEqual([]);
    await page.send({ type: 'ready' });
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'ready', ackSequence: 1 });
  });

  it('receives fewer updates than it sends edits if the edits follow each other without a pause', async () => {
    using page = await openPage(setup);
    const messageCount = page.receivedMessages.length;
    await Promise.all([page.edit('name', 'A'), page.edit('priority', 'low'), page.edit('start_date', null)]);
    await flushPromises();
    expect(page.receivedMessages.slice(messageCount).filter(({ type }) => type === 'show').length).toBeLessThan(3);
    expect(page.model).toMatchObject({ ackSequence: 4, unsent: true });
  });

  it('has the status loading until the work item is loaded', async () => {
    const delayedResponse = deferred<void>();
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), { kind: 'delayed', until: delayedResponse.promise });
    using page = new Page(
      setup,
      setup.draftStore,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    const pageStartPromise = page.recordPage.start();
    await page.send({ type: 'ready' });
    await setup.proxy.waitForRequests(matchRequest('GET', `/${WEB_1.id}/`));
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'loading', identifier: '', fields: [] });
    delayedResponse.resolve();
    await pageStartPromise;
    await page.waitUntil(({ status }) => status === 'ready');
    expect(page.model.identifier).toBe('WEB-1');
  });

  it('sends no request twice', async () => {
    using page = await openPage(setup);
    const paths = setup.proxy.requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    // The project, the work item, its comments, and the modules, whose names no other response contains.
    expect(paths.length).toBe(4);
    expect(page.model.status).toBe('ready');
  });
});

describe('The page of a work item', () => {
  it('that does not exist shows a message without fields', async () => {
    using page = await openPage(setup, { address: { ...WEB_1, id: '00000000-0000-4000-8000-000000000000' } });
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: { message: 'It does not exist, or you have no access to it.', retry: true },
      fields: [],
    });
    expect(page.titles.at(-1)).toBe('Work Item');
    expect(page.model.identifier).toBe('');
  });

  it.each<[string, InjectableFault]>([
    ['HTML', nginxErrorPage],
    ['truncated JSON', truncatedJson],
    ['a closed connection', { kind: 'closed' }],
    ['no response', { kind: 'hanging' }],
    ['the 502 of a proxy', answerWith(502, '<html><title>Bad Gateway</title></html>', 'text/html')],
    ['a rejected key', answerWith(401, { detail: 'Invalid token' })],
    ['a missing permission', answerWith(403, { detail: 'You do not have permission' })],
    ['the rate limit', answerWith(429, { detail: 'throttled' })],
  ])('that cannot be read because of %s shows a message, and the work item after a reload', async (_what, fault) => {
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), fault);
    using page = await openPage(setup);
    expect(page.model.status).toBe('failed');
    expect(page.model.problem?.message).toMatch(FULL_SENTENCE);
    expect(page.model.problem?.retry).toBe(true);
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'ready', identifier: 'WEB-1' });
    expect(page.model.problem).toBeUndefined();
  });

  it('that can no longer be read keeps the loaded values, with the time at which they were read', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), nginxErrorPage);
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.status).toBe('ready');
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
    expect(page.model.problem?.message).toMatch(
      /in front of Plane answered.*The data shown is from \d.* and may be out of date\.$/,
    );
  });

  it('whose comments and lists of choices cannot be read shows an error message for each of them', async () => {
    setup.proxy.inject(matchRequest('GET', '/states/'), nginxErrorPage);
    setup.proxy.inject(matchRequest('GET', '/comments/'), nginxErrorPage);
    using page = await openPage(setup);
    await page.send({ type: 'offer', field: 'state' });
    await page.send({ type: 'offer', field: 'labels' });
    await flushPromises();
    expect(page.model.status).toBe('ready');
    expect(page.field('state')).toMatchObject({
      pending: 'failed',
      hint: 'The options could not be loaded. Refresh to try again.',
    });
    expect(page.field('labels').choices?.length).toBeGreaterThan(3);
    expect(page.model.comments).toMatchObject({ status: 'failed', items: [], problem: { retry: true } });
    expect(page.model.comments.problem?.message).toMatch(FULL_SENTENCE);
    setup.proxy.removeFaults();
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.field('state').hint).toBeUndefined();
    expect(page.model.comments.items).toHaveLength(4);
  });

  it('shows that the user is signed out, and loads the work item after the user has signed in', async () => {
    const state: { store: Store | undefined } = { store: undefined };
    using page = await openPage(setup, { store: () => state.store });
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: {
        message: 'Sign in to the account of this page to show it. Your text is kept as a draft.',
        retry: false,
        account: { title: 'You are signed out', button: 'Sign In…' },
      },
    });
    expect(await page.send({ type: 'reload' })).toMatchObject({ problem: 'You are signed out.' });
    state.store = setup.store;
    page.recordPage.handleSessionChange({ isVisible: true });
    await page.waitUntil(({ status, comments }) => status === 'ready' && comments.items.length === 4);
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
  });

  it('shows its account while the window uses another account, and keeps the title of its tab', async () => {
    const state: { store: Store | undefined } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    page.otherAccount = { name: 'acme at plane.example.com (Bea Lund)', isSignedOut: false };
    state.store = undefined;
    page.recordPage.handleSessionChange({ isVisible: true });
    await page.waitUntil(({ status }) => status === 'failed');
    expect(page.model).toMatchObject({
      identifier: 'WEB-1',
      problem: {
        message: 'Switch to acme at plane.example.com (Bea Lund) to show this page. Your text is kept as a draft.',
        account: { title: 'This page belongs to another account', button: 'Switch Account' },
      },
    });
    expect(page.titles.at(-1)).toBe('WEB-1 Use the board with the keyboard alone');
    await page.send({ type: 'act', action: 'switchAccount' });
    expect(page.actions).toEqual(['switchAccount']);
  });

  it('is read when its tab is shown if the window switches to its account while the tab is hidden', async () => {
    const state: { store: Store | undefined } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    state.store = undefined;
    page.recordPage.handleSessionChange({ isVisible: false });
    state.store = new Store(setup.client);
    const isItemRequest = matchRequest('GET', `/${WEB_1.id}/`);
    const requestCount = setup.proxy.requests.length;
    const readCount = setup.proxy.matchingRequests(isItemRequest).length;
    page.recordPage.handleSessionChange({ isVisible: false });
    // A request of the page would arrive before the response to this one.
    await setup.client.call.getCurrentUser({});
    expect(setup.proxy.requests).toHaveLength(requestCount + 1);
    page.recordPage.handleShown();
    await page.waitUntil(({ status, comments }) => status === 'ready' && comments.items.length === 4);
    expect(setup.proxy.matchingRequests(isItemRequest)).toHaveLength(readCount + 1);
    page.recordPage.handleShown();
    await flushPromises();
    expect(setup.proxy.matchingRequests(isItemRequest)).toHaveLength(readCount + 1);
  });

  it('shows no error of a request from a session that has ended', async () => {
    const delayedResponse = deferred<void>();
    const state: { store: Store } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), { kind: 'delayed', until: delayedResponse.promise });
    const reloadPromise = page.send({ type: 'reload' });
    await setup.proxy.waitForRequests(matchRequest('GET', `/${WEB_1.id}/`), 2);
    state.store = setup.otherStore();
    page.recordPage.handleSessionChange({ isVisible: true });
    await flushPromises();
    await page.waitUntil(({ status }) => status === 'ready');
    await setup.client.close();
    delayedResponse.resolve();
    await reloadPromise;
    await flushPromises();
    expect(page.model.problem).toBeUndefined();
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
  });
});

describe('A change outside of the page', () => {
  it('is shown as soon as the store contains it', async () => {
    using page = await openPage(setup);
    await setup.store.resources.workItems.update(WEB_1.id, { priority: 'low' }, WEB_1.project);
    await flushPromises();
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: false });
  });

  it('by another user is shown after a reload, and a draft of the same field stays', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    const otherStore = setup.otherStore();
    await otherStore.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await otherStore.resources.workItems.update(WEB_1.id, { name: 'Theirs', priority: 'low' }, WEB_1.project);
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.field('name')).toMatchObject({ value: 'Mine', touched: true });
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: false });
  });

  it('to another work item is not sent to the page', async () => {
    using page = await openPage(setup);
    const messageCount = page.receivedMessages.length;
    await setup.store.resources.workItems.readOne(WEB_7.id, WEB_7.project);
    await setup.store.resources.workItems.update(WEB_7.id, { priority: 'low' }, WEB_7.project);
    await flushPromises();
    expect(page.receivedMessages.slice(messageCount)).toEqual([]);
  });

  it('is not sent to a page that was closed', async () => {
    const page = await openPage(setup);
    page.recordPage.dispose();
    const messageCount = page.receivedMessages.length;
    await setup.store.resources.workItems.update(WEB_1.id, { priority: 'low' }, WEB_1.project);
    setup.draftStore.change(`${WEB_1.project}/${WEB_1.id}`, 'WEB-1', () => ({ touched: { name: 'x' } }));
    await flushPromises();
    expect(page.receivedMessages).toHaveLength(messageCount);
  });
});

describe('The fields of a work item', () => {
  const openAs = async (role: number) => {
    const members = [{ id: sample.user('ada'), display_name: 'ada', role }];
    setup.proxy.inject(matchRequest('GET', '/members/'), answerWith(200, members));
    const page = await openPage(setup);
    await page.send({ type: 'offer' });
    await flushPromises();
    return page;
  };

  it('are read-only for a guest of the project as soon as the role is loaded', async () => {
    using page = await openAs(5);
    expect(page.model.fields.filter(({ readOnly }) => readOnly !== true)).toEqual([]);
    expect(page.model.readOnlyReason).toBe('Read-only: you are a guest of this project.');
    expect(page.model.isCommentingForbidden).toBeUndefined();
    expect(page.model.groups).toEqual([]);
  });

  it('are read-only from the start if the role is in the loaded project, until other members are loaded', async () => {
    const projects = (await (
      await fetch(`${setup.proxy.url}/api/v1/workspaces/contrail/projects/`, {
        headers: { 'X-API-Key': setup.server.apiKey },
      })
    ).json()) as { results: object[] };
    const results = projects.results.map((project) => ({ ...project, member_role: 5 }));
    setup.proxy.inject(matchRequest('GET', '/projects/'), answerWith(200, { ...projects, results }));
    await setup.store.resources.projects.list().read();
    using page = await openPage(setup);
    expect(page.model.readOnlyReason).toBe('Read-only: you are a guest of this project.');
    const members = [{ id: sample.user('ada'), display_name: 'ada', role: 15 }];
    setup.proxy.inject(matchRequest('GET', '/members/'), answerWith(200, members));
    await page.send({ type: 'offer' });
    await flushPromises();
    expect(page.model.readOnlyReason).toBeUndefined();
  });

  it('include the loaded cycle of the work item as text for a guest of the project', async () => {
    const { project } = WEB_1;
    const { id } = await setup.otherStore().resources.cycles.create({ name: 'Sprint 7' }, project);
    await setup.otherStore().associations.cycleItems.add(ownerIn(project, id), [WEB_1.id]);
    using page = await openAs(5);
    await setup.store.resources.cycles.readAll(project);
    await setup.store.associations.cycleItems.list(ownerIn(project, id)).read();
    await flushPromises();
    expect(page.model.groups).toEqual([{ action: 'changeCycle', label: 'Cycle', value: 'Sprint 7', isReadOnly: true }]);
  });

  it('can be changed by a guest of the project if the draft contains these fields', async () => {
    using page = await openAs(5);
    await page.edit('description_html', '<p>mine</p>');
    await page.edit('labels', []);
    expect(page.field('description_html').readOnly).toBeUndefined();
    expect(page.field('labels')).not.toHaveProperty('newChoices');
    expect(page.field('state').readOnly).toBe(true);
  });

  it('can be changed by a member of the project', async () => {
    using page = await openAs(15);
    expect(page.model.fields.filter(({ readOnly }) => readOnly === true)).toEqual([]);
    expect(page.model.readOnlyReason).toBeUndefined();
  });
});

describe('The comments of a work item', () => {
  const isCommentsRead = matchRequest('GET', '/comments/');

  /** Makes the server send the comments c0, c1, …, of which c0 is the oldest, on pages of 100. */
  function serveComments(count: number, { hasTotal = true, isNewestFirst = false } = {}): void {
    const records = Array.from({ length: count }, (_, id) => ({
      id: `c${id}`,
      comment_html: '<p>x</p>',
      created_at: new Date(id * 1000).toISOString(),
    }));
    if (isNewestFirst) records.reverse();
    const pages = Array.from({ length: Math.ceil(count / 100) }, (_, page) => ({
      results: records.slice(page * 100, (page + 1) * 100),
      next_cursor: `100:${page + 1}:0`,
      next_page_results: (page + 1) * 100 < count,
      ...(hasTotal ? { total_results: count } : {}),
    }));
    for (const [page, body] of pages.entries()) {
      const path =
        page === 0 ? /\/comments\/\?(?!.*cursor)/ : new RegExp(`/comments/.*cursor=100(?:%3A|:)${page}(?:%3A|:)0`);
      setup.proxy.inject((_method, requestPath) => path.test(requestPath), answerWith(200, body));
    }
  }

  const idsOf = (page: Page) => page.model.comments.items.map(({ id }) => id);
  const commentIds = (from: number, end: number) =>
    Array.from({ length: end - from }, (_, index) => `c${from + index}`);
  const requestCount = () => setup.proxy.matchingRequests(isCommentsRead).length;

  it('are loaded with one request if they fit on one page', async () => {
    serveComments(100);
    using page = await openPage(setup);
    expect(page.model.comments.items).toHaveLength(100);
    expect(page.model.comments.more).toBeUndefined();
    expect(requestCount()).toBe(1);
  });

  it('are loaded completely with two requests if they fit on two pages', async () => {
    serveComments(103);
    using page = await openPage(setup);
    expect(idsOf(page)).toEqual(commentIds(0, 103));
    expect(page.model.comments.more).toBeUndefined();
    expect(requestCount()).toBe(2);
  });

  it('are loaded from the last page if there are many pages, and the user can load the earlier comments', async () => {
    serveComments(350);
    using page = await openPage(setup);
    expect(idsOf(page)).toEqual(commentIds(300, 350));
    expect(page.model.comments).toMatchObject({ more: 300 });
    expect(page.model.comments.isMoreLater).toBeUndefined();
    expect(requestCount()).toBe(2);
    await page.send({ type: 'moreComments' });
    await flushPromises();
    expect(idsOf(page)).toEqual(commentIds(200, 350));
    await page.send({ type: 'moreComments' });
    await flushPromises();
    await page.send({ type: 'moreComments' });
    await flushPromises();
    expect(idsOf(page)).toEqual(commentIds(0, 350));
    expect(page.model.comments.more).toBeUndefined();
  });

  it('are loaded from the first page if the server sends the newest comments first', async () => {
    serveComments(250, { isNewestFirst: true });
    using page = await openPage(setup);
    expect(idsOf(page)).toEqual(commentIds(150, 250));
    expect(page.model.comments).toMatchObject({ more: 150 });
    expect(page.model.comments.isMoreLater).toBeUndefined();
    expect(requestCount()).toBe(1);
  });

  it('are loaded from the oldest to the newest if the server sends no total count', async () => {
    serveComments(250, { hasTotal: false });
    using page = await openPage(setup);
    expect(idsOf(page)).toEqual(commentIds(0, 100));
    expect(page.model.comments).toMatchObject({ more: expect.any(Number), isMoreLater: true });
    expect(requestCount()).toBe(1);
    await page.send({ type: 'moreComments' });
    await flushPromises();
    expect(idsOf(page)).toEqual(commentIds(0, 200));
  });

  it('stay loaded as far back as before when the user reloads the page', async () => {
    serveComments(350);
    using page = await openPage(setup);
    await page.send({ type: 'moreComments' });
    await flushPromises();
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(idsOf(page)).toEqual(commentIds(200, 350));
  });
});
