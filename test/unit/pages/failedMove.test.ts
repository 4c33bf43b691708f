// Tests that a new work item is added once to the cycle or module of its group.
import { afterEach, describe, expect, it } from 'vitest';
import { type ItemAddress, recordKey } from '../../../src/cache/address.ts';
import { ownerIn } from '../../../src/cache/resources/associations.ts';
import type { DraftStore } from '../../../src/drafts/draftStore.ts';
import type { FieldValues } from '../../../src/pages/fields/values.ts';
import { newRecordTarget } from '../../../src/pages/record/newRecordTarget.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const CYCLE = { id: sample.cycle('WEB', 'Board by keyboard'), name: 'Board by keyboard' };
const MODULE = sample.module('WEB', 'Sign-in');

const creation = requestTo('POST', `/projects/${WEB}/work-items/`);
const intoCycle = requestTo('POST', '/cycle-issues/');
const intoModule = requestTo('POST', '/module-issues/');

let setup: Setup;
afterEach(() => setup[Symbol.asyncDispose]());

async function begin(
  into: { readonly cycle?: typeof CYCLE; readonly implied?: FieldValues },
  draftStore: DraftStore = setup.draftStore,
): Promise<Page> {
  const subject = newRecordTarget({ kind: 'workItem', within: WEB });
  await draftStore.open(subject.key);
  draftStore.change(subject.key, 'New', () => ({ making: { externalId: crypto.randomUUID(), implied: {}, ...into } }));
  const page = await openPage(setup, { subject, draftStore });
  await page.edit('name', 'Made for a place');
  return page;
}

function madeIn(page: Page): ItemAddress {
  const [{ within: project, id } = { within: '', id: '' }] = page.made;
  return { project, id };
}

/** Whether another store finds the work item in the cycle. */
async function isInCycle({ id }: ItemAddress): Promise<boolean> {
  const list = setup.otherStore().associations.cycleItems.list(ownerIn(WEB, CYCLE.id));
  await list.read();
  return list.state.ids.includes(id);
}

describe.each(['spec', 'community'] as const)('A new work item in the group of a cycle on a %s server', (dialect) => {
  it('shows the cycle and is added to it once', async () => {
    setup = await createSetup(dialect);
    using page = await begin({ cycle: CYCLE });
    expect(page.model.placeName).toBe('Atlas Web, in the cycle “Board by keyboard”');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.made).toHaveLength(1);
    expect(page.notPut).toEqual([]);
    expect(setup.proxy.requestsTo(intoCycle)).toHaveLength(1);
    expect(await isInCycle(madeIn(page))).toBe(true);
    expect(setup.draftStore.get(page.model.address)?.making).toBeUndefined();
  });

  it('is added to the cycle once although the response to its creation was lost', async () => {
    setup = await createSetup(dialect);
    using page = await begin({ cycle: CYCLE });
    setup.proxy.inject(creation, { kind: 'lost' }, 1);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(setup.proxy.requestsTo(intoCycle)).toEqual([]);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(page.made).toHaveLength(1);
    expect(setup.proxy.requestsTo(intoCycle)).toHaveLength(1);
    expect(await isInCycle(madeIn(page))).toBe(true);
  });

  it('is created when it cannot be added to the cycle, which is reported with its address', async () => {
    setup = await createSetup(dialect);
    using page = await begin({ cycle: CYCLE });
    setup.proxy.inject(intoCycle, answered(400, { detail: 'The cycle is over.' }));
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    const address = madeIn(page);
    expect(page.notPut).toMatchObject([
      { address, field: 'cycle', value: CYCLE.id, fault: { kind: 'rejected', status: 400 } },
    ]);
    expect(setup.store.item(address)).toMatchObject({ name: 'Made for a place' });
    expect(setup.store.associations.cycleItems.list(ownerIn(WEB, CYCLE.id)).state.ids).not.toContain(address.id);
    expect(setup.proxy.requestsTo(creation)).toHaveLength(1);
  });
});

describe('A new work item in the group of a module', () => {
  it.each([
    { dialect: 'spec', puts: 0 },
    { dialect: 'community', puts: 1 },
  ] as const)(
    'is added to the module with $puts more requests, as far as a $dialect server needs them',
    async ({ dialect, puts }) => {
      setup = await createSetup(dialect);
      using page = await begin({ implied: { module: MODULE } });
      await page.send({ type: 'save' });
      expect(page.notPut).toEqual([]);
      expect(setup.proxy.requestsTo(intoModule)).toHaveLength(puts);
      const other = setup.otherStore();
      const owner = ownerIn(WEB, MODULE);
      await other.associations.moduleItems.list(owner).read();
      expect(other.associations.moduleItems.list(owner).state.ids).toContain(madeIn(page).id);
    },
  );
});

it('The cycle of a new work item is restored after a restart together with its draft', async () => {
  setup = await createSetup();
  const first = await begin({ cycle: CYCLE });
  await setup.draftStore.flush();
  first.conversation.dispose();
  const subject = newRecordTarget({ kind: 'workItem', within: WEB });
  using page = await openPage(setup, { subject, draftStore: setup.newDesk() });
  await page.send({ type: 'save' });
  expect(await isInCycle(madeIn(page))).toBe(true);
  expect(page.made.map(recordKey)).toHaveLength(1);
});
