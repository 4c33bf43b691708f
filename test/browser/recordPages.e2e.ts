// End-to-end tests of the pages of all kinds of records: edited, saved, created and deleted.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import {
  openContrail,
  openItem,
  readFromServer,
  runCommandOfKind,
  step,
  waitForDraftOnDisk,
  waitUntilServerHas,
} from './steps.ts';

/** Fetches a list from the server, not through the extension. */
async function readRecords(fixture: Fixture, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await readFromServer(fixture, path)).results ?? [];
}

async function openFromPalette(
  fixture: Fixture,
  command: string,
  caption: string,
  ...picks: readonly string[]
): Promise<RecordPage> {
  const { workbench } = fixture;
  await runCommandOfKind(fixture, command);
  for (const pick of picks) {
    await workbench.quickInput.row(pick).waitFor();
    await workbench.quickInput.pick(pick);
  }
  return RecordPage.waitFor(workbench, caption);
}

scenario(
  'the user opens records from the Command Palette, edits, saves and deletes them, and adds related records',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);

    let page = await openFromPalette(fixture, 'Edit Initiative…', 'Initiative', 'Know where every parcel is');
    await page.name.fill('Know where each parcel is');
    await page.choose('state', 'Completed');
    await page.choose('lead', 'Bruno');
    await workbench.screenshot('editors/initiative');
    await page.save();
    await page.waitUntilSaved();
    expect(
      (await readRecords(fixture, 'initiatives/')).find(({ name }) => name === 'Know where each parcel is'),
    ).toMatchObject({
      state: 'COMPLETED',
    });
    await workbench.closeTab('Know where each parcel is');

    page = await openFromPalette(fixture, 'Edit Customer…', 'Customer', 'Lantern Books');
    await page.textControl('email').fill('books');
    await page.textControl('employees').fill('many');
    await page.save();
    await page.notice.getByText('Not saved: Email and Employees must be corrected first.').waitFor();
    expect(await page.problem('employees').innerText()).toBe('Use a number such as 12.');
    await workbench.screenshot('editors/customer-bad');
    await page.textControl('email').fill('books@lantern.example');
    await page.textControl('employees').fill('32');
    await page.save();
    await page.waitUntilSaved();
    expect((await readRecords(fixture, 'customers/')).find(({ name }) => name === 'Lantern Books')).toMatchObject({
      email: 'books@lantern.example',
      employees: 32,
    });
    await workbench.screenshot('editors/customer');
    await workbench.closeTab('Lantern Books');

    page = await openFromPalette(fixture, 'Edit Customer Property…', 'Customer property', 'Region');
    await page.textControl('settings').fill('{\n  "display_format" "single-line"\n}');
    await page.problem('settings').waitFor();
    expect(await page.problem('settings').innerText()).toBe(
      'Line 2, column 20: a colon is missing before "single-line".',
    );
    await workbench.screenshot('editors/property-bad-json');
    await page.textControl('settings').fill('{"display_format": "multi-line"}');
    await page.field('is_required').locator('input').click();
    await page.save();
    await page.waitUntilSaved();
    expect(
      (await readRecords(fixture, 'customer-properties/')).find(({ display_name }) => display_name === 'Region'),
    ).toMatchObject({
      settings: { display_format: 'multi-line' },
    });
    await workbench.closeTab('Region');

    await step(
      'a picker shows current members as checked, adds members and epics, and the addition can be undone',
      async () => {
        await workbench.view('Teamspaces').open();
        await workbench.view('Teamspaces').row('Reading room').pickFromMenu('Add Members to Teamspace…');
        await quickInput.waitUntilShown('Members of Reading room');
        await workbench.screenshot('editors/members');
        const addedCountBefore = (await quickInput.rows()).filter((row) => row.includes('already added')).length;
        expect(addedCountBefore).toBeGreaterThan(0);
        await quickInput.row(/^(?!.*already added)/).click();
        await quickInput.accept();
        await workbench.toast('Added 1 member to');
        await workbench.clickToast('Added 1 member to', 'Undo');

        await workbench.view('Initiatives').open();
        await workbench
          .view('Initiatives')
          .row('A quarterly that arrives on time')
          .pickFromMenu('Add Epics to Initiative…');
        await quickInput.waitUntilShown('Add Epics to Initiative: Project');
        await quickInput.pick('Courier API');
        await quickInput.waitUntilShown('Epics of A quarterly');
        await workbench.screenshot('editors/epics');
        await quickInput.row(/./).click();
        await quickInput.accept();
        await workbench.toast(/(?:Added|Removed) 1 epic /);
      },
    );

    await step('a record is deleted after a confirmation, and its page closes', async () => {
      page = await openFromPalette(fixture, 'Edit Customer…', 'Customer', 'Fernhill Schools');
      expect(await page.name.inputValue()).toBe('Fernhill Schools');
      await workbench.runCommand('Contrail: Delete…');
      await workbench.dialog.getByText('Delete the customer “Fernhill Schools”?').waitFor();
      await workbench.screenshot('editors/delete');
      await workbench.answerDialog('Delete');
      await workbench.tab('Fernhill Schools').waitFor({ state: 'detached' });
      expect((await readRecords(fixture, 'customers/')).some(({ name }) => name === 'Fernhill Schools')).toBe(false);
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

scenario(
  'the user creates records from a tree row, from a work item page and from the Command Palette',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).waitUntilShown();
    await view.row('Atlas Web').clickInlineAction('Create Work Item');
    let page = await RecordPage.ofNewItem(workbench);
    await workbench.screenshot('editors/new-empty');
    await page.save();
    expect(await page.problem('name').innerText()).toBe('Title is required.');
    await workbench.screenshot('editors/new-without-name');
    await page.name.fill('Carry the board to the fair');
    await page.choose('priority', 'High');
    await waitForDraftOnDisk(fixture, 'Carry the board to the fair');
    await workbench.reload();
    page = await RecordPage.waitFor(workbench, 'New Work Item');
    expect(await page.name.inputValue()).toBe('Carry the board to the fair');
    await workbench.screenshot('editors/new-after-reload');
    await page.save();
    await workbench.tab(/^WEB-\d+ Carry the board to the fair/).waitFor();
    await view.row('Carry the board to the fair').waitUntilShown();
    await workbench.page.locator('.monaco-list-row.selected', { hasText: 'Carry the board to the fair' }).waitFor();
    await workbench.screenshot('editors/made');

    await openItem(fixture, 'WEB-28');
    await workbench.runCommand('Contrail: Create Sub-Item…');
    page = await RecordPage.waitFor(workbench, 'New Work Item');
    expect(await page.field('parent').innerText()).toContain('Write the notes for the next release');
    await page.name.fill('Find the notes');
    await page.save();
    await workbench.tab(/^WEB-\d+ Find the notes/).waitFor();

    page = await openFromPalette(fixture, 'Create Customer Request…', 'New Customer Request', 'Lantern Books');
    await page.name.fill('Books by bicycle');
    await page.field('work_item_ids').locator('.opener').click();
    await page.field('work_item_ids').locator('.picker-filter').fill('passkey');
    await page.field('work_item_ids').locator('[role=option]', { hasText: 'passkey' }).first().click();
    await workbench.screenshot('editors/new-request');
    await page.save();
    await workbench.tab('Books by bicycle').waitFor();

    page = await openFromPalette(fixture, 'Create Customer Property…', 'New Customer Property');
    await page.name.fill('Depot');
    await page.save();
    expect(await page.problem('property_type').innerText()).toBe('Type is required.');
    await page.choose('property_type', 'Option');
    await page.save();
    await workbench.tab('Depot').waitFor();
    expect((await readRecords(fixture, 'customer-properties/')).filter(({ name }) => name === 'Depot')).toHaveLength(1);

    await step(
      'Create Another keeps the values, and a later new work item can use the values of the previous one',
      async () => {
        await view.row('Atlas Web').clickInlineAction('Create Work Item');
        page = await RecordPage.ofNewItem(workbench);
        await page.name.fill('Count the boards');
        await page.choose('priority', 'Urgent');
        await page.frame.getByTestId('create-another').click();
        await view.row('Count the boards').waitUntilShown();
        page = await RecordPage.waitFor(workbench, 'New Work Item');
        await page.field('priority').getByText('Urgent').waitFor();
        await page.name.fill('Count the benches');
        await workbench.screenshot('editors/another');
        await page.save();
        await workbench.tab(/^WEB-\d+ Count the benches/).waitFor();
        await view.row('Atlas Web').clickInlineAction('Create Work Item');
        page = await RecordPage.ofNewItem(workbench);
        await page.frame.getByTestId('use-last-values').click();
        await page.field('priority').getByText('Urgent').waitFor();
        await page.name.fill('Count the bridges');
        await workbench.screenshot('editors/last-values');
        await page.save();
        await workbench.tab(/^WEB-\d+ Count the bridges/).waitFor();
        const items = await readRecords(fixture, `projects/${sample.project('WEB')}/work-items/`);
        expect(
          items.filter(({ name, priority }) => String(name).startsWith('Count the b') && priority === 'urgent'),
        ).toHaveLength(3);
      },
    );

    await step('the user creates a cycle from the row of its project, and a module', async () => {
      const path = `projects/${sample.project('WEB')}/`;
      await view.clickTitleAction('Group By');
      await workbench.quickInput.pick('Cycle');
      await view.row('In no cycle').waitUntilShown();
      await view.row('Atlas Web').pickFromMenu('Create Cycle…');
      page = await RecordPage.waitFor(workbench, 'New Cycle');
      await page.name.fill('Harbor week');
      await page.textControl('start_date').fill('2027-03-01');
      await page.save();
      await page.notice.getByText('Not created.').waitFor();
      await workbench.screenshot('editors/new-cycle-refused');
      await page.textControl('end_date').fill('2027-03-07');
      await page.save();
      await workbench.tab('Harbor week').waitFor();
      await view.group('Harbor week').waitUntilShown();
      expect((await readRecords(fixture, `${path}cycles/`)).filter(({ name }) => name === 'Harbor week')).toHaveLength(
        1,
      );

      await view.row('Atlas Web').clickInlineAction('Create Work Item');
      page = await RecordPage.ofNewItem(workbench);
      await page.name.fill('Paint the harbor wall');
      await page.frame.getByTestId('changeCycle').click();
      await workbench.quickInput.waitUntilShown('Change Cycle: New Work Item');
      await workbench.quickInput.pick('Harbor week');
      await page.frame.getByTestId('changeCycle').getByText('Harbor week').waitFor();
      await workbench.screenshot('editors/cycle-of-new-item');
      await page.save();
      await workbench.tab(/^WEB-\d+ Paint the harbor wall/).waitFor();
      const [cycle] = (await readRecords(fixture, `${path}cycles/`)).filter(({ name }) => name === 'Harbor week');
      const cycleItemsPath = `${path}cycles/${String(cycle?.['id'])}/cycle-issues/`;
      await waitUntilServerHas(fixture, cycleItemsPath, ({ results = [] }) => results.length === 1);

      page = await openFromPalette(fixture, 'Create Module…', 'New Module', 'Atlas Web');
      await page.name.fill('Tide tables');
      await page.save();
      await workbench.tab('Tide tables').waitFor();
      expect((await readRecords(fixture, `${path}modules/`)).filter(({ name }) => name === 'Tide tables')).toHaveLength(
        1,
      );
      await view.clickTitleAction('Group By');
      await workbench.quickInput.pick('Module');
      await view.group('Tide tables').waitUntilShown();
    });

    await step('the user creates a teamspace, and a project whose first identifier the server rejects', async () => {
      page = await openFromPalette(fixture, 'Create Teamspace…', 'New Teamspace');
      await page.name.fill('Night shift');
      await page.save();
      await workbench.tab('Night shift').waitFor();
      expect((await readRecords(fixture, 'teamspaces/')).filter(({ name }) => name === 'Night shift')).toHaveLength(1);
      page = await openFromPalette(fixture, 'Create Project…', 'New Project');
      await page.name.fill('Depot Maps');
      await page.textControl('identifier').fill('WEB');
      await page.save();
      await page.notice.getByText('Not created.').waitFor();
      await workbench.screenshot('editors/new-project-refused');
      await page.textControl('identifier').fill('MAPS');
      await page.save();
      await view.row('Depot Maps').waitUntilShown();
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
