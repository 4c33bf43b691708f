// An end-to-end test of links from other programs, copied links, and folders bound to a project and a workspace.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { step } from './steps.ts';

/** The settings of a folder: the name of a project, and settings that only the user may change. */
const FOLDER_SETTINGS = {
  'contrail.project': 'api',
  'contrail.server': 'https://evil.example',
  'contrail.sync.enabled': false,
};

/** Opens a link with VS Code's handler for links from other programs. */
async function openLink(workbench: Workbench, address: string): Promise<void> {
  await workbench.runCommand('Developer: Open URL');
  await workbench.quickInput.waitUntilShown('URL to open');
  await workbench.quickInput.accept(address);
}

async function readClipboard({ page }: Workbench): Promise<string> {
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
  'links from other programs open after a confirmation, and the settings of a folder apply once it is trusted',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { page, quickInput } = workbench;
    const projects = workbench.view('Projects');
    const otherServer = await startUnknownServer();
    const link = (server: string, item = 'WEB-28'): string =>
      `code-oss://contrail.contrail/open?server=${encodeURIComponent(server)}&workspace=${planeServer.workspace}&item=${item}`;

    await step('a link starts the sign-in to its server, and opens the work item', async () => {
      // Confirms VS Code's own question whether Contrail may open the link.
      await openLink(workbench, link(planeServer.baseUrl));
      await workbench.dialog.getByText('Do not ask me again').click();
      await workbench.answerDialog('Open');
      await workbench.dialog.getByText(`at ${planeServer.baseUrl.slice(7)}. Sign in there to open it?`).waitFor();
      await workbench.answerDialog('Sign In…');
      await quickInput.waitUntilShown('Paste the address');
      await quickInput.accept();
      await quickInput.waitUntilShown('API key for');
      await quickInput.accept(planeServer.apiKey);
      await ItemPage.waitFor(workbench, 'WEB-28');
    });

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
    });

    await step('a link with invalid characters, or to another server, sends nothing', async () => {
      await openLink(workbench, `${link(planeServer.baseUrl)}%0aX-Evil: <b>1</b>`);
      expect(await workbench.toast('was not opened')).not.toContain('Evil');
      await openLink(workbench, link(otherServer.address));
      await workbench.dialog.getByText('Your key or token is not sent to the other server').waitFor();
      await workbench.answerDialog('Cancel');
      expect(otherServer.requestCount()).toBe(0);
      otherServer.stop();
    });

    await step("the folder's project is ignored until the user trusts the folder, and is then the first", async () => {
      await workbench.openContainer('Contrail');
      await projects.row('Courier API').waitUntilShown();
      expect((await projects.rows()).map(({ description }) => description).join()).not.toContain('set for this folder');
      await workbench.runCommand('Workspaces: Manage Workspace Trust');
      await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
      await projects.row('API · set for this folder').waitUntilShown();
      // VS Code may draw a row with its new description before it moves the row.
      await until('the project of the folder to be first', async () => {
        const [first] = await projects.rows();
        return first?.label === 'Courier API';
      });
    });

    await step('the links of selected work items are copied, and a copied link opens its work item', async () => {
      const selectedRows = projects.pane.locator('.monaco-list-row.selected');
      await projects.row('Courier API').expand();
      await projects.row(/^API-12 /).click();
      await ItemPage.waitFor(workbench, 'API-12');
      // A row in full sight: the driver and VS Code scroll to others in different ways.
      await projects.row(/^API-5 /).locator.click({ modifiers: ['Control'] });
      await until('both rows to be selected', async () => (await selectedRows.count()) === 2);
      await projects.row(/^API-5 /).pickFromMenu('Copy…');
      await quickInput.pick('Link…');
      await quickInput.waitUntilShown('Copy Links to 2 Work Items');
      await quickInput.pick('Markdown');
      await workbench.statusBarEntry('Copied the Markdown links of 2 work items').waitFor();
      const browseUrl = `${planeServer.baseUrl}/${planeServer.workspace}/browse`;
      const lines = (await readClipboard(workbench)).split('\n');
      expect(lines.map((line) => line.replace(/ [^\]]*\]/, ' …]')).sort()).toEqual([
        `[API-12 …](${browseUrl}/API-12/)`,
        `[API-5 …](${browseUrl}/API-5/)`,
      ]);
      await projects.row(/^API-12 /).click();
      await ItemPage.waitFor(workbench, 'API-12');
      await workbench.runCommand('Contrail: Copy…');
      await quickInput.pick('Link…');
      await quickInput.waitUntilShown('Copy Link to API-12');
      expect((await quickInput.rows())[0]).toContain('Markdown');
      await quickInput.pick('VS Code Link');
      await workbench.statusBarEntry(/Copied the .* of API-12/).waitFor();
      await workbench.closeTab('API-12');
      expect(await readClipboard(workbench)).toBe(link(planeServer.baseUrl, 'API-12'));
      await openLink(workbench, await readClipboard(workbench));
      await ItemPage.waitFor(workbench, 'API-12');
    });

    await step("a message offers to sign in to the folder's workspace, but never at the folder's server", async () => {
      await workbench.runCommand('Preferences: Open Workspace Settings (JSON)');
      await workbench.tab('settings.json').waitFor();
      await page.locator('.editor-instance .view-line', { hasText: 'evil.example' }).first().click();
      await workbench.press('Control+A');
      await page.keyboard.insertText(JSON.stringify({ ...FOLDER_SETTINGS, 'contrail.workspace': 'acme' }));
      await workbench.press('Control+S');
      await workbench.toast(
        "This folder's settings specify the workspace “acme”, but you are signed in to “contrail”.",
      );
      await workbench.clickToast('“acme”', 'Sign In to “acme”');
      await quickInput.waitUntilShown('Paste the address');
      expect(await quickInput.typedText()).toBe(`${planeServer.baseUrl}/acme/projects/`);
      await quickInput.escape();
    });
    // Ignores the error of a built-in extension that cannot start in this VS Code when the folder is trusted.
    expect(workbench.errors.filter((line) => !line.includes('typescript-language-features'))).toEqual([]);
  },
  {
    ...SPEC_ONLY,
    asksForTrust: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'workbench.editor.useModal': 'off' },
    prepare: (folder) => {
      mkdirSync(join(folder, '.vscode'), { recursive: true });
      writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(FOLDER_SETTINGS));
    },
  },
);
