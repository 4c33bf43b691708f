// Tests that a new work item is added exactly once to the cycle or module in which the user created it.
import { afterEach, describe, expect, it } from 'vitest';
import { type ItemAddress, recordKey } from '../../../../src/core/cache/address.ts';
import { ownerIn } from '../../../../src/core/cache/resources/associations.ts';
import type { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import type { FieldValues } from '../../../../src/items/form/values.ts';
import { chooseCycle, chooseModules } from '../../../../src/items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const CYCLE = { id: sample.cycle('WEB', 'Board by keyboard'), name: 'Board by keyboard' };
const MODULE_ID = sample.module('WEB', 'Sign-in');

const isCreateRequest = matchRequest('POST', `/projects/${WEB_PROJECT_ID}/work-items/`);
const isCycleAddition = matchRequest('POST', '/cycle-issues/');
const isModuleAddition = matchRequest('POST', '/module-issues/');

let setup: Setup;
afterEach(() => setup[Symbol.asyncDispose]());

async function openNewItem(
  newRecord: { readonly cycle?: typeof CYCLE; readonly initialValues?: FieldValues },
  draftStore: DraftStore = setup.draftStore,
): Promise<Page> {
  const target = newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID });
  await draftStore.open(target.key);
  draftStore.change(target.key, 'New', () => ({
    newRecord: { externalId: crypto.randomUUID(), initialValues: {}, ...newRecord },
  }));
  const page = await openPage(setup, { target, draftStore });
  await page.edit('name', 'Made for a place');
  return page;
}

function createdItem(page: Page): ItemAddress {
  const [{ within: project, id } = { within: '', id: '' }] = page.createdAddresses;
  return { project, id };
}

/** Whether another store finds the work item in the cycle. */
async function isInCycle({ id }: ItemAddress): Promise<boolean> {
  const list = setup.otherStore().associations.cycleItems.list(ownerIn(WEB_PROJECT_ID, CYCLE.id));
  await list.read();
  return list.state.ids.includes(id);
}

it('A new work item names the fields that the server did not store', async () => {
  setup = await createSetup('community');
  using page = await openNewItem({});
  await page.edit('assignees', [sample.user('farid')]);
  await page.edit('labels', [sample.label('WEB', 'Design')]);
  expect((await page.send({ type: 'save' })).problem).toBeUndefined();
  expect(setup.store.item(createdItem(page))).toMatchObject({ assignees: [] });
  expect(page.ignoredLabels).toEqual(['Assignees']);
});

describe.each(['spec', 'community'] as const)('A new work item of a cycle on a %s server', (dialect) => {
  it('shows the name of the cycle and is added to the cycle once', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({ cycle: CYCLE });
    expect(page.model.placeName).toBe('Atlas Web, in the cycle “Board by keyboard”');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.createdAddresses).toHaveLength(1);
    expect(page.failedAdds).toEqual([]);
    expect(setup.proxy.matchingRequests(isCycleAddition)).toHaveLength(1);
    expect(await isInCycle(createdItem(page))).toBe(true);
    expect(setup.draftStore.get(page.model.address)?.newRecord).toBeUndefined();
  });

  it('shows the cycle in a row, and stores the chosen cycle in the draft when the page is closed', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({});
    const { draftStore } = setup;
    const location = { kind: 'workItem', within: WEB_PROJECT_ID } as const;
    expect(page.model.groups).toEqual([{ action: 'changeCycle', label: 'Cycle', value: null }]);
    await chooseCycle(draftStore, location, CYCLE);
    await page.waitUntil(({ groups }) => groups?.[0]?.value === CYCLE.name);
    await page.send({ type: 'revert', field: 'name' });
    page.recordPage.close();
    expect(draftStore.get(page.model.address)?.newRecord?.cycle?.name).toBe(CYCLE.name);
  });

  it('is added to the cycle once even if the response to the create request is lost', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({ cycle: CYCLE });
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(setup.proxy.matchingRequests(isCycleAddition)).toEqual([]);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(page.createdAddresses).toHaveLength(1);
    expect(setup.proxy.matchingRequests(isCycleAddition)).toHaveLength(1);
    expect(await isInCycle(createdItem(page))).toBe(true);
  });

  it('is created even if it cannot be added to the cycle, and the failure is reported', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({ cycle: CYCLE });
    setup.proxy.inject(isCycleAddition, answerWith(400, { detail: 'The cycle is over.' }));
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    const address = createdItem(page);
    expect(page.failedAdds).toMatchObject([
      { address, field: 'cycle', value: CYCLE.id, fault: { kind: 'rejected', status: 400 } },
    ]);
    expect(setup.store.item(address)).toMatchObject({ name: 'Made for a place' });
    expect(setup.store.associations.cycleItems.list(ownerIn(WEB_PROJECT_ID, CYCLE.id)).state.ids).not.toContain(
      address.id,
    );
    expect(setup.proxy.matchingRequests(isCreateRequest)).toHaveLength(1);
  });
});

describe('A new work item of a module', () => {
  it.each([
    { dialect: 'spec', additions: 0 },
    { dialect: 'community', additions: 1 },
  ] as const)(
    'is added to the module with $additions requests after the create request on a $dialect server',
    async ({ dialect, additions }) => {
      setup = await createSetup(dialect);
      using page = await openNewItem({ initialValues: { module: MODULE_ID } });
      await page.send({ type: 'save' });
      expect(page.failedAdds).toEqual([]);
      expect(setup.proxy.matchingRequests(isModuleAddition)).toHaveLength(additions);
      const otherStore = setup.otherStore();
      const owner = ownerIn(WEB_PROJECT_ID, MODULE_ID);
      await otherStore.associations.moduleItems.list(owner).read();
      expect(otherStore.associations.moduleItems.list(owner).state.ids).toContain(createdItem(page).id);
    },
  );
});

describe('A new work item of several modules', () => {
  const moduleNamed = (name: string) => ({ id: sample.module('WEB', name), name });
  const [OFFLINE, SIGN_IN, BOARD] = [moduleNamed('Offline'), moduleNamed('Sign-in'), moduleNamed('Board')];
  const location = { kind: 'workItem', within: WEB_PROJECT_ID } as const;
  const addedModuleIds = () =>
    setup.proxy.matchingRequests(isModuleAddition).map(({ path }) => /modules\/([^/]+)\//.exec(path)?.[1] ?? '');
  const modulesRow = ({ model }: Page) => model.groups?.find(({ action }) => action === 'changeModule');

  /** Loads the work items, which show whether they can be in several modules on this server. Then opens the page. */
  async function openWithItems(
    dialect: Parameters<typeof createSetup>[0],
    newRecord: Parameters<typeof openNewItem>[0] = {},
  ): Promise<Page> {
    setup = await createSetup(dialect);
    await setup.store.resources.workItems.list(WEB_PROJECT_ID).read();
    return openNewItem(newRecord);
  }

  /** The names of the modules in which another store finds the work item. */
  async function moduleNamesOf({ id }: ItemAddress): Promise<readonly string[]> {
    const { moduleItems } = setup.otherStore().associations;
    const lists = [OFFLINE, SIGN_IN, BOARD].map(({ id: module, name }) => ({
      name,
      list: moduleItems.list(ownerIn(WEB_PROJECT_ID, module)),
    }));
    await Promise.all(lists.map(({ list }) => list.read()));
    return lists.flatMap(({ name, list }) => (list.state.ids.includes(id) ? name : []));
  }

  it('shows the initial, edited or chosen modules in a row instead of the Module field', async () => {
    using page = await openWithItems('community', { initialValues: { module: BOARD.id } });
    expect(page.model.fields.map(({ name }) => name)).not.toContain('module');
    expect(modulesRow(page)).toEqual({ action: 'changeModule', label: 'Modules', value: 'Board' });
    await page.edit('module', OFFLINE.id);
    await page.waitUntil(() => modulesRow(page)?.value === 'Offline');
    await chooseModules(setup.draftStore, location, [OFFLINE, SIGN_IN]);
    await page.waitUntil(() => modulesRow(page)?.value === 'Offline and Sign-in');
    await chooseModules(setup.draftStore, location, []);
    await page.waitUntil(() => modulesRow(page)?.value === null);
  });

  it('has a Module field if the server sends the module, or if no work item of the project is loaded', async () => {
    using specPage = await openWithItems('spec');
    expect(specPage.field('module').label).toBe('Module');
    expect(modulesRow(specPage)).toBeUndefined();
    await setup[Symbol.asyncDispose]();
    setup = await createSetup('community');
    using page = await openNewItem({});
    expect(page.field('module').label).toBe('Module');
    expect(modulesRow(page)).toBeUndefined();
    await setup.store.resources.workItems.readOne(sample.workItem('WEB', 1), WEB_PROJECT_ID);
    await page.edit('priority', 'high');
    await page.waitUntil(() => modulesRow(page) !== undefined);
  });

  it('is added to each module with one request', async () => {
    using page = await openWithItems('community', { initialValues: { module: BOARD.id } });
    await chooseModules(setup.draftStore, location, [OFFLINE, SIGN_IN]);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(addedModuleIds().toSorted()).toEqual([OFFLINE.id, SIGN_IN.id].toSorted());
    expect(await moduleNamesOf(createdItem(page))).toEqual(['Offline', 'Sign-in']);
    expect(page.failedAdds).toEqual([]);
    expect(setup.draftStore.get(page.model.address)?.newRecord).toBeUndefined();
  });

  it('is added to no module if the user has removed the initial module', async () => {
    using page = await openWithItems('community', { initialValues: { module: BOARD.id } });
    await chooseModules(setup.draftStore, location, []);
    await page.send({ type: 'save' });
    expect(page.createdAddresses).toHaveLength(1);
    expect(addedModuleIds()).toEqual([]);
  });

  it('is added only to the module that the user sets in the Module field after choosing others', async () => {
    using page = await openWithItems('community');
    await chooseModules(setup.draftStore, location, [OFFLINE, SIGN_IN]);
    await page.edit('module', BOARD.id);
    await page.send({ type: 'save' });
    expect(addedModuleIds()).toEqual([BOARD.id]);
  });

  it('is added to each module once even if the response to the create request is lost', async () => {
    using page = await openWithItems('community');
    await chooseModules(setup.draftStore, location, [OFFLINE, SIGN_IN]);
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(addedModuleIds()).toEqual([]);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(page.createdAddresses).toHaveLength(1);
    expect(addedModuleIds().toSorted()).toEqual([OFFLINE.id, SIGN_IN.id].toSorted());
    expect(await moduleNamesOf(createdItem(page))).toEqual(['Offline', 'Sign-in']);
  });

  it('is not added again to the module that the response to the create request contains', async () => {
    using page = await openWithItems('spec');
    await chooseModules(setup.draftStore, location, [OFFLINE]);
    await page.send({ type: 'save' });
    expect(addedModuleIds()).toEqual([]);
    expect(await moduleNamesOf(createdItem(page))).toEqual(['Offline']);
  });

  it('is created and added to the other modules if one addition fails, and the failure is reported', async () => {
    using page = await openWithItems('community');
    await chooseModules(setup.draftStore, location, [OFFLINE, SIGN_IN]);
    const isOfflineModuleAddition = matchRequest('POST', `/modules/${OFFLINE.id}/module-issues/`);
    setup.proxy.inject(isOfflineModuleAddition, answerWith(400, { detail: 'The module is closed.' }));
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.failedAdds).toMatchObject([{ field: 'module', value: OFFLINE.id, fault: { status: 400 } }]);
    expect(await moduleNamesOf(createdItem(page))).toEqual(['Sign-in']);
  });

  it('is added to modules that the user chooses during the create request, or keeps them if that request fails', async () => {
    using page = await openWithItems('community');
    await page.edit('state', crypto.randomUUID());
    for (const [index, modules] of [[OFFLINE], [OFFLINE, SIGN_IN]].entries()) {
      const delayedResponse = deferred<void>();
      setup.proxy.inject(isCreateRequest, { kind: 'delayed', until: delayedResponse.promise }, 1);
      const savePromise = page.send({ type: 'save' });
      await setup.proxy.waitForRequests(isCreateRequest, index + 1);
      await chooseModules(setup.draftStore, location, modules);
      delayedResponse.resolve();
      expect((await savePromise).problem === undefined).toBe(index === 1);
      if (index === 0) {
        expect(modulesRow(page)?.value).toBe('Offline');
        await page.send({ type: 'revert', field: 'state' });
      }
    }
    expect(await moduleNamesOf(createdItem(page))).toEqual(['Offline', 'Sign-in']);
  });

  it('keeps the chosen modules when the page is closed, and after a restart', async () => {
    const firstPage = await openWithItems('community');
    await chooseModules(setup.draftStore, location, [OFFLINE, SIGN_IN]);
    await firstPage.send({ type: 'revert', field: 'name' });
    firstPage.recordPage.close();
    firstPage.recordPage.dispose();
    await setup.draftStore.flush();
    const target = newRecordTarget(location);
    const draftStore = setup.newDraftStore();
    using page = await openPage(setup, { target, draftStore });
    expect(draftStore.get(target.key)?.newRecord?.areModulesChosen).toBe(true);
    expect(modulesRow(page)?.value).toBe('Offline and Sign-in');
    await page.edit('name', 'Made for two modules');
    await page.send({ type: 'save' });
    expect(await moduleNamesOf(createdItem(page))).toEqual(['Offline', 'Sign-in']);
  });
});

it('The draft of a new work item still contains its cycle after a restart', async () => {
  setup = await createSetup();
  const firstPage = await openNewItem({ cycle: CYCLE });
  await setup.draftStore.flush();
  firstPage.recordPage.dispose();
  const target = newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID });
  using page = await openPage(setup, { target, draftStore: setup.newDraftStore() });
  await page.send({ type: 'save' });
  expect(await isInCycle(createdItem(page))).toBe(true);
  expect(page.createdAddresses.map(recordKey)).toHaveLength(1);
});
