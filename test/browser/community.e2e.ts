// An end-to-end test of what differs on an open-source (community) server.
import { expect } from 'vitest';
import { requestTo } from '../support/faultProxy.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { deferred } from '../unit/std/deferred.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step, waitForDraftOnDisk, waitUntilServerHas } from './steps.ts';

const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}`;
const ITEMS_PATH = `${WEB_PROJECT_PATH}/work-items/`;

/** Creates a label in the project without the extension, as another client does. */
async function addLabel({ planeServer }: Fixture, name: string): Promise<void> {
  const response = await fetch(
    `${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${WEB_PROJECT_PATH}/labels/`,
    {
      method: 'POST',
      headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    },
  );
  expect(response.ok).toBe(true);
}

scenario(
  'the user edits in pages and pickers on an open-source server, and views that it does not support are hidden',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const initiatives = workbench.view('Initiatives');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
    // The folder disappears when it is expanded, because the test server does not report its edition at sign-in.
    await view.row('Epics').click();
    await view.row('Epics').waitUntilGone();
    await view.row('Cycles').waitUntilShown();

    await step('the page has no unsupported fields, and shows comments from oldest to newest', async () => {
      const page = await openItem(fixture, 'WEB-1');
      await page.comments.first().getByText('Drawings are done for all three columns.').waitFor();
      expect(await page.field('state').count()).toBe(1);
      expect(await page.field('module').count()).toBe(0);
      expect(await page.field('type').count()).toBe(0);
      await workbench.screenshot('item/without-module');
    });

    await step('a field and a comment are saved', async () => {
      const page = await openItem(fixture, 'WEB-28');
      await page.choose('priority', 'Urgent');
      await page.save();
      await page.waitUntilSent();
      await page.write(page.composer, 'Read by the open-source server.');
      await workbench.press('Control+Enter');
      await page.comments.filter({ hasText: 'Read by the open-source server.' }).waitFor();
      await workbench.closeTab('WEB-28');
    });

    await step('the user adds a work item to several modules and a cycle on the page', async () => {
      const { frame } = await openItem(fixture, 'WEB-27');
      await frame.getByTestId('changeModule').click();
      await quickInput.waitUntilShown('Change Modules: WEB-27');
      await quickInput.row('Offline').locator('.monaco-checkbox').click();
      await quickInput.row('Sign-in').locator('.monaco-checkbox').click();
      await workbench.screenshot('item/several-modules');
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await frame
        .getByTestId('changeModule')
        .getByText(/Offline.*Sign-in|Sign-in.*Offline/)
        .waitFor();
      await frame.getByTestId('changeCycle').click();
      await quickInput.waitUntilShown('Change Cycle: WEB-27');
      await quickInput.pick('Offline first steps');
      await quickInput.waitUntilGone();
      await frame.getByTestId('changeCycle').getByText('Offline first steps').waitFor();
      for (const path of [
        `modules/${sample.module('WEB', 'Offline')}/module-issues/`,
        `modules/${sample.module('WEB', 'Sign-in')}/module-issues/`,
        `cycles/${sample.cycle('WEB', 'Offline first steps')}/cycle-issues/`,
      ]) {
        await waitUntilServerHas(fixture, `${WEB_PROJECT_PATH}/${path}`, (list) =>
          JSON.stringify(list).includes(sample.workItem('WEB', 27)),
        );
      }
    });

    await step(
      'the user adds a sub-item and a link on the page, which shows that a relation cannot be removed',
      async () => {
        const { frame } = await ItemPage.waitFor(workbench, 'WEB-27');
        await frame.getByTestId('add-sub-item').click();
        await frame.getByTestId('new-sub-item').fill('Ask before the column is deleted');
        await frame.getByTestId('new-sub-item').press('Enter');
        await frame.locator('[data-sub-item]').getByText('Ask before the column is deleted').waitFor();
        await frame.getByTestId('add-link').click();
        await quickInput.waitUntilShown('Add Link to WEB-27');
        await quickInput.accept('https://notes.example/may');
        await quickInput.waitUntilShown('Enter the title of the link');
        await quickInput.accept('Notes of May');
        await quickInput.waitUntilGone();
        await frame.getByTestId('links').getByText('Notes of May').waitFor();
        await frame.getByTestId('add-relation').click();
        await quickInput.waitUntilShown('Add Relation to WEB-27');
        await quickInput.pick('Is Blocked By');
        await quickInput.waitUntilShown('WEB-27: Is Blocked By');
        await quickInput.pick('WEB-26');
        await quickInput.accept();
        await quickInput.waitUntilGone();
        const relations = frame.getByTestId('relations');
        await relations.getByText('WEB-26').waitFor();
        await relations.getByTestId('remove-relation').click();
        await relations.getByText("Relations can't be removed on this server. Remove them in Plane.").waitFor();
        await relations.getByText('WEB-26').waitFor();
        await workbench.screenshot('item/linked');
        await workbench.clearToasts();
        await workbench.closeTab('WEB-27');
      },
    );

    await step(
      'a label of another client is in the picker after Refresh, and loaded labels are shown at once',
      async () => {
        const openLabelPicker = async (): Promise<void> => {
          await workbench.runCommand('Contrail: Change Labels…');
          await quickInput.waitUntilShown('Change Labels: WEB-27');
        };
        await view.row(/^WEB-27 /).locator.click();
        await workbench.tab('WEB-27 ').waitFor();
        await openLabelPicker();
        await quickInput.row('Design').waitFor();
        await quickInput.escape();
        await addLabel(fixture, 'From elsewhere');
        await view.clickTitleAction('Refresh');
        const response = deferred<void>();
        proxy.inject((method, path) => method === 'GET' && path.includes('/labels/'), {
          kind: 'delayed',
          until: response.promise,
        });
        await openLabelPicker();
        await quickInput.pick('Design');
        await workbench.screenshot('quick/labels-known');
        response.resolve();
        await quickInput.row('From elsewhere').waitFor();
        await workbench.screenshot('quick/labels-renewed');
        await quickInput.accept();
        await quickInput.waitUntilGone();
        await waitUntilServerHas(fixture, `${ITEMS_PATH}${sample.workItem('WEB', 27)}/`, (item) =>
          JSON.stringify(item['labels']).includes(sample.label('WEB', 'Design')),
        );
        proxy.removeFaults();
      },
    );

    await step(
      'a work item is deleted together with its sub-items, and its unsent text remains in Drafts',
      async () => {
        await view.row(/^WEB-15 /).expand();
        await view.row(/^WEB-16 /).waitUntilShown();
        const page = await openItem(fixture, 'WEB-16');
        await page.write(page.composer, 'A comment that nobody has yet');
        await waitForDraftOnDisk(fixture, 'nobody has yet');
        await view.row(/^WEB-15 /).pickFromMenu('Delete…');
        await workbench.dialog.getByText('Delete the work item “WEB-15').waitFor();
        await workbench.dialog.getByText('This also deletes its 3 sub-items').waitFor();
        expect(await workbench.dialog.innerText()).toContain('Your unsent draft is kept in Drafts.');
        await workbench.screenshot('deletion/question');
        await workbench.answerDialog('Delete');
        for (const number of [15, 16, 17, 18]) await view.row(new RegExp(`^WEB-${number} `)).waitUntilGone();
        await workbench.tab('WEB-16 ').waitFor({ state: 'detached' });
        await workbench.screenshot('deletion/tree');
        expect((await readFromServer(fixture, `${ITEMS_PATH}${sample.workItem('WEB', 18)}/`))['error']).toBe(
          'The requested resource does not exist.',
        );
        await waitUntilServerHas(
          fixture,
          ITEMS_PATH,
          ({ results = [] }) => !results.some(({ sequence_id }) => sequence_id === 16),
        );
        await workbench.runCommand('Contrail: Show Drafts');
        await quickInput.waitUntilShown('Drafts');
        expect((await quickInput.rows()).join('\n')).toContain('A comment that nobody has yet');
        await quickInput.escape();
      },
    );

    await step('a view that the server does not support is hidden without a message, also after a reload', async () => {
      await initiatives.show();
      // Contrail hides the view Initiatives as soon as it has received the server's response.
      await until('the request', () => fixture.proxy.requestsTo(requestTo('GET', '/initiatives/')).length > 0);
      await initiatives.pane.waitFor({ state: 'detached' });
      await workbench.screenshot('views/hidden');
      expect(await workbench.toasts()).toEqual([]);
      await workbench.view('Stickies').show();
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await view.row('Atlas Web').waitUntilShown();
      await initiatives.pane.waitFor({ state: 'detached' });
      expect(await workbench.toasts()).toEqual([]);
    });

    await step('the view is shown again with another server', async () => {
      await workbench.runCommand('Contrail: Open Local Plane Workspace');
      await initiatives.pane.waitFor();
      await initiatives.open();
      await initiatives.row('Know where every parcel is').waitUntilShown();
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'], planeServer: { rate: 0 }, ownWindow: true },
);
