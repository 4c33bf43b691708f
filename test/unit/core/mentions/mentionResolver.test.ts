// Tests how mentions are resolved to projects and work items, and which requests this needs.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import {
  type KnownProject,
  MentionResolver,
  type ProjectStorage,
} from '../../../../src/core/mentions/mentionResolver.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const WEB_PROJECT: KnownProject = { id: WEB_PROJECT_ID, identifier: 'WEB', name: 'Atlas Web' };

class InMemoryProjectStorage implements ProjectStorage {
  projects: readonly KnownProject[];

  constructor(projects: readonly KnownProject[] = []) {
    this.projects = projects;
  }

  read(): readonly KnownProject[] {
    return this.projects;
  }

  write(projects: readonly KnownProject[]): void {
    this.projects = projects;
  }
}

let mentionResolver: MentionResolver;
const setup = forEachTest(createSetup);
const store = forEachTest(() => new Store(setup.client, setup.clock));
const projectStorage = forEachTest(() => new InMemoryProjectStorage([WEB_PROJECT]));
beforeEach(async () => {
  mentionResolver = new MentionResolver(store, projectStorage, setup.clock);
});
afterEach(async () => {
  mentionResolver.dispose();
});

function mentionOf(identifier: string) {
  const [match] = mentionResolver.matcher.find(identifier);
  if (match === undefined) throw new Error(`${identifier} is no mention`);
  return match;
}

const requestByIdentifier = (identifier: string) => matchRequest('GET', `/work-items/${identifier}/`);

describe('The projects of MentionResolver', () => {
  it('are restored from an earlier session without a request', () => {
    expect(mentionResolver.matcher.find('WEB-1 API-1').map(({ identifier }) => identifier)).toEqual(['WEB-1']);
    expect(mentionResolver.project('WEB')?.name).toBe('Atlas Web');
    expect(setup.proxy.requests).toEqual([]);
  });

  it('are the projects of the loaded list, and are stored for the next session', async () => {
    const matcherBefore = mentionResolver.matcher;
    await store.resources.projects.list().read();
    expect(mentionResolver.matcher).not.toBe(matcherBefore);
    expect(mentionResolver.matcher.find('WEB-1 API-1 UTF-8').map(({ identifier }) => identifier)).toEqual([
      'WEB-1',
      'API-1',
    ]);
    expect(projectStorage.projects.map(({ identifier }) => identifier).sort()).toEqual(['API', 'NOTES', 'WEB']);
  });

  it('no longer include a stored project that is missing in the complete list', async () => {
    projectStorage.projects = [WEB_PROJECT, { id: 'old', identifier: 'OLD', name: 'Old' }];
    const otherResolver = new MentionResolver(store, projectStorage, setup.clock);
    expect(otherResolver.matcher.find('OLD-1')).toHaveLength(1);
    await store.resources.projects.list().read();
    expect(otherResolver.matcher.find('OLD-1')).toEqual([]);
    otherResolver.dispose();
  });

  it('exclude projects that the user has not joined', async () => {
    const { results } = await setup.client.call.listProjects({ query: {} });
    setup.proxy.inject(
      matchRequest('GET', '/projects/'),
      answerWith(200, {
        results: results.map((one) => ({ ...one, is_member: one.identifier !== 'API' })),
        next_page_results: false,
      }),
    );
    await store.resources.projects.list().read();
    expect(mentionResolver.matcher.find('WEB-1 API-1').map(({ identifier }) => identifier)).toEqual(['WEB-1']);
  });

  it('keep the same matcher object after a reload without changes', async () => {
    await store.resources.projects.list().read();
    const matcherBefore = mentionResolver.matcher;
    await store.resources.projects.list().reload();
    expect(mentionResolver.matcher).toBe(matcherBefore);
  });
});

describe('A mentioned work item', () => {
  it('resolves to `unread` until the list of its project is loaded, and then to an address, without a request', async () => {
    expect(mentionResolver.resolve(mentionOf('WEB-1'))).toEqual({ kind: 'unread' });
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const requestCount = setup.proxy.requests.length;
    expect(mentionResolver.resolve(mentionOf('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    expect(await mentionResolver.resolveOrRequest(mentionOf('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('resolves to an address if it was loaded before MentionResolver was created', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const laterResolver = new MentionResolver(store, projectStorage, setup.clock);
    expect(laterResolver.resolve(mentionOf('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    laterResolver.dispose();
  });

  it('is requested only once by simultaneous lookups', async () => {
    const results = await Promise.all([1, 2, 3].map(() => mentionResolver.resolveOrRequest(mentionOf('WEB-1'))));
    expect(results).toHaveLength(3);
    for (const resolution of results) expect(resolution).toEqual({ kind: 'read', address: WEB_1 });
    expect(setup.proxy.matchingRequests(requestByIdentifier('WEB-1'))).toHaveLength(1);
  });

  it('is ruled out if its number is far above the highest number, once the newest work items are loaded', async () => {
    const ruledOutIdentifiers = () =>
      ['WEB-1', 'WEB-120', 'WEB-9999'].filter((identifier) => mentionResolver.isRuledOut(mentionOf(identifier)));
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(ruledOutIdentifiers()).toEqual([]);
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const requestCount = setup.proxy.requests.length;
    expect(ruledOutIdentifiers()).toEqual(['WEB-9999']);
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('is not ruled out while only a part of the list is loaded and the list is not ordered by creation', async () => {
    const { results } = await setup.client.call.listWorkItems({ project_id: WEB_PROJECT_ID });
    store.setItemOrder('priority');
    setup.proxy.inject(
      matchRequest('GET', `/projects/${WEB_PROJECT_ID}/work-items/`),
      answerWith(200, {
        results: results.slice(0, 2),
        next_page_results: true,
        next_cursor: '2:1:0',
        total_results: 28,
      }),
    );
    const list = store.list({ of: 'items', owner: WEB_PROJECT_ID });
    await list.read();
    expect(list.state).toMatchObject({ status: 'ready', next: '2:1:0' });
    expect(mentionResolver.isRuledOut(mentionOf('WEB-9999'))).toBe(false);
  });

  it('causes a change event of MentionResolver when it is loaded', async () => {
    let eventCount = 0;
    mentionResolver.onDidChange(() => {
      eventCount += 1;
    });
    await mentionResolver.resolveOrRequest(mentionOf('WEB-1'));
    expect(eventCount).toBeGreaterThan(0);
  });

  it('that was deleted or not found resolves to `gone`, and is not requested again for ten minutes', async () => {
    const [id = ''] = await store.readLastUpdated(WEB_PROJECT_ID);
    const sequence = store.item({ project: WEB_PROJECT_ID, id })?.sequence_id ?? 0;
    await store.resources.workItems.remove(id, WEB_PROJECT_ID);
    const deletedMention = mentionOf(`WEB-${sequence}`);
    expect(mentionResolver.resolve(deletedMention)).toEqual({ kind: 'gone' });

    const unknownMention = mentionOf('WEB-4711');
    expect(await mentionResolver.resolveOrRequest(unknownMention)).toEqual({ kind: 'gone' });
    expect(await mentionResolver.resolveOrRequest(unknownMention)).toEqual({ kind: 'gone' });
    expect(setup.proxy.matchingRequests(requestByIdentifier('WEB-4711'))).toHaveLength(1);
    await setup.clock.advance(600_001);
    expect(mentionResolver.resolve(unknownMention)).toEqual({ kind: 'unread' });
  });

  it('resolves to `gone` if the server does not permit the user to read the work item', async () => {
    setup.proxy.inject(
      requestByIdentifier('WEB-2'),
      answerWith(403, { detail: 'You do not have permission to perform this action.' }),
    );
    expect(await mentionResolver.resolveOrRequest(mentionOf('WEB-2'))).toEqual({ kind: 'gone' });
  });

  it('resolves to `failed` if the request fails, and is requested again by the next lookup', async () => {
    setup.proxy.inject(requestByIdentifier('WEB-2'), answerWith(200, 'not json', 'text/html'), 1);
    expect(await mentionResolver.resolveOrRequest(mentionOf('WEB-2'))).toMatchObject({
      kind: 'failed',
      fault: { kind: 'intercepted' },
    });
    expect(await mentionResolver.resolveOrRequest(mentionOf('WEB-2'))).toMatchObject({ kind: 'read' });
  });

  it('resolves to `failed` with the fault `cancelled` if the lookup is aborted', async () => {
    setup.proxy.inject(requestByIdentifier('WEB-2'), { kind: 'hanging' });
    const abortController = new AbortController();
    const resolution = mentionResolver.resolveOrRequest(mentionOf('WEB-2'), abortController.signal);
    await setup.proxy.waitForRequests(requestByIdentifier('WEB-2'));
    abortController.abort();
    expect(await resolution).toMatchObject({ kind: 'failed', fault: { kind: 'cancelled' } });
  });
});

describe('Refreshing mentions', () => {
  const FIVE_MINUTES = 300_000;
  const isItemRequest = (method: string, path: string) => method === 'GET' && path.includes('/work-items/');
  const itemRequests = () => setup.proxy.matchingRequests(isItemRequest).length;
  const rename = (id: string, name: string) =>
    setup.client.call.updateWorkItem({ project_id: WEB_PROJECT_ID, work_item_id: id, body: { name } });
  const mentions = (...identifiers: string[]) => identifiers.map(mentionOf);

  it.each([
    ['one work item', ['WEB-1']],
    ['several work items, with one request', ['WEB-1', 'WEB-2', 'WEB-3']],
  ])('reads %s again that an earlier run has stored, and reports the change', async (_what, identifiers) => {
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await setup.clock.advance(FIVE_MINUTES);
    await rename(WEB_1.id, 'Changed elsewhere');
    let changes = 0;
    mentionResolver.onDidChange(() => (changes += 1));
    const before = itemRequests();
    await mentionResolver.refresh(mentions(...identifiers));
    expect(itemRequests() - before).toBe(1);
    expect(store.item(WEB_1)?.name).toBe('Changed elsewhere');
    expect(changes).toBe(1);
  });

  it('sends no request for a work item that was read less than five minutes ago', async () => {
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const before = itemRequests();
    await setup.clock.advance(FIVE_MINUTES - 1);
    await mentionResolver.refresh(mentions('WEB-1', 'WEB-2'));
    expect(itemRequests() - before).toBe(0);
    await setup.clock.advance(1);
    await mentionResolver.refresh(mentions('WEB-1'));
    await mentionResolver.refresh(mentions('WEB-1'));
    expect(itemRequests() - before).toBe(1);
  });

  it('sends no request for a work item of a project whose complete list was checked recently', async () => {
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await setup.clock.advance(2 * FIVE_MINUTES);
    store.sync.set(WEB_PROJECT_ID, { status: 'complete', at: setup.clock.now() });
    const before = itemRequests();
    await mentionResolver.refresh(mentions('WEB-1'));
    expect(itemRequests() - before).toBe(0);
  });

  it('sends no request for a work item that is not loaded, and keeps the values if a request fails', async () => {
    await mentionResolver.refresh(mentions('WEB-1'));
    expect(itemRequests()).toBe(0);
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const name = store.item(WEB_1)?.name;
    await setup.clock.advance(FIVE_MINUTES);
    setup.proxy.inject(isItemRequest, answerWith(403, { detail: 'No' }));
    const before = itemRequests();
    await mentionResolver.refresh(mentions('WEB-1'));
    await mentionResolver.refresh(mentions('WEB-1'));
    expect(itemRequests() - before).toBe(1);
    expect(store.item(WEB_1)?.name).toBe(name);
  });
});
