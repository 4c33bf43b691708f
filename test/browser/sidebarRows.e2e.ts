// Counts the requests and rendered rows of the sidebar and the work item page in VS Code.
import type { Page } from 'playwright-core';
import { waitUntilQuiet } from '../browser/requestCounts.ts';
import { openItem } from '../browser/steps.ts';
import type { Workbench } from '../support/workbench.ts';
import { benchFilter } from './filter.ts';
import { countEquals, type Measure, ratioAtMost } from './measure.ts';
import { measureInWindow, prepareMeasurements, type Setup } from './setup.ts';

/** The number of work items on one page of a list. */
const PAGE_SIZE = 100;

export async function benchUi(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  return [
    ...(await benchFilter()),
    ...(await measureInWindow('sample', measureSampleWorkspace)),
    ...(await measureInWindow('scale:50000', measureLargeWorkspace)),
  ];
}

async function measureSampleWorkspace(setup: Setup): Promise<readonly Measure[]> {
  const { proxy } = setup;
  const workbench = await setup.restart({ clearSnapshots: true });
  const view = workbench.view('Projects');
  let countBefore = proxy.requests.length;
  await workbench.openContainer('Contrail');
  await view.row('Atlas Web').waitUntilShown();
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).waitUntilShown();
  const page = await openItem({ workbench }, 'WEB-1');
  await page.comments.first().waitFor();
  await waitUntilQuiet(proxy);
  const coldRequests = proxy.requests
    .slice(countBefore)
    .map(({ method, path }) => `${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')}`);
  console.log(`\nRequests without a snapshot:\n  ${coldRequests.join('\n  ')}`);

  countBefore = proxy.requests.length;
  await view.row('Atlas Web').collapse();
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).waitUntilShown();
  await waitUntilQuiet(proxy);
  const requestsToExpand = proxy.requests.length - countBefore;

  countBefore = proxy.requests.length;
  await workbench.openContainer('Explorer');
  await view.pane.waitFor({ state: 'hidden' });
  await workbench.openContainer('Contrail');
  await view.row(/^WEB-1 /).waitUntilShown();
  const requestsToShowAgain = proxy.requests.length - countBefore;

  const changedRows = await rowsRenderedAgain(workbench.page, async () => {
    await page.choose('priority', 'Urgent');
    await page.save();
    await page.waitUntilSent();
    await workbench.page.locator('.monaco-list-row[aria-label*="WEB-1 "][aria-label*="Urgent"]').waitFor();
    await waitUntilQuiet(proxy);
  });
  await workbench.closeTab('WEB-1');
  // The reload saves the open tabs.
  await workbench.reload();
  await view.row(/^WEB-1 /).waitUntilShown();
  await waitUntilQuiet(proxy);
  const restartedWorkbench = await setup.restart({ clearSnapshots: false });
  countBefore = proxy.requests.length;
  await restartedWorkbench.openContainer('Contrail');
  await restartedWorkbench.view('Projects').row('Atlas Web').expand();
  await restartedWorkbench
    .view('Projects')
    .row(/^WEB-1 /)
    .waitUntilShown();
  const requestsAfterRestart = proxy.requests.length - countBefore;

  return [
    ratioAtMost(
      'open the sidebar, expand a project and open a work item, without a snapshot',
      coldRequests.length,
      6,
      1,
      'requests',
    ),
    countEquals(
      'show the sidebar with an expanded project after a restart of VS Code',
      requestsAfterRestart,
      0,
      'requests',
    ),
    countEquals('show the sidebar again after it was hidden', requestsToShowAgain, 0, 'requests'),
    countEquals('expand a project again', requestsToExpand, 0, 'requests'),
    countEquals('rows rendered again after one work item changed', changedRows.size, 1, 'rows'),
  ];
}

async function measureLargeWorkspace({ workbench, proxy }: Setup): Promise<readonly Measure[]> {
  const project = workbench.view('Projects').row('Scale');
  const countBefore = proxy.requests.length;
  await project.expand();
  await workbench.view('Projects').pane.locator('.monaco-list-row[aria-level="2"]').first().waitFor();
  await waitUntilQuiet(proxy);
  const rows = await countRowsInTree(workbench);
  await waitUntilQuiet(proxy);
  return [
    countEquals('expand a project with 50,000 work items', proxy.requests.length - countBefore, 1, 'requests'),
    ratioAtMost(
      'rows below the project with all sub-items expanded, against one page and its Load More row',
      rows,
      PAGE_SIZE + 1,
      1,
      'rows',
    ),
  ];
}

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

/** Calls `action`, and resolves with the indexes of the tree rows that VS Code rendered again during `action`. */
async function rowsRenderedAgain(page: Page, action: () => Promise<void>): Promise<ReadonlySet<string>> {
  const renderedRowRecorder = await page.evaluateHandle(() => {
    const indexes: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('.monaco-list-row');
        indexes.push(row?.getAttribute('data-index') ?? '');
      }
    });
    for (const rows of document.querySelectorAll('.pane .monaco-list-rows')) {
      observer.observe(rows, { subtree: true, childList: true, characterData: true });
    }
    return { indexes, observer };
  });
  await action();
  const renderedIndexes = await renderedRowRecorder.evaluate(({ indexes, observer }) => {
    observer.disconnect();
    return indexes.filter((index) => index !== '');
  });
  return new Set(renderedIndexes);
}
