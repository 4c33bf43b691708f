// End-to-end tests of signing in and out.
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ONE, scenario } from './scenario.ts';
import { openItem, signIn } from './steps.ts';

scenario(
  'an error while signing in is shown at the step that caused it, and typed text is kept',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    await workbench.openContainer('Contrail');
    expect(await workbench.view('Projects').welcome()).toContain('Open Local Workspace');
    await workbench.screenshot('sign-in/welcome');
    await workbench.view('Projects').clickWelcome('Sign In to a Self-Hosted Server');

    // The host name contains a Cyrillic letter.
    const lookAlike = 'https://pl\u0430ne.so/acme';
    await quickInput.shown('Address of the server');
    await quickInput.accept(lookAlike);
    await quickInput.message('It refers to xn--plne-63d.so. If you want that server, enter xn--plne-63d.so');
    expect(await quickInput.typed()).toBe(lookAlike);
    await workbench.screenshot('sign-in/look-alike');
    await quickInput.accept(planeServer.baseUrl);

    await quickInput.shown('Slug of the workspace');
    await quickInput.accept('nowhere');
    await quickInput.shown('Select how to sign in');
    await quickInput.pick('API key');
    await quickInput.shown('API key for');
    expect(await quickInput.isPassword()).toBe(true);
    await quickInput.accept('plane_api_wrong');
    await quickInput.message('Authentication failed');
    await workbench.screenshot('sign-in/wrong-key');
    await quickInput.accept(planeServer.apiKey);

    await quickInput.message('This key has no access to a workspace “nowhere”');
    expect(await quickInput.typed()).toBe('nowhere');
    await quickInput.back();
    await quickInput.shown('Address of the server');
    await quickInput.accept();
    await quickInput.shown('Sign In to Plane: Workspace');
    await quickInput.accept(planeServer.workspace);
    await quickInput.shown('Select how to sign in');
    await quickInput.pick('API key');
    await quickInput.shown('API key for');
    await quickInput.accept(planeServer.apiKey);
    await workbench.view('Projects').row('Atlas Web').shown();
    expect(workbench.errors).toEqual([]);
  },
  ONE,
);

scenario(
  'signing in and out in one window takes effect in the other',
  async (fixture) => {
    const { workbench } = fixture;
    await signIn(fixture);
    const other = await fixture.secondWindow();
    await other.openContainer('Contrail');
    await other.view('Projects').row('Atlas Web').shown();
    await workbench.runCommand('Contrail: Sign Out');
    await workbench.toast('Signed out of contrail');
    expect(await workbench.view('Projects').welcome()).toContain('Sign In to Plane Cloud');
  },
  ONE,
);

scenario(
  'the local workspace opens with one click, and changes in it are there after a restart',
  async (fixture) => {
    const { workbench } = fixture;
    await workbench.openContainer('Contrail');
    await workbench.view('Projects').clickWelcome('Open Local Workspace');
    await workbench.view('Projects').row('Courier API').expand();
    const row = workbench.view('Projects').row(/^API-12 /);
    await row.shown();
    await row.inlineAction('Change State');
    await workbench.quickInput.shown('State of API-12');
    await workbench.screenshot('local/change-state');
    await workbench.quickInput.pick('Done');
    await workbench
      .view('Projects')
      .row(/^API-12 /)
      .shown();
    await workbench.page.locator('.monaco-list-row[aria-label*="API-12"][aria-label*="state Done"]').waitFor();
    await fixture.restart();
    await fixture.workbench.openContainer('Contrail');
    await fixture.workbench.view('Projects').row('Courier API').expand();
    await fixture.workbench.page.locator('.monaco-list-row[aria-label*="API-12"][aria-label*="state Done"]').waitFor();
    await fixture.workbench.screenshot('local/after-restart');
    expect(fixture.workbench.errors).toEqual([]);
  },
  // The local workspace supports one dialect only.
  { dialects: ['spec'] },
);

scenario(
  'a window of a signed-out user lists only commands that need no session before Contrail is used',
  async ({ workbench }) => {
    const { quickInput } = workbench;
    // VS Code activates the extension when the window has finished starting.
    await until('the palette to list the sign-in, and none of the commands that need a session', async () => {
      if ((await quickInput.words()) === undefined) await workbench.page.keyboard.press('F1');
      await quickInput.type('>');
      await quickInput.type('>Contrail: Sign');
      const rows = (await quickInput.rows()).filter((row) => row.startsWith('Contrail: Sign '));
      return rows.length === 1 && rows[0]?.startsWith('Contrail: Sign In') === true;
    });
    await quickInput.escape();
  },
  ONE,
);

scenario(
  'Enter selects the first row of each list of the sign-in',
  async ({ workbench }) => {
    const { quickInput } = workbench;
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Sign In');
    await quickInput.shown('Select the server of the workspace');
    await until('a focused row', async () => (await quickInput.chosen())?.includes('Plane Cloud') === true);
    await quickInput.accept();
    await quickInput.shown('Slug of the workspace');
    await quickInput.accept('acme');
    await quickInput.shown('Select how to sign in');
    await until('a focused row', async () => (await quickInput.chosen())?.includes('API key') === true);
    await quickInput.accept();
    await quickInput.shown('API key for');
    await quickInput.escape();
  },
  ONE,
);

scenario(
  'after the server has rejected the key, views, page and notification offer the sign-in, after which all work again',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    await projects.row('Atlas Web').expand();
    const page = await openItem(fixture, 'WEB-1');
    await page.name.fill('Written before the key was revoked');
    await page.unsent();

    proxy.inject(() => true, { kind: 'unkeyed' });
    await projects.clickTitleAction('Refresh');
    await workbench.toast('Authentication failed. The key or token may be mistyped, expired or revoked.');
    expect(await workbench.toasts()).toHaveLength(1);
    await until('the row above all others', async () => (await projects.rows())[0]?.label === 'Sign In Again…');
    expect(await projects.message()).toContain('Authentication failed.');
    const banner = page.frame.getByTestId('stale');
    await banner.getByTestId('sign-in').waitFor();
    for (const theme of ['light', 'dark', 'hc-dark', 'hc-light'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`sign-in/rejected-${theme}`);
    }

    await banner.getByTestId('sign-in').click();
    await quickInput.shown('API key for');
    await quickInput.escape();
    await projects.row('Sign In Again…').click();
    await quickInput.shown('API key for');
    proxy.removeFaults();
    await quickInput.accept(`"${planeServer.apiKey}"`);
    await until('the row to go', async () => (await projects.rows())[0]?.label === 'Atlas Web');
    await until('the message to go', async () => (await projects.message()) === '');
    await banner.getByTestId('sign-in').waitFor({ state: 'detached' });
    expect(await page.name.inputValue()).toBe('Written before the key was revoked');
    await page.save();
    await until('the name to be saved', async () =>
      (await workbench.tabs()).some((title) => title.startsWith('WEB-1 Written before')),
    );
    expect(workbench.errors).toEqual([]);
  },
  ONE,
);
