// End-to-end tests of several accounts: switching, two windows, and a key that is replaced.
import { expect } from 'vitest';
import { PlaneServer } from '../support/planeServer.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { answerSignIn } from './enterAccount.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step, waitForDraftOnDisk } from './steps.ts';

const ACCOUNT_LIST_TITLE = 'Select the account for this window';

interface OtherServer extends AsyncDisposable {
  readonly otherPlaneServer: PlaneServer;
  readonly host: string;
}

/** Starts a second server, and renames a project so that the user can distinguish the two servers. */
async function startOtherServer(fixture: Fixture): Promise<OtherServer> {
  const otherPlaneServer = await PlaneServer.start();
  fixture.addServer(otherPlaneServer);
  const headers = { 'X-API-Key': otherPlaneServer.apiKey, 'Content-Type': 'application/json' };
  const projects = `${otherPlaneServer.baseUrl}/api/v1/workspaces/${otherPlaneServer.workspace}/projects/`;
  const { results }: { readonly results: readonly { readonly id: string; readonly identifier: string }[] } = await (
    await fetch(projects, { headers })
  ).json();
  const project = results.find(({ identifier }) => identifier === 'WEB');
  await fetch(`${projects}${project?.id}/`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ name: 'Borealis Web' }),
  });
  return {
    otherPlaneServer,
    host: new URL(otherPlaneServer.baseUrl).host,
    [Symbol.asyncDispose]: () => otherPlaneServer.stop(),
  };
}

/** Signs in to another account from the list of accounts. */
async function signInToOtherAccount({ workbench }: Fixture, { otherPlaneServer: plane }: OtherServer): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Switch Account…');
  await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
  await quickInput.pick('Sign In to Another Account…');
  await answerSignIn(workbench, plane, plane.baseUrl);
  await workbench.view('Projects').row('Borealis Web').waitUntilShown();
}

async function switchToAccount(workbench: Workbench, host: string): Promise<void> {
  await workbench.runCommand('Contrail: Switch Account…');
  await workbench.quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
  await workbench.quickInput.pick(host);
}

scenario(
  'a window switches between accounts on two servers without losing the drafts, even after a sign-out',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    await using otherServer = await startOtherServer(fixture);
    const { host } = new URL(proxy.url);
    await openContrail(fixture);
    await projects.row('Atlas Web').expand();
    const page = await openItem(fixture, 'WEB-28');
    await page.write(page.description, ' Written in the first account.');
    await waitForDraftOnDisk(fixture, 'Written in the first account.');
    await signInToOtherAccount(fixture, otherServer);

    await step('the list of accounts shows the current account first', async () => {
      await workbench.statusBarEntry(otherServer.host).click();
      await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
      const rows = await quickInput.rows();
      expect(rows[0]).toContain(`${otherServer.host} · `);
      expect(rows[0]).toContain('current');
      expect(rows[1]).toContain(host);
      await workbench.screenshot('accounts/list');
      await quickInput.escape();
    });

    await step('the first account is shown although its server cannot be reached', async () => {
      await proxy.refuse();
      await switchToAccount(workbench, host);
      await projects.row('Atlas Web').waitUntilShown();
      await workbench.screenshot('accounts/from-snapshot');
      await proxy.listenAgain();
      await switchToAccount(workbench, otherServer.host);
      await projects.row('Borealis Web').waitUntilShown();
    });

    await step(
      'the window remembers its account, and the tab of the other account has a button to switch accounts',
      async () => {
        await workbench.reload();
        await workbench.openContainer('Contrail');
        await projects.row('Borealis Web').waitUntilShown();
        const tab = await workbench.webview('.failure', `Switch to contrail at ${host}`);
        await workbench.screenshot('accounts/tab-of-other-account');
        await tab.getByTestId('switch-account').click();
        await projects.row('Atlas Web').waitUntilShown();
        const restoredPage = await ItemPage.waitFor(workbench, 'WEB-28');
        expect(await restoredPage.description.innerText()).toContain('Written in the first account.');
        await until('the title to have the focus', () =>
          restoredPage.name.evaluate((element) => element === document.activeElement),
        );
        await switchToAccount(workbench, otherServer.host);
        await projects.row('Borealis Web').waitUntilShown();
        await workbench.webview('.failure', 'This page belongs to another account');
      },
    );

    await step('a draft of the other account opens after a switch to that account', async () => {
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.waitUntilShown('Select a draft to continue');
      await workbench.screenshot('accounts/drafts');
      await quickInput.pick('Written in the first account.');
      await workbench.dialog.getByText('to continue with the draft?').waitFor();
      await workbench.screenshot('accounts/switch-for-draft');
      await workbench.answerDialog('Switch Account');
      await projects.row('Atlas Web').waitUntilShown();
      const reopenedPage = await ItemPage.waitFor(workbench, 'WEB-28');
      expect(await reopenedPage.description.innerText()).toContain('Written in the first account.');
    });

    await step(
      'a draft is listed after the user has signed out of its account, and opens after a sign-in',
      async () => {
        await workbench.runCommand('Contrail: Sign Out…');
        await quickInput.waitUntilShown('Select the account to sign out of');
        await quickInput.accept();
        await workbench.webview('.failure', 'You are signed out');
        await workbench.clearToasts();
        await workbench.screenshot('accounts/signed-out-tab');
        await workbench.runCommand('Contrail: Show Drafts');
        await quickInput.waitUntilShown('Select a draft to continue');
        await quickInput.row('Account that you are signed out of').waitFor();
        await workbench.screenshot('accounts/signed-out-drafts');
        await quickInput.pick('Written in the first account.');
        await workbench.dialog.getByText('Sign in to the account of the draft').waitFor();
        await workbench.answerDialog('Sign In…');
        await answerSignIn(workbench, fixture.planeServer, fixture.planeServer.baseUrl);
        const reopenedPage = await ItemPage.waitFor(workbench, 'WEB-28');
        expect(await reopenedPage.description.innerText()).toContain('Written in the first account.');
      },
    );
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

scenario(
  'two windows use different accounts, and signing out in one window does not sign out the other window',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const projects = workbench.view('Projects');
    const { host } = new URL(proxy.url);
    await using otherServer = await startOtherServer(fixture);
    await openContrail(fixture);
    await signInToOtherAccount(fixture, otherServer);
    const secondWindow = await fixture.secondWindow();
    await secondWindow.openContainer('Contrail');
    await secondWindow.view('Projects').row('Borealis Web').waitUntilShown();
    await switchToAccount(secondWindow, host);
    await secondWindow.view('Projects').row('Atlas Web').waitUntilShown();
    await projects.row('Borealis Web').waitUntilShown();

    await workbench.runCommand('Contrail: Sign Out…');
    await workbench.quickInput.waitUntilShown('Select the account to sign out of');
    await workbench.quickInput.accept();
    await workbench.toast(`Signed out of contrail at ${otherServer.host}`);
    expect(await projects.welcome()).toContain('Switch Account…');
    await workbench.screenshot('accounts/signed-out');
    await secondWindow.view('Projects').row('Atlas Web').waitUntilShown();
    await projects.clickWelcome('Switch Account…');
    await workbench.quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
    await workbench.quickInput.accept();
    await projects.row('Atlas Web').waitUntilShown();
  },
  SPEC_ONLY_SIGNED_IN,
);

scenario(
  'a rejected key is reported in the view, the page, a notification and the list of accounts, and can be replaced',
  async (fixture) => {
    const { workbench, planeServer, proxy } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    const { host } = new URL(proxy.url);
    await openContrail(fixture);
    await projects.row('Atlas Web').expand();
    const page = await openItem(fixture, 'WEB-1');
    await page.name.fill('Written before the key was revoked');
    await page.waitUntilUnsent();
    const banner = page.frame.getByTestId('stale');

    await step('the rejection is shown once in the view, in the page and in a notification', async () => {
      proxy.inject(() => true, { kind: 'unkeyed' });
      await projects.clickTitleAction('Refresh');
      const text = await workbench.toast('Authentication failed. The key or token of contrail at 127.0.0.1');
      expect(text).toContain(`contrail at ${host} (Ada Park)`);
      expect(await workbench.toasts()).toHaveLength(1);
      await until('the row above all others', async () => (await projects.rows())[0]?.label === 'Sign In Again…');
      expect(await projects.message()).toContain('Authentication failed.');
      await banner.getByTestId('sign-in').waitFor();
      await workbench.screenshot('accounts/rejected');
    });

    await step('the page and the view ask for the key', async () => {
      await banner.getByTestId('sign-in').click();
      await quickInput.waitUntilShown('API key for');
      await quickInput.escape();
      await projects.row('Sign In Again…').click();
      await quickInput.waitUntilShown('API key for');
      await quickInput.escape();
    });

    await step('the list of accounts shows the rejection, and has a button that replaces the key', async () => {
      await workbench.clearToasts();
      await workbench.runCommand('Contrail: Switch Account…');
      await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
      expect((await quickInput.rows())[0]).toMatch(/The server has rejected the key since \d/);
      await workbench.screenshot('accounts/rejected-in-list');
      await quickInput.row(host).hover();
      await quickInput.row(host).locator('.action-label[aria-label^="Replace Key"]').click();
      await quickInput.waitUntilShown('API key for');
      proxy.removeFaults();
      await quickInput.accept(`"${planeServer.apiKey}"`);
      await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
      expect((await quickInput.rows())[0]).not.toContain('The server has rejected the key');
      await quickInput.escape();
    });

    await step('the view and the page hide the error, and the page saves the unsent text', async () => {
      await until('the row to disappear', async () => (await projects.rows())[0]?.label === 'Atlas Web');
      await until('the message to disappear', async () => (await projects.message()) === '');
      await banner.getByTestId('sign-in').waitFor({ state: 'detached' });
      expect(await page.name.inputValue()).toBe('Written before the key was revoked');
      await page.save();
      await until('the name to be saved', async () =>
        (await workbench.tabs()).some((title) => title.startsWith('WEB-1 Written before')),
      );
    });
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);
