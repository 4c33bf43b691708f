// Tests how many requests and bytes the background reading of a large project takes.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSyncFixture } from '../../../../support/syncFixture.ts';

const ITEM_COUNT = 10_000;
const PAGE_COUNT = ITEM_COUNT / 100;
const MINUTE_MS = 60_000;
const CHECK_COUNT = 6;
const MAX_BYTES_PER_CHANGE = 64_000;

it('Reading 10,000 work items takes a request per page, and a check and a changed work item little more', async () => {
  await using fixture = await createSyncFixture({ kind: 'scale', items: ITEM_COUNT }, { rate: 60 });
  const window = fixture.openWindow();
  window.start();
  while (window.store.sync.get(fixture.project)?.status !== 'complete') await fixture.passTime(MINUTE_MS / 4);
  const firstReadRequestCount = fixture.listRequests().length;
  expect(firstReadRequestCount).toBeLessThanOrEqual(PAGE_COUNT * 1.02);
  expect(fixture.proxy.answers.filter(({ status }) => status === 429)).toEqual([]);

  await fixture.passTime(CHECK_COUNT * 5 * MINUTE_MS);
  expect(fixture.listRequests().length - firstReadRequestCount).toBeLessThanOrEqual(CHECK_COUNT);

  const file = join(fixture.folder, `${fixture.project}.jsonl`);
  const sizeBefore = (await stat(file)).size;
  const [id = ''] = window.store.list({ of: 'items', owner: fixture.project }).state.ids;
  await fixture.server.ask('PATCH', `projects/${fixture.project}/work-items/${id}/`, { body: { name: 'Changed' } });
  await fixture.passTime(6 * MINUTE_MS);
  const writtenBytes = (await stat(file)).size - sizeBefore;
  expect(writtenBytes).toBeGreaterThan(0);
  expect(writtenBytes).toBeLessThanOrEqual(MAX_BYTES_PER_CHANGE);
}, 120_000);

it('A check of a project without work items takes one request', async () => {
  await using fixture = await createSyncFixture({ kind: 'sample' });
  const response = await fixture.server.ask('POST', 'projects/', { body: { name: 'Empty', identifier: 'EMPTY' } });
  const { id } = (await response.json()) as { readonly id: string };
  const window = fixture.openWindow({ rememberedProjects: new Set([id]) });
  window.start();
  await fixture.passTime(15 * MINUTE_MS);
  const requests = () => fixture.listRequests().filter(({ path }) => path.includes(id)).length;
  const before = requests();
  await fixture.passTime(CHECK_COUNT * 5 * MINUTE_MS);
  expect(requests() - before).toBeLessThanOrEqual(CHECK_COUNT);
  expect(requests() - before).toBeGreaterThanOrEqual(CHECK_COUNT - 1);
});
