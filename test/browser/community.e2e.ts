// An end-to-end test of what Contrail does differently on an open-source (community) server.
//
// Tests that do not depend on the dialect use a commercial server. Requests and responses of this dialect are
// tested in test/contract, and its rules in unit tests with `dialect: 'community'`.
import { expect } from 'vitest';
import { BuiltInServer } from '../support/builtInServer.ts';
import { matchRequest } from '../support/faultProxy.ts';
import { succeedsBeforeTimeout } from '../support/playwrightTimeout.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { SIGNED_IN, scenario } from './scenario.ts';
import { answerSignIn } from './signInPrompts.ts';
import { openContrail, openItem, step, waitForDraftOnDisk, waitUntilServerHas } from './steps.ts';

const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}`;
const ITEMS_PATH = `${WEB_PROJECT_PATH}/work-items/`;
const ACCOUNT_LIST_TITLE = 'Select the account for this window';

scenario(
  'on an open-source server, the user edits and deletes work items, and the Workspace view hides what the server does not support',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const workspace = workbench.view('Workspace');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).waitUntilShown();

    await step('a value, a comment and several modules are saved on the page', async () => {
      const page = await openItem(fixture, 'WEB-28');
      await page.choose('priority', 'Urgent');
      await page.write(page.composer, 'Read by the open-source server.');
      await workbench.press('Control+Enter');
      await page.comments.filter({ hasText: 'Read by the open-source server.' }).waitFor();
      const modules = page.frame.getByTestId('changeModule');
      await modules.click();
      await quickInput.waitUntilShown('Change Modules: WEB-28');
      for (const name of ['Offline', 'Sign-in']) await quickInput.row(name).locator('.monaco-checkbox').click();
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await modules.getByText(/Offline.*Sign-in|Sign-in.*Offline/).waitFor();
      for (const name of ['Offline', 'Sign-in']) {
        await waitUntilServerHas(
          fixture,
          `${WEB_PROJECT_PATH}/modules/${sample.module('WEB', name)}/module-issues/`,
          ({ results = [] }) => results.some(({ id }) => id === sample.workItem('WEB', 28)),
        );
      }
      await waitUntilServerHas(
        fixture,
        `${ITEMS_PATH}${sample.workItem('WEB', 28)}/`,
        ({ priority }) => priority === 'urgent',
      );
    });

    await step('a work item is deleted with its sub-items, and its unsent text remains in Drafts', async () => {
      await view.row(/^WEB-15 /).expand();
      await view.row(/^WEB-16 /).waitUntilShown();
      const page = await openItem(fixture, 'WEB-16');
      await page.write(page.composer, 'A comment that nobody has yet');
      await waitForDraftOnDisk(fixture, 'nobody has yet');
      await view.row(/^WEB-15 /).pickFromMenu('Delete…');
      await workbench.dialog.getByText('This also deletes its 3 sub-items').waitFor();
      await workbench.answerDialog('Delete');
      for (const number of [15, 16]) await view.row(new RegExp(`^WEB-${number} `)).waitUntilGone();
      await workbench.tab('WEB-16 ').waitFor({ state: 'detached' });
      await waitUntilServerHas(
        fixture,
        ITEMS_PATH,
        ({ results = [] }) => !results.some(({ sequence_id: number }) => number === 16),
      );
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.waitUntilShown('Drafts');
      await quickInput.row('A comment that nobody has yet').waitFor();
      await quickInput.escape();
    });

    await step('each unsupported folder, and then the view, is hidden without a message', async () => {
      await workspace.open();
      const folders = ['Teamspaces', 'Customers', 'Initiatives'].map((name) => workspace.row(name));
      // VS Code expands what an earlier test of the window has expanded, so a folder may be hidden before it is clicked. The
      // rows move when one is hidden, so a click can open the row below instead.
      await until('the view to be hidden', async () => {
        for (const { locator } of folders) await succeedsBeforeTimeout(locator.click({ timeout: 1_000 }));
        return (await workspace.pane.count()) === 0;
      });
      expect(await workbench.toasts()).toEqual([]);
    });

    await step('the view is shown on a server that supports it, and hidden again on the first server', async () => {
      await using otherServer = await startOtherServer();
      fixture.addServer(otherServer.planeServer);
      await workbench.runCommand('Contrail: Switch Account…');
      await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
      await quickInput.pick('Sign In to Another Account…');
      await answerSignIn(workbench, otherServer.planeServer, otherServer.planeServer.baseUrl);
      await workspace.pane.waitFor();
      await workspace.open();
      await workspace.row('Initiatives').expand();
      await workspace.row('Know where every parcel is').waitUntilShown();
      await workbench.runCommand('Contrail: Switch Account…');
      await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
      await quickInput.pick(new URL(fixture.planeServer.baseUrl).host);
      await workspace.pane.waitFor({ state: 'detached' });
      await view.row('Atlas Web').waitUntilShown();
      expect(proxy.matchingRequests(matchRequest('GET', '/initiatives/'))).toHaveLength(1);
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'], planeServer: { rate: 0 } },
);

interface OtherServer extends AsyncDisposable {
  readonly planeServer: BuiltInServer;
}

/** Starts a commercial server. */
async function startOtherServer(): Promise<OtherServer> {
  const planeServer = await BuiltInServer.start();
  return { planeServer, [Symbol.asyncDispose]: () => planeServer.stop() };
}
