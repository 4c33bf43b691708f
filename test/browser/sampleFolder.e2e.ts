// An end-to-end test of a newcomer's first minutes: the sample workspace, its folder, and the five things to try.
import { expect } from 'vitest';
import { Workbench } from '../support/workbench.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { step } from './steps.ts';

scenario(
  'a newcomer opens the sample workspace and its folder, and follows the steps of the walkthrough',
  async ({ workbench }) => {
    const { page } = workbench;

    const folderWindow = await step('the sample workspace offers its folder, which opens in a new window', async () => {
      await workbench.openContainer('Contrail');
      await workbench.view('Projects').clickWelcome('Open Sample Workspace');
      await workbench.toast('The sample workspace is open.');
      const newPage = page.context().waitForEvent('page');
      await workbench.clickToast('The sample workspace is open.', 'Open Sample Folder');
      const openedPage = await newPage;
      expect(decodeURIComponent(openedPage.url())).toContain('globalStorage/contrail.contrail/sample/atlas-web');
      return Workbench.openedBy(openedPage);
    });
    const { page: folderPage, quickInput } = folderWindow;
    const selectStep = async (title: string, button: string): Promise<void> => {
      await folderPage.locator('.getting-started-step', { hasText: title }).click();
      await folderPage.locator('.getting-started-step.expanded').getByRole('button', { name: button }).click();
    };

    await step('the new window shows the side bar of Contrail and the walkthrough', async () => {
      await folderPage.locator('.part.sidebar .composite.title', { hasText: 'Contrail' }).waitFor();
      await folderPage.locator('.getting-started-step', { hasText: 'Read a work item next to its code' }).waitFor();
      await folderWindow.screenshot('sample-folder');
      await folderWindow
        .view('My Work')
        .row(/Assigned to Me/)
        .waitUntilShown();
    });

    await step('the first step opens WEB-7', async () => {
      await selectStep('Read a work item next to its code', 'Open WEB-7');
      await folderWindow.tab(/^WEB-7 /).waitFor();
    });

    // Before the next step, whose file makes VS Code open its Comments panel over the steps.
    await step('the last step filters the Projects view', async () => {
      await folderWindow.tab(/^(?:Welcome|Walkthrough)/).click();
      await selectStep('See what is overdue', 'Show My Overdue Work Items');
      await folderPage
        .getByText(/^Filter: /)
        .first()
        .waitFor();
    });

    await step('the second step selects code, whose neighbors have the comment of WEB-7', async () => {
      await selectStep('Comment with selected code', 'Comment with Selected Code');
      await quickInput.waitUntilShown('Find by ID');
      await quickInput.escape();
      await folderWindow.tab('board.js').waitFor();
      await folderPage.locator('.comment-range-glyph.comment-thread').first().waitFor();
      expect(folderWindow.errors).toEqual([]);
    });
  },
  SPEC_ONLY,
);
