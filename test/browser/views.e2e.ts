// An end-to-end test of the views of the side bar, grouping and filters, an overview, and pickers that load more rows.
import { expect } from 'vitest';
import { sendRequest } from '../support/requests.ts';
import { until } from '../support/until.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { readFromServer, step } from './steps.ts';

const INITIATIVE = 'Know where every parcel is';

/** Creates so many projects that a list of projects has two pages. */
async function createProjects({ planeServer }: Fixture): Promise<void> {
  await Promise.all(
    Array.from({ length: 105 }, (_, index) =>
      sendRequest(planeServer, 'POST', 'projects/', { name: `Depot ${index}`, identifier: `D${index}` }),
    ),
  );
}

scenario(
  'views show records as the user groups, sorts and filters them, even after a reload, and pickers load more records',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    const workspace = workbench.view('Workspace');
    await workbench.openContainer('Contrail');
    await workbench.view('My Work').close();

    await step('the Projects view groups, sorts and filters work items', async () => {
      await projects.row('Field Notes').expand();
      await projects.group('In Progress').waitUntilShown();
      await projects.clickTitleAction('Group Work Items By');
      await quickInput.waitUntilShown('Group Work Items By');
      await quickInput.pick('Priority');
      await projects.clickTitleAction('Sort Work Items By');
      await quickInput.waitUntilShown('Sort Work Items By');
      await quickInput.pick('Due date: earliest first');
      await projects.clickTitleAction('Filter');
      await quickInput.waitUntilShown('Filter Work Items');
      await quickInput.type('the guide');
      await until('the view to say what it shows', async () => (await projects.message()).includes('“the guide”'));
      // The row exists once the typed text filters.
      await until('the row that keeps the filter', async () =>
        (await quickInput.rows()).some((row) => row.startsWith('Show Matching Work Items')),
      );
      await quickInput.pick('Show Matching Work Items');
      await quickInput.waitUntilGone();
      expect(await projects.message()).toBe('Filter: “the guide”');
      await projects.group('High').expand();
      await until('only work items that match the filter', async () => {
        const items = (await projects.rows()).filter(({ accessibleName }) => accessibleName.startsWith('NOTES-'));
        return items.length > 0 && items.every(({ accessibleName }) => accessibleName.includes('guide'));
      });
    });

    await step('initiatives expand to their epics, and are grouped by state', async () => {
      await workspace.open();
      await workspace.row('Initiatives').expand();
      await workspace.row(INITIATIVE).expand();
      await workspace.row('Epics').expand();
      await workspace.row('Webhooks that lose nothing').waitUntilShown();
      await workspace.row('Initiatives').pickFromMenu('Group Initiatives By…');
      await quickInput.pick('State');
      await workspace.group('Active').expand();
      await workspace.row(INITIATIVE).waitUntilShown();
    });

    await step('an overview loads all work items', async () => {
      await workbench.runCommand('Contrail: Show Overview…');
      await quickInput.waitUntilShown('Show Overview');
      await quickInput.pick('Field Notes');
      const overview = await workbench.webview('.overview h1', 'Field Notes');
      await overview.getByText('Load All').click();
      await overview.getByText('130 work items').waitFor();
    });

    await step('the filter, the order, both groupings and the overview are restored after a reload', async () => {
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await workspace.group('Active').waitUntilShown();
      await until('the filter to be named again', async () => (await projects.message()).includes('“the guide”'));
      expect(await projects.description()).toContain('by priority · Due date: earliest first');
      expect(await workspace.row(/^Initiatives, folder, by state/).locator.isVisible()).toBe(true);
      const overview = await workbench.webview('.overview h1', 'Field Notes');
      await overview.getByText(/work items$/).waitFor();
      await projects.clickTitleAction('Clear Filter');
      await until('the message about the filter to disappear', async () => (await projects.message()) === '');
    });

    const initiativeRecord = (await readFromServer(fixture, 'initiatives/')).results?.find(
      ({ name }) => name === INITIATIVE,
    );
    const readProjectNames = async (): Promise<string[]> =>
      ((await readFromServer(fixture, `initiatives/${String(initiativeRecord?.['id'])}/projects/`)).results ?? [])
        .map(({ name }) => String(name))
        .sort();

    await step('the row that loads more stays visible while the user types', async () => {
      expect(await readProjectNames()).toEqual(['Atlas Web', 'Courier API']);
      await createProjects(fixture);
      await projects.row('Field Notes').collapse();
      await projects.clickTitleAction('Refresh');
      await projects.row(/^Depot \d+/).waitUntilShown();
      await workbench.runCommand('Contrail: Show Overview…');
      await quickInput.waitUntilShown('Show Overview');
      await quickInput.type('Field Notes');
      await quickInput.row(/Load more \(100 of \d+\)/).waitFor();
      await quickInput.escape();
    });

    await step(
      'a record that is unchecked after the next page was loaded is removed until the user undoes it',
      async () => {
        await workspace.row(INITIATIVE).pickFromMenu('Add or Remove…');
        await quickInput.pick('Projects');
        await quickInput.waitUntilShown(`Projects of ${INITIATIVE}`);
        await quickInput.button('Load More').click();
        // VS Code checks a row again if the user unchecks it while the next page is being shown.
        await quickInput.button('Load More').waitFor({ state: 'hidden' });
        await quickInput.type('Courier');
        await quickInput.row(/Courier API.*already added/).waitFor();
        await quickInput.row('Courier API').click();
        await quickInput.accept();
        await workbench.toast(`Removed 1 project from ${INITIATIVE}.`);
        expect(await readProjectNames()).toEqual(['Atlas Web']);
        await workbench.clickToast('Removed 1 project from', 'Undo');
        await until('the project to be there again', async () => (await readProjectNames()).includes('Courier API'));
      },
    );

    await step('teamspaces and customers expand to their records', async () => {
      await projects.close();
      await workspace.row('Initiatives').collapse();
      await workspace.row('Teamspaces').expand();
      await workspace.row('Reading room').expand();
      await workspace.row('Members').expand();
      await until('the members', async () => (await workspace.rows()).some(({ level }) => level === 4));
      await workspace.row('Teamspaces').collapse();
      await workspace.row('Customers').expand();
      await workspace.row('Lantern Books').expand();
      await workspace.row('Two parcels, one order').waitUntilShown();
    });
    expect(workbench.errors).toEqual([]);
  },
  // The server has no rate limit, because the test creates many projects.
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
