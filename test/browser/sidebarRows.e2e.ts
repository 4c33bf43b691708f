// End-to-end tests of how many rows VS Code draws, and of the requests for a project of 50,000 work items.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from '../support/workbench.ts';
import { waitUntilQuiet } from './requestCounts.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

/** The number of work items on one page of a list. */
const PAGE_SIZE = 100;

scenario(
  'only the row of a work item is drawn again after the work item changed',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    const page = await openItem(fixture, 'WEB-1');
    await page.comments.first().waitFor();
    await waitUntilQuiet(proxy);
    const { pane } = workbench.view('Projects');
    const drawnRows = await rowsDrawnAgain(pane, async () => {
      await page.choose('priority', 'Urgent');
      await page.save();
      await page.waitUntilSent();
      await pane.locator('.monaco-list-row[aria-label*="WEB-1 "][aria-label*="Urgent"]').waitFor();
      await waitUntilQuiet(proxy);
    });
    expect(drawnRows).toEqual([expect.stringContaining('WEB-1 ')]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

scenario(
  'a project of 50,000 work items opens with one page of rows and one request for them',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    await workbench.openContainer('Contrail');
    const view = workbench.view('Projects');
    await view.row('Scale').waitUntilShown();
    await waitUntilQuiet(proxy);
    const countBefore = proxy.requests.length;
    await view.row('Scale').expand();
    await view.pane.locator('.monaco-list-row[aria-level="2"]').first().waitFor();
    await waitUntilQuiet(proxy);
    const paths = proxy.requests.slice(countBefore).map(({ path }) => path.replace(/^.*?\/projects\/[^/]+/, ''));
    expect(paths).toEqual([expect.stringMatching(/^\/work-items\/\?/)]);
    expect(await countRowsInTree(workbench)).toBe(PAGE_SIZE + 1);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { seed: 'scale:50000', rate: 0 } },
);

/**
 * Expands all rows below the only project, and resolves with the number of these rows, including rows that are not
 * visible.
 */
async function countRowsInTree(workbench: Workbench): Promise<number> {
  const { page } = workbench;
  const { pane } = workbench.view('Projects');
  const lastIndex = async (): Promise<number> => {
    await page.keyboard.press('End');
    const indexes = await pane
      .locator('.monaco-list-row')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-index'))));
    return Math.max(...indexes);
  };
  await pane.locator('.monaco-list').focus();
  let rows = await lastIndex();
  // Children appear some time after their parent was expanded, so two passes without new rows are needed.
  for (let unchangedPasses = 0; unchangedPasses < 2; ) {
    const previousRows = rows;
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    for (let row = 0; row < previousRows; row += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    rows = await lastIndex();
    unchangedPasses = rows === previousRows ? unchangedPasses + 1 : 0;
  }
  return rows;
}

/** Calls `action`, and resolves with the labels of the rows that VS Code drew again during `action`. */
async function rowsDrawnAgain(pane: Locator, action: () => Promise<void>): Promise<readonly string[]> {
  const recorder = await pane.locator('.monaco-list-rows').evaluateHandle((rows) => {
    const drawnRows = new Set<Element>();
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('.monaco-list-row');
        if (row) drawnRows.add(row);
      }
    });
    observer.observe(rows, { subtree: true, childList: true, characterData: true });
    return { drawnRows, observer };
  });
  await action();
  return recorder.evaluate(({ drawnRows, observer }) => {
    observer.disconnect();
    return [...drawnRows].map((row) => row.getAttribute('aria-label') ?? '');
  });
}
