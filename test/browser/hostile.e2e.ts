// An end-to-end test in a malicious folder, trusted or not: its programs and settings have no effect.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import type { GitRepository } from '../support/gitRepository.ts';
import { makeHostileRepository, markerFilesIn } from '../support/hostileRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { type Fixture, SPEC_ONLY, scenario } from './scenario.ts';
import { openItem, signIn, step } from './steps.ts';

const SECRET = `hostile-${randomBytes(12).toString('hex')}`;
/**
 * Matches the marker files of programs that VS Code itself runs in a trusted folder: git runs them to read the state of
 * the repository, and tasks run when the folder is opened.
 */
const VSCODE_MARKER_FILE = /^(?:git|vscode)-/;
/**
 * Ten files have eleven mentions each, and `.env` has one; files behind symbolic links are not read. VS Code lists a
 * file with a line break in its name as two files that do not exist.
 */
const MENTIONS_MESSAGE = '111 mentions in 11 files. 2 files could not be read.';

const attackerRequests: string[] = [];
let attackerServer: Server;
let markerFolder = '';
let repository: GitRepository;

async function prepare(workspace: string): Promise<void> {
  attackerServer = createServer((request, response) => {
    attackerRequests.push(`${request.method} ${request.url}`);
    response.end();
  });
  attackerServer.on('connect', (request, socket) => {
    attackerRequests.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => attackerServer.listen(0, '127.0.0.1', resolve));
  const { port } = attackerServer.address() as AddressInfo;
  const outsideFolder = join(workspace, '..', 'beside');
  rmSync(outsideFolder, { recursive: true, force: true });
  markerFolder = join(outsideFolder, 'marks');
  repository = makeHostileRepository(workspace, {
    attackerOrigin: `http://127.0.0.1:${port}`,
    markerFolder,
    secret: SECRET,
    identifier: 'WEB-28',
  });
}

async function openFile({ page, quickInput }: Workbench, name: string, line: number): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(`${name}:${line}`);
  await quickInput.row(name).waitFor();
  await quickInput.accept();
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
}

/** Searches for mentions, and resolves with the message that shows their number. */
async function findMentions(workbench: Workbench): Promise<string> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Find Mentions of Work Item…');
  await quickInput.waitUntilShown('Find Mentions: Work Item');
  await quickInput.type('WEB-28');
  await quickInput.pick('WEB-28');
  const view = workbench.view('Mentions of WEB-28');
  await view.row('WEB-28').waitUntilShown();
  // VS Code renders the message after the rows.
  return until('the message with the number of mentions', async () => {
    const message = await view.message();
    return message.includes(' in ') && message;
  });
}

/** Hovers over a mention, and resolves with the URLs of the links in the hover. */
async function hoverOverMention({ page }: Workbench): Promise<string[]> {
  const hover = page.locator('.monaco-hover:visible', { hasText: 'WEB-28' });
  await until('the card to be shown', async () => {
    // Repeats the movement, because VS Code may not show the hover while it is busy.
    await page.mouse.move(0, 0);
    await page.locator('.view-line', { hasText: 'WEB-28' }).first().getByText('WEB-28').first().hover();
    return hover.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  return hover.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('data-href') ?? ''));
}

function expectNothingSent(proxy: FaultProxy): void {
  const requests = JSON.stringify(proxy.requests);
  expect(requests).not.toContain(SECRET);
  expect(requests).not.toContain('mara:token');
  expect(attackerRequests).toEqual([]);
}

/** Signs in through the proxy, and loads the work items of a project. */
async function signInAndLoad(fixture: Fixture, proxy: FaultProxy): Promise<void> {
  await signIn(fixture, proxy.url);
  await fixture.workbench.view('Projects').row('Atlas Web').expand();
  await fixture.workbench
    .view('Projects')
    .row(/^WEB-27 /)
    .waitUntilShown();
}

scenario(
  'a hostile folder, trusted or not, redirects no request, runs no program and exposes no file outside of it',
  async (fixture) => {
    const { workbench } = fixture;
    await using proxy = await openFaultProxy(fixture.planeServer.baseUrl);
    await signInAndLoad(fixture, proxy);

    await step('while the folder is not trusted', async () => {
      await openItem(fixture, 'WEB-28');
      await openFile(workbench, 'notes.md', 1);
      expect((await hoverOverMention(workbench)).filter((href) => /^command:(?!contrail\.)/.test(href))).toEqual([]);
      expect(await findMentions(workbench)).toBe(MENTIONS_MESSAGE);
      await workbench.screenshot('hostile/not-trusted');
      expect(markerFilesIn(markerFolder, repository.folder)).toEqual([]);
      expectNothingSent(proxy);
    });

    await step('after the folder was trusted', async () => {
      await workbench.runCommand('Workspaces: Manage Workspace Trust');
      await workbench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
      // Waits until VS Code's git extension has read the repository.
      await workbench.statusBarEntry('WEB-28-$(').waitFor();
      // Waits until Contrail has received the branch from the git extension, which needs a trusted folder.
      await workbench.statusBarEntry('WEB-28 · ').waitFor();
      await workbench.openContainer('Contrail');
      expect(await findMentions(workbench)).toBe(MENTIONS_MESSAGE);
      await workbench.screenshot('hostile/trusted');
      expect(markerFilesIn(markerFolder, repository.folder).filter((mark) => !VSCODE_MARKER_FILE.test(mark))).toEqual(
        [],
      );
      expectNothingSent(proxy);
    });
    attackerServer.close();
  },
  {
    ...SPEC_ONLY,
    asksForTrust: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'workbench.editor.useModal': 'off' },
    prepare,
  },
);
