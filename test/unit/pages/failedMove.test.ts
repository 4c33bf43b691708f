// Tests that a new work item is added exactly once to the cycle or module in which it was started.
import { afterEach, describe, expect, it } from 'vitest';
import { type ItemAddress, recordKey } from '../../../src/cache/address.ts';
import { ownerIn } from '../../../src/cache/resources/associations.ts';
import type { DraftStore } from '../../../src/drafts/draftStore.ts';
import type { FieldValues } from '../../../src/pages/fields/values.ts';
import { chooseCycle } from '../../../src/pages/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../src/pages/record/newRecordTarget.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const CYCLE = { id: sample.cycle('WEB', 'Board by keyboard'), name: 'Board by keyboard' };
const MODULE = sample.module('WEB', 'Sign-in');

const creation = requestTo('POST', `/projects/${WEB}/work-items/`);
const cycleAdditions = requestTo('POST', '/cycle-issues/');
const moduleAdditions = requestTo('POST', '/module-issues/');

let setup: Setup;
afterEach(() => setup[Symbol.asyncDispose]());

async function openNewItem(
  creation: { readonly cycle?: typeof CYCLE; readonly initialValues?: FieldValues },
  draftStore: DraftStore = setup.draftStore,
): Promise<Page> {
  const target = newRecordTarget({ kind: 'workItem', within: WEB });
  await draftStore.open(target.key);
  draftStore.change(target.key, 'New', () => ({
    newRecord: { externalId: crypto.randomUUID(), initialValues: {}, ...creation },
  }));
  const page = await openPage(setup, { target, draftStore });
  await page.edit('name', 'Made for a place');
  return page;
}

function createdItem(page: Page): ItemAddress {
  const [{ within: project, id } = { within: '', id: '' }] = page.made;
  return { project, id };
}

/** Whether another store finds the work item in the cycle. */
async function isInCycle({ id }: ItemAddress): Promise<boolean> {
  const list = setup.otherStore().associations.cycleItems.list(ownerIn(WEB, CYCLE.id));
  await list.read();
  return list.state.ids.includes(id);
}

describe.each(['spec', 'community'] as const)('A new work item of a cycle on a %s server', (dialect) => {
  it('shows the name of the cycle and is added to the cycle once', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({ cycle: CYCLE });
    expect(page.model.placeName).toBe('Atlas Web, in the cycle “Board by keyboard”');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.made).toHaveLength(1);
    expect(page.failedMoves).toEqual([]);
    expect(setup.proxy.requestsTo(cycleAdditions)).toHaveLength(1);
    expect(await isInCycle(createdItem(page))).toBe(true);
    expect(setup.draftStore.get(page.model.address)?.newRecord).toBeUndefined();
  });

  it('shows the cycle in a row, and keeps a cycle that the user chose when the page is closed', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({});
    const { draftStore } = setup;
    const location = { kind: 'workItem', within: WEB } as const;
    expect(page.model.groups).toEqual([{ action: 'changeCycle', label: 'Cycle', value: null }]);
    await chooseCycle(draftStore, location, CYCLE);
    await page.until(({ groups }) => groups?.[0]?.value === CYCLE.name);
    await page.send({ type: 'revert', field: 'name' });
    page.recordPage.close();
    expect(draftStore.get(page.model.address)?.newRecord?.cycle?.name).toBe(CYCLE.name);
  });

  it('is added to the cycle once even if the response to the create request is lost', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({ cycle: CYCLE });
    setup.proxy.inject(creation, { kind: 'lost' }, 1);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(setup.proxy.requestsTo(cycleAdditions)).toEqual([]);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(page.made).toHaveLength(1);
    expect(setup.proxy.requestsTo(cycleAdditions)).toHaveLength(1);
    expect(await isInCycle(createdItem(page))).toBe(true);
  });

  it('is created even if it cannot be added to the cycle, and the failure is reported', async () => {
    setup = await createSetup(dialect);
    using page = await openNewItem({ cycle: CYCLE });
    setup.proxy.inject(cycleAdditions, answered(400, { detail: 'The cycle is over.' }));
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    const address = createdItem(page);
    expect(page.failedMoves).toMatchObject([
      { address, field: 'cycle', value: CYCLE.id, fault: { kind: 'rejected', status: 400 } },
    ]);
    expect(setup.store.item(address)).toMatchObject({ name: 'Made for a place' });
    expect(setup.store.associations.cycleItems.list(ownerIn(WEB, CYCLE.id)).state.ids).not.toContain(address.id);
    expect(setup.proxy.requestsTo(creation)).toHaveLength(1);
  });
});

describe('A new work item of a module', () => {
  it.each([
    { dialect: 'spec', additions: 0 },
    { dialect: 'community', additions: 1 },
  ] as const)(
    'is added to the module with $puts requests after the create request on a $dialect server',
    async ({ dialect, additions }) => {
      setup = await createSetup(dialect);
      using page = await openNewItem({ initialValues: { module: MODULE } });
      await page.send({ type: 'save' });
      expect(page.failedMoves).toEqual([]);
      expect(setup.proxy.requestsTo(moduleAdditions)).toHaveLength(additions);
      const other = setup.otherStore();
      const owner = ownerIn(WEB, MODULE);
      await other.associations.moduleItems.list(owner).read();
      expect(other.associations.moduleItems.list(owner).state.ids).toContain(createdItem(page).id);
    },
  );
});

it('The draft of a new work item still contains its cycle after a restart', async () => {
  setup = await createSetup();
  const firstPage = await openNewItem({ cycle: CYCLE });
  await setup.draftStore.flush();
  firstPage.recordPage.dispose();
  const target = newRecordTarget({ kind: 'workItem', within: WEB });
  using page = await openPage(setup, { target, draftStore: setup.newDraftStore() });
  await page.send({ type: 'save' });
  expect(await isInCycle(createdItem(page))).toBe(true);
  expect(page.made.map(recordKey)).toHaveLength(1);
});
