// Tests that a picker shows the cached cycles at once, and reloads only a list that is out of date.
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

it('A picker of cycles shows a cycle that another client created after Refresh, and sends one request for it', async () => {
  const { store } = setup;
  const cycles = () => setup.proxy.requestsTo(requestTo('GET', '/cycles/')).length;
  const cyclesToPick = pickListOf(store, 'cycle', WEB);
  await cyclesToPick.read();
  await cyclesToPick.read();
  expect(cycles()).toBe(1);
  const made = await setup.otherStore().resources.cycles.create({ name: 'Made elsewhere' }, WEB);
  store.expireNames(WEB);
  const changed = new Promise<void>((resolve) => {
    cyclesToPick.list.onDidChange(resolve);
  });
  await cyclesToPick.read();
  expect(cyclesToPick.ids()).not.toContain(made.id);
  await changed;
  expect(cyclesToPick.ids()).toContain(made.id);
  await cyclesToPick.read();
  await settled();
  expect(cycles()).toBe(2);
});
