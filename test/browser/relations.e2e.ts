// End-to-end tests of the commands for relations and links: the menu of a row, checked rows, and Undo Last Change.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step, waitUntilServerHas } from './steps.ts';

const WEB_27_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 27)}`;

scenario(
  'the user adds relations to several checked work items, and adds and removes links',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-27 /).waitUntilShown();

    await view.row(/^WEB-27 /).pickFromSubmenu('Relations and Links', 'Add Relation');
    await quickInput.waitUntilShown('Add Relation to WEB-27');
    await workbench.screenshot('relations/types');
    await quickInput.pick('Is Blocked By');
    await quickInput.waitUntilShown('WEB-27: Is Blocked By');
    await quickInput.pick('WEB-26');
    await quickInput.type('WEB-25');
    // The checked row is listed with the rows for the typed text. A row that is checked before is not in this list.
    await quickInput.row('WEB-26').waitFor();
    await quickInput.row('WEB-25').click();
    await workbench.screenshot('relations/checked');
    // The message is shown for some seconds only.
    await Promise.all([workbench.statusBarEntry('WEB-27 is blocked by').waitFor(), quickInput.accept()]);
    await quickInput.waitUntilGone();
    await waitUntilServerHas(
      fixture,
      `${WEB_27_PATH}/relations/`,
      ({ blocked_by }) => Array.isArray(blocked_by) && blocked_by.length === 2,
    );

    const item = await openItem(fixture, 'WEB-27');
    await workbench.runCommand('Contrail: Remove Relation…');
    await quickInput.waitUntilShown('Remove Relation of WEB-27');
    await quickInput.row('WEB-26').waitFor();
    await workbench.screenshot('relations/remove');
    await quickInput.pick('WEB-26');
    await workbench.toast('Removed the relation of WEB-27 to WEB-26.');
    await workbench.clearToasts();
    await workbench.runCommand('Contrail: Undo Last Change');
    await waitUntilServerHas(
      fixture,
      `${WEB_27_PATH}/relations/`,
      ({ blocked_by }) => Array.isArray(blocked_by) && blocked_by.length === 2,
    );

    const relations = item.frame.getByTestId('relations');
    await relations.getByText('WEB-26').waitFor();
    await workbench.screenshot('relations/page');
    await relations.getByRole('button', { name: 'Remove the relation to WEB-26' }).click();
    await workbench.toast('Removed the relation of WEB-27 to WEB-26.');
    await relations.getByText('WEB-26').waitFor({ state: 'detached' });
    await workbench.clearToasts();
    await workbench.runCommand('Contrail: Undo Last Change');
    await relations.getByText('WEB-26').waitFor();

    await workbench.runCommand('Contrail: Add Link…');
    await quickInput.waitUntilShown('Add Link to WEB-27');
    await quickInput.accept('https://github.com/acme/web/pull/12');
    await quickInput.waitUntilShown('Enter the title of the link');
    expect(await quickInput.typedText()).toBe('Pull request #12');
    await workbench.screenshot('relations/link-title');
    await quickInput.accept();
    await quickInput.waitUntilGone();
    await item.frame.getByTestId('links').getByText('Pull request #12').waitFor();
    await workbench
      .view('Projects')
      .row(/^WEB-27 /)
      .pickFromSubmenu('Relations and Links', 'Remove Link');
    await quickInput.row('Pull request #12').waitFor();
    await workbench.screenshot('relations/remove-link');
    await quickInput.pick('Pull request #12');
    await workbench.toast('Removed the link Pull request #12 from WEB-27.');

    await workbench.page.locator('.editor-actions .action-label[aria-label^="More Actions"]').first().click();
    await workbench.page.locator('.context-view .action-label', { hasText: 'Add Relation' }).first().waitFor();
    await workbench.screenshot('relations/title-menu');
    await workbench.press('Escape');

    await step('the user adds, edits and removes a link on the page, and undoes the removal', async () => {
      const { frame } = await ItemPage.waitFor(workbench, 'WEB-27');
      await frame.getByTestId('add-link').click();
      await quickInput.waitUntilShown('Add Link to WEB-27');
      await quickInput.accept('https://notes.example/may');
      await quickInput.waitUntilShown('Enter the title of the link');
      await quickInput.accept('Notes of May');
      await quickInput.waitUntilGone();
      const links = frame.getByTestId('links');
      await links.getByText('Notes of May').waitFor();
      await links.getByTestId('edit-link').click();
      await quickInput.waitUntilShown('Edit Link of WEB-27');
      expect(await quickInput.typedText()).toBe('https://notes.example/may');
      await quickInput.accept();
      await quickInput.waitUntilShown('Enter the title of the link');
      await quickInput.accept('Notes of June');
      await quickInput.waitUntilGone();
      await links.getByText('Notes of June').waitFor();
      await links.getByTestId('remove-link').click();
      await workbench.toast('Removed the link Notes of June from WEB-27.');
      await links.waitFor({ state: 'detached' });
      await workbench.clearToasts();
      await workbench.runCommand('Contrail: Undo Last Change');
      await links.getByText('Notes of June').waitFor();
    });

    await step(
      'Enter creates one sub-item after the other on the page, and a sub-item is removed from its parent',
      async () => {
        const { frame } = await ItemPage.waitFor(workbench, 'WEB-27');
        await frame.getByTestId('add-sub-item').click();
        const input = frame.getByTestId('new-sub-item');
        await input.fill('Ask before the column is deleted');
        await input.press('Enter');
        const rows = frame.locator('[data-sub-item]');
        await rows.getByText('Ask before the column is deleted').waitFor();
        await workbench.page.keyboard.type('Keep the column for a week');
        await workbench.press('Enter');
        await rows.getByText('Keep the column for a week').waitFor();
        await workbench.screenshot('relations/sub-items');
        await rows.filter({ hasText: 'Ask before' }).getByTestId('move-out').click();
        await rows.getByText('Ask before the column is deleted').waitFor({ state: 'detached' });
        await workbench.clearToasts();
        await workbench.runCommand('Contrail: Undo Last Change');
        await rows.getByText('Ask before the column is deleted').waitFor();
      },
    );

    await step(
      'the user changes the module and the cycle on the page, and creates a label and a cycle in pickers',
      async () => {
        const page = await ItemPage.waitFor(workbench, 'WEB-27');
        await page.choose('module', 'Sign-in');
        const labels = await page.addField('labels');
        await labels.locator('.opener').click();
        await labels.locator('.picker-filter').fill('Harbor');
        await labels.locator('[role=option]', { hasText: 'Create Label “Harbor”' }).click();
        await labels.locator('.opener').getByText('Harbor').waitFor();
        await workbench.screenshot('relations/label-created');
        await page.name.click();
        await page.frame.getByTestId('changeCycle').click();
        await quickInput.waitUntilShown('Change Cycle: WEB-27');
        await quickInput.type('Harbor week');
        await quickInput.pick('Create Cycle “Harbor week”');
        await quickInput.waitUntilGone();
        await page.frame.getByTestId('changeCycle').getByText('Harbor week').waitFor();
        await workbench.screenshot('relations/groups');
        const { results: created = [] } = await readFromServer(fixture, `projects/${sample.project('WEB')}/labels/`);
        const label = created.find(({ name }) => name === 'Harbor')?.['id'];
        await waitUntilServerHas(
          fixture,
          `${WEB_27_PATH}/`,
          (item) =>
            item['module'] === sample.module('WEB', 'Sign-in') &&
            JSON.stringify(item['labels']).includes(String(label)),
        );
      },
    );

    await step('? shows the keyboard shortcuts of the page', async () => {
      const { frame } = await ItemPage.waitFor(workbench, 'WEB-27');
      await frame.getByTestId('changeCycle').focus();
      await workbench.press('?');
      await frame.getByTestId('shortcuts-dialog').getByText('Show keyboard shortcuts').waitFor();
      await workbench.screenshot('relations/keys');
      await workbench.press('Escape');
      await frame.getByTestId('shortcuts-dialog').waitFor({ state: 'detached' });
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
