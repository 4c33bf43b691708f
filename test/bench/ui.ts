// Measures the sidebar and the page of a work item, in a real extension host with the packaged
// extension: requests, and rows that are rendered.
import type { Page } from 'playwright-core';
import { quiet } from '../browser/asked.ts';
import { openItem } from '../browser/steps.ts';
import type { Workbench } from '../support/workbench.ts';
import { filtering } from './filter.ts';
import { atMost, exactly, type Measure } from './measure.ts';
import { onGround, prepareGround, type Setup } from './setup.ts';

/** The number of rows on one page of a list, without the row that loads the next page. */
const PAGE = 100;

export async function ui(): Promise<readonly Measure[]> {
  await prepareGround();
  return [...(await filtering()), ...(await onGround('sample', usual)), ...(await onGround('scale:50000', large))];
}

async function usual(setup: Setup): Promise<readonly Measure[]> {
  const { proxy } = setup;
  const workbench = await setup.restart({ forgetting: true });
  const view = workbench.view('Projects');
  let before = proxy.requests.length;
  await workbench.openContainer('Contrail');
  await view.row('Atlas Web').shown();
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).shown();
  const page = await openItem({ workbench }, 'WEB-1');
  await page.comments.first().waitFor();
  await quiet(proxy);
  const asked = proxy.requests
    .slice(before)
    .map(({ method, path }) => `${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')}`);
  console.log(`\nAsked, cold:\n  ${asked.join('\n  ')}`);
  const opened = asked.length;

  before = proxy.requests.length;
  await view.row('Atlas Web').collapse();
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).shown();
  await quiet(proxy);
  const reopened = proxy.requests.length - before;

  before = proxy.requests.length;
  await workbench.openContainer('Explorer');
  await view.pane.waitFor({ state: 'hidden' });
  await workbench.openContainer('Contrail');
  await view.row(/^WEB-1 /).shown();
  const warm = proxy.requests.length - before;

  const repainted = await repaints(workbench.page, async () => {
    await page.choose('priority', 'Urgent');
    await page.save();
    await page.sent();
    await workbench.page.locator('.monaco-list-row[aria-label*="WEB-1 "][aria-label*="Urgent"]').waitFor();
    await quiet(proxy);
  });
  await workbench.closeTab('WEB-1');
  // The reload saves the open tabs.
  await workbench.reload();
  await view.row(/^WEB-1 /).shown();
  await quiet(proxy);
  const restarted = await setup.restart({ forgetting: false });
  before = proxy.requests.length;
  await restarted.openContainer('Contrail');
  await restarted.view('Projects').row('Atlas Web').expand();
  await restarted
    .view('Projects')
    .row(/^WEB-1 /)
    .shown();
  const warmAfter = proxy.requests.length - before;

  return [
    atMost('open the sidebar, expand a project, open an item: cold', opened, 6, 1, 'requests'),
    exactly(
      'before the first paint of a sidebar with an expanded project, after a restart of VS Code',
      warmAfter,
      0,
      'requests',
    ),
    exactly(
      'before the first paint of a sidebar that was hidden and is shown again, in the same window',
      warm,
      0,
      'requests',
    ),
    exactly('expand a project again', reopened, 0, 'requests'),
    exactly('rows drawn anew after one item changed', repainted.size, 1, 'rows'),
  ];
}

async function large({ workbench, proxy }: Setup): Promise<readonly Measure[]> {
  const project = workbench.view('Projects').row('Scale');
  const before = proxy.requests.length;
  await project.expand();
  await workbench.view('Projects').pane.locator('.monaco-list-row[aria-level="2"]').first().waitFor();
  await quiet(proxy);
  const rows = await rowsInTree(workbench);
  await quiet(proxy);
  return [
    exactly('expand a project of 50,000', proxy.requests.length - before, 1, 'requests'),
    atMost(
      'rows that the tree holds below it, every sub-item shown, against one page and its “more”',
      rows,
      PAGE + 1,
      1,
      'rows',
    ),
  ];
}

/** Returns the number of rows below the one project, rendered or not, when everything is expanded. */
async function rowsInTree(workbench: Workbench): Promise<number> {
  const { page } = workbench;
  const { pane } = workbench.view('Projects');
  const last = async (): Promise<number> => {
    await page.keyboard.press('End');
    const places = await pane
      .locator('.monaco-list-row')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-index'))));
    return Math.max(...places);
  };
  await pane.locator('.monaco-list').focus();
  let rows = await last();
  // Rows appear shortly after the key that loads them: the count is final when two passes in a row find no more.
  for (let unchanged = 0; unchanged < 2; ) {
    const before = rows;
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    for (let row = 0; row < before; row += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    rows = await last();
    unchanged = rows === before ? unchanged + 1 : 0;
  }
  return rows;
}

/** Returns the indexes of tree rows that were rendered again while `meanwhile` ran. */
async function repaints(page: Page, meanwhile: () => Promise<void>): Promise<ReadonlySet<string>> {
  const watch = await page.evaluateHandle(() => {
    const drawn: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('.monaco-list-row');
        drawn.push(row?.getAttribute('data-index') ?? '');
      }
    });
    for (const rows of document.querySelectorAll('.pane .monaco-list-rows')) {
      observer.observe(rows, { subtree: true, childList: true, characterData: true });
    }
    return { drawn, observer };
  });
  await meanwhile();
  const drawn = await watch.evaluate((one) => {
    one.observer.disconnect();
    return one.drawn.filter((row) => row !== '');
  });
  return new Set(drawn);
}
