// Counts the requests for the relations of the user's open work items.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ItemAddress, keyOf } from '../../../../src/core/cache/address.ts';
import { openBlockers } from '../../../../src/core/cache/store/blockers.ts';
import { BlockerReader } from '../../../../src/core/sync/blockerReader.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSyncFixture } from '../../../support/syncFixture.ts';
import { sample } from '../../../support/testServer.ts';

const HOUR = 60 * 60_000;
const ADA = sample.user('ada');
const WEB = sample.project('WEB');

let reader: BlockerReader;
let unusedShare: number;
const fixture = forEachTest(() => createSyncFixture({ kind: 'sample' }));
const window = forEachTest(() => fixture.openWindow());
beforeEach(async () => {
  unusedShare = 1;
  reader = new BlockerReader({
    store: window.store,
    clock: fixture.clock,
    me: ADA,
    hasFocus: () => window.hasFocus,
    unusedShare: () => unusedShare,
  });
  await window.store.resources.projects.list().read();
  await window.store.list({ of: 'items', owner: WEB }).readAll();
  await window.store.resources.states.readAll(WEB);
});
afterEach(async () => {
  reader.dispose();
});

function ownOpenItems(): ItemAddress[] {
  const records = [...window.store.resources.workItems.records.all().values()];
  return records.filter((item) => item.assignees.includes(ADA) && !window.store.isDone(item));
}

const requestCount = (): number => fixture.proxy.requests.filter(({ path }) => path.includes('/relations/')).length;

it('The relations of each own open work item are read once, at most three a minute, and again after a change', async () => {
  const own = ownOpenItems();
  const [blocked] = own;
  const [blocker] = [...window.store.resources.workItems.records.all().values()].filter(
    (item) => item.id !== blocked?.id && !window.store.isDone(item),
  );
  if (blocked === undefined || blocker === undefined) throw new Error('Ada has open work items.');
  const body = { relation_type: 'blocked_by', issues: [blocker.id] };
  const path = `projects/${WEB}/work-items/${blocked.id}/`;
  await fixture.server.ask('POST', `${path}relations/`, { body });
  void reader.run();
  await fixture.passTime(170_000);
  expect(requestCount()).toBe(0);
  await fixture.passTime(60_000);
  expect(requestCount()).toBeLessThanOrEqual(3);
  await fixture.passTime(HOUR);
  expect(requestCount()).toBe(own.length);
  expect(openBlockers(window.store, blocked).map(keyOf)).toContain(keyOf({ project: WEB, id: blocker.id }));
  await fixture.passTime(HOUR);
  expect(requestCount()).toBe(own.length);
  await fixture.server.ask('PATCH', path, { body: { name: 'Changed' } });
  await window.store.resources.workItems.readOne(blocked.id, WEB);
  await fixture.passTime(60_000);
  expect(requestCount()).toBe(own.length + 1);
});

it('No relations are read without focus, or while other requests need the rate limit', async () => {
  void reader.run();
  window.hasFocus = false;
  await fixture.passTime(HOUR);
  [window.hasFocus, unusedShare] = [true, 0.7];
  await fixture.passTime(HOUR);
  expect(requestCount()).toBe(0);
});

it('Relations are read again that were requested while the server could not be reached', async () => {
  fixture.proxy.inject((_, path) => path.includes('/relations/'), { kind: 'closed' });
  void reader.run();
  await fixture.passTime(HOUR / 3);
  expect(requestCount()).toBeGreaterThan(0);
  fixture.proxy.removeFaults();
  await fixture.passTime(HOUR);
  const statuses = ownOpenItems().map((address) => window.store.relations.list(address).state.status);
  expect(new Set(statuses)).toEqual(new Set(['ready']));
});

it('A server without relations is asked once', async () => {
  fixture.proxy.inject((_, path) => path.includes('/relations/'), answerWith(404, { error: 'Page not found.' }));
  void reader.run();
  await fixture.passTime(HOUR);
  expect(requestCount()).toBe(1);
});
