// Tests how mentions are resolved to projects and work items, and which requests this needs.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/cache/store.ts';
import { type KnownProject, MentionResolver, type ProjectMemory } from '../../../src/mentions/knownItems.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const WEB_PROJECT: KnownProject = { id: WEB, identifier: 'WEB', name: 'Atlas Web' };

class Memory implements ProjectMemory {
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

let setup: Setup;
let store: Store;
let projectMemory: Memory;
let known: MentionResolver;
beforeEach(async () => {
  setup = await createSetup();
  store = new Store(setup.client);
  projectMemory = new Memory([WEB_PROJECT]);
  known = new MentionResolver(store, projectMemory, setup.clock);
});
afterEach(async () => {
  known.dispose();
  await setup[Symbol.asyncDispose]();
});

function mentionOf(identifier: string) {
  const [match] = known.matcher.find(identifier);
  if (match === undefined) throw new Error(`${identifier} is no mention`);
  return match;
}

const requestByIdentifier = (identifier: string) => requestTo('GET', `/work-items/${identifier}/`);

describe('The known projects', () => {
  it('are restored from an earlier session without a request', () => {
    expect(known.matcher.find('WEB-1 API-1').map(({ identifier }) => identifier)).toEqual(['WEB-1']);
    expect(known.project('WEB')?.name).toBe('Atlas Web');
    expect(setup.proxy.requests).toEqual([]);
  });

  it('are the projects of the list when it is loaded, and are stored for the next session', async () => {
    const matcherBefore = known.matcher;
    await store.resources.projects.list().read();
    expect(known.matcher).not.toBe(matcherBefore);
    expect(known.matcher.find('WEB-1 API-1 UTF-8').map(({ identifier }) => identifier)).toEqual(['WEB-1', 'API-1']);
    expect(projectMemory.projects.map(({ identifier }) => identifier).sort()).toEqual(['API', 'NOTES', 'WEB']);
  });

  it('no longer include a stored project that is missing in the completely loaded list', async () => {
    projectMemory.projects = [WEB_PROJECT, { id: 'old', identifier: 'OLD', name: 'Old' }];
    const otherKnownItems = new MentionResolver(store, projectMemory, setup.clock);
    expect(otherKnownItems.matcher.find('OLD-1')).toHaveLength(1);
    await store.resources.projects.list().read();
    expect(otherKnownItems.matcher.find('OLD-1')).toEqual([]);
    otherKnownItems.dispose();
  });

  it('exclude projects that the user has not joined, because the user cannot access their items', async () => {
    const { results } = await setup.client.call.listProjects({ query: {} });
    setup.proxy.inject(
      requestTo('GET', '/projects/'),
      answered(200, {
        results: results.map((one) => ({ ...one, is_member: one.identifier !== 'API' })),
        next_page_results: false,
      }),
    );
    await store.resources.projects.list().read();
    expect(known.matcher.find('WEB-1 API-1').map(({ identifier }) => identifier)).toEqual(['WEB-1']);
  });

  it('have the same matcher after they were reloaded without changes', async () => {
    await store.resources.projects.list().read();
    const matcherBefore = known.matcher;
    await store.resources.projects.list().reload();
    expect(known.matcher).toBe(matcherBefore);
  });
});

describe('A mentioned work item', () => {
  it('is unread until the list of its project is loaded, and then resolves without a request', async () => {
    expect(known.resolve(mentionOf('WEB-1'))).toEqual({ kind: 'unread' });
    await store.list({ of: 'items', owner: WEB }).read();
    const requestCount = setup.proxy.requests.length;
    expect(known.resolve(mentionOf('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    expect(await known.lookUp(mentionOf('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('resolves if it was loaded before the mentions were first resolved', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const laterKnownItems = new MentionResolver(store, projectMemory, setup.clock);
    expect(laterKnownItems.resolve(mentionOf('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    laterKnownItems.dispose();
  });

  it('is requested only once by simultaneous lookups', async () => {
    const results = await Promise.all([1, 2, 3].map(() => known.lookUp(mentionOf('WEB-1'))));
    expect(results).toHaveLength(3);
    for (const lookup of results) expect(lookup).toEqual({ kind: 'read', address: WEB_1 });
    expect(setup.proxy.requestsTo(requestByIdentifier('WEB-1'))).toHaveLength(1);
  });

  it('is implausible if its number is far above the newest one, as soon as the newest work items are loaded', async () => {
    const implausibleIdentifiers = () =>
      ['WEB-1', 'WEB-120', 'WEB-9999'].filter((identifier) => known.isImplausible(mentionOf(identifier)));
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(implausibleIdentifiers()).toEqual([]);
    await store.list({ of: 'items', owner: WEB }).read();
    const requestCount = setup.proxy.requests.length;
    expect(implausibleIdentifiers()).toEqual(['WEB-9999']);
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('is plausible while only a part of the list is loaded in another order than by creation', async () => {
    const { results } = await setup.client.call.listWorkItems({ project_id: WEB });
    store.orderItems('priority');
    setup.proxy.inject(
      requestTo('GET', `/projects/${WEB}/work-items/`),
      answered(200, { results: results.slice(0, 2), next_page_results: true, next_cursor: '2:1:0', total_results: 28 }),
    );
    const list = store.list({ of: 'items', owner: WEB });
    await list.read();
    expect(list.state).toMatchObject({ status: 'ready', next: '2:1:0' });
    expect(known.isImplausible(mentionOf('WEB-9999'))).toBe(false);
  });

  it('fires a change event when it is loaded', async () => {
    let eventCount = 0;
    known.onDidChange(() => {
      eventCount += 1;
    });
    await known.lookUp(mentionOf('WEB-1'));
    expect(eventCount).toBeGreaterThan(0);
  });

  it('that was deleted or not found is reported as gone, and not requested again for ten minutes', async () => {
    const [id = ''] = await store.readLastUpdated(WEB);
    const sequence = store.item({ project: WEB, id })?.sequence_id ?? 0;
    await store.resources.workItems.remove(id, WEB);
    const deletedMention = mentionOf(`WEB-${sequence}`);
    expect(known.resolve(deletedMention)).toEqual({ kind: 'gone' });

    const unknownMention = mentionOf('WEB-4711');
    expect(await known.lookUp(unknownMention)).toEqual({ kind: 'gone' });
    expect(await known.lookUp(unknownMention)).toEqual({ kind: 'gone' });
    expect(setup.proxy.requestsTo(requestByIdentifier('WEB-4711'))).toHaveLength(1);
    await setup.clock.advance(600_001);
    expect(known.resolve(unknownMention)).toEqual({ kind: 'unread' });
  });

  it('is reported as gone if the server does not permit the user to read it', async () => {
    setup.proxy.inject(
      requestByIdentifier('WEB-2'),
      answered(403, { detail: 'You do not have permission to perform this action.' }),
    );
    expect(await known.lookUp(mentionOf('WEB-2'))).toEqual({ kind: 'gone' });
  });

  it('is reported as failed if the request failed, and is requested again by the next lookup', async () => {
    setup.proxy.inject(requestByIdentifier('WEB-2'), answered(200, 'not json', 'text/html'), 1);
    expect(await known.lookUp(mentionOf('WEB-2'))).toMatchObject({
      kind: 'failed',
      fault: { kind: 'invalidResponse' },
    });
    expect(await known.lookUp(mentionOf('WEB-2'))).toMatchObject({ kind: 'read' });
  });

  it('is reported with the error kind `cancelled` if the lookup is aborted', async () => {
    setup.proxy.inject(requestByIdentifier('WEB-2'), { kind: 'hanging' });
    const abortController = new AbortController();
    const lookup = known.lookUp(mentionOf('WEB-2'), abortController.signal);
    await setup.proxy.until(requestByIdentifier('WEB-2'));
    abortController.abort();
    expect(await lookup).toMatchObject({ kind: 'failed', fault: { kind: 'cancelled' } });
  });
});
