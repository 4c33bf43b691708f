// Tests changes of many work items against the real server behind a faulty proxy.
// Covers the outcome of each item, the progress, and the undo.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../src/cache/address.ts';
import { keyOf } from '../../../src/cache/address.ts';
import { applyBulk, type BulkResult, undoPlan } from '../../../src/cache/changes/bulk.ts';
import { currentValue, type ItemChange, stepsOf } from '../../../src/cache/changes/itemChange.ts';
import { ownerIn } from '../../../src/cache/resources/associations.ts';
import { Store } from '../../../src/cache/store.ts';
import { answered, type Pick, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';
import { deferred } from '../std/deferred.ts';

const WEB = sample.project('WEB');
const NOTES = sample.project('NOTES');
const web = (number: number): ItemAddress => ({ project: WEB, id: sample.workItem('WEB', number) });
const patches: Pick = (method, path) => method === 'PATCH' && path.includes('/work-items/');
const patchOf = (address: ItemAddress): Pick => requestTo('PATCH', `/${address.id}/`);

let setup: Setup;
let store: Store;
let asked: number;

beforeAll(async () => {
  setup = await createSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(async () => {
  setup.proxy.heal();
  store = new Store(setup.client);
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB }).read();
  asked = setup.proxy.requests.length;
});

const requests = () => setup.proxy.requests.slice(asked);
const kinds = (carried: readonly BulkResult[]) => carried.map(({ outcome }) => outcome.kind);
const state = (name: string): ItemChange => ({ field: 'state', value: sample.state('WEB', name) });
const make = (addresses: readonly ItemAddress[], change: ItemChange) =>
  applyBulk(store, stepsOf(store, addresses, change));

describe('applyBulk', () => {
  it('shows the change of all items at once, sends one request for each, and reports progress', async () => {
    const items = [2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(web);
    const progress: number[] = [];
    const steps = stepsOf(store, items, { field: 'priority', value: 'urgent' });
    const work = applyBulk(store, steps, { progressed: (settled) => progress.push(settled) });
    expect(items.map((one) => store.item(one)?.priority)).toEqual(items.map(() => 'urgent'));
    expect(kinds(await work)).toEqual(items.map(() => 'done'));
    expect(requests().filter(({ method, path }) => patches(method, path))).toHaveLength(items.length);
    expect(requests()).toHaveLength(items.length);
    expect(progress).toEqual(items.map((_, index) => index + 1));
    expect(items.map((one) => store.resources.workItems.records.confirmed(keyOf(one))?.priority)).toEqual(
      items.map(() => 'urgent'),
    );
  });

  it('changes the other items when the server rejects one, which is shown as before', async () => {
    const items = [2, 4, 5].map(web);
    const before = store.item(web(4))?.state;
    setup.proxy.inject(patchOf(web(4)), answered(400, { state: ['Not from there.'] }), 1);
    const carried = await make(items, state('Done'));
    expect(kinds(carried)).toEqual(['done', 'failed', 'done']);
    expect(carried[1]?.outcome).toMatchObject({ fault: { kind: 'rejected', fields: { state: 'Not from there.' } } });
    expect(store.item(web(4))?.state).toBe(before);
    const again = await applyBulk(
      store,
      [carried[1]?.step].flatMap((step) => step ?? []),
    );
    expect(kinds(again)).toEqual(['done']);
    expect(store.item(web(4))?.state).toBe(sample.state('WEB', 'Done'));
  });

  it('sends a request again when its response was lost, because a change may be applied twice', async () => {
    const items = [2, 4, 5].map(web);
    setup.proxy.inject(patches, { kind: 'lost' }, 3);
    const carried = await setup.whileTimePasses(make(items, state('Todo')));
    expect(kinds(carried)).toEqual(['done', 'done', 'done']);
    expect(requests().filter(({ method }) => method === 'PATCH')).toHaveLength(6);
  });

  it('continues after the rate limit when the server accepts requests again', async () => {
    const throttled = { kind: 'answered', status: 429, headers: { 'retry-after': '5' }, body: '{}' } as const;
    setup.proxy.inject(patches, throttled, 2);
    const began = setup.clock.now();
    const carried = await setup.whileTimePasses(make([2, 4, 5].map(web), { field: 'priority', value: 'low' }));
    expect(kinds(carried)).toEqual(['done', 'done', 'done']);
    expect(setup.clock.now() - began).toBeGreaterThanOrEqual(5000);
  });

  it('reports an item as ignored when the server answers with another value', async () => {
    const { description_html: _, ...same } = { ...store.item(web(2)) };
    setup.proxy.inject(patchOf(web(2)), answered(200, same), 1);
    const to = store.item(web(2))?.priority === 'high' ? 'low' : 'high';
    expect(kinds(await make([web(2)], { field: 'priority', value: to }))).toEqual(['ignored']);
  });
});

describe('A cancelled change of many items', () => {
  it('leaves unsent items as they are, and reads with one request which others were changed', async () => {
    const items = Array.from({ length: 20 }, (_, index) => web(index + 2));
    await make(items, { field: 'priority', value: 'none' });
    asked = setup.proxy.requests.length;
    const release = deferred<void>();
    setup.proxy.inject(patches, { kind: 'held', until: release.promise });
    const cancelling = new AbortController();
    const work = applyBulk(store, stepsOf(store, items, { field: 'priority', value: 'high' }), {
      signal: cancelling.signal,
    });
    const fresh = setup.otherStore();
    while ((await fresh.resources.workItems.readOne(web(2).id, WEB)).priority !== 'high');
    const sent = requests().length;
    cancelling.abort();
    const carried = await work;
    release.resolve();
    const done = carried.filter(({ outcome }) => outcome.kind === 'done').length;
    expect(new Set(kinds(carried))).toContain('cancelled');
    expect(requests().filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(requests().filter(({ method }) => method === 'PATCH').length).toBeLessThan(items.length);
    expect(sent).toBeLessThan(items.length);
    await fresh.list({ of: 'items', owner: WEB }).read();
    expect(done).toBeGreaterThan(0);
    expect(items.filter((one) => fresh.item(one)?.priority === 'high').length).toBeGreaterThanOrEqual(done);
    for (const { step, outcome } of carried) {
      if (outcome.kind === 'done') expect(fresh.item(step.address)?.priority).toBe('high');
      expect(store.item(step.address)?.priority).toBe(outcome.kind === 'done' ? 'high' : 'none');
    }
  });

  it('sends no change when it was cancelled before the first request', async () => {
    const items = [2, 4].map(web);
    const carried = await applyBulk(store, stepsOf(store, items, state('Done')), { signal: AbortSignal.abort() });
    expect(kinds(carried)).toEqual(['cancelled', 'cancelled']);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('undoPlan', () => {
  it('restores the previous value of each item, with one request for all of them', async () => {
    const items = [2, 4, 5].map(web);
    const before = items.map((one) => store.item(one)?.labels);
    const carried = await make(items, { field: 'labels', add: [sample.label('WEB', 'Design')], remove: [] });
    asked = setup.proxy.requests.length;
    const { steps, changedSince } = await undoPlan(
      store,
      carried.map(({ step }) => step),
    );
    expect(changedSince).toEqual([]);
    expect(requests().map(({ method }) => method)).toEqual(['GET']);
    await applyBulk(store, steps);
    expect(items.map((one) => store.resources.workItems.records.confirmed(keyOf(one))?.labels)).toEqual(before);
  });

  it('keeps the values of items that were changed in the meantime, and reports these items', async () => {
    const items = [6, 7, 8].map(web);
    await make(items, { field: 'priority', value: 'low' });
    const carried = await make(items, { field: 'priority', value: 'urgent' });
    await setup.otherStore().resources.workItems.update(web(7).id, { priority: 'high' }, WEB);
    const { steps, changedSince } = await undoPlan(
      store,
      carried.map(({ step }) => step),
    );
    expect(changedSince).toEqual([web(7)]);
    await applyBulk(store, steps);
    expect(items.map((one) => store.item(one)?.priority)).toEqual(['low', 'high', 'low']);
  });

  it('sends one request for a single item', async () => {
    const carried = await make([web(9)], { field: 'target_date', value: '2031-01-01' });
    asked = setup.proxy.requests.length;
    await undoPlan(
      store,
      carried.map(({ step }) => step),
    );
    expect(requests()).toMatchObject([{ method: 'GET', path: expect.stringContaining(web(9).id) }]);
  });

  it('rejects with the fault when the items cannot be read', async () => {
    const carried = await make([web(9)], { field: 'target_date', value: null });
    setup.proxy.inject(requestTo('GET', `/${web(9).id}/`), answered(403, { detail: 'No.' }), 1);
    await expect(
      undoPlan(
        store,
        carried.map(({ step }) => step),
      ),
    ).rejects.toMatchObject({ fault: { kind: 'rejected' } });
  });
});

describe.each([{ field: 'module' }, { field: 'cycle' }] as const)('A bulk change of the $field', ({ field }) => {
  const grouped = async (): Promise<string> => {
    if (field === 'module') return (await store.modules.read(WEB)).records[0]?.id ?? '';
    await store.resources.cycles.list(WEB).read();
    return store.resources.cycles.list(WEB).state.ids[0] ?? '';
  };
  const tie = () => (field === 'module' ? store.associations.moduleItems : store.associations.cycleItems);

  it('is sent in one request, shown at once, and can be undone', async () => {
    const into = await grouped();
    const owner = ownerIn(WEB, into);
    await tie().list(owner).read();
    const free = store
      .list({ of: 'items', owner: WEB })
      .state.ids.filter((id) => !tie().list(owner).state.ids.includes(id))
      .slice(0, 5)
      .map((id) => ({ project: WEB, id }));
    const before = free.map((one) => currentValue(store, one, field));
    asked = setup.proxy.requests.length;
    const work = make(free, { field, value: into });
    expect(tie().list(owner).state.ids).toEqual(expect.arrayContaining(free.map(({ id }) => id)));
    const carried = await work;
    expect(kinds(carried)).toEqual(free.map(() => 'done'));
    expect(requests().map(({ method }) => method)).toEqual(['POST']);
    const { steps, changedSince } = await undoPlan(
      store,
      carried.map(({ step }) => step),
    );
    expect(changedSince).toEqual([]);
    expect(kinds(await applyBulk(store, steps))).toEqual(free.map(() => 'done'));
    expect(free.map((one) => currentValue(store, one, field))).toEqual(before);
    await tie().list(owner).reload();
    expect(
      tie()
        .list(owner)
        .state.ids.filter((id) => free.some((one) => one.id === id)),
    ).toEqual([]);
  });

  it('leaves every list as it was when the server rejects it', async () => {
    const into = await grouped();
    const owner = ownerIn(WEB, into);
    await tie().list(owner).read();
    const { ids } = tie().list(owner).state;
    const one = {
      project: WEB,
      id: store.list({ of: 'items', owner: WEB }).state.ids.find((id) => !ids.includes(id)) ?? '',
    };
    const before = store.item(one)?.module;
    setup.proxy.inject((method) => method === 'POST', answered(403, { detail: 'Not you.' }));
    const carried = await make([one], { field, value: into });
    expect(carried[0]?.outcome).toMatchObject({ kind: 'failed', fault: { kind: 'rejected', status: 403 } });
    expect(tie().list(owner).state.ids).toEqual(ids);
    expect(store.item(one)?.module).toBe(before);
  });

  it('adds the other items when the server rejects one', async () => {
    const into = await grouped();
    await tie().list(ownerIn(WEB, into)).read();
    const items = [web(20), { project: WEB, id: sample.workItem('NOTES', 1) }, web(21)];
    const carried = await make(items, { field, value: into });
    expect(kinds(carried)).toEqual(['done', 'failed', 'done']);
  });
});

it('A work item moved to a module is removed from the previous one where it may be in several modules', async () => {
  await using community = await createSetup('community');
  const { store: other, proxy } = community;
  await other.list({ of: 'items', owner: WEB }).read();
  const [to = '', from = ''] = (await other.modules.read(WEB)).records.map(({ id }) => id);
  await other.associations.moduleItems.list(ownerIn(WEB, from)).read();
  const [id = ''] = other.associations.moduleItems.list(ownerIn(WEB, from)).state.ids;
  expect(other.item({ project: WEB, id })).toMatchObject({ id, module: undefined });
  const before = proxy.requests.length;
  const carried = await applyBulk(other, stepsOf(other, [{ project: WEB, id }], { field: 'module', value: to }));
  expect(carried).toMatchObject([{ outcome: { kind: 'done' }, step: { before: from, after: to } }]);
  expect(proxy.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  expect(other.associations.moduleItems.list(ownerIn(WEB, from)).state.ids).not.toContain(id);
});

it('Work items of several projects are changed together if the value is the same in all of them', async () => {
  await store.list({ of: 'items', owner: NOTES }).read();
  const items = [web(3), { project: NOTES, id: sample.workItem('NOTES', 130) }];
  const carried = await make(items, { field: 'estimate_point', value: '5' });
  expect(kinds(carried)).toEqual(['done', 'done']);
});
