// End-to-end tests of the Projects view.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { nginxErrorPage, requestTo } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

scenario(
  'a project is loaded page by page, its rows show state, priority and assignees, and a failed list can be retried',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await step('a row shows the error of a failed list, and has a Retry button', async () => {
      proxy.inject((_method, path) => path.includes('/work-items/'), nginxErrorPage);
      await view.row('Courier API').expand();
      await view.row('invalid response').waitUntilShown();
      await workbench.screenshot('tree/html-answer');
      const isItemList = requestTo('GET', '/work-items/');
      const requestCount = proxy.requestsTo(isItemList).length;
      await view.row("Couldn't load").clickInlineAction('Retry');
      await until('another request', () => proxy.requestsTo(isItemList).length > requestCount);
      // A visible list that has failed may be loaded automatically before the click.
      proxy.removeFaults();
      await view.clickTitleAction('Refresh');
      await view.row(/^API-1 /).waitUntilShown();

      proxy.inject((_method, path) => path.includes('/work-items/'), { kind: 'closed' });
      await view.row('Field Notes').expand();
      await view.row('connection lost').waitUntilShown();
      await workbench.screenshot('tree/closed-connection');
      proxy.removeFaults();
      await view.clickTitleAction('Refresh');
      await view.row(/^NOTES-130 /).waitUntilShown();
      await view.clickTitleAction('Collapse All');
    });

    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
    await view.row(/^WEB-1 /).expand();
    await view.row(/^WEB-3 /).waitUntilShown();
    expect((await view.rows()).find(({ aria }) => aria.startsWith('WEB-3 '))?.level).toBe(3);
    expect(await view.row(/^WEB-28 /).tooltip()).toContain('Updated');
    await workbench.screenshot('tree/tooltip');
    expect(await view.row(/^WEB-28 /).menu()).toEqual(
      expect.arrayContaining([
        'Open Work Item',
        'Comment on Work Item…',
        'Change State…',
        'Assign to Me',
        'Copy Identifier',
        'Copy Link',
      ]),
    );
    await step(
      'cycles show dates and progress, accept dropped work items, and open their page on a click',
      async () => {
        const cycle = async () => (await view.rows()).find(({ label }) => label === 'Board by keyboard');
        await view.row('Cycles').expand();
        await view.row('Board by keyboard').expand();
        expect(await cycle()).toMatchObject({
          level: 3,
          description: expect.stringMatching(/^Current · .* · \d of 3$/),
        });
        await until('its work items', async () => (await view.rows()).some(({ level }) => level === 4));
        await view.row(/^WEB-28 /).dragTo(view.row('Board by keyboard'));
        await until('the work item to be counted', async () => (await cycle())?.description.endsWith(' of 4') === true);
        await workbench.screenshot('tree/cycles');
        await view.row('Keys and focus').click();
        await workbench.tab('Keys and focus').waitFor();
      },
    );
    await view.row('Atlas Web').collapse();

    await view.row('Field Notes').expand();
    await view.row(/^NOTES-130 /).waitUntilShown();
    const loadMoreRow = await view.scrollTo('Load more (100 of 130 loaded)');
    await workbench.screenshot('tree/load-more');
    await loadMoreRow.click();
    await workbench.page.locator('.monaco-list-row.focused[aria-label^="NOTES-30 "]').waitFor();
    await workbench.screenshot('tree/second-page');
    await view.scrollTo(/^NOTES-1 /);
    expect((await view.rows()).some(({ label }) => label.startsWith('Load '))).toBe(false);

    await view.clickTitleAction('Refresh');
    await view.row(/^NOTES-1 /).waitUntilShown();
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

scenario(
  'after the first sign-in, Assigned to Me is expanded, and Projects shows work items grouped by state',
  async ({ workbench }) => {
    const { page } = workbench;
    const [myWork, projects] = [workbench.view('My Work'), workbench.view('Projects')];
    await workbench.openContainer('Contrail');
    await projects.row('Atlas Web').expand();
    await projects.group('In Progress').waitUntilShown();
    const rows = (await projects.rows()).filter(({ level }) => level === 2);
    expect(rows.slice(0, 4)).toMatchObject([
      { label: 'Cycles', expanded: false },
      { label: 'Modules', expanded: false },
      { label: 'Epics', expanded: false },
      { label: 'In Progress', expanded: true },
    ]);
    expect(await projects.description()).toContain('by state');
    for (const name of ['Initiatives', 'Teamspaces', 'Customers', 'Stickies'])
      expect(await workbench.view(name).pane.isVisible()).toBe(false);
    const assignedRow = myWork.row('Assigned to Me');
    await assignedRow.waitUntilShown();
    expect(await assignedRow.locator.getAttribute('aria-expanded')).toBe('true');

    await setSidebarWidth(page, 260);
    for (const theme of ['light', 'dark', 'hc-light', 'hc-dark'] as const) {
      await workbench.setTheme(theme);
      await page.mouse.move(700, 500);
      await workbench.screenshot(`tree/narrow-${theme}`);
    }
    await myWork.close();
    await projects.group('Done').locator.scrollIntoViewIfNeeded();
    expect((await projects.rows()).find(({ label }) => label === 'Done')?.expanded).toBe(false);
    await workbench.screenshot('tree/narrow-projects-hc-dark');
    await workbench.setTheme('light');
    await workbench.screenshot('tree/narrow-projects-light');
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, ownWindow: true },
);

scenario(
  'a click on a row replaces the tab of the previous click unless a double click or an edit has pinned that tab',
  async (fixture) => {
    const { workbench } = fixture;
    const projects = workbench.view('Projects');
    const identifiers = async () => (await workbench.tabs()).map((title) => /WEB-\d+/.exec(title)?.[0]);
    await openContrail(fixture);
    await projects.row('Atlas Web').expand();
    await projects.row(/^WEB-28 /).click();
    await workbench.tab(/^WEB-28 /).waitFor();
    await projects.row(/^WEB-27 /).click();
    await workbench.tab(/^WEB-27 /).waitFor();
    expect(await identifiers()).toEqual(['WEB-27']);
    await projects.row(/^WEB-27 /).locator.dblclick();
    await projects.row(/^WEB-26 /).click();
    await workbench.tab(/^WEB-26 /).waitFor();
    expect(await identifiers()).toEqual(['WEB-27', 'WEB-26']);

    // A tab with an edit stays open, even if the user clicks another row immediately after typing.
    const editedPage = await ItemPage.waitFor(workbench, 'WEB-26');
    await editedPage.write(editedPage.composer, 'Not lost.');
    await projects.row(/^WEB-28 /).click();
    await workbench.tab(/^WEB-28 /).waitFor();
    expect(await identifiers()).toEqual(['WEB-27', 'WEB-26', 'WEB-28']);
    await workbench.tab(/WEB-26 /).click();
    const reopenedPage = await ItemPage.waitFor(workbench, 'WEB-26');
    await until('the text to be shown again', async () =>
      (await reopenedPage.composer.innerText()).includes('Not lost.'),
    );
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

/** Drags the border between side bar and editor. */
async function setSidebarWidth(page: Page, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('The side bar is not visible.');
  await page.mouse.move(box.x + box.width, 450);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 450, { steps: 5 });
  await page.mouse.up();
}
