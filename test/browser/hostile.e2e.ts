// An end-to-end test in a malicious folder, trusted or not: its programs and settings have no effect.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type FaultProxy, matchRequest } from '../support/faultProxy.ts';
import type { GitRepository } from '../support/gitRepository.ts';
import { makeHostileRepository, markerFilesIn } from '../support/hostileRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { step } from './steps.ts';

const SECRET = `hostile-${randomBytes(12).toString('hex')}`;
/**
 * Matches the marker files of programs that run in a trusted folder even without Contrail: the git extension of VS Code
 * runs git, which runs some of them, and VS Code runs the tasks of the folder.
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

/** Opens the file, and resolves when a mention in it is a link. */
async function openFile(workbench: Workbench, name: string): Promise<void> {
  await workbench.openFile(name);
  await workbench.page.locator('.editor-instance .view-line .detected-link', { hasText: 'WEB-28' }).first().waitFor();
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

function expectNothingSent(proxy: FaultProxy): void {
  const requests = JSON.stringify(proxy.requests);
  expect(requests).not.toContain(SECRET);
  expect(requests).not.toContain('mara:token');
  expect(attackerRequests).toEqual([]);
}

/** Reads the projects again. Resolves when the proxy has received the request. */
async function refresh({ proxy, workbench }: Fixture): Promise<void> {
  const isProjectList = matchRequest('GET', '/projects/');
  const count = proxy.matchingRequests(isProjectList).length;
  await workbench.openContainer('Contrail');
  await workbench.view('Projects').clickTitleAction('Refresh');
  await proxy.waitForRequests(isProjectList, count + 1);
}

scenario(
  'a hostile folder, trusted or not, redirects no request, runs no program and exposes no file outside of the folder',
  async (fixture) => {
    const { proxy, workbench } = fixture;
    await workbench.openContainer('Contrail');
    await workbench.view('Projects').row('Atlas Web').waitUntilShown();

    await step('while the folder is not trusted', async () => {
      await openFile(workbench, 'notes.md');
      expect(await findMentions(workbench)).toBe(MENTIONS_MESSAGE);
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
      await refresh(fixture);
      expect(markerFilesIn(markerFolder, repository.folder).filter((mark) => !VSCODE_MARKER_FILE.test(mark))).toEqual(
        [],
      );
      expectNothingSent(proxy);
    });
    attackerServer.close();
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    asksForTrust: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'workbench.editor.useModal': 'off' },
    prepare,
  },
);
