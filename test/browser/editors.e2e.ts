// End-to-end tests of the pages of all kinds of records: edited, saved, created and deleted.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { askServer, draftOnDisk, openContrail, openItem } from './steps.ts';

/** Fetches a list from the server, not through the extension. */
async function onServer(fixture: Fixture, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await askServer(fixture, path)).results ?? [];
}

async function openFromPalette(
  { workbench }: Fixture,
  command: string,
  caption: string,
  ...picks: readonly string[]
): Promise<RecordPage> {
  await workbench.runCommand(`Contrail: ${command}`);
  for (const pick of picks) {
    await workbench.quickInput.row(pick).waitFor();
    await workbench.quickInput.pick(pick);
  }
  return RecordPage.of(workbench, caption);
}

scenario(
  'each kind of record is opened from the palette, edited and saved',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);

    let page = await openFromPalette(fixture, 'Edit Initiative…', 'Initiative', 'Know where every parcel is');
    await page.name.fill('Know where each parcel is');
    await page.choose('state', 'Completed');
    await page.choose('lead', 'Bruno');
    await workbench.screenshot('editors/initiative');
    await page.save();
    await page.saved();
    expect(
      (await onServer(fixture, 'initiatives/')).find(({ name }) => name === 'Know where each parcel is'),
    ).toMatchObject({
      state: 'COMPLETED',
    });
    await workbench.closeTab('Know where each parcel is');

    page = await openFromPalette(fixture, 'Edit Initiative Label…', 'Initiative label', 'This year');
    await page.typed('color').last().fill('green');
    await page.problem('color').waitFor();
    expect(await page.problem('color').innerText()).toBe('Use a hex color such as #3b82f6.');
    await workbench.screenshot('editors/label-bad-colour');
    await page.typed('color').last().fill('#16a34a');
    await page.save();
    await page.saved();
    expect((await onServer(fixture, 'initiatives/labels/')).find(({ name }) => name === 'This year')).toMatchObject({
      color: '#16a34a',
    });
    await workbench.closeTab('This year');

    page = await openFromPalette(fixture, 'Edit Customer…', 'Customer', 'Lantern Books');
    await page.typed('email').fill('books');
    await page.typed('employees').fill('many');
    await page.save();
    await page.notice.getByText('Not saved: Email and Employees must be corrected first.').waitFor();
    expect(await page.problem('employees').innerText()).toBe('Use a number such as 12.');
    await workbench.screenshot('editors/customer-bad');
    await page.typed('email').fill('books@lantern.example');
    await page.typed('employees').fill('32');
    await page.save();
    await page.saved();
    expect((await onServer(fixture, 'customers/')).find(({ name }) => name === 'Lantern Books')).toMatchObject({
      email: 'books@lantern.example',
      employees: 32,
    });
    await workbench.screenshot('editors/customer');
    await workbench.closeTab('Lantern Books');

    page = await openFromPalette(fixture, 'Edit Customer Property…', 'Customer property', 'Region');
    await page.typed('settings').fill('{\n  "display_format" "single-line"\n}');
    await page.problem('settings').waitFor();
    expect(await page.problem('settings').innerText()).toBe(
      'Line 2, column 20: a colon is missing before "single-line".',
    );
    await workbench.screenshot('editors/property-bad-json');
    await page.typed('settings').fill('{"display_format": "multi-line"}');
    await page.field('is_required').locator('input').click();
    await page.save();
    await page.saved();
    expect(
      (await onServer(fixture, 'customer-properties/')).find(({ display_name }) => display_name === 'Region'),
    ).toMatchObject({
      settings: { display_format: 'multi-line' },
    });
    await workbench.closeTab('Region');

    page = await openFromPalette(
      fixture,
      'Edit Customer Request…',
      'Customer request',
      'Lantern Books',
      'Two parcels, one order',
    );
    await page.name.fill('Two parcels and one order');
    await workbench.screenshot('editors/request');
    await page.save();
    await page.saved();
    await workbench.closeTab('Two parcels and one order');

    page = await openFromPalette(fixture, 'Edit Sticky…', 'Sticky', 'Good word');
    await page.field('background_color').getByRole('button', { name: 'Green' }).click();
    await workbench.screenshot('editors/sticky');
    await page.save();
    await page.saved();
    expect((await onServer(fixture, 'stickies/')).map(({ background_color }) => background_color)).toContain('green');
    await workbench.closeTab('Good word');

    page = await openFromPalette(fixture, 'Edit Project…', 'Project', 'Courier API');
    await page.typed('description').fill('What the vans speak.\nAnd the depots.');
    await workbench.screenshot('editors/project');
    await page.save();
    await page.saved();
    expect((await onServer(fixture, 'projects/')).find(({ name }) => name === 'Courier API')).toMatchObject({
      description: 'What the vans speak.\nAnd the depots.',
    });
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'records are created from the tree (with fields implied by the place), from an open work item and from the palette',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).shown();
    await view.row('Atlas Web').inlineAction('Create Work Item');
    let page = await RecordPage.of(workbench, 'New work item');
    await workbench.screenshot('editors/new-empty');
    await page.save();
    expect(await page.problem('name').innerText()).toBe('Name is required.');
    await workbench.screenshot('editors/new-without-name');
    await page.name.fill('Carry the board to the fair');
    await page.choose('priority', 'High');
    await draftOnDisk(fixture, 'Carry the board to the fair');
    await workbench.reload();
    page = await RecordPage.of(workbench, 'New work item');
    expect(await page.name.inputValue()).toBe('Carry the board to the fair');
    await workbench.screenshot('editors/new-after-reload');
    await page.save();
    await workbench.tab(/^WEB-\d+ Carry the board to the fair/).waitFor();
    await view.row('Carry the board to the fair').shown();
    await workbench.page.locator('.monaco-list-row.selected', { hasText: 'Carry the board to the fair' }).waitFor();
    await workbench.screenshot('editors/made');

    await openItem(fixture, 'WEB-28');
    await workbench.runCommand('Contrail: Create Sub-Item…');
    page = await RecordPage.of(workbench, 'New work item');
    expect(await page.field('parent').innerText()).toContain('Write the notes for the next release');
    await page.name.fill('Find the notes');
    await page.save();
    await workbench.tab(/^WEB-\d+ Find the notes/).waitFor();

    page = await openFromPalette(fixture, 'Create Customer Request…', 'New customer request', 'Lantern Books');
    await page.name.fill('Books by bicycle');
    await page.field('work_item_ids').locator('.opener').click();
    await page.field('work_item_ids').locator('.picker-filter').fill('passkey');
    await page.field('work_item_ids').locator('[role=option]', { hasText: 'passkey' }).first().click();
    await workbench.screenshot('editors/new-request');
    await page.save();
    await workbench.tab('Books by bicycle').waitFor();

    page = await openFromPalette(fixture, 'Create Customer Property…', 'New customer property');
    await page.name.fill('Depot');
    await page.save();
    expect(await page.problem('property_type').innerText()).toBe('Type is required.');
    await page.choose('property_type', 'Option');
    await page.save();
    await workbench.tab('Depot').waitFor();
    expect((await onServer(fixture, 'customer-properties/')).filter(({ name }) => name === 'Depot')).toHaveLength(1);
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'records of the workspace are created once and shown in their views',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    for (const [command, caption, name, path] of [
      ['Create Initiative…', 'New initiative', 'Quieter vans', 'initiatives/'],
      ['Create Initiative Label…', 'New initiative label', 'Next year', 'initiatives/labels/'],
      ['Create Customer…', 'New customer', 'Tidewater Museum', 'customers/'],
      ['Create Teamspace…', 'New teamspace', 'Night shift', 'teamspaces/'],
    ] as const) {
      const page = await openFromPalette(fixture, command, caption);
      await page.name.fill(name);
      await page.save();
      await workbench.tab(name).waitFor();
      expect((await onServer(fixture, path)).filter((entry) => entry['name'] === name)).toHaveLength(1);
    }

    const page = await openFromPalette(fixture, 'Create Project…', 'New project');
    await page.name.fill('Depot Maps');
    await page.typed('identifier').fill('WEB');
    await page.save();
    await page.notice.getByText('Not created.').waitFor();
    await workbench.screenshot('editors/new-project-refused');
    await page.typed('identifier').fill('MAPS');
    await page.save();
    await view.row('Depot Maps').shown();
    await workbench.screenshot('editors/made-all');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'a cycle is created from the row of its project and a module from the palette, and both are shown in the tree',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    const path = `projects/${sample.project('WEB')}/`;
    await openContrail(fixture);
    await view.clickTitleAction('Group By');
    await workbench.quickInput.pick('Cycle');
    await view.row('Atlas Web').expand();
    await view.row('In no cycle').shown();
    await view.row('Atlas Web').pickFromMenu('Create Cycle…');
    let page = await RecordPage.of(workbench, 'New cycle');
    await page.name.fill('Harbor week');
    await page.typed('start_date').fill('2027-03-01');
    await page.save();
    await page.notice.getByText('Not created.').waitFor();
    await workbench.screenshot('editors/new-cycle-refused');
    await page.typed('end_date').fill('2027-03-07');
    await page.save();
    await workbench.tab('Harbor week').waitFor();
    await view.group('Harbor week').shown();
    expect((await onServer(fixture, `${path}cycles/`)).filter(({ name }) => name === 'Harbor week')).toHaveLength(1);

    page = await openFromPalette(fixture, 'Create Module…', 'New module', 'Atlas Web');
    await page.name.fill('Tide tables');
    await page.save();
    await workbench.tab('Tide tables').waitFor();
    expect((await onServer(fixture, `${path}modules/`)).filter(({ name }) => name === 'Tide tables')).toHaveLength(1);
    await view.clickTitleAction('Group By');
    await workbench.quickInput.pick('Module');
    await view.group('Tide tables').shown();
    for (const theme of ['light', 'dark'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`editors/new-module-${theme}`);
    }
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'a picker adds members and epics, checks the current ones and offers undo; a record is deleted after a confirmation',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.runCommand('Contrail: Add Members to Teamspace…');
    await quickInput.pick('Reading room');
    await quickInput.shown('Members of Reading room');
    await workbench.screenshot('editors/members');
    const before = (await quickInput.rows()).filter((row) => row.includes('already added')).length;
    expect(before).toBeGreaterThan(0);
    await quickInput.row(/^(?!.*already added)/).click();
    await quickInput.accept();
    await workbench.toast('Added 1 member to');
    await workbench.clickToast('Added 1 member to', 'Undo');

    await workbench.runCommand('Contrail: Add Epics to Initiative…');
    await quickInput.pick('A quarterly that arrives on time');
    await quickInput.shown('Add Epics to Initiative: Project');
    await quickInput.pick('Courier API');
    await quickInput.shown('Epics of A quarterly');
    await workbench.screenshot('editors/epics');
    await quickInput.row(/./).click();
    await quickInput.accept();
    await workbench.toast(/(?:Added|Removed) 1 epic /);

    const page = await openFromPalette(fixture, 'Edit Customer…', 'Customer', 'Fernhill Schools');
    expect(await page.name.inputValue()).toBe('Fernhill Schools');
    await workbench.runCommand('Contrail: Delete…');
    await workbench.dialog.getByText('Delete the customer “Fernhill Schools”?').waitFor();
    await workbench.screenshot('editors/delete');
    await workbench.answerDialog('Delete');
    await workbench.tab('Fernhill Schools').waitFor({ state: 'detached' });
    expect((await onServer(fixture, 'customers/')).some(({ name }) => name === 'Fernhill Schools')).toBe(false);
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'editors are laid out correctly in every theme, wide and narrow',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const page = await openFromPalette(fixture, 'Edit Customer Property…', 'Customer property', 'Region');
    await page.typed('settings').fill('{');
    await page.problem('settings').waitFor();
    await openFromPalette(fixture, 'Edit Sticky…', 'Sticky', 'Good word');
    for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const) {
      await workbench.setTheme(theme);
      await workbench.tab('Region').click();
      await RecordPage.of(workbench, 'Customer property');
      await workbench.screenshot(`editors/${theme}-property`);
      await workbench.tab('Good word').click();
      await RecordPage.of(workbench, 'Sticky');
      await workbench.screenshot(`editors/${theme}-sticky`);
    }
    await workbench.setTheme('dark');
    await workbench.page.setViewportSize({ width: 760, height: 900 });
    await workbench.tab('Region').click();
    await RecordPage.of(workbench, 'Customer property');
    await workbench.screenshot('editors/narrow');
  },
  ONE_SIGNED_IN,
);
