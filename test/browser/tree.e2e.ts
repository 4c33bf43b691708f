// An end-to-end test of the rows of the Projects view: loading, tabs, relations from a row's menu, and Load more.
import { expect } from 'vitest';
import { matchRequest, nginxErrorPage } from '../support/faultProxy.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, readFromServer, step, waitUntilServerHas } from './steps.ts';

const WEB_27_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 27)}`;

async function waitForBlockingItems(fixture: Fixture, count: number): Promise<void> {
  await waitUntilServerHas(
    fixture,
    `${WEB_27_PATH}/relations/`,
    ({ blocked_by }) => Array.isArray(blocked_by) && blocked_by.length === count,
  );
}

scenario(
  'the user opens work items in tabs, relates them, changes groups on a page, and loads a failed list and the next page',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    await openContrail(fixture);

    await step('a row shows the error of a failed list, and has a Retry button', async () => {
      proxy.inject((_method, path) => path.includes('/work-items/'), nginxErrorPage);
      await view.row('Courier API').expand();
      await view.row('something else answered').waitUntilShown();
      const isItemList = matchRequest('GET', '/work-items/');
      const requestCount = proxy.matchingRequests(isItemList).length;
      await view.row("Couldn't load").clickInlineAction('Retry');
      await until('another request', () => proxy.matchingRequests(isItemList).length > requestCount);
      // A visible list that has failed may be loaded automatically before the click.
      proxy.removeFaults();
      await view.clickTitleAction('Refresh');
      await view.row(/^API-1 /).waitUntilShown();
      await view.clickTitleAction('Collapse All');
      await view.row(/^API-1 /).waitUntilGone();
    });

    await step(
      'a click replaces the tab of the previous click unless a double click or an edit has pinned that tab',
      async () => {
        const waitForTabs = async (expected: string): Promise<void> => {
          await until(`the tabs ${expected}`, async () => {
            const identifiers = (await workbench.tabs()).map((title) => /WEB-\d+/.exec(title)?.[0]);
            return identifiers.join(' ') === expected;
          });
        };
        await view.row('Atlas Web').expand();
        expect(await view.row(/^WEB-28 /).tooltip()).toContain('Updated');
        await view.row(/^WEB-28 /).click();
        await waitForTabs('WEB-28');
        await view.row(/^WEB-27 /).locator.dblclick();
        await waitForTabs('WEB-27');
        await view.row(/^WEB-26 /).click();
        await waitForTabs('WEB-27 WEB-26');

        // A tab with an edit stays open, even if the user clicks another row immediately after typing.
        const editedPage = await ItemPage.waitFor(workbench, 'WEB-26');
        await editedPage.write(editedPage.composer, 'Not lost.');
        await view.row(/^WEB-28 /).click();
        await waitForTabs('WEB-27 WEB-26 WEB-28');
        await workbench.tab(/WEB-26 /).click();
        const reopenedPage = await ItemPage.waitFor(workbench, 'WEB-26');
        await until('the text to be shown again', async () =>
          (await reopenedPage.composer.innerText()).includes('Not lost.'),
        );
      },
    );

    await step('the menu of a row adds relations to several work items that the user checks', async () => {
      await view.row(/^WEB-27 /).pickFromSubmenu('Relations and Links', 'Add Relation');
      await quickInput.waitUntilShown('Add Relation to WEB-27');
      await quickInput.pick('Is blocked by');
      await quickInput.waitUntilShown('WEB-27: Is blocked by');
      await quickInput.pick('WEB-26');
      await quickInput.type('WEB-25');
      // The checked row is listed with the rows for the typed text. A row that is checked before is not in this list.
      await quickInput.row('WEB-26').waitFor();
      await quickInput.row('WEB-25').click();
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await waitForBlockingItems(fixture, 2);
    });

    await step('the user removes a relation on the page, undoes the removal, and adds a link', async () => {
      await workbench.tab(/^WEB-27 /).click();
      await workbench.page.locator('.editor-actions .action-label[aria-label^="More Actions"]').first().click();
      await workbench.page.locator('.monaco-menu .action-item', { hasText: 'Relations and Links' }).first().hover();
      await workbench.page.locator('.monaco-submenu .action-item', { hasText: 'Add Relation' }).first().waitFor();
      await workbench.press('Escape');
      await workbench.press('Escape');
      const { frame } = await ItemPage.waitFor(workbench, 'WEB-27');
      const relations = frame.getByTestId('relations');
      await relations.getByRole('button', { name: 'Remove the relation to WEB-26' }).click();
      await workbench.toast('Removed the relation of WEB-27 to WEB-26.');
      await relations.getByText('WEB-26').waitFor({ state: 'detached' });
      await workbench.clearToasts();
      await workbench.runCommand('Contrail: Undo Last Change');
      await relations.getByText('WEB-26').waitFor();
      await waitForBlockingItems(fixture, 2);

      await frame.getByTestId('add-link').click();
      await quickInput.waitUntilShown('Add Link to WEB-27');
      await quickInput.accept('https://github.com/acme/web/pull/12');
      await quickInput.waitUntilShown('Enter the title of the link');
      expect(await quickInput.typedText()).toBe('Pull request #12');
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await frame.getByTestId('links').getByText('Pull request #12').waitFor();
    });

    await step(
      'the user adds and removes a sub-item, creates a label on the page, and creates a cycle in a picker',
      async () => {
        const page = await ItemPage.waitFor(workbench, 'WEB-27');
        const { frame } = page;
        await frame.getByTestId('add-sub-item').click();
        await frame.getByTestId('new-sub-item').fill('Ask before the column is deleted');
        await frame.getByTestId('new-sub-item').press('Enter');
        const subItem = frame.locator('[data-sub-item]').filter({ hasText: 'Ask before the column is deleted' });
        await subItem.getByTestId('move-out').click();
        await subItem.waitFor({ state: 'detached' });
        const labels = await page.addField('labels');
        await labels.locator('.opener').click();
        await labels.locator('.picker-filter').fill('Harbor');
        await labels.locator('[role=option]', { hasText: 'Create Label “Harbor”' }).click();
        await labels.locator('.opener').getByText('Harbor').waitFor();
        await page.name.click();
        await frame.getByTestId('changeCycle').click();
        await quickInput.waitUntilShown('Change Cycle: WEB-27');
        await quickInput.type('Harbor week');
        await quickInput.pick('Create Cycle “Harbor week”');
        await quickInput.waitUntilGone();
        await frame.getByTestId('changeCycle').getByText('Harbor week').waitFor();
        const { results = [] } = await readFromServer(fixture, `projects/${sample.project('WEB')}/labels/`);
        const label = results.find(({ name }) => name === 'Harbor')?.['id'];
        await waitUntilServerHas(fixture, `${WEB_27_PATH}/`, (item) =>
          JSON.stringify(item['labels']).includes(String(label)),
        );
      },
    );

    await step(
      'a click on a cycle opens its page, and the row “Load more” loads and focuses the next rows',
      async () => {
        await view.row('Cycles').expand();
        await view.row('Board by keyboard').click();
        await workbench.tab('Board by keyboard').waitFor();
        await view.row('Atlas Web').collapse();
        await view.row('Field Notes').expand();
        await view.row(/^NOTES-130 /).waitUntilShown();
        const loadMoreRow = await view.scrollTo('Load more (100 of 130)');
        await loadMoreRow.click();
        await workbench.page.locator('.monaco-list-row.focused[aria-label^="NOTES-30 "]').waitFor();
        await view.scrollTo(/^NOTES-1 /);
      },
    );
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
