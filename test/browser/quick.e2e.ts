// End-to-end tests of quick edits: in a row's menu, in the palette, in bulk, and by drag and drop.
import { expect } from 'vitest';
import { nameId } from '../../src/server/nameId.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { deferred } from '../unit/std/deferred.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, ONE_SIGNED_IN, SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, serverHas } from './steps.ts';

const WEB = `projects/${sample.project('WEB')}`;
const WEB_28 = sample.workItem('WEB', 28);

/** Resolves when the accessible name of the row contains all of these texts. */
async function rowContains({ workbench }: Fixture, identifier: string, ...words: readonly string[]): Promise<void> {
  const says = words.map((one) => `[aria-label*="${one}"]`).join('');
  await workbench.page.locator(`.monaco-list-row[aria-label^="${identifier} "]${says}`).waitFor();
}

/** Creates a label in the project without the extension, as another client does. */
async function addLabel({ planeServer }: Fixture, name: string): Promise<void> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${WEB}/labels/`, {
    method: 'POST',
    headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  expect(response.ok).toBe(true);
}

async function openProject(fixture: Fixture): Promise<void> {
  await openContrail(fixture);
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-28 /).shown();
}

scenario(
  'a work item is changed from the menu of its row and from the palette, and the change is undone',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    await openProject(fixture);
    const page = await openItem(fixture, 'WEB-28');

    await view.row(/^WEB-28 /).inlineAction('Change State');
    await quickInput.shown('State of WEB-28');
    await workbench.screenshot('quick/state');
    await quickInput.pick('In Progress');
    await rowContains(fixture, 'WEB-28', 'state In Progress');
    await quickInput.gone();
    await view.row(/^WEB-28 /).pickFromSubmenu('Change', 'Change Priority');
    await quickInput.shown('Priority of WEB-28');
    await quickInput.type('urg');
    await quickInput.accept();
    await quickInput.gone();
    await rowContains(fixture, 'WEB-28', 'priority Urgent');
    await page.field('priority').getByText('Urgent').waitFor();
    await workbench.runCommand('Contrail: Undo Last Change');
    await rowContains(fixture, 'WEB-28', 'state In Progress', 'priority Medium');

    await workbench.runCommand('Contrail: Change Due Date…');
    await quickInput.shown('Due Date of WEB-28');
    await workbench.screenshot('quick/dates');
    await quickInput.type('2027-02-30');
    await quickInput.row('The date 2027-02-30 does not exist').waitFor();
    await workbench.screenshot('quick/bad-date');
    await quickInput.type('2027-02-28');
    await quickInput.accept();
    await quickInput.gone();
    await until(
      'the date in the editor',
      async () => (await page.field('target_date').locator('input').inputValue()) === '2027-02-28',
    );

    await workbench.runCommand('Contrail: Change Labels…');
    await quickInput.shown('Labels of WEB-28');
    await workbench.screenshot('quick/labels');
    // Neither a refresh of the tree nor an update of the page takes the focus away.
    await workbench.page.keyboard.type('Desi');
    expect(await quickInput.typed()).toBe('Desi');
    await quickInput.pick('Design');
    await quickInput.accept();
    await quickInput.gone();
    await page.field('labels').getByText('Design').waitFor();

    await workbench.runCommand('Contrail: Change Parent…');
    await quickInput.shown('Parent of WEB-28');
    await quickInput.type('WEB-10');
    await quickInput.row('WEB-10').waitFor();
    await workbench.screenshot('quick/parent');
    await quickInput.pick('WEB-10');
    await view.row(/^WEB-10 /).expand();
    await workbench.page.locator('.monaco-list-row[aria-level="3"][aria-label^="WEB-28 "]').waitFor();
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'a label that another client adds is in the picker after Refresh; loaded labels are shown at once, and can be checked',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const { proxy } = fixture;
    await openProject(fixture);
    const change = async (): Promise<void> => {
      await workbench.runCommand('Contrail: Change Labels…');
      await quickInput.shown('Labels of WEB-28');
    };
    await view.row(/^WEB-28 /).locator.click();
    await change();
    await quickInput.row('Design').waitFor();
    await quickInput.escape();
    await quickInput.gone();

    await addLabel(fixture, 'From elsewhere');
    await view.clickTitleAction('Refresh');
    const held = deferred<void>();
    proxy.inject((method, path) => method === 'GET' && path.includes('/labels/'), {
      kind: 'held',
      until: held.promise,
    });
    await change();
    await quickInput.pick('Design');
    await workbench.screenshot('quick/labels-known');
    held.resolve();
    await quickInput.row('From elsewhere').waitFor();
    await workbench.screenshot('quick/labels-renewed');
    await quickInput.accept();
    await quickInput.gone();
    await serverHas(
      fixture,
      `${WEB}/work-items/${WEB_28}/`,
      (item) => JSON.stringify(item['labels']) === JSON.stringify([sample.label('WEB', 'Design')]),
    );
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'] },
);

scenario(
  'a bulk change of work items is previewed, partly rejected, retried and undone, and another one is canceled',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const { proxy } = fixture;
    await openProject(fixture);
    await view.row(/^WEB-28 /).locator.click({ modifiers: ['ControlOrMeta'] });
    for (const number of [27, 26, 25])
      await view.row(new RegExp(`^WEB-${number} `)).locator.click({ modifiers: ['ControlOrMeta'] });
    const before = (await view.rows()).filter(({ label }) => /^WEB-2[5-8] /.test(label)).map(({ aria }) => aria);
    await workbench.press('Shift+Alt+P');
    await quickInput.shown('Priority of 4 work items');
    await quickInput.pick('Urgent');
    await quickInput.shown('Change Priority (4 work items)');
    await workbench.screenshot('quick/preview');
    const broken = {
      kind: 'answered',
      status: 400,
      body: '{"priority": ["Not today."]}',
      headers: { 'content-type': 'application/json' },
    } as const;
    proxy.inject((method) => method === 'PATCH', broken, 1);
    await quickInput.accept();
    await workbench.toast('1 failed');
    await workbench.screenshot('quick/one-failed');
    await workbench.clickToast('1 failed', 'Retry 1 Failed');
    for (const number of [25, 26, 27, 28]) await rowContains(fixture, `WEB-${number}`, 'priority Urgent');
    await workbench.toast('Changed 4 work items in total.');
    await workbench.clearToasts();
    await view.pane.locator('.monaco-list').focus();
    await workbench.press('Control+z');
    await workbench.toast('Undid the change to 4 work items.');
    await until('the rows to be as they were', async () => {
      const after = (await view.rows()).filter(({ label }) => /^WEB-2[5-8] /.test(label)).map(({ aria }) => aria);
      return after.join('\n') === before.join('\n');
    });
    await workbench.screenshot('quick/undone');
    await workbench.clearToasts();

    for (const number of [28, 27, 26, 25]) {
      const modifiers = number === 28 ? [] : (['ControlOrMeta'] as const);
      await view.row(new RegExp(`^WEB-${number} `)).locator.click({ modifiers: [...modifiers] });
    }
    proxy.inject((method) => method === 'PATCH', { kind: 'hanging' });
    await workbench.runCommand('Contrail: Change Priority…');
    await quickInput.shown('Priority of 4 work items');
    await quickInput.pick('Urgent');
    await quickInput.shown('Change Priority (4 work items)');
    await quickInput.accept();
    await workbench.toast('Changing priority: 0 of 4');
    for (const number of [25, 26, 27, 28]) await rowContains(fixture, `WEB-${number}`, 'priority Urgent');
    await workbench.screenshot('quick/progress');
    await workbench.clickToast('Changing priority', 'Cancel');
    await workbench.toast('Changed 0 of 4 work items. The remaining changes were canceled.');
    await rowContains(fixture, 'WEB-27', 'priority High');
    await workbench.screenshot('quick/cancelled');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'a work item is dragged onto another one, which becomes its parent, and onto its project, which removes the parent',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    await openProject(fixture);
    await view.row(/^WEB-28 /).dragTo(view.row(/^WEB-26 /));
    await view.row(/^WEB-26 /).expand();
    await workbench.page.locator('.monaco-list-row[aria-level="3"][aria-label^="WEB-28 "]').waitFor();
    await workbench.screenshot('quick/dropped');
    await view.row(/^WEB-28 /).dragTo(view.row('Atlas Web'));
    await workbench.page.locator('.monaco-list-row[aria-level="2"][aria-label^="WEB-28 "]').waitFor();

    await workbench.runCommand('File: New Untitled Text File');
    const text = workbench.page.locator('.monaco-editor .view-lines');
    await text.waitFor();
    await workbench.page.keyboard.type('See ');
    await view.row(/^WEB-28 /).dragInto(text);
    await text.getByText('WEB-28').waitFor();
    await workbench.screenshot('quick/into-text');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'a work item is dragged onto a cycle, and another work item is created in the cycle',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const dragged = view.row(/^WEB-28 /);
    await openProject(fixture);
    await view.clickTitleAction('Group By');
    await quickInput.shown('Group Work Items By');
    await quickInput.pick('Cycle');
    await quickInput.gone();
    await view.group('In no cycle').expand();
    await dragged.shown();
    await dragged.dragTo(view.group('Board by keyboard'));
    await view.group('Board by keyboard').expand();
    await until('the item to stand in the cycle', async () => (await view.above(/^WEB-28 /)) === 'Board by keyboard');
    await workbench.screenshot('quick/dropped-on-cycle');
    const cycle = `${WEB}/cycles/${sample.cycle('WEB', 'Board by keyboard')}/cycle-issues/`;
    await serverHas(fixture, cycle, ({ results = [] }) => results.some(({ id }) => id === WEB_28));

    await view.group('Board by keyboard').inlineAction('Create Work Item');
    const page = await RecordPage.of(workbench, 'New work item');
    await page.frame.getByText('Atlas Web, in the cycle “Board by keyboard”').waitFor();
    await page.name.fill('Made in the cycle');
    await page.save();
    await workbench.tab(/^WEB-\d+ Made in the cycle/).waitFor();
    await until(
      'the new item to stand in the cycle',
      async () => (await view.above(/Made in the cycle/)) === 'Board by keyboard',
    );
    await workbench.screenshot('quick/made-in-cycle');
    await serverHas(fixture, cycle, ({ results = [] }) => results.some(({ name }) => name === 'Made in the cycle'));
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'an epic, but not a work item, can be added to an initiative by drag and drop',
  async (fixture) => {
    const { workbench } = fixture;
    const projects = workbench.view('Projects');
    const initiatives = workbench.view('Initiatives');
    await openProject(fixture);
    await initiatives.open();
    const target = initiatives.row('Sign in without a password');
    await projects.row(/^WEB-28 /).dragTo(target);
    await workbench.toast('An initiative contains epics, and WEB-28 is a work item.');
    await workbench.screenshot('quick/item-on-initiative');
    await projects.close();
    await initiatives.row('Know where every parcel is').expand();
    await initiatives.row('Epics').expand();
    await initiatives.row('Webhooks that lose nothing').dragTo(target);
    const id = nameId('initiative', 'Sign in without a password');
    await serverHas(fixture, `initiatives/${id}/epics/`, ({ results = [] }) =>
      results.some(({ name }) => name === 'Webhooks that lose nothing'),
    );
    await workbench.statusBar('Added to Sign in without a password: Webhooks that lose nothing').waitFor();
    await initiatives.row('Know where every parcel is').collapse();
    await target.expand();
    await initiatives.row('Epics').expand();
    await initiatives.row('Webhooks that lose nothing').shown();
    await workbench.screenshot('quick/epic-on-initiative');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);
