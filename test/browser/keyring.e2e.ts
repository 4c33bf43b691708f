// End-to-end test of a VS Code whose secret storage fails, as it does without a keyring.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SECRETS_ENTRY } from '../support/secretLeak/encryptedSecrets.ts';
import { answerSignIn } from './enterAccount.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';

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
  'a key that VS Code cannot store is used for this session only, and the messages say what to do',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await workbench.openContainer('Contrail');
    await breakSecretStorage(workbench.page);
    await workbench.reload();
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Switch Account…');
    expect(await workbench.toast('VS Code could not read the stored')).toContain(ADVICE);
    await workbench.screenshot('keyring/read');
    await workbench.clearToasts();

    await workbench.runCommand('Contrail: Sign In to Plane');
    await answerSignIn(workbench, fixture.planeServer, fixture.planeServer.baseUrl);
    await workbench.dialog.getByText('VS Code could not store the key.').waitFor();
    expect(await workbench.dialog.textContent()).toContain(ADVICE);
    await workbench.screenshot('keyring/store');
    await workbench.answerDialog('Use for This Session Only');
    await workbench.view('Projects').row('Atlas Web').waitUntilShown();
    await workbench.clearToasts();
    await workbench.runCommand('Contrail: Switch Account…');
    await quickInput.waitUntilShown('Select the account for this window');
    expect((await quickInput.rows())[0]).toContain('for this session only');
    await workbench.screenshot('keyring/accounts');
    await quickInput.escape();

    await workbench.reload();
    await workbench.openContainer('Contrail');
    await workbench.toast('VS Code could not read the stored key, so you are signed out.');
    expect(await workbench.view('Projects').welcome()).toContain('Sign In to Plane');
    await workbench.screenshot('keyring/after-reload');
  },
  SPEC_ONLY,
);
