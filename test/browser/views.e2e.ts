// End-to-end tests of the views of the side bar, of grouping and filters, and of unsupported views.
import { expect } from 'vitest';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ONE_SIGNED_IN, SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

const THEMES = ['light', 'dark', 'hc-light', 'hc-dark'] as const;

async function inEveryTheme(workbench: Workbench, name: string): Promise<void> {
  for (const theme of THEMES) {
    await workbench.setTheme(theme);
    await workbench.screenshot(`views/${name}-${theme}`);
  }
}

/** Returns the labels of the rendered rows. */
async function labels(view: TreeView): Promise<string[]> {
  return (await view.rows()).map(({ label }) => label);
}

scenario(
  'work items are grouped, sorted and filtered as the user selects, which is shown and remembered',
  async (fixture) => {
    const { quickInput } = fixture.workbench;
    const view = fixture.workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Field Notes').expand();
    await view.row(/^NOTES-130 /).shown();

    await view.clickTitleAction('Group By');
    await quickInput.shown('Group Work Items By');
    await quickInput.pick('State');
    await view.row('In Progress').shown();
    await view.row('In Progress').expand();
    await view.row(/^NOTES-\d+ /).shown();
    await until('the view to say its grouping', async () => (await view.description()) === 'by state');
    await inEveryTheme(fixture.workbench, 'by-state');

    await view.clickTitleAction('Sort By');
    await quickInput.shown('Sort Work Items By');
    await quickInput.pick('Priority: most urgent first');
    await until('the most urgent ones to stand first', async () =>
      (await view.rows()).some(({ label, level }) => level === 3 && label.includes('‼')),
    );

    await view.clickTitleAction('Filter');
    await quickInput.shown('Filter Work Items');
    await quickInput.type('the guide');
    await until('the view to say what it shows', async () => (await view.message()).includes('“the guide”'));
    await quickInput.pick('Priority…');
    await quickInput.shown('Filter Work Items by Priority');
    await quickInput.pick('High');
    await quickInput.accept();
    await quickInput.shown('Enter words or an identifier');
    await fixture.workbench.screenshot('views/filter-asked');
    await quickInput.pick('Show Matching Work Items');
    await quickInput.gone();
    await until('the message to name the whole filter', async () => (await view.message()).includes('Priority: High'));
    expect(await view.message()).toBe('Only work items that match “the guide” · Priority: High are shown.');
    await view.row('Todo').expand();
    await view.row(/^NOTES-\d+ /).shown();
    await until('only work items that match the filter to be shown', async () => {
      const items = (await labels(view)).filter((label) => label.startsWith('NOTES-'));
      return items.length > 0 && items.every((label) => label.includes('guide') && label.includes('↑'));
    });
    await inEveryTheme(fixture.workbench, 'filtered');

    await fixture.restart();
    const { workbench } = fixture;
    await workbench.openContainer('Contrail');
    const again = workbench.view('Projects');
    await again.row('Field Notes').shown();
    await until('the filter to be named again', async () =>
      (await again.message()).includes('“the guide” · Priority: High'),
    );
    await again.clickTitleAction('Clear Filter');
    await until(
      'the message about the filter to disappear',
      async () => (await again.description()) === 'by state · Priority: most urgent first',
    );

    await again.clickTitleAction('Group By');
    await workbench.quickInput.pick('Cycle');
    await again.row('Atlas Web').expand();
    await again.row('In no cycle').shown();
    await workbench.screenshot('views/by-cycle');
    await again.clickTitleAction('Filter');
    await workbench.quickInput.type('no such words anywhere');
    await again.row('In no cycle').expand();
    await again.row(/work items match the filter/).shown();
    await workbench.screenshot('views/no-match');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'My Work shows assigned, recently viewed and pinned work items',
  async (fixture) => {
    const { workbench } = fixture;
    const mine = workbench.view('My Work');
    const projects = workbench.view('Projects');
    await openContrail(fixture);
    await projects.row('Atlas Web').expand();
    await projects.row(/^WEB-28 /).pickFromMenu('Pin');
    await projects.row(/^WEB-1 /).click();
    await workbench.tab(/^WEB-1 /).waitFor();
    await projects.close();

    await mine.open();
    await mine.row('Assigned to Me').expand();
    await mine.row('Load more from 2 projects').shown();
    await mine.row('Recently Viewed').expand();
    await mine.row('Pinned').expand();
    await until('what was pinned', async () => (await labels(mine)).at(-1)?.startsWith('WEB-28 '));
    const rows = await labels(mine);
    expect(rows.slice(rows.indexOf('Recently Viewed') + 1, rows.indexOf('Pinned'))).toEqual([
      expect.stringMatching(/^WEB-1 /),
    ]);
    expect(rows.slice(rows.indexOf('Pinned') + 1)).toEqual([expect.stringMatching(/^WEB-28 /)]);
    await inEveryTheme(workbench, 'my-work');

    await mine.row('Load more from').click();
    await mine.row('Load more from 1 project').shown();
    await mine.row('Load more from 1 project').click();
    await mine.row(/All \d+ work items are loaded/).shown();
    const assigned = await labels(mine);
    expect(assigned.some((label) => label.startsWith('API-') || label.startsWith('NOTES-'))).toBe(true);
    await workbench.screenshot('views/my-work-looked-through');

    await mine.scrollToEnd();
    await mine.row(/^WEB-28 /).pickFromMenu('Show in Projects');
    await projects.pane.locator('.monaco-list-row.selected[aria-label^="WEB-28 "]').waitFor();
    await projects.close();
    await mine.row(/^WEB-28 /).inlineAction('Unpin');
    await mine.row('No pinned work items').shown();
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'initiatives, teamspaces and customers expand to the records that belong to them',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').close();

    const initiatives = workbench.view('Initiatives');
    await initiatives.open();
    await initiatives.row('Know where every parcel is').expand();
    await initiatives.row('Epics').expand();
    await initiatives.row('Webhooks that lose nothing').shown();
    expect((await initiatives.rows()).find(({ label }) => label.startsWith('Know where'))?.description).toMatch(
      /^Active/,
    );
    await initiatives.row('Projects').expand();
    await initiatives.row('Courier API').shown();
    await initiatives.row('Labels').expand();
    await initiatives.row('Promise to customers').shown();
    await inEveryTheme(workbench, 'initiatives');
    await initiatives.clickTitleAction('Refresh Initiatives');
    await initiatives.row('Promise to customers').shown();
    await initiatives.clickTitleAction('Collapse All');
    await initiatives.row('Epics').gone();
    await initiatives.row('Labels').expand();
    await initiatives.row('Upkeep').shown();
    await initiatives.clickTitleAction('Group Initiatives By');
    await workbench.quickInput.pick('State');
    await initiatives.group('Active').expand();
    await initiatives.row('Know where every parcel is').shown();
    expect(await initiatives.description()).toBe('by state');
    const states = (await initiatives.rows())
      .filter(({ aria }) => aria.includes('group by State'))
      .map(({ label }) => label);
    expect(states).toEqual(['Draft', 'Planned', 'Active', 'Completed', 'Closed'].filter((one) => states.includes(one)));
    await inEveryTheme(workbench, 'initiatives-by-state');
    await workbench.reload();
    await workbench.openContainer('Contrail');
    await initiatives.group('Active').shown();
    expect(await initiatives.description()).toBe('by state');
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
    await teamspaces.row(/Admin|Member|you/).shown();
    await teamspaces.row('Projects').expand();
    const project = await until('a project of the teamspace', async () =>
      (await teamspaces.rows()).find(({ level, aria }) => level === 3 && aria.includes(', project ')),
    );
    await teamspaces.row(project.label).expand();
    await teamspaces.row(/^[A-Z]+-\d+ /).shown();
    await inEveryTheme(workbench, 'teamspaces');
    await teamspaces.close();

    const customers = workbench.view('Customers');
    await customers.open();
    await customers.row('Lantern Books').expand();
    await customers.row('Two parcels, one order').shown();
    await customers.row('Properties').expand();
    await until('the properties', async () => (await customers.rows()).some(({ aria }) => aria.includes(', property')));
    await inEveryTheme(workbench, 'customers');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'views that an open-source server does not support are hidden with one message, and shown again with another server',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const initiatives = workbench.view('Initiatives');
    // Contrail hides the view as soon as it has received the server's response.
    await initiatives.pane.locator('> .pane-header .title').click();
    expect(await workbench.toast('initiatives')).toMatch(
      /^The server at 127\.0\.0\.1:\d+ does not support initiatives, so the view is hidden\.$/,
    );
    await initiatives.pane.waitFor({ state: 'detached' });
    await workbench.screenshot('views/hidden');
    await workbench.view('Customers').pane.waitFor();

    await workbench.clearToasts();
    await workbench.reload();
    await workbench.openContainer('Contrail');
    await workbench.view('Projects').row('Atlas Web').shown();
    await initiatives.pane.waitFor({ state: 'detached' });
    expect(await workbench.toasts()).toEqual([]);

    await workbench.runCommand('Contrail: Open Local Workspace');
    await workbench.answerDialog('Sign Out and Open');
    await initiatives.pane.waitFor();
    await initiatives.open();
    await initiatives.row('Know where every parcel is').shown();
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'] },
);
