// Measures a click on the row of a work item until its page is readable, against an empty page, online and offline.
import { webviewFrame } from '../support/webviewFrame.ts';
import type { Workbench } from '../support/workbench.ts';
import { baselineRows } from './baselineExtensions.ts';
import { differenceAtMost, type Measure } from './measure.ts';
import { measureInWindow, prepareMeasurements, type Setup } from './setup.ts';

const MAX_DIFFERENCE_MS = 60;
/** The number of work items that are opened online, and offline. Each is opened once, so that only its row is known. */
const ITEM_COUNT = 7;
const CLICK_MARK = 'contrailBenchClickedAt';
const SHOWN_MARK = 'contrailBenchShownAt';
/** The title of the page with its text, and the state in the column of properties. */
const READABLE_PAGE = '.page .name-input';

export async function benchOpen(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  return measureInWindow('sample', measureOpen);
}

async function measureOpen({ workbench, proxy }: Setup): Promise<readonly Measure[]> {
  const { page } = workbench;
  await page.context().addInitScript(markTimes, [CLICK_MARK, SHOWN_MARK] as const);
  await workbench.reload();
  const durations = { online: [] as number[], offline: [] as number[] };
  const emptyDurations = { online: [] as number[], offline: [] as number[] };
  const openEmpty = async (series: 'online' | 'offline'): Promise<void> => {
    await workbench.openContainer(baselineRows.container);
    emptyDurations[series].push(await openedMs(workbench, baselineRows.view, baselineRows.first, '#empty-page'));
  };
  const openItem = async (identifier: string, series: 'online' | 'offline'): Promise<void> => {
    await workbench.openContainer('Contrail');
    const row = new RegExp(`^${identifier} `);
    durations[series].push(await openedMs(workbench, 'Projects', row, READABLE_PAGE));
  };
  await workbench.openContainer('Contrail');
  const view = workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-/).waitUntilShown();
  const identifiers = (await view.rows()).flatMap(({ accessibleName }) => /^WEB-\d+/.exec(accessibleName) ?? []);
  if (identifiers.length < 2 * ITEM_COUNT) throw new Error(`Only ${identifiers.length} rows are visible`);
  for (const identifier of identifiers.slice(0, ITEM_COUNT)) {
    await openEmpty('online');
    await openItem(identifier, 'online');
  }
  proxy.inject(() => true, { kind: 'closed' });
  for (const identifier of identifiers.slice(ITEM_COUNT, 2 * ITEM_COUNT)) {
    await openEmpty('offline');
    await openItem(identifier, 'offline');
  }
  proxy.removeFaults();
  console.error(`  ${JSON.stringify({ durations, emptyDurations })}`);
  return (['online', 'offline'] as const).map((series) =>
    differenceAtMost(
      `from the click on a row until its page is readable, ${series}, against an empty page`,
      // The shortest duration is the least affected by other programs.
      Math.min(...durations[series]),
      Math.min(...emptyDurations[series]),
      MAX_DIFFERENCE_MS,
      'ms',
    ),
  );
}

/** Clicks a row, resolves with the milliseconds until the frame that shows the selector, and closes the tab. */
async function openedMs(workbench: Workbench, view: string, row: string | RegExp, selector: string): Promise<number> {
  const { page } = workbench;
  await workbench.view(view).row(row).locator.click();
  const frame = await webviewFrame(page, selector);
  const outerFrame = frame.parentFrame();
  if (outerFrame === null) throw new Error('The page is in no webview');
  const shownAt = await outerFrame.waitForFunction((name) => Reflect.get(globalThis, name), SHOWN_MARK);
  const clickedAt = await page.evaluate((name) => Reflect.get(globalThis, name), CLICK_MARK);
  const elapsedMs = Number(await shownAt.jsonValue()) - Number(clickedAt);
  const tab = page.locator('.tabs-container .tab').first();
  await tab.click({ button: 'middle' });
  await tab.waitFor({ state: 'detached' });
  return elapsedMs;
}

/**
 * Runs in each frame before its scripts: stores the time of the last click and, in the frame around a page, the time of
 * the first frame in which VS Code shows the page and it is readable. Both are in milliseconds since the epoch. VS Code
 * writes the document of the page itself, which would end a script in it.
 */
function markTimes([clickMark, shownMark]: readonly [string, string]): void {
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => Reflect.set(globalThis, clickMark, performance.timeOrigin + timeStamp),
    true,
  );
  const isShown = (): boolean => {
    const page = document.querySelector<HTMLIFrameElement>('iframe#active-frame')?.contentDocument;
    const title = page?.querySelector('.name-text, .name-input');
    const text = title && ('value' in title ? title.value : title.textContent);
    const isReadable = Boolean(text) && page?.querySelector('.properties .choice-label') !== null;
    return isReadable || (page?.querySelector('#empty-page') ?? null) !== null;
  };
  const check = (): void => {
    if (isShown()) Reflect.set(globalThis, shownMark, performance.timeOrigin + performance.now());
    else requestAnimationFrame(check);
  };
  if (window !== window.top) requestAnimationFrame(check);
}
