// End-to-end tests of quick edits: in a row's menu, in the palette, in bulk, and by drag and drop.
import { expect } from 'vitest';
import { nameId } from '../../src/server/nameId.ts';
import { answerWith } from '../support/faultProxy.ts';
import { sample } from '../support/testServer.ts';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import {
  openContrail,
  openItem,
  runCommandOfKind,
  step,
  waitUntilItemReadsAreOld,
  waitUntilServerHas,
} from './steps.ts';

const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}`;
const WEB_28_ID = sample.workItem('WEB', 28);
const WEB_24_PATH = `${WEB_PROJECT_PATH}/work-items/${sample.workItem('WEB', 24)}/`;

/** Resolves when the accessible name of the row contains all of these texts. */
async function waitForRowWith({ workbench }: Fixture, identifier: string, ...words: readonly string[]): Promise<void> {
  const wordSelectors = words.map((one) => `[aria-label*="${one}"]`).join('');
  await workbench.page.locator(`.monaco-list-row[aria-label^="${identifier} "]${wordSelectors}`).waitFor();
}

/** Changes WEB-24 without the extension, as another client does. */
async function patchAsOtherClient({ planeServer }: Fixture, change: object): Promise<void> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${WEB_24_PATH}`, {
    method: 'PATCH',
    headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(response.ok).toBe(true);
}

async function openProject(fixture: Fixture): Promise<void> {
  await openContrail(fixture);
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-28 /).waitUntilShown();
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
  await selectRows(view, [28, 27, 26, 25]);
  const rowsBefore = (await view.rows()).filter(({ aria }) => /^WEB-2[5-8] /.test(aria)).map(({ aria }) => aria);
  await workbench.press('Shift+Alt+P');
  await quickInput.waitUntilShown('Change Priority: 4 Work Items');
  await quickInput.pick('Urgent');
  await quickInput.waitUntilShown('Change Priority: Preview of 4 Work Items');
  await workbench.screenshot('quick/preview');
  const serverError = {
    kind: 'answered',
    status: 400,
    body: '{"priority": ["Not today."]}',
    headers: { 'content-type': 'application/json' },
  } as const;
  proxy.inject((method) => method === 'PATCH', serverError, 1);
  await quickInput.accept();
  await workbench.toast('1 failed');
  await workbench.screenshot('quick/one-failed');
  await workbench.clickToast('1 failed', 'Retry Failed (1)');
  for (const number of [25, 26, 27, 28]) await waitForRowWith(fixture, `WEB-${number}`, 'priority Urgent');
  await workbench.toast('Changed 4 work items in total.');
  await workbench.clearToasts();
  await view.pane.locator('.monaco-list').focus();
  await workbench.press('Control+z');
  await workbench.toast('Undid the change to 4 work items.');
  await until('the rows to be as they were', async () => {
    const rowsAfter = (await view.rows()).filter(({ aria }) => /^WEB-2[5-8] /.test(aria)).map(({ aria }) => aria);
    return rowsAfter.join('\n') === rowsBefore.join('\n');
  });
  await workbench.screenshot('quick/undone');
  await workbench.clearToasts();

  await selectRows(view, [28, 27, 26, 25]);
  proxy.inject((method) => method === 'PATCH', { kind: 'hanging' });
  await workbench.runCommand('Contrail: Change Priority…');
  await quickInput.waitUntilShown('Change Priority: 4 Work Items');
  await quickInput.pick('Urgent');
  await quickInput.waitUntilShown('Change Priority: Preview of 4 Work Items');
  await quickInput.accept();
  await workbench.toast('Changing priority: 0 of 4');
  for (const number of [25, 26, 27, 28]) await waitForRowWith(fixture, `WEB-${number}`, 'priority Urgent');
  await workbench.screenshot('quick/progress');
  await workbench.clickToast('Changing priority', 'Cancel');
  await workbench.toast('Changed 0 of 4 work items. The remaining changes were canceled.');
  await waitForRowWith(fixture, 'WEB-27', 'priority High');
  await workbench.screenshot('quick/cancelled');
}

scenario(
  'the user changes work items from a row, from the Command Palette and in bulk, and undoes the changes',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    await openProject(fixture);
    const page = await openItem(fixture, 'WEB-28');

    await view.row(/^WEB-28 /).clickInlineAction('Change State');
    await quickInput.waitUntilShown('Change State: WEB-28');
    await workbench.screenshot('quick/state');
    await quickInput.pick('In Progress');
    await waitForRowWith(fixture, 'WEB-28', 'state In Progress');
    await quickInput.waitUntilGone();
    await view.row(/^WEB-28 /).pickFromSubmenu('Change', 'Change Priority');
    await quickInput.waitUntilShown('Change Priority: WEB-28');
    await quickInput.type('urg');
    await quickInput.accept();
    await quickInput.waitUntilGone();
    await waitForRowWith(fixture, 'WEB-28', 'priority Urgent');
    await page.field('priority').getByText('Urgent').waitFor();
    await workbench.runCommand('Contrail: Undo Last Change');
    await waitForRowWith(fixture, 'WEB-28', 'state In Progress', 'priority Medium');

    await runCommandOfKind(fixture, 'Change Due Date…');
    await quickInput.waitUntilShown('Change Due Date: WEB-28');
    await workbench.screenshot('quick/dates');
    await quickInput.type('2027-02-30');
    await quickInput.row('The date 2027-02-30 does not exist').waitFor();
    await workbench.screenshot('quick/bad-date');
    await quickInput.type('2027-02-28');
    await quickInput.accept();
    await quickInput.waitUntilGone();
    await until('the date in the editor', async () =>
      (await page.field('target_date').locator('input.input').inputValue()).startsWith('Feb 28'),
    );

    await workbench.runCommand('Contrail: Change Labels…');
    await quickInput.waitUntilShown('Change Labels: WEB-28');
    await workbench.screenshot('quick/labels');
    // Neither a refresh of the tree nor an update of the page takes the focus away.
    await workbench.page.keyboard.type('Desi');
    expect(await quickInput.typedText()).toBe('Desi');
    await quickInput.pick('Design');
    await quickInput.accept();
    await quickInput.waitUntilGone();
    await page.field('labels').getByText('Design').waitFor();

    await runCommandOfKind(fixture, 'Change Parent…');
    await quickInput.waitUntilShown('Change Parent: WEB-28');
    await quickInput.type('WEB-10');
    await quickInput.row('WEB-10').waitFor();
    await workbench.screenshot('quick/parent');
    await quickInput.pick('WEB-10');
    await view.row(/^WEB-10 /).expand();
    await workbench.page.locator('.monaco-list-row[aria-level="3"][aria-label^="WEB-28 "]').waitFor();
    await workbench.runCommand('Contrail: Undo Last Change');
    await workbench.page.locator('.monaco-list-row[aria-level="2"][aria-label^="WEB-28 "]').waitFor();

    await step('a value that another user has changed is overwritten only after a confirmation', async () => {
      await waitUntilItemReadsAreOld(fixture);
      await patchAsOtherClient(fixture, { priority: 'low' });
      await view.row(/^WEB-24 /).pickFromSubmenu('Change', 'Change Priority');
      await quickInput.waitUntilShown('Change Priority: WEB-24');
      await quickInput.pick('High');
      await workbench.dialog.getByText('was changed on the server after it was shown. Overwrite it?').waitFor();
      await workbench.screenshot('quick/overwrite');
      await workbench.answerDialog("Keep the Server's Value");
      await waitForRowWith(fixture, 'WEB-24', 'priority Low');
      await waitUntilServerHas(fixture, WEB_24_PATH, ({ priority }) => priority === 'low');
    });

    await step('several work items are changed after a preview', () => changeInBulk(fixture));
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

scenario(
  'the user drags work items and epics onto work items, projects, cycles and initiatives, and into a text',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const initiatives = workbench.view('Initiatives');
    const draggedRow = view.row(/^WEB-28 /);
    await openProject(fixture);

    await step('the user drags a work item onto a work item and a project, and into a text', async () => {
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
    });

    await step('the user can drag an epic onto an initiative, but not a work item', async () => {
      await initiatives.open();
      const initiativeRow = initiatives.row('Sign in without a password');
      await view.row(/^WEB-28 /).dragTo(initiativeRow);
      await workbench.toast('An initiative contains epics, and WEB-28 is a work item.');
      await workbench.screenshot('quick/item-on-initiative');
      await view.close();
      await initiatives.row('Know where every parcel is').expand();
      await initiatives.row('Epics').expand();
      await initiatives.row('Webhooks that lose nothing').dragTo(initiativeRow);
      const id = nameId('initiative', 'Sign in without a password');
      await waitUntilServerHas(fixture, `initiatives/${id}/epics/`, ({ results = [] }) =>
        results.some(({ name }) => name === 'Webhooks that lose nothing'),
      );
      await workbench.statusBarEntry('Added to Sign in without a password: Webhooks that lose nothing').waitFor();
      await initiatives.row('Know where every parcel is').collapse();
      await initiativeRow.expand();
      await initiatives.row('Epics').expand();
      await initiatives.row('Webhooks that lose nothing').waitUntilShown();
      await workbench.screenshot('quick/epic-on-initiative');
      await initiatives.close();
      await view.open();
    });

    await step('the user drags a work item onto a cycle, and creates another work item in the cycle', async () => {
      await view.clickTitleAction('Group By');
      await quickInput.waitUntilShown('Group Work Items By');
      await quickInput.pick('Cycle');
      await quickInput.waitUntilGone();
      await view.group('In no cycle').expand();
      await draggedRow.waitUntilShown();
      await draggedRow.dragTo(view.group('Board by keyboard'));
      await view.group('Board by keyboard').expand();
      await until(
        'the item to stand in the cycle',
        async () => (await view.parentLabelOf(/^WEB-28 /)) === 'Board by keyboard',
      );
      await workbench.screenshot('quick/dropped-on-cycle');
      const cycle = `${WEB_PROJECT_PATH}/cycles/${sample.cycle('WEB', 'Board by keyboard')}/cycle-issues/`;
      await waitUntilServerHas(fixture, cycle, ({ results = [] }) => results.some(({ id }) => id === WEB_28_ID));

      await view.group('Board by keyboard').clickInlineAction('Create Work Item');
      const page = await RecordPage.ofNewItem(workbench);
      await page.frame.getByText('Atlas Web, in the cycle “Board by keyboard”').waitFor();
      await page.name.fill('Made in the cycle');
      await page.save();
      await workbench.tab(/^WEB-\d+ Made in the cycle/).waitFor();
      await until(
        'the new item to stand in the cycle',
        async () => (await view.parentLabelOf(/Made in the cycle/)) === 'Board by keyboard',
      );
      await workbench.screenshot('quick/made-in-cycle');
      await waitUntilServerHas(fixture, cycle, ({ results = [] }) =>
        results.some(({ name }) => name === 'Made in the cycle'),
      );

      // A new work item that could not be added to its cycle is added with Retry.
      const deniedResponse = answerWith(403, { detail: 'The cycle is locked.' });
      fixture.proxy.inject((method, path) => method === 'POST' && path.includes('/cycle-issues/'), deniedResponse, 1);
      await view.group('Board by keyboard').clickInlineAction('Create Work Item');
      await workbench.quickInput.waitUntilShown('Create Work Item in Atlas Web');
      await workbench.screenshot('quick/title-of-new-item');
      await workbench.quickInput.accept('Added later');
      await workbench.statusBarEntry('Added later').click();
      await workbench.tab(/^WEB-\d+ Added later/).waitFor();
      await workbench.clickToast('but not added to the cycle “Board by keyboard”', 'Retry');
      await waitUntilServerHas(fixture, cycle, ({ results = [] }) =>
        results.some(({ name }) => name === 'Added later'),
      );
    });
    expect(workbench.errors).toEqual([expect.stringContaining('not added to the cycle')]);
  },
  SPEC_ONLY_SIGNED_IN,
);
