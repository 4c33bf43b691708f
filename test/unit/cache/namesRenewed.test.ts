// Tests when labels, states, cycles, modules and members are read again, against the real server.
// Counts the requests for it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FRESH_FOR_MS, type ProjectLists } from '../../../src/cache/lists/projectLists.ts';
import { restoreSnapshot, takeSnapshot } from '../../../src/cache/snapshot.ts';
import { Store } from '../../../src/cache/store.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';
import { deferred } from '../std/deferred.ts';

const WEB = sample.project('WEB');

let setup: Setup;
let store: Store;
let asked: number;

beforeEach(async () => {
  setup = await createSetup();
  store = new Store(setup.client, setup.clock);
  asked = setup.proxy.requests.length;
});
afterEach(() => setup[Symbol.asyncDispose]());

const since = () =>
  setup.proxy.requests
    .slice(asked)
    .map(({ method, path }) => `${method} ${path.split('/').slice(5).join('/').split('?')[0]}`);
const mark = () => {
  asked = setup.proxy.requests.length;
};
/** Sends a request as another client would: directly to the server, past the proxy that counts requests. */
async function elsewhere(method: string, path: string, body?: object): Promise<{ readonly id: string }> {
  const response = await fetch(
    `${setup.server.baseUrl}/api/v1/workspaces/${setup.server.workspace}/projects/${WEB}/${path}`,
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
const namesIn = (parts: ProjectLists<{ readonly name: string }>) => parts.of(WEB).records.map(({ name }) => name);

type Kind = 'labels' | 'states' | 'cycles' | 'modules';
const KINDS: readonly (readonly [Kind, object])[] = [
  ['labels', {}],
  ['states', { color: '#123456', group: 'started' }],
  ['cycles', { project_id: WEB }],
  ['modules', {}],
];

describe.each(KINDS)('The list of %s of a project', (kind, fields) => {
  const parts = () => store[kind] as unknown as ProjectLists<{ readonly id: string; readonly name: string }>;

  it('contains what another client adds, renames and deletes once it has expired, with one request each', async () => {
    await parts().read(WEB);
    mark();
    const { id } = await elsewhere('POST', `${kind}/`, { name: 'From elsewhere', ...fields });
    await parts().offer(WEB);
    expect(since()).toEqual([]);
    expect(namesIn(parts())).not.toContain('From elsewhere');

    store.expireNames(WEB);
    expect(since()).toEqual([]);
    await parts().read(WEB);
    expect(namesIn(parts())).toContain('From elsewhere');

    await elsewhere('PATCH', `${kind}/${id}/`, { name: 'Called otherwise' });
    store.expireNames();
    await parts().read(WEB);
    expect(namesIn(parts())).toContain('Called otherwise');
    expect(namesIn(parts())).not.toContain('From elsewhere');

    await elsewhere('DELETE', `${kind}/${id}/`);
    store.expireNames(WEB);
    await parts().read(WEB);
    expect(namesIn(parts())).not.toContain('Called otherwise');
    expect(since()).toEqual([1, 2, 3].map(() => `GET projects/${WEB}/${kind}/`));
  });

  it('resolves with the known records at once, and is read again when it is too old', async () => {
    await parts().read(WEB);
    mark();
    await setup.clock.advance(FRESH_FOR_MS - 1);
    await parts().offer(WEB);
    expect(since()).toEqual([]);
    await elsewhere('POST', `${kind}/`, { name: 'From elsewhere', ...fields });
    await setup.clock.advance(1);
    const release = deferred<void>();
    setup.proxy.inject(requestTo('GET', `/${kind}/`), { kind: 'held', until: release.promise });
    const offered = await parts().offer(WEB);
    expect(offered.status).toBe('ready');
    expect(offered.records.length).toBeGreaterThan(0);
    const changed: string[] = [];
    parts().onDidChange((project) => changed.push(project));
    release.resolve();
    await parts().read(WEB);
    expect(changed).toEqual([WEB]);
    expect(namesIn(parts())).toContain('From elsewhere');
    expect(since()).toEqual([`GET projects/${WEB}/${kind}/`]);
  });
});

describe('The list of members of a project', () => {
  it('contains a new member when it is read again after it expired', async () => {
    const before = (await store.members.read(WEB)).records;
    mark();
    const joined = {
      ...before[0],
      id: '11111111-2222-4333-8444-555555555555',
      display_name: 'Newcomer',
      first_name: 'New',
      last_name: 'Comer',
    };
    setup.proxy.inject(requestTo('GET', '/members/'), answered(200, [...before, joined]));
    await store.members.read(WEB);
    expect(since()).toEqual([]);
    store.expireNames(WEB);
    expect((await store.members.read(WEB)).records).toHaveLength(before.length + 1);
    expect(since()).toHaveLength(1);
  });
});

describe('A list that cannot be read again', () => {
  it('keeps the records that are known', async () => {
    const known = (await store.labels.read(WEB)).records;
    store.expireNames();
    setup.proxy.inject(requestTo('GET', '/labels/'), answered(403, { error: 'no' }));
    expect((await store.labels.read(WEB)).status).toBe('failed');
    expect((await store.labels.offer(WEB)).records).toEqual(known);
  });
});

describe('Work items that are read', () => {
  it('rename a state and a label in the lists already read, without an additional request', async () => {
    await store.states.read(WEB);
    await store.labels.read(WEB);
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const { state, labels } = store.item(WEB_1) ?? {};
    expect(labels?.length).toBeGreaterThan(0);
    await elsewhere('PATCH', `states/${state}/`, { name: 'Being built' });
    await elsewhere('PATCH', `labels/${labels?.[0]}/`, { name: 'Retitled' });
    mark();
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(namesIn(store.states)).toContain('Being built');
    expect(namesIn(store.labels)).toContain('Retitled');
    expect(store.state(WEB, state ?? '')?.name).toBe('Being built');
    expect(since()).toHaveLength(1);
  });

  it('with an unknown label expire the list of labels once, so that the next request reads it again', async () => {
    await store.labels.read(WEB);
    const { id } = await elsewhere('POST', 'labels/', { name: 'Added elsewhere' });
    await elsewhere('PATCH', `work-items/${WEB_1.id}/`, { labels: [id] });
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    mark();
    await store.labels.read(WEB);
    expect(namesIn(store.labels)).toContain('Added elsewhere');
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await store.labels.read(WEB);
    expect(since().filter((one) => one.endsWith('/labels/'))).toHaveLength(1);
  });
});

describe('A module or cycle', () => {
  it('that is created here is added to its list if that was read before', async () => {
    await store.modules.read(WEB);
    await store.resources.modules.create({ name: 'Made here' }, WEB);
    await store.modules.read(WEB);
    expect(namesIn(store.modules)).toContain('Made here');
  });

  it('is in its list without a request if the tree has read it', async () => {
    await store.resources.cycles.list(WEB).read();
    mark();
    expect((await store.cycles.offer(WEB)).records.map(({ id }) => id)).toEqual(
      store.resources.cycles.list(WEB).state.ids,
    );
    expect(since()).toEqual([]);
  });
});

describe('The lists of an earlier run', () => {
  it('adopt newer names that come with work items', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await store.states.read(WEB);
    await store.members.read(WEB);
    const snapshot = takeSnapshot(store, setup.clock.now());
    const state = store.item(WEB_1)?.state ?? '';
    await elsewhere('PATCH', `states/${state}/`, { name: 'Being built' });
    const later = new Store(setup.client, setup.clock);
    restoreSnapshot(later, snapshot);
    expect(later.state(WEB, state)?.name).not.toBe('Being built');
    await later.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(later.state(WEB, state)?.name).toBe('Being built');
    expect(later.user(WEB, sample.user('ada'))).toMatchObject({ email: 'ada@contrail.example' });
  });

  it('resolve at once and are read again, because their age is unknown', async () => {
    await store.labels.read(WEB);
    await store.resources.cycles.list(WEB).read();
    const snapshot = takeSnapshot(store, setup.clock.now());
    await elsewhere('POST', 'labels/', { name: 'Added overnight' });
    const later = new Store(setup.client, setup.clock);
    restoreSnapshot(later, snapshot);
    mark();
    for (const parts of [later.labels, later.cycles])
      expect((await parts.offer(WEB)).records.length).toBeGreaterThan(0);
    await later.labels.read(WEB);
    await later.cycles.read(WEB);
    expect(namesIn(later.labels)).toContain('Added overnight');
    expect(since()).toEqual([`GET projects/${WEB}/labels/`, `GET projects/${WEB}/cycles/`]);
  });
});
