// End-to-end tests of how many rows VS Code draws, and of the requests for a large project.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntilQuiet } from './requestCounts.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

scenario(
  'only the row of a work item and the rows below it are drawn again after the work item changed',
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
    // VS Code draws the sub-items of a changed row again.
    expect(new Set(drawnRows.map((label) => label.split(' ')[0]))).toEqual(
      new Set(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4']),
    );
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

scenario(
  'a project of 50,000 work items opens with one request',
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
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { seed: 'scale:50000', rate: 0 } },
);

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
