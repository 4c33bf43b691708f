// Tests that a picker shows cached cycles immediately, and reloads only an outdated list.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pickListOf } from '../../../src/workbench/features/records/pickList.ts';
import { settled } from '../../support/clock.ts';
import { requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');

let setup: Setup;
beforeAll(async () => {
  setup = await createSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

it('The cycle picker reloads an outdated list with one request, and then shows a new cycle', async () => {
  const { store } = setup;
  const cycleRequests = () => setup.proxy.requestsTo(requestTo('GET', '/cycles/')).length;
  const pickList = pickListOf(store, 'cycle', WEB);
  await pickList.read();
  await pickList.read();
  expect(cycleRequests()).toBe(1);
  const created = await setup.otherStore().resources.cycles.create({ name: 'Made elsewhere' }, WEB);
  store.expireProjectLists(WEB);
  const listChanged = new Promise<void>((resolve) => {
    pickList.list.onDidChange(resolve);
  });
  await pickList.read();
  expect(pickList.ids()).not.toContain(created.id);
  await listChanged;
  expect(pickList.ids()).toContain(created.id);
  await pickList.read();
  await settled();
  expect(cycleRequests()).toBe(2);
});
