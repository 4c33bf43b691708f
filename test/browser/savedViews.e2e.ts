// An end-to-end test of saved views: a filter is typed and corrected, the folder's settings add views, and all are
// shown after a reload.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

const FOLDER_VIEWS = [
  { name: 'Team: urgent', filter: 'is:open priority:urgent,high group:state' },
  { name: 'Team: typo', filter: 'is:opne' },
];

/** Loads the work items of a project, and shows only the view My Work. */
async function openMyWork(fixture: Fixture): Promise<TreeView> {
  const { workbench } = fixture;
  await openContrail(fixture);
  const projects = workbench.view('Projects');
  await projects.row('Atlas Web').expand();
  await projects.row(/^WEB-1 /).waitUntilShown();
  await projects.close();
  const myWork = workbench.view('My Work');
  await myWork.open();
  return myWork;
}

/** Returns the accessible names of the rendered rows below a row of the first level. */
async function labelsBelow(view: TreeView, label: string): Promise<string[]> {
  const rows = await view.rows();
  const labelIndex = rows.findIndex((row) => row.label.startsWith(label));
  const rowsAfterLabel = rows.slice(labelIndex + 1);
  const nextTopLevelIndex = rowsAfterLabel.findIndex(({ level }) => level === 1);
  return (nextTopLevelIndex === -1 ? rowsAfterLabel : rowsAfterLabel.slice(0, nextTopLevelIndex)).map(
    (row) => row.aria,
  );
}

scenario(
  'the user corrects a filter and saves it as a view; after a reload, it is shown with views of the folder settings',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const myWork = await openMyWork(fixture);

    await step('Enter applies a suggested correction of the filter, and completes a word', async () => {
      await myWork.clickTitleAction('Save View');
      await quickInput.waitUntilShown('Save View');
      await quickInput.type('is:open prioritty:urgent,high project:WEB');
      await quickInput.row('There is no field “prioritty”. Did you mean “priority”?').waitFor();
      await quickInput.waitUntilSettled();
      await workbench.screenshot('savedViews/mistake');
      await quickInput.accept();
      await until(
        'the mistake to be corrected',
        async () => (await quickInput.typedText()) === 'is:open priority:urgent,high project:WEB',
      );
      await quickInput.type('is:open priority:urgent,high project:WEB sort:pri');
      await quickInput.row('priority-desc').waitFor();
      await workbench.screenshot('savedViews/suggestions');
      await quickInput.accept();
      await until('the word to be completed', async () => (await quickInput.typedText()).endsWith(' sort:priority'));
      await quickInput.row('Save View').waitFor();
      await quickInput.accept();
      await quickInput.waitUntilShown('Name of the view');
      await quickInput.accept('Pressing');
    });

    await step('the views show the matching work items', async () => {
      await myWork.row('Pressing').waitUntilShown();
      await myWork.row('Pressing').expand();
      // Reads only the rows below the saved view, because the sections of My Work also have rows of work items.
      await until('the work items of the view', async () =>
        (await labelsBelow(myWork, 'Pressing')).some((name) => name.startsWith('WEB-')),
      );
      const urgentItems = await labelsBelow(myWork, 'Pressing');
      expect(urgentItems.every((name) => /^WEB-\d+ .*priority (?:Urgent|High)/.test(name))).toBe(true);
      await myWork.row('Pressing').collapse();
      await myWork.row('Team: urgent').expand();
      await until('the groups of the shared view', async () => (await labelsBelow(myWork, 'Team: urgent')).length > 1);
      await workbench.screenshot('savedViews/my-work');
      const viewWithTypo = (await myWork.rows()).find(({ label }) => label === 'Team: typo');
      expect(viewWithTypo?.description).toBe('“opne” is not a value of this field. Did you mean “open”? (character 4)');
    });

    await step('the views are restored after a reload', async () => {
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await myWork.row('Team: urgent').waitUntilShown();
      await myWork.row('Pressing').expand();
      await until('the work items of the view', async () =>
        (await labelsBelow(myWork, 'Pressing')).some((name) => name.startsWith('WEB-')),
      );
      expect(await myWork.row('Team: urgent').menu()).toEqual(
        expect.arrayContaining(['Open Settings of Saved Views', 'Copy View as Text']),
      );
    });

    await step('a view is deleted', async () => {
      await myWork.row('Pressing').pickFromMenu('Delete View');
      await workbench.answerDialog('Delete');
      await myWork.row('Pressing').waitUntilGone();
    });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    prepare: (workspace) => {
      mkdirSync(join(workspace, '.vscode'), { recursive: true });
      writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify({ 'contrail.views': FOLDER_VIEWS }));
    },
  },
);
