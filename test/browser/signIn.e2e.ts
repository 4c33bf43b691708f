// End-to-end tests of the first sign-in in a new window, and of the local workspace.
import { expect } from 'vitest';
import { until } from '../support/until.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { listAllItems, step } from './steps.ts';

scenario(
  'a signed-out user finds the command to sign in, and corrects each error at the step that caused it',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;

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

    await step('Contrail is listed among the installed extensions', async () => {
      await workbench.openContainer('Extensions');
      const extensionEntry = workbench.page.locator('.extensions-list .monaco-list-row', {
        hasText: 'Contrail: work items for Plane',
      });
      await extensionEntry.first().waitFor();
      await workbench.screenshot('installed');
    });

    await step('a button of the input box switches from an API key to an access token', async () => {
      await workbench.openContainer('Contrail');
      expect(await workbench.view('Projects').welcome()).toContain('Try it with sample data');
      await workbench.screenshot('sign-in/welcome');
      await workbench.runCommand('Contrail: Sign In to Plane');
      await quickInput.waitUntilShown('Paste the address');
      expect(await quickInput.readText()).toContain('(1/2)');
      await workbench.screenshot('sign-in/address');
      await quickInput.accept('https://app.plane.so/acme');
      await quickInput.waitUntilShown('API key for api.plane.so');
      expect(await quickInput.readText()).toContain('(2/2)');
      await quickInput.button('Get an API Key').waitFor();
      await workbench.screenshot('sign-in/key');
      await quickInput.type('pln_half');
      await quickInput.button('Use an Access Token Instead').click();
      await quickInput.waitUntilShown('Access token for api.plane.so');
      expect(await quickInput.typedText()).toBe('');
      await quickInput.button('Use an API Key Instead').click();
      await quickInput.waitUntilShown('API key for api.plane.so');
      await quickInput.escape();
    });

    await step('a URL with look-alike letters is rejected', async () => {
      await workbench.view('Projects').clickWelcome('Sign In to Plane');
      // The host name contains a Cyrillic letter.
      const lookAlikeUrl = 'https://pl\u0430ne.so/acme';
      await quickInput.waitUntilShown('Paste the address');
      await quickInput.accept(lookAlikeUrl);
      await quickInput.message('but its host is xn--plne-63d.so. To sign in to that host, enter xn--plne-63d.so');
      expect(await quickInput.typedText()).toBe(lookAlikeUrl);
      await workbench.screenshot('sign-in/look-alike');
      await quickInput.accept(planeServer.baseUrl);
    });

    await step('a wrong key is reported', async () => {
      await quickInput.waitUntilShown('Slug of the workspace');
      await quickInput.accept('nowhere');
      await quickInput.waitUntilShown('API key for');
      expect(await quickInput.isPassword()).toBe(true);
      await quickInput.accept('plane_api_wrong');
      await quickInput.message('Authentication failed');
      await workbench.screenshot('sign-in/wrong-key');
      await quickInput.accept(planeServer.apiKey);
    });

    await step('a wrong workspace is reported, and corrected after Back', async () => {
      await quickInput.message('This key has no access to a workspace “nowhere”');
      expect(await quickInput.typedText()).toBe('nowhere');
      await quickInput.back();
      await quickInput.waitUntilShown('Paste the address');
      await quickInput.accept();
      await quickInput.waitUntilShown('Sign In to Plane: Workspace');
      await quickInput.accept(planeServer.workspace);
      await quickInput.waitUntilShown('API key for');
      await quickInput.accept(planeServer.apiKey);
      await workbench.view('Projects').row('Atlas Web').waitUntilShown();
    });
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY,
);

scenario(
  'the local workspace opens with one click, keeps changes after a restart, and can open when VS Code starts',
  async (fixture) => {
    const { workbench } = fixture;
    const doneRow = '.monaco-list-row[aria-label*="API-12"][aria-label*="state Done"]';
    await workbench.openContainer('Contrail');
    await workbench.view('Projects').clickWelcome('Try it with sample data');
    await workbench.view('Projects').row('Courier API').waitUntilShown();
    await listAllItems(workbench);
    await workbench.view('Projects').row('Courier API').expand();
    const row = workbench.view('Projects').row(/^API-12 /);
    await row.waitUntilShown();
    await row.clickInlineAction('Change State');
    await workbench.quickInput.waitUntilShown('Change State: API-12');
    await workbench.quickInput.pick('Done');
    await workbench.page.locator(doneRow).waitFor();

    await step('the local workspace contains the change after a restart', async () => {
      await fixture.restart();
      await fixture.workbench.openContainer('Contrail');
      await fixture.workbench.view('Projects').row('Courier API').expand();
      await fixture.workbench.page.locator(doneRow).waitFor();
      await fixture.workbench.screenshot('local/after-restart');
      expect(fixture.workbench.errors).toEqual([]);
    });

    await step('the local workspace opens in a signed-out window if localWorkspace.openOnStart is on', async () => {
      await fixture.workbench.runCommand('Contrail: Sign Out…');
      await fixture.workbench.view('Projects').welcome();
      fixture.server.writeSettings({ 'contrail.localWorkspace.openOnStart': true });
      await fixture.workbench.reload();
      await fixture.workbench.openContainer('Contrail');
      await fixture.workbench.view('Projects').row('Courier API').waitUntilShown();
      await fixture.workbench.screenshot('local/opened-by-setting');
    });
  },
  // The local workspace supports one dialect only.
  SPEC_ONLY,
);
