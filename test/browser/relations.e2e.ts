// End-to-end tests of the commands for relations and links: the menu of a row, checked rows, and Undo Last Change.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, serverHas } from './steps.ts';

const WEB_27 = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 27)}`;

scenario(
  'relations are added to several work items that are checked while searching, and links are added and removed',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-27 /).shown();

    await view.row(/^WEB-27 /).pickFromSubmenu('Relations and Links', 'Add Relation');
    await quickInput.shown('Add Relation to WEB-27');
    await workbench.screenshot('relations/types');
    await quickInput.pick('Is Blocked By');
    await quickInput.shown('WEB-27: Is Blocked By');
    await quickInput.pick('WEB-26');
    await quickInput.type('WEB-25');
    await quickInput.row('WEB-25').click();
    await quickInput.row('WEB-26').waitFor();
    await workbench.screenshot('relations/checked');
    await quickInput.accept();
    await quickInput.gone();
    await workbench.statusBar('WEB-27 is blocked by').waitFor();
    await serverHas(
      fixture,
      `${WEB_27}/relations/`,
      ({ blocked_by }) => Array.isArray(blocked_by) && blocked_by.length === 2,
    );

    const item = await openItem(fixture, 'WEB-27');
    await workbench.runCommand('Contrail: Remove Relation…');
    await quickInput.shown('Remove Relation of WEB-27');
    await quickInput.row('WEB-26').waitFor();
    await workbench.screenshot('relations/remove');
    await quickInput.pick('WEB-26');
    await workbench.toast('Removed the relation of WEB-27 to WEB-26.');
    await workbench.clearToasts();
    await workbench.runCommand('Contrail: Undo Last Change');
    await serverHas(
      fixture,
      `${WEB_27}/relations/`,
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
    await quickInput.shown('Add Link to WEB-27');
    await quickInput.accept('https://github.com/acme/web/pull/12');
    await quickInput.shown('Enter the title of the link');
    expect(await quickInput.typed()).toBe('Pull request #12');
    await workbench.screenshot('relations/link-title');
    await quickInput.accept();
    await quickInput.gone();
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
  },
  ONE_SIGNED_IN,
);
