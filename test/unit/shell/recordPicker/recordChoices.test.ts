// Tests that a picker shows cached cycles immediately, and reloads only an outdated list.
import { expect, it } from 'vitest';
import { choicesOfKind } from '../../../../src/shell/recordPicker/recordChoices.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');

const setup = forAllTests(createSetup);

it('The cycle picker reloads an outdated list with one request, and then shows a new cycle', async () => {
  const { store } = setup;
  const cycleRequests = () => setup.proxy.matchingRequests(matchRequest('GET', '/cycles/')).length;
  const pickList = choicesOfKind(store, 'cycle', WEB_PROJECT_ID);
  await pickList.read();
  await pickList.read();
  expect(cycleRequests()).toBe(1);
  const createdCycle = await setup.otherStore().resources.cycles.create({ name: 'Made elsewhere' }, WEB_PROJECT_ID);
  store.expireProjectLists(WEB_PROJECT_ID);
  const listChanged = new Promise<void>((resolve) => {
    pickList.list.onDidChange(resolve);
  });
  await pickList.read();
  expect(pickList.ids()).not.toContain(createdCycle.id);
  await listChanged;
  expect(pickList.ids()).toContain(createdCycle.id);
  await pickList.read();
  await flushPromises();
  expect(cycleRequests()).toBe(2);
});
