// Tests changes of many work items against the real server, behind a proxy that injects faults.
// Covers the outcome for each work item, the progress, and how to undo a change.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { applyBulk, type BulkStepResult, undoPlan } from '../../../../src/core/cache/changes/bulk.ts';
import { currentValue, type ItemChange, stepsOf } from '../../../../src/core/cache/changes/itemChange.ts';
import { ownerIn } from '../../../../src/core/cache/resources/associations.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { answerWith, matchRequest, type RequestMatcher } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const NOTES_PROJECT_ID = sample.project('NOTES');
const webItem = (number: number): ItemAddress => ({ project: WEB_PROJECT_ID, id: sample.workItem('WEB', number) });
const isItemPatch: RequestMatcher = (method, path) => method === 'PATCH' && path.includes('/work-items/');
const isPatchOf = (address: ItemAddress): RequestMatcher => matchRequest('PATCH', `/${address.id}/`);

let store: Store;
let requestCountBefore: number;

const setup = forAllTests(createSetup);
beforeEach(async () => {
  setup.proxy.removeFaults();
  store = new Store(setup.client);
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  requestCountBefore = setup.proxy.requests.length;
});

const requests = () => setup.proxy.requests.slice(requestCountBefore);
const outcomeKinds = (results: readonly BulkStepResult[]) => results.map(({ outcome }) => outcome.kind);
const state = (name: string): ItemChange => ({ field: 'state', value: sample.state('WEB', name) });
const applyChange = (addresses: readonly ItemAddress[], change: ItemChange) =>
  applyBulk(store, stepsOf(store, addresses, change));

describe('applyBulk', () => {
  it('shows the change of all items at once, sends one request per item, and reports progress', async () => {
    const items = [2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(webItem);
    const progress: number[] = [];
    const steps = stepsOf(store, items, { field: 'priority', value: 'urgent' });
    const pendingResults = applyBulk(store, steps, { onProgress: (endedStepCount) => progress.push(endedStepCount) });
    expect(items.map((item) => store.item(item)?.priority)).toEqual(items.map(() => 'urgent'));
    expect(outcomeKinds(await pendingResults)).toEqual(items.map(() => 'done'));
    expect(requests().filter(({ method, path }) => isItemPatch(method, path))).toHaveLength(items.length);
    expect(requests()).toHaveLength(items.length);
    // Among these work items are some with dates, which are sent only with a change of a date.
    expect(items.filter((item) => store.item(item)?.target_date).length).toBeGreaterThan(0);
    expect(new Set(requests().map(({ body }) => body))).toEqual(new Set(['{"priority":"urgent"}']));
    expect(progress).toEqual(items.map((_, index) => index + 1));
    expect(items.map((item) => store.resources.workItems.records.confirmed(keyOf(item))?.priority)).toEqual(
      items.map(() => 'urgent'),
    );
  });

  it('sends both dates if one of them changes', async () => {
    const item = webItem(5);
    await applyChange([item], { field: 'target_date', value: '2026-12-24' });
    await applyChange([item], { field: 'start_date', value: '2026-12-01' });
    const bodies = requests()
      .filter(({ method, path }) => isItemPatch(method, path))
      .map(({ body }) => JSON.parse(body));
    expect(bodies.at(-1)).toEqual({ start_date: '2026-12-01', target_date: '2026-12-24' });
    expect(bodies).toHaveLength(2);
  });

  it('sends the changes of both dates of an item in one request, and undoes them in one', async () => {
    const item = webItem(6);
    const changes: ItemChange[] = [
      { field: 'start_date', value: '2027-02-01' },
      { field: 'target_date', value: '2027-02-28' },
    ];
    const steps = changes.flatMap((change) => stepsOf(store, [item], change, changes));
    expect(outcomeKinds(await applyBulk(store, steps))).toEqual(['done', 'done']);
    expect(store.item(item)).toMatchObject({ start_date: '2027-02-01', target_date: '2027-02-28' });
    const plan = await undoPlan(store, steps);
    expect(outcomeKinds(await applyBulk(store, plan.steps))).toEqual(['done', 'done']);
    expect(requests().filter(({ method, path }) => isItemPatch(method, path))).toHaveLength(2);
  });

  it.each([
    ['2026-12-24', '2026-12-01', 'endsBeforeStart'],
    ['2026-12-01', '2026-12-01', undefined],
    [null, '2026-12-01', undefined],
  ])('stepsOf compares the start %s and the due date %s of the same request', (start, due, obstacle) => {
    const changes: ItemChange[] = [
      { field: 'start_date', value: start },
      { field: 'target_date', value: due },
    ];
    const steps = changes.flatMap((change) => stepsOf(store, [webItem(7)], change, changes));
    expect(steps.map((step) => step.obstacle)).toContain(obstacle);
  });

  it('reverts an item whose change the server rejects, and changes the other items', async () => {
    const items = [2, 4, 5].map(webItem);
    const before = store.item(webItem(4))?.state;
    setup.proxy.inject(isPatchOf(webItem(4)), answerWith(400, { state: ['Not from there.'] }), 1);
    const results = await applyChange(items, state('Done'));
    expect(outcomeKinds(results)).toEqual(['done', 'failed', 'done']);
    expect(results[1]?.outcome).toMatchObject({ fault: { kind: 'rejected', fields: { state: 'Not from there.' } } });
    expect(store.item(webItem(4))?.state).toBe(before);
    const retriedResults = await applyBulk(
      store,
      [results[1]?.step].flatMap((step) => step ?? []),
    );
    expect(outcomeKinds(retriedResults)).toEqual(['done']);
    expect(store.item(webItem(4))?.state).toBe(sample.state('WEB', 'Done'));
  });

  it('sends both dates of an item once if the server rejects them, and both have failed', async () => {
    const item = webItem(6);
    const changes: ItemChange[] = [
      { field: 'start_date', value: '2027-03-01' },
      { field: 'target_date', value: '2027-03-31' },
    ];
    setup.proxy.inject(isItemPatch, answerWith(400, { detail: 'No.' }));
    const results = await applyBulk(
      store,
      changes.flatMap((change) => stepsOf(store, [item], change, changes)),
    );
    expect(outcomeKinds(results)).toEqual(['failed', 'failed']);
    expect(requests()).toHaveLength(1);
  });

  it('sends a request again when the response was lost', async () => {
    const items = [2, 4, 5].map(webItem);
    setup.proxy.inject(isItemPatch, { kind: 'lost' }, 3);
    const results = await setup.whileTimePasses(applyChange(items, state('Todo')));
    expect(outcomeKinds(results)).toEqual(['done', 'done', 'done']);
    expect(requests().filter(({ method }) => method === 'PATCH')).toHaveLength(6);
  });

  it('waits for the rate limit, and then sends the remaining requests', async () => {
    const tooManyRequests = { kind: 'answered', status: 429, headers: { 'retry-after': '5' }, body: '{}' } as const;
    setup.proxy.inject(isItemPatch, tooManyRequests, 2);
    const startedAt = setup.clock.now();
    const results = await setup.whileTimePasses(
      applyChange([2, 4, 5].map(webItem), { field: 'priority', value: 'low' }),
    );
    expect(outcomeKinds(results)).toEqual(['done', 'done', 'done']);
    expect(setup.clock.now() - startedAt).toBeGreaterThanOrEqual(5000);
  });

  it('reports the kind `ignored` for an item when the response does not contain the sent value', async () => {
    const { description_html: _, ...same } = { ...store.item(webItem(2)) };
    setup.proxy.inject(isPatchOf(webItem(2)), answerWith(200, same), 1);
    const newPriority = store.item(webItem(2))?.priority === 'high' ? 'low' : 'high';
    expect(outcomeKinds(await applyChange([webItem(2)], { field: 'priority', value: newPriority }))).toEqual([
      'ignored',
    ]);
  });
});

describe('A canceled change of many items', () => {
  it('finds out with one request which canceled changes the server has applied, and reverts the others', async () => {
    const items = Array.from({ length: 20 }, (_, index) => webItem(index + 2));
    await applyChange(items, { field: 'priority', value: 'none' });
    requestCountBefore = setup.proxy.requests.length;
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isItemPatch, { kind: 'delayed', until: delayedResponse.promise });
    const abortController = new AbortController();
    const pendingResults = applyBulk(store, stepsOf(store, items, { field: 'priority', value: 'high' }), {
      signal: abortController.signal,
    });
    const otherStore = setup.otherStore();
    while ((await otherStore.resources.workItems.readOne(webItem(2).id, WEB_PROJECT_ID)).priority !== 'high');
    const sentCount = requests().length;
    abortController.abort();
    const results = await pendingResults;
    delayedResponse.resolve();
    const doneCount = results.filter(({ outcome }) => outcome.kind === 'done').length;
    expect(new Set(outcomeKinds(results))).toContain('cancelled');
    expect(requests().filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(requests().filter(({ method }) => method === 'PATCH').length).toBeLessThan(items.length);
    expect(sentCount).toBeLessThan(items.length);
    await otherStore.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    expect(doneCount).toBeGreaterThan(0);
    expect(items.filter((item) => otherStore.item(item)?.priority === 'high').length).toBeGreaterThanOrEqual(doneCount);
    for (const { step, outcome } of results) {
      if (outcome.kind === 'done') expect(otherStore.item(step.address)?.priority).toBe('high');
      expect(store.item(step.address)?.priority).toBe(outcome.kind === 'done' ? 'high' : 'none');
    }
  });

  it('sends no change when the user cancels before the first request', async () => {
    const items = [2, 4].map(webItem);
    const results = await applyBulk(store, stepsOf(store, items, state('Done')), { signal: AbortSignal.abort() });
    expect(outcomeKinds(results)).toEqual(['cancelled', 'cancelled']);
    expect(requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('undoPlan', () => {
  it('reads all items with one request, and restores the previous value of each item', async () => {
    const items = [2, 4, 5].map(webItem);
    const before = items.map((item) => store.item(item)?.labels);
    const results = await applyChange(items, { field: 'labels', add: [sample.label('WEB', 'Design')], remove: [] });
    requestCountBefore = setup.proxy.requests.length;
    const { steps, changedAddresses } = await undoPlan(
      store,
      results.map(({ step }) => step),
    );
    expect(changedAddresses).toEqual([]);
    expect(requests().map(({ method }) => method)).toEqual(['GET']);
    await applyBulk(store, steps);
    expect(items.map((item) => store.resources.workItems.records.confirmed(keyOf(item))?.labels)).toEqual(before);
  });

  it('reports items that were changed again after the bulk change, and does not restore their values', async () => {
    const items = [6, 7, 8].map(webItem);
    await applyChange(items, { field: 'priority', value: 'low' });
    const results = await applyChange(items, { field: 'priority', value: 'urgent' });
    await setup.otherStore().resources.workItems.update(webItem(7).id, { priority: 'high' }, WEB_PROJECT_ID);
    const { steps, changedAddresses } = await undoPlan(
      store,
      results.map(({ step }) => step),
    );
    expect(changedAddresses).toEqual([webItem(7)]);
    await applyBulk(store, steps);
    expect(items.map((item) => store.item(item)?.priority)).toEqual(['low', 'high', 'low']);
  });

  it('reads a single item with one request for that item', async () => {
    const results = await applyChange([webItem(9)], { field: 'target_date', value: '2031-01-01' });
    requestCountBefore = setup.proxy.requests.length;
    await undoPlan(
      store,
      results.map(({ step }) => step),
    );
    expect(requests()).toMatchObject([{ method: 'GET', path: expect.stringContaining(webItem(9).id) }]);
  });

  it('rejects with an ApiError when the items cannot be read', async () => {
    const results = await applyChange([webItem(9)], { field: 'target_date', value: null });
    setup.proxy.inject(matchRequest('GET', `/${webItem(9).id}/`), answerWith(403, { detail: 'No.' }), 1);
    await expect(
      undoPlan(
        store,
        results.map(({ step }) => step),
      ),
    ).rejects.toMatchObject({ fault: { kind: 'rejected' } });
  });
});

describe.each([{ field: 'module' }, { field: 'cycle' }] as const)('A bulk change of the $field', ({ field }) => {
  const firstModuleOrCycle = async (): Promise<string> => {
    if (field === 'module') return (await store.resources.modules.readAll(WEB_PROJECT_ID))[0]?.id ?? '';
    await store.resources.cycles.list(WEB_PROJECT_ID).read();
    return store.resources.cycles.list(WEB_PROJECT_ID).state.ids[0] ?? '';
  };
  const association = () => (field === 'module' ? store.associations.moduleItems : store.associations.cycleItems);

  it('is shown at once, is sent in one request, and can be undone', async () => {
    const target = await firstModuleOrCycle();
    const owner = ownerIn(WEB_PROJECT_ID, target);
    await association().list(owner).read();
    const addedItems = store
      .list({ of: 'items', owner: WEB_PROJECT_ID })
      .state.ids.filter((id) => !association().list(owner).state.ids.includes(id))
      .slice(0, 5)
      .map((id) => ({ project: WEB_PROJECT_ID, id }));
    const before = addedItems.map((item) => currentValue(store, item, field));
    requestCountBefore = setup.proxy.requests.length;
    const pendingResults = applyChange(addedItems, { field, value: target });
    expect(association().list(owner).state.ids).toEqual(expect.arrayContaining(addedItems.map(({ id }) => id)));
    const results = await pendingResults;
    expect(outcomeKinds(results)).toEqual(addedItems.map(() => 'done'));
    expect(requests().map(({ method }) => method)).toEqual(['POST']);
    const { steps, changedAddresses } = await undoPlan(
      store,
      results.map(({ step }) => step),
    );
    expect(changedAddresses).toEqual([]);
    expect(outcomeKinds(await applyBulk(store, steps))).toEqual(addedItems.map(() => 'done'));
    expect(addedItems.map((item) => currentValue(store, item, field))).toEqual(before.map((value) => value ?? null));
    await association().list(owner).reload();
    expect(
      association()
        .list(owner)
        .state.ids.filter((id) => addedItems.some((item) => item.id === id)),
    ).toEqual([]);
  });

  it('restores every list when the server rejects the change', async () => {
    const target = await firstModuleOrCycle();
    const owner = ownerIn(WEB_PROJECT_ID, target);
    await association().list(owner).read();
    const { ids } = association().list(owner).state;
    const item = {
      project: WEB_PROJECT_ID,
      id: store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids.find((id) => !ids.includes(id)) ?? '',
    };
    const before = store.item(item)?.module;
    setup.proxy.inject((method) => method === 'POST', answerWith(403, { detail: 'Not you.' }));
    const results = await applyChange([item], { field, value: target });
    expect(results[0]?.outcome).toMatchObject({ kind: 'failed', fault: { kind: 'rejected', status: 403 } });
    expect(association().list(owner).state.ids).toEqual(ids);
    expect(store.item(item)?.module).toBe(before);
  });

  it('sends one request for each item after the server did not find one of them', async () => {
    const target = await firstModuleOrCycle();
    await association().list(ownerIn(WEB_PROJECT_ID, target)).read();
    const isPost: RequestMatcher = (method) => method === 'POST';
    setup.proxy.inject(isPost, answerWith(404, { error: 'The requested resource does not exist.' }), 1);
    const results = await applyChange([webItem(20), webItem(21)], { field, value: target });
    expect(outcomeKinds(results)).toEqual(['done', 'done']);
    expect(requests().filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  it('still changes the other items when the server rejects one item', async () => {
    const target = await firstModuleOrCycle();
    await association().list(ownerIn(WEB_PROJECT_ID, target)).read();
    const items = [webItem(20), { project: WEB_PROJECT_ID, id: sample.workItem('NOTES', 1) }, webItem(21)];
    const results = await applyChange(items, { field, value: target });
    expect(outcomeKinds(results)).toEqual(['done', 'failed', 'done']);
  });
});

it('On open-source servers, a work item that is moved to another module is removed from the previous module', async () => {
  await using community = await createSetup('community');
  const { store: other, proxy } = community;
  await other.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  const [newModule = '', oldModule = ''] = (await other.resources.modules.readAll(WEB_PROJECT_ID)).map(({ id }) => id);
  await other.associations.moduleItems.list(ownerIn(WEB_PROJECT_ID, oldModule)).read();
  const [id = ''] = other.associations.moduleItems.list(ownerIn(WEB_PROJECT_ID, oldModule)).state.ids;
  expect(other.item({ project: WEB_PROJECT_ID, id })).toMatchObject({ id, module: undefined });
  const before = proxy.requests.length;
  const results = await applyBulk(
    other,
    stepsOf(other, [{ project: WEB_PROJECT_ID, id }], { field: 'module', value: newModule }),
  );
  expect(results).toMatchObject([{ outcome: { kind: 'done' }, step: { before: oldModule, after: newModule } }]);
  expect(proxy.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  expect(other.associations.moduleItems.list(ownerIn(WEB_PROJECT_ID, oldModule)).state.ids).not.toContain(id);
});

it('Work items of several projects can be changed together if the new value exists in all projects', async () => {
  await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).read();
  const items = [webItem(3), { project: NOTES_PROJECT_ID, id: sample.workItem('NOTES', 130) }];
  const results = await applyChange(items, { field: 'estimate_point', value: '5' });
  expect(outcomeKinds(results)).toEqual(['done', 'done']);
});
