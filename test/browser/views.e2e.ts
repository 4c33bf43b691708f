// End-to-end tests of the views of the side bar, of grouping and filters, and of an overview.
import { expect } from 'vitest';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

/** Returns the accessible names of the rendered rows. */
async function names(view: TreeView): Promise<string[]> {
  return (await view.rows()).map(({ aria }) => aria);
}

scenario(
  'the Projects view groups, sorts and filters work items as the user selects, also after a restart',
  async (fixture) => {
    const { quickInput } = fixture.workbench;
    const view = fixture.workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Field Notes').expand();
    await view.row(/^NOTES-130 /).waitUntilShown();

    await view.clickTitleAction('Group By');
    await quickInput.waitUntilShown('Group Work Items By');
    await quickInput.pick('State');
    // Selects the row of a group, because the rows of ungrouped work items also contain the names of states.
    await view.group('In Progress').expand();
    await view.row(/^NOTES-\d+ /).waitUntilShown();
    await until('the view to say its grouping', async () => (await view.description()).includes('by state'));
    await fixture.workbench.screenshot('views/by-state');

    await view.clickTitleAction('Sort By');
    await quickInput.waitUntilShown('Sort Work Items By');
    await quickInput.pick('Priority: most urgent first');
    await until('the most urgent ones to stand first', async () =>
      (await view.rows()).some(({ aria, level }) => level === 3 && aria.includes('priority Urgent')),
    );

    await view.clickTitleAction('Filter');
    await quickInput.waitUntilShown('Filter Work Items');
    await quickInput.type('the guide');
    await until('the view to say what it shows', async () => (await view.message()).includes('“the guide”'));
    // The presets disappear when the user types, so that the rows below them move.
    await quickInput.row('Show Matching Work Items').waitFor();
    await quickInput.pick('Priority…');
    await quickInput.waitUntilShown('Filter Work Items by Priority');
    await quickInput.pick('High');
    await quickInput.accept();
    await quickInput.waitUntilShown('Enter words or an identifier');
    await fixture.workbench.screenshot('views/filter-asked');
    await quickInput.pick('Show Matching Work Items');
    await quickInput.waitUntilGone();
    await until('the message to name the whole filter', async () => (await view.message()).includes('Priority: High'));
    expect(await view.message()).toBe('Only work items that match “the guide” · Priority: High are shown.');
    await view.group('Todo').expand();
    await view.row(/^NOTES-\d+ /).waitUntilShown();
    await until('only work items that match the filter to be shown', async () => {
      const items = (await names(view)).filter((name) => name.startsWith('NOTES-'));
      return items.length > 0 && items.every((name) => name.includes('guide') && name.includes('priority High'));
    });
    await fixture.workbench.screenshot('views/filtered');

    await fixture.restart();
    const { workbench } = fixture;
    await workbench.openContainer('Contrail');
    const reopenedView = workbench.view('Projects');
    await reopenedView.row('Field Notes').waitUntilShown();
    await until('the filter to be named again', async () =>
      (await reopenedView.message()).includes('“the guide” · Priority: High'),
    );
    await reopenedView.clickTitleAction('Clear Filter');
    await until('the message about the filter to disappear', async () => (await reopenedView.message()) === '');
    expect(await reopenedView.description()).toContain('by state · Priority: most urgent first');

    await reopenedView.clickTitleAction('Group By');
    await workbench.quickInput.waitUntilShown('Group Work Items By');
    await workbench.quickInput.pick('Cycle');
    await workbench.quickInput.waitUntilGone();
    await reopenedView.row('Atlas Web').expand();
    await reopenedView.row('In no cycle').waitUntilShown();
    await workbench.screenshot('views/by-cycle');
    await reopenedView.clickTitleAction('Filter');
    await workbench.quickInput.waitUntilShown('Filter Work Items');
    await workbench.quickInput.type('no such words anywhere');
    await reopenedView.row('In no cycle').expand();
    await reopenedView.row(/work items match the filter/).waitUntilShown();
    await workbench.screenshot('views/no-match');
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

scenario(
  'initiatives, teamspaces and customers expand to their records; groups and overviews are restored after a reload',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').close();

    const initiatives = workbench.view('Initiatives');
    await initiatives.open();
    await initiatives.row('Know where every parcel is').expand();
    await initiatives.row('Epics').expand();
    await initiatives.row('Webhooks that lose nothing').waitUntilShown();
    expect((await initiatives.rows()).find(({ label }) => label.startsWith('Know where'))?.description).toMatch(
      /^Active/,
    );
    await initiatives.row('Projects').expand();
    await initiatives.row('Courier API').waitUntilShown();
    await initiatives.row('Labels').expand();
    await initiatives.row('Promise to customers').waitUntilShown();
    await workbench.screenshot('views/initiatives');
    await initiatives.clickTitleAction('Refresh Initiatives');
    await initiatives.row('Promise to customers').waitUntilShown();
    await initiatives.clickTitleAction('Collapse All');
    await initiatives.row('Epics').waitUntilGone();
    await initiatives.row('Labels').expand();
    await initiatives.row('Upkeep').waitUntilShown();
    await initiatives.clickTitleAction('Group Initiatives By');
    await workbench.quickInput.pick('State');
    await initiatives.group('Active').expand();
    await initiatives.row('Know where every parcel is').waitUntilShown();
    expect(await initiatives.description()).toBe('by state');
    const states = (await initiatives.rows())
      .filter(({ aria }) => aria.includes('group by State'))
      .map(({ label }) => label);
    expect(states).toEqual(['Draft', 'Planned', 'Active', 'Completed', 'Closed'].filter((one) => states.includes(one)));
    await workbench.screenshot('views/initiatives-by-state');
    await step('an overview and the grouping are restored after a reload', async () => {
      await workbench.runCommand('Contrail: Show Overview…');
      await workbench.quickInput.waitUntilShown('Show Overview');
      await workbench.quickInput.row('Field Notes').waitFor();
      await workbench.quickInput.pick('Field Notes');
      const overview = await workbench.webview('.overview h1', 'Field Notes');
      await overview.getByText('Based on 100 of 130 work items.').waitFor();
      await overview.getByText('Load All (1 request)').click();
      await overview.getByText('Based on 130 work items.').waitFor();
      await workbench.screenshot('overview/project');
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await initiatives.group('Active').waitUntilShown();
      expect(await initiatives.description()).toBe('by state');
      await workbench.tab('Field Notes: Overview').waitFor();
      const restoredOverview = await workbench.webview('.overview h1', 'Field Notes');
      await restoredOverview.getByText(/^Based on/).waitFor();
    });
    await initiatives.close();

    const teamspaces = workbench.view('Teamspaces');
    await teamspaces.open();
    const [first] = await until('teamspaces', async () => {
      const rows = await teamspaces.rows();
      return rows.length > 0 ? rows : undefined;
    });
    const name = first?.label ?? '';
    await teamspaces.row(name).expand();
    await teamspaces.row('Members').expand();
    await teamspaces.row(/Admin|Member|you/).waitUntilShown();
    await teamspaces.row('Projects').expand();
    const project = await until('a project of the teamspace', async () =>
      (await teamspaces.rows()).find(({ level, aria }) => level === 3 && aria.includes(', project ')),
    );
    await teamspaces.row(project.label).expand();
    await teamspaces.row(/^[A-Z]+-\d+ /).waitUntilShown();
    await workbench.screenshot('views/teamspaces');
    await teamspaces.close();

    const customers = workbench.view('Customers');
    await customers.open();
    await customers.row('Lantern Books').expand();
    await customers.row('Two parcels, one order').waitUntilShown();
    await customers.row('Properties').expand();
    await until('the properties', async () => (await customers.rows()).some(({ aria }) => aria.includes(', property')));
    await workbench.screenshot('views/customers');
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);
