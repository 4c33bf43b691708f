// Measures the memory of 10,000 work items that were read in the background.
import { createSyncFixture } from '../support/syncFixture.ts';
import { countAtMost, type Measure } from './measure.ts';
import { heapInUse } from './memory.ts';

const ITEM_COUNT = 10_000;
const MINUTE_MS = 60_000;

export async function benchSync(): Promise<readonly Measure[]> {
  await using fixture = await createSyncFixture({ kind: 'scale', items: ITEM_COUNT }, { rate: 0 });
  const window = fixture.openWindow();
  window.start();
  while (window.store.sync.get(fixture.project)?.status !== 'complete') await fixture.passTime(MINUTE_MS / 4);
  // A second window, which only reads the files, because the memory of the first window includes the responses in its
  // proxy.
  const reopenedWindow = fixture.openWindow();
  const heapBefore = await heapInUse();
  await reopenedWindow.items.catchUpFromFiles(true);
  const bytesPerItem = ((await heapInUse()) - heapBefore) / ITEM_COUNT;
  const restoredCount = reopenedWindow.store.list({ of: 'items', owner: fixture.project }).state.ids.length;
  if (restoredCount !== ITEM_COUNT) throw new Error(`${restoredCount} work items were restored`);
  return [countAtMost(`memory for each of ${ITEM_COUNT} work items`, Math.round(bytesPerItem), 1000, 'bytes')];
}
