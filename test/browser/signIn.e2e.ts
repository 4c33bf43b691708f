// An end-to-end test of the first sign-in in a new window, of the local workspace, and of a VS Code whose secret storage
// fails, as it does without a keyring.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SECRETS_ENTRY } from '../support/secretLeak/encryptedSecrets.ts';
import { until } from '../support/until.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { answerSignIn } from './signInPrompts.ts';
import { listAllItems, step } from './steps.ts';

const ADVICE = 'On Linux, install a keyring such as gnome-keyring, or start VS Code with --password-store=basic.';

/**
 * Makes VS Code's secret storage reject every call. VS Code in the browser reads its secrets from local storage once
 * for each window; if that fails, all later calls fail too.
 */
async function breakSecretStorage(page: Page): Promise<void> {
  await page.addInitScript((entry) => {
    Storage.prototype.getItem = function (name) {
      if (name === entry) throw new DOMException('The keyring is locked', 'InvalidStateError');
      return Object.hasOwn(this, name) ? String(Reflect.get(this, name)) : null;
    };
  }, SECRETS_ENTRY);
}

scenario(
  'a user opens the local workspace, signs in to a server, and uses a key that VS Code cannot store',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    const doneRow = workbench.page.locator('.monaco-list-row[aria-label*="API-12"][aria-label*="state Done"]');

    await step('the palette lists only commands that need no session before Contrail is used', async () => {
      // VS Code activates the extension when the window has finished starting.
      await until('the palette to list the sign-in, and none of the commands that need a session', async () => {
        if ((await quickInput.readText()) === undefined) await workbench.page.keyboard.press('F1');
        await quickInput.type('>');
        await quickInput.type('>Contrail: Sign');
        const rows = (await quickInput.rows()).filter((row) => row.startsWith('Contrail: Sign '));
        return rows.length === 1 && rows[0]?.startsWith('Contrail: Sign In') === true;
      });
      await quickInput.escape();
    });

    await step('the local workspace opens with one click', async () => {
      await workbench.openContainer('Contrail');
      await projects.clickWelcome('Open Sample Workspace');
      await projects.row('Courier API').waitUntilShown();
      await listAllItems(workbench);
      await projects.row('Courier API').expand();
      await projects.row(/^API-12 /).clickInlineAction('Change State');
      await quickInput.waitUntilShown('Change State: API-12');
      await quickInput.pick('Done');
      await doneRow.waitFor();
    });

    await step('it opens with its changes after a sign-out and a reload', async () => {
      await workbench.runCommand('Contrail: Sign Out…');
      await projects.welcome();
      fixture.server.writeSettings({ 'git.enabled': false });
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await projects.clickWelcome('Open Sample Workspace');
      await projects.row('Courier API').expand();
      await doneRow.waitFor();
    });

    await step('Start Work says that Git is disabled', async () => {
      await projects.row(/^API-11 /).pickFromMenu('Start Work');
      await quickInput.waitUntilShown('Git is disabled');
      await quickInput.escape();
    });

    await step('the user signs in to a server, and corrects a wrong key', async () => {
      await workbench.runCommand('Contrail: Sign In to Plane');
      await quickInput.waitUntilShown('Paste the address');
      await quickInput.accept(planeServer.baseUrl);
      await quickInput.waitUntilShown('Slug of the workspace');
      await quickInput.accept(planeServer.workspace);
      await quickInput.waitUntilShown('API key for');
      expect(await quickInput.isPassword()).toBe(true);
      await quickInput.accept('plane_api_wrong');
      await quickInput.message('Authentication failed');
      await quickInput.back();
      await quickInput.waitUntilShown('Sign In to Plane: Workspace');
      expect(await quickInput.typedText()).toBe(planeServer.workspace);
      await quickInput.accept();
      await quickInput.waitUntilShown('API key for');
      await quickInput.accept(planeServer.apiKey);
      await quickInput.waitUntilGone();
      // The local workspace has a project with the same name, in which this work item is done.
      await doneRow.waitFor({ state: 'detached' });
      await projects.row('Atlas Web').waitUntilShown();
      expect(workbench.errors).toEqual([]);
    });

    await step('a key that VS Code cannot store is used for this session only', async () => {
      fixture.server.writeSettings({});
      await breakSecretStorage(workbench.page);
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await workbench.toast('VS Code could not read the stored key or token, so you are signed out.');
      await projects.clickWelcome('Sign In to Plane');
      await answerSignIn(workbench, planeServer, planeServer.baseUrl);
      await workbench.dialog.getByText('VS Code could not store the key or token.').waitFor();
      expect(await workbench.dialog.textContent()).toContain(ADVICE);
      await workbench.answerDialog('Use for This Session Only');
      await projects.row('Atlas Web').waitUntilShown();
      await workbench.runCommand('Contrail: Switch Account…');
      await quickInput.waitUntilShown('Select the account for this window');
      await quickInput.row('for this session only').waitFor();
    });
  },
  SPEC_ONLY,
);
