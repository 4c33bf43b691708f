// End-to-end tests of links from other programs, copied links, and folders bound to a project.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Settings } from '../support/settings.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { signIn, step } from './steps.ts';

/** Returns a function that writes these settings into a folder. */
function settingsWriter(settings: Settings): (workspace: string) => void {
  return (workspace) => {
    mkdirSync(join(workspace, '.vscode'), { recursive: true });
    writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify(settings));
  };
}

/** Opens a link with VS Code's handler for links from other programs. */
async function openLink(workbench: Workbench, address: string): Promise<void> {
  await workbench.runCommand('Developer: Open URL');
  await workbench.quickInput.waitUntilShown('URL to open');
  await workbench.quickInput.accept(address);
}

/** Returns the text of the clipboard. */
async function clipboard({ page }: Workbench): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Starts a server that the user is not signed in to, and counts its requests. */
async function startUnknownServer(): Promise<{ address: string; requestCount: () => number; stop: () => void }> {
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, requestCount: () => requestCount, stop: () => void server.close() };
}

scenario(
  'a link that another program opens shows a work item, after a confirmation if it points to another server',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    const otherServer = await startUnknownServer();
    const link = (server: string, item = 'WEB-28'): string =>
      `code-oss://contrail.contrail/open?server=${encodeURIComponent(server)}&workspace=${planeServer.workspace}&item=${item}`;

    // Confirms VS Code's own question whether Contrail may open the link.
    await openLink(workbench, link(otherServer.address));
    await workbench.dialog.getByText('Do not ask me again').click();
    await workbench.answerDialog('Open');
    await workbench.dialog.getByText(`at ${otherServer.address.slice(7)}. Sign in there to open it?`).waitFor();
    await workbench.screenshot('outside/nobody-signed-in');
    await workbench.answerDialog('Sign In…');
    await quickInput.waitUntilShown('Paste the address');
    expect(await quickInput.typedText()).toBe(`${otherServer.address}/${planeServer.workspace}/projects/`);
    await quickInput.escape();

    await openLink(workbench, link(planeServer.baseUrl));
    await workbench.answerDialog('Sign In…');
    await quickInput.waitUntilShown('Paste the address');
    await quickInput.accept();
    await quickInput.waitUntilShown('API key for');
    await quickInput.accept(planeServer.apiKey);
    await ItemPage.waitFor(workbench, 'WEB-28');

    await step('a link to a comment opens the page at the comment', async () => {
      const comment = sample.comment('WEB', 1, 1);
      await openLink(workbench, `${link(planeServer.baseUrl, 'WEB-1')}&comment=${comment}`);
      const { frame } = await ItemPage.waitFor(workbench, 'WEB-1');
      const commentElement = frame.locator(`[data-comment="${comment}"]`);
      await commentElement.waitFor();
      await until('the comment to be in sight', () =>
        commentElement.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
      );
      await workbench.screenshot('outside/comment');
    });

    await openLink(workbench, `${link(planeServer.baseUrl)}%0aX-Evil: <b>1</b>`);
    expect(await workbench.toast('was not opened')).not.toContain('Evil');
    await openLink(workbench, link(planeServer.baseUrl, 'WEB-4711'));
    await workbench.toast('There is no work item WEB-4711 in “contrail”');
    await workbench.screenshot('outside/refused');
    await workbench.clearToasts();

    await workbench.openContainer('Contrail');
    const projects = workbench.view('Projects');
    await projects.row('API · set for this folder').waitUntilShown();
    expect((await projects.rows())[0]?.label).toBe('Courier API');
    await workbench.runCommand('Contrail: Create Work Item…');
    await quickInput.row('set for this folder').waitFor();
    expect((await quickInput.rows())[0]).toContain('Courier API');
    await workbench.screenshot('outside/folders-project');
    await quickInput.escape();

    await projects.row('Courier API').expand();
    await projects.row(/^API-12 /).click();
    await projects.row(/^API-11 /).locator.click({ modifiers: ['Control'] });
    await projects.row(/^API-11 /).pickFromMenu('Copy Link');
    await quickInput.waitUntilShown('Copy Links to 2 Work Items');
    expect((await quickInput.rows())[0]).toContain('Web Address');
    await quickInput.pick('Markdown');
    await workbench.statusBarEntry('Copied the Markdown links of 2 work items').waitFor();
    const browseUrl = `${planeServer.baseUrl}/${planeServer.workspace}/browse`;
    const lines = (await clipboard(workbench)).split('\n');
    expect(lines.map((line) => line.replace(/ [^\]]*\]/, ' …]')).sort()).toEqual([
      `[API-11 …](${browseUrl}/API-11/)`,
      `[API-12 …](${browseUrl}/API-12/)`,
    ]);
    await projects.row(/^API-12 /).click();
    await ItemPage.waitFor(workbench, 'API-12');
    await workbench.runCommand('Contrail: Copy Link');
    await quickInput.waitUntilShown('Copy Link to API-12');
    await workbench.screenshot('outside/copy');
    expect((await quickInput.rows())[0]).toContain('Markdown');
    await quickInput.escape();
    await openLink(workbench, link(otherServer.address));
    await workbench.dialog.getByText('The current key is not sent to the other server').waitFor();
    await workbench.screenshot('outside/elsewhere');
    await workbench.answerDialog('Cancel');
    expect(otherServer.requestCount()).toBe(0);
    otherServer.stop();
    await workbench.runCommand('Contrail: Copy Link');
    await quickInput.pick('VS Code Link');
    await workbench.statusBarEntry(/Copied the .* of API-12/).waitFor();
    await workbench.closeTab('API-12');
    expect(await clipboard(workbench)).toBe(link(planeServer.baseUrl, 'API-12'));
    await openLink(workbench, await clipboard(workbench));
    await ItemPage.waitFor(workbench, 'API-12');
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY, prepare: settingsWriter({ 'contrail.project': 'api' }) },
);

scenario(
  'the settings of a folder specify the workspace and project once the user trusts the folder, but never the server',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    await signIn(fixture);
    await workbench.runCommand('Contrail: Create Work Item…');
    await quickInput.row('Courier API').waitFor();
    expect((await quickInput.rows()).join()).not.toContain('set for this folder');
    expect(await workbench.toasts()).toEqual([]);
    await quickInput.escape();

    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    await workbench.toast("This folder's settings specify the workspace “acme”, but you are signed in to “contrail”.");
    await workbench.screenshot('outside/folder');
    await workbench.clickToast('“acme”', 'Sign In to “acme”');
    await quickInput.waitUntilShown('Paste the address');
    expect(await quickInput.typedText()).toBe(`${planeServer.baseUrl}/acme/projects/`);
    await quickInput.escape();

    await workbench.reload();
    await workbench.openContainer('Contrail');
    await workbench.view('Projects').row('Atlas Web').waitUntilShown();
    expect(await workbench.toasts()).toEqual([]);
    // Ignores the error of a built-in extension that cannot start in this VS Code when the folder is trusted.
    expect(workbench.errors.filter((line) => !line.includes('typescript-language-features'))).toEqual([]);
  },
  {
    ...SPEC_ONLY,
    asksForTrust: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'workbench.editor.useModal': 'off' },
    prepare: settingsWriter({
      'contrail.workspace': 'acme',
      'contrail.project': 'api',
      'contrail.server': 'https://evil.example',
      'contrail.localWorkspace.openOnStart': true,
    }),
  },
);
