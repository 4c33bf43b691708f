// End-to-end tests of signing in and out.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ONE, scenario } from './scenario.ts';
import { openItem, signIn } from './steps.ts';

scenario('an error while signing in is shown at the step that caused it, and typed text is kept', async (fixture) => {
  const { workbench, planeServer } = fixture;
  const { quickInput } = workbench;
  const elsewhere = createServer((request, response) => {
    if (request.url?.startsWith('/moved/') === true)
      response.writeHead(301, { location: 'http://plane.example.com/' }).end();
    else response.setHeader('content-type', 'text/html').end('<title>Wiki</title><p>A wiki.</p>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const wiki = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const moved = `${wiki}/moved/api/v1`;

  await workbench.openContainer('Contrail');
  expect(await workbench.view('Projects').welcome()).toContain('Open Local Workspace');
  await workbench.screenshot('sign-in/welcome');
  await workbench.view('Projects').clickWelcome('Sign In to a Self-Hosted Server');

  await quickInput.shown('Address of the server');
  await quickInput.accept('plane example');
  await quickInput.message('This is not an address');
  await quickInput.accept('http://plane.example.com');
  await quickInput.message('Use HTTPS');
  expect(await quickInput.typed()).toBe('http://plane.example.com');
  await workbench.screenshot('sign-in/insecure');
  // The host name contains a Cyrillic letter.
  await quickInput.accept('https://pl\u0430ne.so/acme');
  await quickInput.message('It refers to xn--plne-63d.so. If you want that server, enter xn--plne-63d.so');
  await workbench.screenshot('sign-in/look-alike');
  await quickInput.accept('https://ada:secret@plane.example.com');
  await quickInput.message('Remove the user name and password');
  await quickInput.accept(moved);

  await quickInput.shown('Slug of the workspace');
  await quickInput.accept('nowhere');
  await quickInput.shown('Select how to sign in');
  await quickInput.pick('API key');
  await quickInput.shown('API key for');
  await quickInput.accept(planeServer.apiKey);
  await quickInput.message('redirects to another address (http://plane.example.com), and the key is not sent there');
  await workbench.screenshot('sign-in/redirected');
  await quickInput.accept(wiki);

  await quickInput.shown('Slug of the workspace');
  await quickInput.accept('two words');
  await quickInput.message('A slug contains only letters');
  await quickInput.accept('nowhere');
  await quickInput.shown('Select how to sign in');
  await quickInput.pick('API key');
  await quickInput.shown('API key for');
  expect(await quickInput.isPassword()).toBe(true);
  await quickInput.accept(planeServer.apiKey);

  await quickInput.message('The server is not a Plane server');
  expect(await quickInput.typed()).toBe(wiki);
  await workbench.screenshot('sign-in/no-plane-server');
  await quickInput.accept(planeServer.baseUrl);
  await quickInput.shown('Slug of the workspace');
  expect(await quickInput.typed()).toBe('nowhere');
  await quickInput.accept();
  await quickInput.shown('Select how to sign in');
  await quickInput.pick('API key');
  await quickInput.shown('API key for');
  await quickInput.accept('plane_api_wrong');
  await quickInput.message('Authentication failed');
  await workbench.screenshot('sign-in/wrong-key');
  await quickInput.accept(planeServer.apiKey);

  await quickInput.message('This key has no access to a workspace “nowhere”');
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
  elsewhere.close();
});

scenario(
  'signing in and out in one window takes effect in the other',
  async (fixture) => {
    const { workbench } = fixture;
    await signIn(fixture);
    const other = await fixture.secondWindow();
    await other.openContainer('Contrail');
    await other.view('Projects').row('Atlas Web').shown();
    await workbench.runCommand('Contrail: Open Local Workspace');
    await workbench.dialog.getByText('Sign out of contrail to open the local workspace?').waitFor();
    await workbench.screenshot('sign-in/leaving');
    await workbench.answerDialog('Cancel');
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
