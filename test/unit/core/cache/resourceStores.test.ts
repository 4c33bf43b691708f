// Tests resource stores and associations against the real server, for every kind of record.
import { beforeEach, describe, expect, it } from 'vitest';
import { parseRecordKey, recordKey } from '../../../../src/core/cache/address.ts';
import { ownerIn } from '../../../../src/core/cache/resources/associations.ts';
import type { StoredRecord } from '../../../../src/core/cache/resources/recordStore.ts';
import type { ResourceStore } from '../../../../src/core/cache/resources/resourceStore.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const WEB_PROJECT_ID = sample.project('WEB');

let store: Store;
let initialRequestCount: number;

const setup = forAllTests(createSetup);
beforeEach(() => {
  setup.proxy.removeFaults();
  store = new Store(setup.client);
  initialRequestCount = setup.proxy.requests.length;
});

const requestCount = () => setup.proxy.requests.length - initialRequestCount;

interface TestedStore {
  readonly name: string;
  readonly resourceStore: () => ResourceStore<
    StoredRecord & { readonly name?: unknown },
    { name?: string },
    { name: string }
  >;
  readonly within?: string | (() => Promise<string>);
  readonly body: Readonly<Record<string, unknown>>;
}

const testedStores: readonly TestedStore[] = [
  { name: 'work items', resourceStore: () => store.resources.workItems as never, within: WEB_PROJECT_ID, body: {} },
  { name: 'epics', resourceStore: () => store.resources.epics as never, within: WEB_PROJECT_ID, body: {} },
  { name: 'modules', resourceStore: () => store.resources.modules as never, within: WEB_PROJECT_ID, body: {} },
  { name: 'cycles', resourceStore: () => store.resources.cycles as never, within: WEB_PROJECT_ID, body: {} },
  { name: 'initiatives', resourceStore: () => store.resources.initiatives as never, body: {} },
  { name: 'initiative labels', resourceStore: () => store.resources.initiativeLabels as never, body: {} },
  { name: 'teamspaces', resourceStore: () => store.resources.teamspaces as never, body: {} },
  { name: 'customers', resourceStore: () => store.resources.customers as never, body: {} },
  {
    name: 'customer properties',
    resourceStore: () => store.resources.customerProperties as never,
    body: { property_type: 'TEXT' },
  },
  {
    name: 'customer requests',
    resourceStore: () => store.resources.customerRequests,
    within: async () => {
      await store.resources.customers.list().read();
      return store.resources.customers.list().state.ids[0] ?? '';
    },
    body: {},
  },
  { name: 'stickies', resourceStore: () => store.resources.stickies, body: {} },
  { name: 'projects', resourceStore: () => store.resources.projects, body: { identifier: 'SHELF' } },
];

describe.each(testedStores)('The ResourceStore of $name', ({ resourceStore, within = '', body }) => {
  const createContainer = async () => (typeof within === 'string' ? within : within());

  it('reads a page of the list with one request, and sends no request for a second read', async () => {
    const containerId = await createContainer();
    const before = requestCount();
    await resourceStore().list(containerId).read();
    await resourceStore().list(containerId).read();
    expect(requestCount() - before).toBe(1);
    const { status, ids } = resourceStore().list(containerId).state;
    expect(status).toBe('ready');
    expect(ids.map((id) => resourceStore().get(id, containerId)?.id)).toEqual(ids);
  });

  it('creates a record at the start of the list, changes it, reads it, and deletes it', async () => {
    const containerId = await createContainer();
    await resourceStore().list(containerId).read();
    const before = resourceStore().list(containerId).state.ids;
    const createdRecord = await resourceStore().create({ name: 'Made by a test', ...body }, containerId);
    expect(resourceStore().list(containerId).state.ids).toEqual([createdRecord.id, ...before]);
    await resourceStore().update(createdRecord.id, { name: 'Changed by a test' }, containerId);
    expect(await resourceStore().readOne(createdRecord.id, containerId)).toMatchObject({ name: 'Changed by a test' });
    await resourceStore().remove(createdRecord.id, containerId);
    expect(resourceStore().list(containerId).state.ids).toEqual(before);
    expect(resourceStore().get(createdRecord.id, containerId)).toBeUndefined();
  });
});

it('A change of an initiative is shown at once, and reverted when the server rejects it', async () => {
  const { initiatives } = store.resources;
  await initiatives.list().read();
  const [id = ''] = initiatives.list().state.ids;
  const before = initiatives.get(id)?.state;
  const delayedResponse = deferred<void>();
  setup.proxy.inject(matchRequest('PATCH', `/initiatives/${id}/`), { kind: 'delayed', until: delayedResponse.promise });
  const update = initiatives.update(id, { name: '', state: 'CLOSED' });
  expect(initiatives.get(id)?.state).toBe('CLOSED');
  delayedResponse.resolve();
  await expect(update).rejects.toThrow();
  expect(initiatives.get(id)?.state).toBe(before);
});

it('A module keeps its id and members if the response to a change omits them, without a second request', async () => {
  await using community = await createSetup('community');
  const { modules } = community.store.resources;
  await modules.list(WEB_PROJECT_ID).read();
  const [id = ''] = modules.list(WEB_PROJECT_ID).state.ids;
  const before = modules.get(id, WEB_PROJECT_ID);
  const members = [sample.user('bruno')];
  const requestCountBefore = community.proxy.requests.length;
  const changedModule = await modules.update(id, { status: 'paused', members }, WEB_PROJECT_ID);
  expect(community.proxy.requests.length - requestCountBefore).toBe(1);
  expect(changedModule).toEqual({ ...before, status: 'paused', members });
  expect(modules.get(id, WEB_PROJECT_ID)).toEqual(changedModule);
  expect(await modules.readOne(id, WEB_PROJECT_ID)).toMatchObject({
    id,
    name: before?.name,
    status: 'paused',
    members,
  });
});

it('A change of an epic is shown at once, although request and response have different field names', async () => {
  const { epics } = store.resources;
  const epic = await epics.create({ name: 'An epic' }, WEB_PROJECT_ID);
  const [firstUser] = await store.workspaceUsers.readAll();
  const assignees = firstUser === undefined ? [] : [firstUser.id];
  const update = epics.update(epic.id, { assignee_ids: assignees }, WEB_PROJECT_ID);
  expect(assignees).toHaveLength(1);
  expect(epics.get(epic.id, WEB_PROJECT_ID)?.assignees).toEqual(assignees);
  await update;
  await epics.remove(epic.id, WEB_PROJECT_ID);
});

describe('Association', () => {
  it('adds epics to an initiative, returns the RecordAddress of each epic, and removes the epics', async () => {
    const initiative = await store.resources.initiatives.create({ name: 'A plan' });
    const epic = await store.resources.epics.create({ name: 'An epic' }, WEB_PROJECT_ID);
    const { initiativeEpics } = store.associations;
    await initiativeEpics.list(initiative.id).read();
    await initiativeEpics.add(initiative.id, [epic.id]);
    expect(initiativeEpics.list(initiative.id).state.ids).toEqual([epic.id]);
    expect(initiativeEpics.addressOf(epic.id)).toEqual({ kind: 'epic', within: WEB_PROJECT_ID, id: epic.id });
    await initiativeEpics.list(initiative.id).reload();
    expect(initiativeEpics.list(initiative.id).state.ids).toEqual([epic.id]);
    await initiativeEpics.remove(initiative.id, [epic.id]);
    expect(initiativeEpics.list(initiative.id).state.ids).toEqual([]);
  });

  it('stores the names of the members of a teamspace', async () => {
    await store.resources.teamspaces.list().read();
    const [teamspace = ''] = store.resources.teamspaces.list().state.ids;
    await store.associations.teamspaceMembers.list(teamspace).read();
    const members = store.associations.teamspaceMembers.list(teamspace).state.ids;
    expect(members.length).toBeGreaterThan(0);
    expect(members.map((id) => store.workspaceUser(id)?.id)).toEqual(members);
  });

  it('adds a work item to a cycle and removes it again', async () => {
    const cycle = await store.resources.cycles.create({ name: 'A cycle' }, WEB_PROJECT_ID);
    const owner = ownerIn(WEB_PROJECT_ID, cycle.id);
    await store.associations.cycleItems.add(owner, [WEB_1.id]);
    await store.associations.cycleItems.list(owner).read();
    expect(store.associations.cycleItems.list(owner).state.ids).toEqual([WEB_1.id]);
    expect(store.item(WEB_1)?.sequence_id).toBe(1);
    await store.associations.cycleItems.remove(owner, [WEB_1.id]);
    expect(store.associations.cycleItems.list(owner).state.ids).toEqual([]);
  });
});

it('parseRecordKey returns the RecordAddress from which recordKey has created the key', () => {
  for (const address of [
    { kind: 'workItem', within: 'p', id: 'i' },
    { kind: 'initiative', within: '', id: 'i' },
    { kind: 'customerRequest', within: 'c', id: 'r' },
  ] as const)
    expect(parseRecordKey(recordKey(address))).toEqual(address);
  expect(parseRecordKey('nothing of the sort')).toBeUndefined();
});
