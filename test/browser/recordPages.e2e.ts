// End-to-end test of the pages of all kinds of records: created, edited, saved and deleted.
import { expect } from 'vitest';
import { uuidFromName } from '../../src/server/database/uuidFromName.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { RecordPage } from './recordPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, readFromServer, runCommandOfKind, step, waitUntilServerHas } from './steps.ts';

const PROJECT_PATH = `projects/${sample.project('WEB')}/`;
/** The list of epics of an initiative that has two epics. */
const EPICS_PATH = `initiatives/${uuidFromName('initiative', 'A quarterly that arrives on time')}/epics/`;

scenario(
  'the user creates records from rows and from a page, edits and deletes a record, and adds an epic',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).waitUntilShown();

    await step('Create Another keeps the values of the new work item', async () => {
      await view.row('Atlas Web').clickInlineAction('Create Work Item');
      const page = await RecordPage.ofNewItem(workbench);
      await page.choose('priority', 'High');
      await page.name.fill('Count the boards');
      await page.frame.getByTestId('create-another').click();
      await view.row('Count the boards').waitUntilShown();
    });

    await step('the row of a new work item is selected', async () => {
      const page = await RecordPage.waitFor(workbench, 'New Work Item');
      await until('the title to be empty', async () => (await page.name.inputValue()) === '');
      await page.field('priority').getByText('High').waitFor();
      await page.name.fill('Carry the board to the fair');
      await page.save();
      await workbench.tab(/^WEB-\d+ Carry the board to the fair/).waitFor();
      await workbench.page.locator('.monaco-list-row.selected', { hasText: 'Carry the board to the fair' }).waitFor();
    });

    await step('the user creates a sub-item of the work item in the active tab', async () => {
      await workbench.runCommand('Contrail: Create Sub-Item…');
      const page = await RecordPage.waitFor(workbench, 'New Work Item');
      await page.field('parent').getByText('Carry the board to the fair').waitFor();
      await page.name.fill('Find the notes');
      await page.save();
      await workbench.tab(/^WEB-\d+ Find the notes/).waitFor();
    });

    await step('the user creates a cycle from the row of its project', async () => {
      await view.row('Atlas Web').pickFromMenu('Create…');
      await quickInput.pick('Cycle');
      const page = await RecordPage.waitFor(workbench, 'New Cycle');
      await page.name.fill('Harbor week');
      await page.save();
      await workbench.tab('Harbor week').waitFor();
      await waitUntilServerHas(
        fixture,
        `${PROJECT_PATH}cycles/`,
        ({ results = [] }) => results.filter(({ name }) => name === 'Harbor week').length === 1,
      );
    });

    await step('the user edits a customer, and deletes it after a confirmation, which closes its page', async () => {
      const customerPath = `customers/${uuidFromName('customer', 'Fernhill Schools')}/`;
      await runCommandOfKind(fixture, 'Edit Customer…');
      await quickInput.pick('Fernhill Schools');
      const page = await RecordPage.waitFor(workbench, 'Customer');
      await page.textControl('email').fill('office@fernhill.example');
      await page.textControl('employees').fill('32');
      await page.save();
      await page.waitUntilSaved();
      expect(await readFromServer(fixture, customerPath)).toMatchObject({
        email: 'office@fernhill.example',
        employees: 32,
      });
      await workbench.runCommand('Contrail: Delete Work Item, Cycle or Other…');
      await workbench.dialog.getByText('Delete the customer “Fernhill Schools”?').waitFor();
      await workbench.answerDialog('Delete');
      await workbench.tab('Fernhill Schools').waitFor({ state: 'detached' });
      expect(JSON.stringify(await readFromServer(fixture, 'customers/'))).not.toContain('Fernhill Schools');
    });

    await step('the user adds an epic to an initiative, and undoes the addition', async () => {
      const workspace = workbench.view('Workspace');
      await workspace.open();
      await workspace.row('Initiatives').expand();
      await workspace.row('A quarterly that arrives on time').pickFromMenu('Add or Remove…');
      await quickInput.pick('Epics');
      await quickInput.waitUntilShown('Add Epics to Initiative: Project');
      await quickInput.pick('Courier API');
      await quickInput.waitUntilShown('Epics of A quarterly');
      await quickInput.pick('Webhooks that lose nothing');
      await quickInput.accept();
      await workbench.toast('Added 1 epic to');
      await waitUntilServerHas(fixture, EPICS_PATH, ({ results = [] }) => results.length === 3);
      await workbench.clickToast('Added 1 epic to', 'Undo');
      await waitUntilServerHas(fixture, EPICS_PATH, ({ results = [] }) => results.length === 2);
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
