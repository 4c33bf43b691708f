// Measures a key pressed in the title of a work item with 100 comments until its frame is drawn, against a bare input.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page as Tab } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { type Measure, ratioAtMost } from './measure.ts';
import { bundlePage, OpenPage } from './page.ts';

const COMMENT_COUNT = 100;
const ROUND_COUNT = 12;
/** The pages take turns after this many keys, so that other programs slow both down equally. */
const KEYS_PER_TURN = 10;
const MAX_RATIO = 1.2;
const RESULT_NAME = 'keyDurations';

export async function benchKeystroke(): Promise<readonly Measure[]> {
  await ensureBrowser();
  const home = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  await using disposables = new AsyncDisposableStack();
  disposables.defer(() => rmSync(home, { recursive: true, force: true }));
  const browser = disposables.adopt(await openBrowser(home), (context) => context.close());
  const page = disposables.use(await OpenPage.create(browser, await bundlePage(), COMMENT_COUNT));
  const bareTab = await browser.newPage();
  await bareTab.setContent('<input class="name-input">');
  const durations: { contrail: number[]; bare: number[] } = { contrail: [], bare: [] };
  for (const tab of [page.tab, bareTab]) await tab.evaluate(recordKeyDurations, RESULT_NAME);
  for (let round = -1; round < ROUND_COUNT; round += 1) {
    const turns = [['contrail', page.tab] as const, ['bare', bareTab] as const];
    for (const [series, tab] of round % 2 === 0 ? turns : turns.toReversed()) {
      const turnDurations = await pressKeys(tab);
      await page.exchangeMessages();
      if (round >= 0) durations[series].push(...turnDurations);
    }
  }
  const condition = `of a key in the title, with ${COMMENT_COUNT} comments, until its frame, against a bare input`;
  return [50, 95].map((percent) =>
    ratioAtMost(
      `p${percent} ${condition}`,
      percentile(durations.contrail, percent),
      percentile(durations.bare, percent),
      MAX_RATIO,
      'ms',
    ),
  );
}

/** Presses keys in the title, and resolves with the time until the frame of each, in milliseconds. */
async function pressKeys(tab: Tab): Promise<readonly number[]> {
  await tab.bringToFront();
  const input = tab.locator('.name-input');
  await input.focus();
  for (let key = 0; key < KEYS_PER_TURN; key += 1) {
    await tab.keyboard.press('q');
    await tab.waitForFunction(([name, count]) => Reflect.get(globalThis, name).length > count, [
      RESULT_NAME,
      key,
    ] as const);
  }
  return tab.evaluate((name) => Reflect.get(globalThis, name).splice(0), RESULT_NAME);
}

/** Runs in the tab: stores the time from each key until the end of the next frame under this global name. */
function recordKeyDurations(name: string): void {
  const durations: number[] = [];
  Reflect.set(globalThis, name, durations);
  const afterFrame = (start: number): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      durations.push(performance.now() - start);
    });
    port1.start();
    port2.postMessage(undefined);
  };
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => afterFrame(timeStamp)), true);
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
