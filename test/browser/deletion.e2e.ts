// An end-to-end test of the deletion of a work item with sub-items and with unsent text.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { SIGNED_IN, scenario } from './scenario.ts';
import { askServer, draftOnDisk, openContrail, openItem, serverHas } from './steps.ts';

const ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;

scenario(
  'a work item is deleted with its counted sub-items after a confirmation; tabs close, and unsent text stays in Drafts',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-15 /).expand();
    await view.row(/^WEB-16 /).shown();
    const page = await openItem(fixture, 'WEB-16');
    await page.write(page.composer, 'A comment that nobody has yet');
    await draftOnDisk(fixture, 'nobody has yet');

    await view.row(/^WEB-15 /).pickFromMenu('Delete…');
    await workbench.dialog.getByText('Delete the work item “WEB-15').waitFor();
    await workbench.dialog.getByText('This also deletes its 3 sub-items').waitFor();
    expect(await workbench.dialog.innerText()).toContain('Your unsent draft is kept in Drafts.');
    await workbench.screenshot('deletion/question');
    await workbench.answerDialog('Delete');

    for (const number of [15, 16, 17, 18]) await view.row(new RegExp(`^WEB-${number} `)).gone();
    await workbench.tab('WEB-16 ').waitFor({ state: 'detached' });
    await workbench.screenshot('deletion/tree');
    expect((await askServer(fixture, `${ITEMS_PATH}${sample.workItem('WEB', 18)}/`))['error']).toBe(
      'The requested resource does not exist.',
    );
    await serverHas(fixture, ITEMS_PATH, ({ results = [] }) => !results.some(({ sequence_id }) => sequence_id === 16));

    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.shown('Unsent Drafts');
    expect((await quickInput.rows()).join('\n')).toContain('A comment that nobody has yet');
    await workbench.screenshot('deletion/drafts');
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'] },
);
