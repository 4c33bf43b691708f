// Measures how long a window takes to show the first row with 10,000 work items on disk, against a window without them.
import { waitUntilQuiet } from '../browser/requestCounts.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { type Measure, median, ratioAtMost } from './measure.ts';
import { measureInWindow, prepareMeasurements, type Setup } from './setup.ts';

const ITEM_COUNT = 10_000;
/** The number of requests that are needed to read all work items of the project. */
const PAGE_COUNT = ITEM_COUNT / 100;
/** The number of windows of each kind. */
const WINDOW_COUNT = 5;
const MAX_RATIO = 1.2;
const READ_TIMEOUT_MS = 240_000;
const PERFORMANCE_MARK = 'contrail.first-row';

export async function benchPaint(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  return measureInWindow(`scale:${ITEM_COUNT}`, measurePaint, { 'contrail.sync.enabled': true });
}

async function measurePaint(setup: Setup): Promise<readonly Measure[]> {
  const { proxy } = setup;
  const countListRequests = (): number => proxy.requests.filter(({ path }) => path.includes('/work-items/?')).length;
  await setup.workbench.page.context().addInitScript(markFirstRow, PERFORMANCE_MARK);
  const durations = { complete: [] as number[], empty: [] as number[] };
  const measureEmpty = async (): Promise<number> => {
    const requestsBefore = countListRequests();
    const window = await setup.restart({ clearSnapshots: true, clearItems: true });
    const duration = await firstRowMs(window);
    await until('the project to be read', () => countListRequests() - requestsBefore >= PAGE_COUNT, READ_TIMEOUT_MS);
    await waitUntilQuiet(proxy);
    // The reload writes all data to disk that is not there yet.
    await window.reload();
    return duration;
  };
  const measureComplete = async (): Promise<number> => {
    const countBefore = countListRequests();
    const duration = await firstRowMs(await setup.restart({ clearSnapshots: false }));
    await waitUntilQuiet(proxy);
    if (countListRequests() - countBefore > 1) throw new Error('The window was not complete');
    return duration;
  };
  // Writes all data to disk for the first complete window. The first window is slower than the others.
  await measureEmpty();
  const kinds = [
    async () => durations.empty.push(await measureEmpty()),
    async () => durations.complete.push(await measureComplete()),
  ];
  // In turns, so that a load that rises or falls has the same effect on both.
  for (let round = 0; round < WINDOW_COUNT; round += 1)
    for (const measure of round % 2 === 0 ? kinds : kinds.toReversed()) await measure();
  console.error(`  ${JSON.stringify(durations)}`);
  return [
    ratioAtMost(
      `the first row of a window with ${ITEM_COUNT} work items on disk, against one with none`,
      median(durations.complete),
      median(durations.empty),
      MAX_RATIO,
      'ms',
    ),
  ];
}

/** Runs in the web page of VS Code: sets a performance mark when the row of the project appears for the first time. */
function markFirstRow(mark: string): void {
  const observer = new MutationObserver(() => {
    const rows = [...document.querySelectorAll('.part.sidebar .monaco-list-row')];
    if (!rows.some(({ textContent }) => textContent?.includes('Scale'))) return;
    performance.mark(mark);
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

/** Resolves with the time from the click on the icon of Contrail until the first row, in milliseconds. */
async function firstRowMs(workbench: Workbench): Promise<number> {
  const { page } = workbench;
  // Only a window with focus reads in the background.
  await page.bringToFront();
  const start = await page.evaluate(() => performance.now());
  await workbench.openContainer('Contrail');
  const markTime = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime,
    PERFORMANCE_MARK,
    {
      timeout: 60_000,
    },
  );
  return Number(await markTime.jsonValue()) - start;
}
