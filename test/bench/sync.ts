// Measures the background reading of a project with 10,000 work items: requests, bytes on disk and memory.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSyncFixture } from '../support/syncFixture.ts';
import { countAtMost, type Measure } from './measure.ts';
import { heapInUse } from './memory.ts';

const ITEM_COUNT = 10_000;
const PAGE_COUNT = ITEM_COUNT / 100;
const MINUTE_MS = 60_000;
const CHECK_COUNT = 6;

export async function benchSync(): Promise<readonly Measure[]> {
  await using fixture = await createSyncFixture({ kind: 'scale', items: ITEM_COUNT }, { rate: 60 });
  const window = fixture.openWindow();
  window.start();
  while (window.store.sync.get(fixture.project)?.status !== 'complete') await fixture.passTime(MINUTE_MS / 4);
  const firstReadRequestCount = fixture.listRequests().length;
  const rejectedCount = fixture.proxy.answers.filter(({ status }) => status === 429).length;
  const receivedBytes = fixture.proxy.answers.reduce((sum, { body }) => sum + body.length, 0);
  await fixture.passTime(CHECK_COUNT * 5 * MINUTE_MS);
  const checkRequestCount = fixture.listRequests().length - firstReadRequestCount;
  const file = join(fixture.folder, `${fixture.project}.jsonl`);
  const sizeBefore = (await stat(file)).size;
  const [id = ''] = window.store.list({ of: 'items', owner: fixture.project }).state.ids;
  await fixture.server.ask('PATCH', `projects/${fixture.project}/work-items/${id}/`, { body: { name: 'Changed' } });
  await fixture.passTime(6 * MINUTE_MS);
  const writtenBytes = (await stat(file)).size - sizeBefore;
  // A second window, which only reads the files, because the memory of the first window includes the responses in its
  // proxy.
  const reopenedWindow = fixture.openWindow();
  const heapBefore = await heapInUse();
  await reopenedWindow.items.catchUpFromFiles(true);
  const bytesPerItem = ((await heapInUse()) - heapBefore) / ITEM_COUNT;
  const restoredCount = reopenedWindow.store.list({ of: 'items', owner: fixture.project }).state.ids.length;
  if (restoredCount !== ITEM_COUNT) throw new Error(`${restoredCount} work items were restored`);
  console.error(
    `  ${Math.round(receivedBytes / ITEM_COUNT)} bytes received and ${Math.round(sizeBefore / ITEM_COUNT)} stored for each`,
  );
  return [
    countAtMost(
      `first read of ${ITEM_COUNT} work items`,
      firstReadRequestCount,
      Math.floor(PAGE_COUNT * 1.02),
      'requests',
    ),
    countAtMost(`429 responses to the first read of ${ITEM_COUNT} work items`, rejectedCount, 0, 'responses'),
    countAtMost(`${CHECK_COUNT} checks of a project without changes`, checkRequestCount, CHECK_COUNT, 'requests'),
    countAtMost('stored for one changed work item', writtenBytes, 64_000, 'bytes'),
    countAtMost(`memory for each of ${ITEM_COUNT} work items`, Math.round(bytesPerItem), 1000, 'bytes'),
  ];
}
