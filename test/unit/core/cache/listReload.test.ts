// Tests when the lists of labels, states, cycles, modules and members are requested again.
// Counts the requests to a real server.
import { beforeEach, describe, expect, it } from 'vitest';
import { FRESH_FOR_MS } from '../../../../src/core/cache/lists/pagedList.ts';
import type { RecordLists, StoredRecord } from '../../../../src/core/cache/resources/recordStore.ts';
import { restoreSnapshot, takeSnapshot } from '../../../../src/core/cache/store/snapshot.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const WEB_PROJECT_ID = sample.project('WEB');

let requestCountBefore: number;

const setup = forEachTest(createSetup);
const store = forEachTest(() => new Store(setup.client, setup.clock));
beforeEach(async () => {
  requestCountBefore = setup.proxy.requests.length;
});

const countedRequests = () =>
  setup.proxy.requests
    .slice(requestCountBefore)
    .map(({ method, path }) => `${method} ${path.split('/').slice(5).join('/').split('?')[0]}`);
const startCounting = () => {
  requestCountBefore = setup.proxy.requests.length;
};
/** Sends a request like another client: directly to the server, not through the proxy that counts requests. */
async function sendAsOtherClient(method: string, path: string, body?: object): Promise<{ readonly id: string }> {
  const response = await fetch(
    `${setup.server.baseUrl}/api/v1/workspaces/${setup.server.workspace}/projects/${WEB_PROJECT_ID}/${path}`,
    {
      method,
      headers: { 'x-api-key': setup.server.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return text === '' ? { id: '' } : JSON.parse(text);
}
type NamedLists = RecordLists<StoredRecord & { readonly name: string }>;
const namesIn = (lists: NamedLists) => lists.listed(WEB_PROJECT_ID).map(({ name }) => name);

type Kind = 'labels' | 'states' | 'cycles' | 'modules';
const KINDS: readonly (readonly [Kind, object])[] = [
  ['labels', {}],
  ['states', { color: '#123456', group: 'started' }],
  ['cycles', { project_id: WEB_PROJECT_ID }],
  ['modules', {}],
];

describe.each(KINDS)('The list of %s of a project', (kind, fields) => {
  const list = (): NamedLists => store.resources[kind];

  it('is requested once after it has expired, and then contains the changes of another client', async () => {
    await list().readAll(WEB_PROJECT_ID);
    startCounting();
    const { id } = await sendAsOtherClient('POST', `${kind}/`, { name: 'From elsewhere', ...fields });
    await list().readAll(WEB_PROJECT_ID);
    expect(countedRequests()).toEqual([]);
    expect(namesIn(list())).not.toContain('From elsewhere');

    store.expireProjectLists(WEB_PROJECT_ID);
    expect(countedRequests()).toEqual([]);
    await list().readAll(WEB_PROJECT_ID);
    expect(namesIn(list())).toContain('From elsewhere');

    await sendAsOtherClient('PATCH', `${kind}/${id}/`, { name: 'Called otherwise' });
    store.expireProjectLists();
    await list().readAll(WEB_PROJECT_ID);
    expect(namesIn(list())).toContain('Called otherwise');
    expect(namesIn(list())).not.toContain('From elsewhere');

    await sendAsOtherClient('DELETE', `${kind}/${id}/`);
    store.expireProjectLists(WEB_PROJECT_ID);
    await list().readAll(WEB_PROJECT_ID);
    expect(namesIn(list())).not.toContain('Called otherwise');
    expect(countedRequests()).toEqual([1, 2, 3].map(() => `GET projects/${WEB_PROJECT_ID}/${kind}/`));
  });

  it('keeps its records while the list is requested again after it has expired', async () => {
    await list().readAll(WEB_PROJECT_ID);
    startCounting();
    await setup.clock.advance(FRESH_FOR_MS - 1);
    await list().readAll(WEB_PROJECT_ID);
    expect(countedRequests()).toEqual([]);
    await sendAsOtherClient('POST', `${kind}/`, { name: 'From elsewhere', ...fields });
    await setup.clock.advance(1);
    const delayedResponse = deferred<void>();
    setup.proxy.inject(matchRequest('GET', `/${kind}/`), { kind: 'delayed', until: delayedResponse.promise });
    void list().readAll(WEB_PROJECT_ID);
    expect(list().list(WEB_PROJECT_ID).state.status).toBe('ready');
    expect(list().listed(WEB_PROJECT_ID).length).toBeGreaterThan(0);
    const changedProjects = new Set<string>();
    list().onDidChangeListed((project) => changedProjects.add(project));
    delayedResponse.resolve();
    await list().readAll(WEB_PROJECT_ID);
    expect([...changedProjects]).toEqual([WEB_PROJECT_ID]);
    expect(namesIn(list())).toContain('From elsewhere');
    expect(countedRequests()).toEqual([`GET projects/${WEB_PROJECT_ID}/${kind}/`]);
  });
});

describe('The list of members of a project', () => {
  it('is requested again after it has expired, and then contains a new member', async () => {
    const membersBefore = await store.members.readAll(WEB_PROJECT_ID);
    startCounting();
    const newMember = {
      ...membersBefore[0],
      id: '11111111-2222-4333-8444-555555555555',
      display_name: 'Newcomer',
      first_name: 'New',
      last_name: 'Comer',
    };
    setup.proxy.inject(matchRequest('GET', '/members/'), answerWith(200, [...membersBefore, newMember]));
    await store.members.readAll(WEB_PROJECT_ID);
    expect(countedRequests()).toEqual([]);
    store.expireProjectLists(WEB_PROJECT_ID);
    expect(await store.members.readAll(WEB_PROJECT_ID)).toHaveLength(membersBefore.length + 1);
    expect(countedRequests()).toHaveLength(1);
  });
});

describe('An expired list', () => {
  it('keeps its records when the next request for the list fails', async () => {
    const recordsBefore = await store.resources.labels.readAll(WEB_PROJECT_ID);
    store.expireProjectLists();
    setup.proxy.inject(matchRequest('GET', '/labels/'), answerWith(403, { error: 'no' }));
    await expect(store.resources.labels.readAllOrThrow(WEB_PROJECT_ID)).rejects.toMatchObject({
      fault: { status: 403 },
    });
    expect(store.resources.labels.listed(WEB_PROJECT_ID)).toEqual(recordsBefore);
  });
});

describe('A response with work items', () => {
  it('updates the names of a state and a label in cached lists, without another request', async () => {
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const { state, labels } = store.item(WEB_1) ?? {};
    expect(labels?.length).toBeGreaterThan(0);
    await sendAsOtherClient('PATCH', `states/${state}/`, { name: 'Being built' });
    await sendAsOtherClient('PATCH', `labels/${labels?.[0]}/`, { name: 'Retitled' });
    startCounting();
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(namesIn(store.resources.states)).toContain('Being built');
    expect(namesIn(store.resources.labels)).toContain('Retitled');
    expect(store.state(WEB_PROJECT_ID, state ?? '')?.name).toBe('Being built');
    expect(countedRequests()).toHaveLength(1);
  });

  it('that contains an unknown label marks the list of labels as expired, so the next read requests it again', async () => {
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    const { id } = await sendAsOtherClient('POST', 'labels/', { name: 'Added elsewhere' });
    await sendAsOtherClient('PATCH', `work-items/${WEB_1.id}/`, { labels: [id] });
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    startCounting();
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    expect(namesIn(store.resources.labels)).toContain('Added elsewhere');
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    expect(countedRequests().filter((one) => one.endsWith('/labels/'))).toHaveLength(1);
  });
});

describe('A module or cycle', () => {
  it('that this window creates is added to its list if the list is loaded', async () => {
    await store.resources.modules.readAll(WEB_PROJECT_ID);
    await store.resources.modules.create({ name: 'Made here' }, WEB_PROJECT_ID);
    await store.resources.modules.readAll(WEB_PROJECT_ID);
    expect(namesIn(store.resources.modules)).toContain('Made here');
  });

  it('is available in pickers without a request if the tree has loaded its list', async () => {
    await store.resources.cycles.list(WEB_PROJECT_ID).read();
    startCounting();
    expect((await store.resources.cycles.readAll(WEB_PROJECT_ID)).map(({ id }) => id)).toEqual(
      store.resources.cycles.list(WEB_PROJECT_ID).state.ids,
    );
    expect(countedRequests()).toEqual([]);
  });
});

describe('The lists from the snapshot of an earlier run', () => {
  it('are updated with newer names from a response with a work item', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await store.members.readAll(WEB_PROJECT_ID);
    const snapshot = takeSnapshot(store, setup.clock.now());
    const state = store.item(WEB_1)?.state ?? '';
    await sendAsOtherClient('PATCH', `states/${state}/`, { name: 'Being built' });
    const laterStore = new Store(setup.client, setup.clock);
    restoreSnapshot(laterStore, snapshot);
    expect(laterStore.state(WEB_PROJECT_ID, state)?.name).not.toBe('Being built');
    await laterStore.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(laterStore.state(WEB_PROJECT_ID, state)?.name).toBe('Being built');
    expect(laterStore.user(WEB_PROJECT_ID, sample.user('ada'))).toMatchObject({ email: 'ada@contrail.example' });
  });

  it('are available at once, and are requested again because their age is unknown', async () => {
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    await store.resources.cycles.list(WEB_PROJECT_ID).read();
    const snapshot = takeSnapshot(store, setup.clock.now());
    await sendAsOtherClient('POST', 'labels/', { name: 'Added overnight' });
    const laterStore = new Store(setup.client, setup.clock);
    restoreSnapshot(laterStore, snapshot);
    startCounting();
    for (const names of [laterStore.resources.labels, laterStore.resources.cycles])
      expect(names.listed(WEB_PROJECT_ID).length).toBeGreaterThan(0);
    await laterStore.resources.labels.readAll(WEB_PROJECT_ID);
    await laterStore.resources.cycles.readAll(WEB_PROJECT_ID);
    expect(namesIn(laterStore.resources.labels)).toContain('Added overnight');
    expect(countedRequests()).toEqual([
      `GET projects/${WEB_PROJECT_ID}/labels/`,
      `GET projects/${WEB_PROJECT_ID}/cycles/`,
    ]);
  });
});
