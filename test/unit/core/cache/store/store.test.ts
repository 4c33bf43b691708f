// Tests the store with a real server: number of requests, and changes of work items and comments.
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../src/client/apiError.ts';
import { keyOf } from '../../../../../src/core/cache/address.ts';
import { isListUnsupported } from '../../../../../src/core/cache/lists/pagedList.ts';
import { Store } from '../../../../../src/core/cache/store/store.ts';
import { answerWith, matchRequest } from '../../../../support/faultProxy.ts';
import { forAllTests } from '../../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../../support/pageSetup.ts';
import { sample } from '../../../../support/testServer.ts';
import { deferred } from '../../../std/deferred.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const NOTES_PROJECT_ID = sample.project('NOTES');
const isListRequest = matchRequest('GET', '/work-items/');

let store: Store;
let initialRequestCount: number;

const setup = forAllTests(createSetup);
beforeEach(() => {
  setup.proxy.removeFaults();
  store = new Store(setup.client);
  initialRequestCount = setup.proxy.requests.length;
});

const newRequests = () =>
  setup.proxy.requests
    .slice(initialRequestCount)
    .map(({ method, path }) => `${method} ${path.split('/').slice(5).join('/').split('?')[0]}`);

describe('Store', () => {
  it('requests the projects once even if they are read several times', async () => {
    await Promise.all([store.resources.projects.list().read(), store.resources.projects.list().read()]);
    await store.resources.projects.list().read();
    expect(store.resources.projects.list().state.ids.map((id) => store.project(id)?.identifier)).toEqual(
      expect.arrayContaining(['WEB', 'API', 'NOTES']),
    );
    expect(newRequests()).toEqual(['GET projects/']);
  });

  it('reads work items page by page, and the names of their states in the same request', async () => {
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).read();
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state).toMatchObject({
      status: 'ready',
      pages: 1,
      total: 130,
    });
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids).toHaveLength(100);
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).loadMore();
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state).toMatchObject({ pages: 2, next: undefined });
    expect(new Set(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids).size).toBe(130);
    expect(newRequests()).toHaveLength(2);
    const item = store.item({ project: NOTES_PROJECT_ID, id: sample.workItem('NOTES', 130) });
    expect(store.state(NOTES_PROJECT_ID, item?.state ?? '')?.name).toEqual(expect.any(String));
  });

  it('requests a work item at each read, but the project for its identifier only once', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(store.identifier(WEB_1)).toBe('WEB-1');
    expect(newRequests()).toEqual([
      `GET projects/${WEB_PROJECT_ID}/`,
      ...[1, 2].map(() => `GET projects/${WEB_PROJECT_ID}/work-items/${WEB_1.id}/`),
    ]);
  });

  it('finds a work item by its identifier, ignoring case', async () => {
    expect(await store.readByIdentifier('web-28')).toMatchObject({
      sequence_id: 28,
      name: 'Write the notes for the next release',
    });
    expect(store.identifier({ project: WEB_PROJECT_ID, id: sample.workItem('WEB', 28) })).toBe('WEB-28');
  });

  it('rejects with an ApiError for an unknown identifier', async () => {
    await expect(store.readByIdentifier('WEB-9999')).rejects.toMatchObject({ fault: { kind: 'notFound' } });
    await expect(store.readByIdentifier('NOSUCH-1')).rejects.toMatchObject({
      fault: { kind: 'rejected', status: 403 },
    });
  });

  it('marks modules as unsupported if they are disabled in the project', async () => {
    expect(await store.resources.modules.readAllOrThrow(NOTES_PROJECT_ID)).toEqual([]);
    expect(isListUnsupported(store.resources.modules.list(NOTES_PROJECT_ID).state)).toBe(true);
  });

  it('reads all members of a project', async () => {
    expect((await store.members.readAll(WEB_PROJECT_ID)).length).toBeGreaterThan(3);
  });

  it('keeps the ids of a list and stores the fault when the response is HTML', async () => {
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).read();
    setup.proxy.inject(isListRequest, answerWith(200, '<html><title>Sign in</title></html>', 'text/html'));
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).loadMore();
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state).toMatchObject({
      status: 'ready',
      pages: 1,
      fault: { kind: 'intercepted', title: 'Sign in' },
    });
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids).toHaveLength(100);
    setup.proxy.removeFaults();
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).loadMore();
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids).toHaveLength(130);
  });

  it('omits the invalid records of a page', async () => {
    const results = [{ id: 'w1', name: 'Good', sequence_id: 1, project: WEB_PROJECT_ID }, { id: 'w2' }, 7];
    setup.proxy.inject(isListRequest, answerWith(200, { results, next_page_results: false, total_results: 3 }), 1);
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    expect(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state).toMatchObject({
      status: 'ready',
      ids: ['w1'],
      total: 3,
    });
  });
});

describe('A change of a work item', () => {
  it('is in the store before the server responds, and its request contains only the changed fields', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const update = store.resources.workItems.update(WEB_1.id, { priority: 'low', start_date: null }, WEB_1.project);
    expect(store.item(WEB_1)).toMatchObject({
      priority: 'low',
      start_date: null,
      name: 'Use the board with the keyboard alone',
    });
    await update;
    expect(JSON.parse(setup.proxy.requests.at(-1)?.body ?? '')).toEqual({ priority: 'low', start_date: null });
    expect(store.resources.workItems.records.confirmed(keyOf(WEB_1))).toMatchObject({
      priority: 'low',
      start_date: null,
    });
  });

  it('is reverted when the server rejects it', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const before = store.item(WEB_1);
    const update = store.resources.workItems.update(WEB_1.id, { parent: WEB_1.id }, WEB_1.project);
    expect(store.item(WEB_1)?.parent).toBe(WEB_1.id);
    await expect(update).rejects.toMatchObject({
      fault: { kind: 'rejected', status: 400, fields: { parent: "A work item can't be its own ancestor." } },
    });
    expect(store.item(WEB_1)).toEqual(before);
  });

  it('is not sent if its values are invalid', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const requestCountBefore = setup.proxy.requests.length;
    await expect(
      store.resources.workItems.update(WEB_1.id, { target_date: 'soon' }, WEB_1.project),
    ).rejects.toBeInstanceOf(ApiError);
    expect(setup.proxy.requests).toHaveLength(requestCountBefore);
  });

  it('is sent after the response to an earlier change of the same work item', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const isPatch = matchRequest('PATCH', `/${WEB_1.id}/`);
    const before = setup.proxy.matchingRequests(isPatch).length;
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isPatch, { kind: 'delayed', until: delayedResponse.promise }, 1);
    const updates = [
      store.resources.workItems.update(WEB_1.id, { name: 'First' }, WEB_1.project),
      store.resources.workItems.update(WEB_1.id, { name: 'Second' }, WEB_1.project),
    ];
    await setup.proxy.waitForRequests(isPatch, before + 1);
    expect(store.item(WEB_1)?.name).toBe('Second');
    expect(setup.proxy.matchingRequests(isPatch)).toHaveLength(before + 1);
    delayedResponse.resolve();
    await Promise.all(updates);
    expect(
      setup.proxy
        .matchingRequests(isPatch)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(['{"name":"First"}', '{"name":"Second"}']);
    expect(store.resources.workItems.records.confirmed(keyOf(WEB_1))?.name).toBe('Second');
  });

  it('keeps the description if the response omits it', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const partialResponse = { id: WEB_1.id, name: 'Bare', sequence_id: 1, project: WEB_PROJECT_ID };
    setup.proxy.inject(matchRequest('PATCH', `/${WEB_1.id}/`), answerWith(200, partialResponse));
    const description_html = '<p>Written here</p>';
    await Promise.all([
      store.resources.workItems.update(WEB_1.id, { description_html }, WEB_1.project),
      store.resources.workItems.update(WEB_1.id, { name: 'Bare' }, WEB_1.project),
    ]);
    expect(store.item(WEB_1)).toMatchObject({ name: 'Bare', description_html });
  });

  it('is shown in another window when that window reads the work item again', async () => {
    const otherStore = setup.otherStore();
    await Promise.all([
      store.resources.workItems.readOne(WEB_1.id, WEB_1.project),
      otherStore.resources.workItems.readOne(WEB_1.id, WEB_1.project),
    ]);
    await otherStore.resources.workItems.update(WEB_1.id, { name: 'Changed by a colleague' }, WEB_1.project);
    expect(store.item(WEB_1)?.name).not.toBe('Changed by a colleague');
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(store.item(WEB_1)?.name).toBe('Changed by a colleague');
  });
});

it('A new work item is added at the start of its project’s list', async () => {
  const API_PROJECT_ID = sample.project('API');
  await store.list({ of: 'items', owner: API_PROJECT_ID }).read();
  const total = store.list({ of: 'items', owner: API_PROJECT_ID }).state.total ?? 0;
  const createdItem = await store.resources.workItems.create({ name: 'Made here' }, API_PROJECT_ID);
  expect(store.list({ of: 'items', owner: API_PROJECT_ID }).state).toMatchObject({ total: total + 1 });
  expect(store.list({ of: 'items', owner: API_PROJECT_ID }).state.ids[0]).toBe(createdItem.id);
  expect(store.item({ project: API_PROJECT_ID, id: createdItem.id })?.name).toBe('Made here');
});

describe('A comment', () => {
  const address = { project: WEB_PROJECT_ID, id: sample.workItem('WEB', 28) };
  const isCommentPost = matchRequest('POST', '/comments/');

  it('is posted once and found on the server if its response was lost', async () => {
    const before = setup.proxy.matchingRequests(isCommentPost).length;
    const draft = { text: '<p>Once</p>', access: 'INTERNAL', externalId: 'once' } as const;
    await store.comments.list(address).read();
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    expect(await store.comments.send(address, draft, draft.text)).toMatchObject({ sent: false, isUncertain: true });
    const outcome = await store.comments.send(address, { ...draft, sentText: draft.text }, draft.text);
    expect(outcome).toMatchObject({
      sent: true,
      wasAlreadySent: true,
      comment: { comment_html: '<p>Once</p>', external_source: 'contrail' },
    });
    expect(setup.proxy.matchingRequests(isCommentPost)).toHaveLength(before + 1);
    expect(store.comments.list(address).state.ids.map((id) => store.comments.get(id)?.comment_html)).toContain(
      '<p>Once</p>',
    );
  });

  it('is treated as sent and shown if the server responds that it exists (409)', async () => {
    const draft = { text: '<p>Twice</p>', access: 'EXTERNAL', externalId: 'twice' } as const;
    await setup.otherStore().comments.send(address, draft, draft.text);
    await store.comments.list(address).read();
    expect(await store.comments.send(address, draft, draft.text)).toEqual({
      sent: true,
      comment: undefined,
      wasAlreadySent: true,
    });
    const texts = store.comments.list(address).state.ids.map((id) => store.comments.get(id)?.comment_html);
    expect(texts.filter((text) => text === '<p>Twice</p>')).toHaveLength(1);
  });
});

describe('Store.search', () => {
  it('finds work items in every project', async () => {
    const foundItems = await store.search('webhooks');
    expect(foundItems.map((one) => one.project__identifier)).toContain('API');
  });
});
