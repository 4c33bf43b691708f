// Measures the background reading of a project with 10,000 work items: requests, bytes on disk and memory.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSyncFixture } from '../support/syncFixture.ts';
import { countAtMost, type Measure } from './measure.ts';
import { heapInUse } from './memory.ts';

const ITEMS = 10_000;
const PAGES = ITEMS / 100;
const MINUTE_MS = 60_000;
const LOOKS = 6;

export async function sync(): Promise<readonly Measure[]> {
  await using fixture = await createSyncFixture({ kind: 'scale', items: ITEMS }, { rate: 60 });
  const window = fixture.openWindow();
  window.start();
  while (window.store.sync.of(fixture.project)?.status !== 'complete') await fixture.pass(MINUTE_MS / 4);
  const firstRequests = fixture.listRequests().length;
  const rejected = fixture.proxy.answers.filter(({ status }) => status === 429).length;
  const received = fixture.proxy.answers.reduce((sum, { body }) => sum + body.length, 0);
  await fixture.pass(LOOKS * 5 * MINUTE_MS);
  const lookRequests = fixture.listRequests().length - firstRequests;
  const file = join(fixture.folder, `${fixture.project}.jsonl`);
  const sizeBefore = (await stat(file)).size;
  const [id = ''] = window.store.list({ of: 'items', owner: fixture.project }).state.ids;
  await fixture.server.ask('PATCH', `projects/${fixture.project}/work-items/${id}/`, { body: { name: 'Changed' } });
  await fixture.pass(6 * MINUTE_MS);
  const written = (await stat(file)).size - sizeBefore;
  // A second window, which only reads the files, because the memory of the first window includes the responses in its
  // proxy.
  const reopened = fixture.openWindow();
  const heapBefore = await heapInUse();
  await reopened.items.catchUp(true);
  const bytesPerItem = ((await heapInUse()) - heapBefore) / ITEMS;
  const restored = reopened.store.list({ of: 'items', owner: fixture.project }).state.ids.length;
  if (restored !== ITEMS) throw new Error(`${restored} work items were restored`);
  console.error(
    `  ${Math.round(received / ITEMS)} bytes received and ${Math.round(sizeBefore / ITEMS)} stored for each`,
  );
  return [
    countAtMost(`first read of ${ITEMS} work items`, firstRequests, Math.floor(PAGES * 1.02), 'requests'),
    countAtMost(`429 responses to the first read of ${ITEMS} work items`, rejected, 0, 'responses'),
    countAtMost(`${LOOKS} checks of a project without changes`, lookRequests, LOOKS, 'requests'),
    countAtMost('stored for one changed work item', written, 64_000, 'bytes'),
    countAtMost(`memory for each of ${ITEMS} work items`, Math.round(bytesPerItem), 1000, 'bytes'),
  ];
}
