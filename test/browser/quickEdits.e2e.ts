// An end-to-end test of quick edits: in a row's menu, in the palette, in bulk, and by drag and drop.
import { expect } from 'vitest';
import { uuidFromName } from '../../src/server/database/uuidFromName.ts';
import { matchRequest } from '../support/faultProxy.ts';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import { deferred } from '../unit/std/deferred.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, runCommandOfKind, step, waitUntilServerHas } from './steps.ts';

const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}`;
/** The numbers of the work items that are changed in bulk. */
const BULK_NUMBERS = [28, 27, 26, 25];

/** Resolves when the accessible name of the row contains all of these texts. */
async function waitForRowWith({ workbench }: Fixture, identifier: string, ...words: readonly string[]): Promise<void> {
  const wordSelectors = words.map((one) => `[aria-label*="${one}"]`).join('');
  await workbench.page.locator(`.monaco-list-row[aria-label^="${identifier} "]${wordSelectors}`).waitFor();
}

/** Resolves when WEB-28 is on this level of the tree. */
async function waitForLevel({ workbench }: Fixture, level: number): Promise<void> {
  await workbench.page.locator(`.monaco-list-row[aria-level="${level}"][aria-label^="WEB-28 "]`).waitFor();
}

/** Selects the rows of work items of the project WEB. */
async function selectRows(view: TreeView, numbers: readonly number[]): Promise<void> {
  for (const [index, number] of numbers.entries()) {
    const modifiers = index === 0 ? [] : (['ControlOrMeta'] as const);
    const { locator } = view.row(new RegExp(`^WEB-${number} `));
    const isSelected = () => locator.evaluate((row) => row.classList.contains('selected'));
    // VS Code restores the previous selection if it renders the rows again at the moment of the click.
    await until(`WEB-${number} to be selected`, async () => {
      if (!(await isSelected())) await locator.click({ modifiers: [...modifiers] });
      return isSelected();
    });
  }
}

/**
 * Makes a bulk change after its preview, retries the change that the server rejects, undoes all, and cancels another
 * bulk change.
 */
async function changeInBulk(fixture: Fixture): Promise<void> {
  const { workbench, proxy } = fixture;
  const { quickInput } = workbench;
  const view = workbench.view('Projects');
  const readRows = async (): Promise<string> =>
    (await view.rows())
      .map(({ accessibleName }) => accessibleName)
      .filter((aria) => /^WEB-2[5-8] /.test(aria))
      .join('\n');
  await selectRows(view, BULK_NUMBERS);
  const rowsBefore = await readRows();
  await workbench.press('Shift+Alt+P');
  await quickInput.waitUntilShown('Change Priority: 4 Work Items');
  await quickInput.pick('Medium');
  await quickInput.waitUntilShown('Change Priority: Preview of 4 Work Items');
  const serverError = {
    kind: 'answered',
    status: 400,
    body: '{"priority": ["Not today."]}',
    headers: { 'content-type': 'application/json' },
  } as const;
  proxy.inject((method) => method === 'PATCH', serverError, 1);
  await quickInput.accept();
  await workbench.clickToast('1 failed', 'Retry Failed (1)');
  await workbench.toast('Changed 4 work items in total.');
  for (const number of BULK_NUMBERS) await waitForRowWith(fixture, `WEB-${number}`, 'priority Medium');
  await workbench.clearToasts();
  await view.pane.locator('.monaco-list').focus();
  await workbench.press('Control+z');
  await workbench.toast('Undid the change to 4 work items.');
  await until('the rows to be as they were', async () => (await readRows()) === rowsBefore);
  await workbench.clearToasts();

  await selectRows(view, BULK_NUMBERS);
  proxy.inject((method) => method === 'PATCH', { kind: 'hanging' });
  await workbench.press('Shift+Alt+P');
  await quickInput.waitUntilShown('Change Priority: 4 Work Items');
  await quickInput.pick('Medium');
  await quickInput.waitUntilShown('Change Priority: Preview of 4 Work Items');
  await quickInput.accept();
  await workbench.toast('Changing priority: 0 of 4');
  await workbench.clickToast('Changing priority', 'Cancel');
  await workbench.toast('Changed 0 of 4 work items. The remaining changes were canceled.');
  await until('the rows to be as they were', async () => (await readRows()) === rowsBefore);
}

/** Moves the focus with an arrow key away from the selected row, and runs keys on the row that has the focus. */
async function useKeysOnFocusedRow({ workbench }: Fixture): Promise<void> {
  const { quickInput } = workbench;
  const view = workbench.view('Projects');
  await selectRows(view, [28]);
  await workbench.press('ArrowDown');
  const focusedName = await view.pane.locator('.monaco-list-row.focused').getAttribute('aria-label');
  const [identifier = ''] = /^WEB-\d+/.exec(focusedName ?? '') ?? [];
  expect(identifier).not.toBe('WEB-28');
  await workbench.press('Shift+Alt+S');
  await quickInput.waitUntilShown(`Change State: ${identifier} `);
  await workbench.press('Escape');
  await quickInput.waitUntilGone();
  const selectedNames = await view.pane
    .locator('.monaco-list-row.selected')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  expect(selectedNames).toEqual([expect.stringMatching(/^WEB-28 /)]);
  await view.pane.locator('.monaco-list').focus();
  await workbench.press('Home');
  await workbench.press('F2');
  await workbench.page.locator('.tab.active[aria-label^="Atlas Web"]').waitFor();
}

scenario(
  'the user changes work items from a row, from the Command Palette, in bulk and by drag and drop, and undoes changes',
  async (fixture) => {
    const { workbench, proxy, planeServer } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).waitUntilShown();
    const page = await openItem(fixture, 'WEB-28');

    await step('a value that is changed from the row is shown in the row and on the page', async () => {
      await view.row(/^WEB-28 /).clickInlineAction('Change State');
      await quickInput.waitUntilShown('Change State: WEB-28');
      await quickInput.pick('In Progress');
      await quickInput.waitUntilGone();
      await waitForRowWith(fixture, 'WEB-28', 'state In Progress');
      await view.row(/^WEB-28 /).pickFromSubmenu('Change', 'Change Priority');
      await quickInput.waitUntilShown('Change Priority: WEB-28');
      await quickInput.type('urg');
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await waitForRowWith(fixture, 'WEB-28', 'priority Urgent');
      await page.field('priority').getByText('Urgent').waitFor();
    });

    await step('Change… in the Command Palette asks for the field and the value', async () => {
      await runCommandOfKind(fixture, 'Change Due Date…');
      await quickInput.waitUntilShown('Change Due Date: WEB-28');
      await quickInput.accept('2027-02-28');
      await quickInput.waitUntilGone();
      await until('the date on the page', async () =>
        (await page.field('target_date').locator('input.input').inputValue()).startsWith('Feb 28'),
      );
    });

    await step('a picker keeps its focus, text and checks when its rows are loaded again', async () => {
      const labels = page.field('labels');
      await workbench.runCommand('Contrail: Change Labels…');
      await quickInput.waitUntilShown('Change Labels: WEB-28');
      await quickInput.pick('Design');
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await labels.getByText('Design').waitFor();
      await sendRequest(planeServer, 'POST', `${WEB_PROJECT_PATH}/labels/`, { name: 'From elsewhere' });
      await view.clickTitleAction('Refresh');
      const response = deferred<void>();
      proxy.inject(matchRequest('GET', '/labels/'), { kind: 'delayed', until: response.promise });
      await workbench.runCommand('Contrail: Change Labels…');
      await quickInput.waitUntilShown('Change Labels: WEB-28');
      await quickInput.row('Design').waitFor();
      await workbench.page.keyboard.type('e');
      response.resolve();
      await quickInput.row('From elsewhere').waitFor();
      expect(await quickInput.typedText()).toBe('e');
      await quickInput.row('Design').locator('.monaco-checkbox[aria-checked=true]').waitFor();
      await quickInput.escape();
      proxy.removeFaults();
    });

    await step('a key in a tree applies to the row that has the focus', () => useKeysOnFocusedRow(fixture));

    await step('the user drags a work item onto a work item and into a text, and undoes the drop', async () => {
      await view.row(/^WEB-28 /).dragTo(view.row(/^WEB-26 /));
      await view.row(/^WEB-26 /).expand();
      await waitForLevel(fixture, 3);
      await workbench.statusBarEntry('WEB-28 → parent WEB-26 · Undo').locator('a').click();
      await waitForLevel(fixture, 2);
      await workbench.runCommand('File: New Untitled Text File');
      const text = workbench.page.locator('.monaco-editor .view-lines');
      await text.waitFor();
      await workbench.page.keyboard.type('See ');
      await view.row(/^WEB-28 /).dragInto(text);
      await text.getByText('WEB-28').waitFor();
    });

    await step('several work items are changed after a preview', () => changeInBulk(fixture));
    proxy.removeFaults();

    await step('a row that a drop moves to another group is selected there, and Undo brings it back', async () => {
      await view.clickTitleAction('Group Work Items By');
      await quickInput.pick('State');
      await view.row(/^WEB-28 /).waitUntilShown();
      await view.row(/^WEB-28 /).dragTo(view.group('In Review'));
      const selectedRow = view.pane.locator('.monaco-list-row.selected');
      await selectedRow.and(workbench.page.locator('[aria-label^="WEB-28 "][aria-label*="state In Review"]')).waitFor();
      await workbench.statusBarEntry('WEB-28 → In Review · Undo').locator('a').click();
      await waitForRowWith(fixture, 'WEB-28', 'state In Progress');
      await view.clickTitleAction('Group Work Items By');
      await quickInput.row('State').waitFor();
      // A screen reader hears which grouping is current.
      expect(await quickInput.rows()).toContain('State, check');
      await quickInput.pick('None');
    });

    await step('the user drags an epic from Projects onto an initiative', async () => {
      await view.row('Atlas Web').collapse();
      await view.row('Courier API').expand();
      await view.row('Epics').expand();
      const workspace = workbench.view('Workspace');
      await workspace.open();
      await workspace.row('Initiatives').expand();
      await view.row('Webhooks that lose nothing').dragTo(workspace.row('Sign in without a password'));
      const id = uuidFromName('initiative', 'Sign in without a password');
      await waitUntilServerHas(fixture, `initiatives/${id}/epics/`, ({ results = [] }) =>
        results.some(({ name }) => name === 'Webhooks that lose nothing'),
      );
      await workbench.statusBarEntry('Added to Sign in without a password: Webhooks that lose nothing').waitFor();
    });
    expect(workbench.errors).toEqual([]);
  },
  // Without a rate limit, because the requests of the test itself count too.
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
