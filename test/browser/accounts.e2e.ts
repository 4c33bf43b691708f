// An end-to-end test of several accounts: switching, two windows, signing out, and a key that is replaced.
import { expect } from 'vitest';
import { BuiltInServer } from '../support/builtInServer.ts';
import { sendRequest } from '../support/requests.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { answerSignIn } from './signInPrompts.ts';
import { openContrail, openItem, step, waitForDraftOnDisk } from './steps.ts';

const ACCOUNT_LIST_TITLE = 'Select the account for this window';
const DRAFT = 'Written in the first account.';

interface OtherServer extends AsyncDisposable {
  readonly otherPlaneServer: BuiltInServer;
  readonly host: string;
}

/** Starts a second server, and renames a project so that the user can distinguish the two servers. */
async function startOtherServer(fixture: Fixture): Promise<OtherServer> {
  const otherPlaneServer = await BuiltInServer.start();
  fixture.addServer(otherPlaneServer);
  const { results = [] } = await sendRequest(otherPlaneServer, 'GET', 'projects/');
  const project = results.find(({ identifier }) => identifier === 'WEB');
  await sendRequest(otherPlaneServer, 'PATCH', `projects/${String(project?.['id'])}/`, { name: 'Borealis Web' });
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

/** Selects the draft of the description in the list of drafts. */
async function pickDraft(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Contrail: Show Drafts');
  await workbench.quickInput.waitUntilShown('Select a draft to continue');
  await workbench.quickInput.pick(DRAFT);
}

/** Resolves with the page of WEB-28 when its description contains the draft. */
async function waitForDraftOnPage(workbench: Workbench): Promise<ItemPage> {
  const page = await ItemPage.waitFor(workbench, 'WEB-28');
  await until('the draft on the page', async () => (await page.description.innerText()).includes(DRAFT));
  return page;
}

scenario(
  'accounts on two servers keep their drafts when the user switches, signs out, opens windows or replaces a rejected key',
  async (fixture) => {
    const { workbench, proxy, planeServer } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    await using otherServer = await startOtherServer(fixture);
    const { host } = new URL(proxy.url);
    await openContrail(fixture);
    await projects.row('Atlas Web').expand();
    const page = await openItem(fixture, 'WEB-28');
    await page.write(page.description, DRAFT);
    await waitForDraftOnDisk(fixture, DRAFT);
    await signInToOtherAccount(fixture, otherServer);
    await workbench.statusBarEntry(otherServer.host).click();
    await quickInput.waitUntilShown(ACCOUNT_LIST_TITLE);
    await quickInput.escape();

    await step(
      'after a reload, the window uses its account, and the tab of the other account has a button to switch accounts',
      async () => {
        await workbench.reload();
        await workbench.openContainer('Contrail');
        await projects.row('Borealis Web').waitUntilShown();
        const tab = await workbench.webview('.failure', `Switch to contrail at ${host}`);
        await tab.getByTestId('switch-account').click();
        await projects.row('Atlas Web').waitUntilShown();
        const restoredPage = await waitForDraftOnPage(workbench);
        // The page takes the focus when it is loaded, which would close a list.
        await until('the title to have the focus', () =>
          restoredPage.name.evaluate((element) => element === document.activeElement && document.hasFocus()),
        );
      },
    );

    await step('a draft of the other account opens after a switch to that account', async () => {
      await switchToAccount(workbench, otherServer.host);
      await projects.row('Borealis Web').waitUntilShown();
      await workbench.webview('.failure', 'This page belongs to another account');
      await pickDraft(workbench);
      await workbench.dialog.getByText('to continue with the draft?').waitFor();
      await workbench.answerDialog('Switch Account');
      await projects.row('Atlas Web').waitUntilShown();
      await waitForDraftOnPage(workbench);
    });

    await step('another window uses another account, which stays signed in when this window signs out', async () => {
      const otherWindow = await fixture.secondWindow();
      await otherWindow.openContainer('Contrail');
      const otherProjects = otherWindow.view('Projects');
      await otherProjects.row('Atlas Web').waitUntilShown();
      await switchToAccount(otherWindow, otherServer.host);
      await otherProjects.row('Borealis Web').waitUntilShown();
      await projects.row('Atlas Web').waitUntilShown();

      await workbench.runCommand('Contrail: Sign Out…');
      await quickInput.waitUntilShown('Select the account to sign out of');
      await quickInput.pick(host);
      await workbench.webview('.failure', 'You are signed out');
      await until('the welcome text', async () => (await projects.welcome()).includes('Switch Account…'));
      await otherProjects.row('Borealis Web').waitUntilShown();
      await otherWindow.page.close();
    });

    const reopenedPage = await step(
      'a draft of a signed-out account is listed, and opens after a sign-in',
      async () => {
        await pickDraft(workbench);
        await workbench.dialog.getByText('Sign in to the account of the draft').waitFor();
        await workbench.answerDialog('Sign In…');
        await answerSignIn(workbench, planeServer, planeServer.baseUrl);
        return waitForDraftOnPage(workbench);
      },
    );

    await step(
      'a rejected key is reported in a notification, the view and the page, where it is replaced',
      async () => {
        proxy.inject(() => true, { kind: 'invalidKey' });
        await projects.clickTitleAction('Refresh');
        await workbench.toast(`The key or token of contrail at ${host} (Ada Park)`);
        await projects.row('Sign In Again…').waitUntilShown();
        await until('the message', async () => (await projects.message()).includes('The server rejects the key'));
        const signInButton = reopenedPage.frame.getByTestId('stale').getByTestId('sign-in');
        await signInButton.click();
        await quickInput.waitUntilShown('API key for');
        proxy.removeFaults();
        await quickInput.accept(planeServer.apiKey);
        await projects.row('Sign In Again…').waitUntilGone();
        await until('the message to disappear', async () => (await projects.message()) === '');
        await signInButton.waitFor({ state: 'detached' });
        expect(await reopenedPage.description.innerText()).toContain(DRAFT);
        await reopenedPage.name.focus();
        await reopenedPage.save();
        await reopenedPage.waitUntilSent();
      },
    );
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);
