// End-to-end tests in a hostile folder, trusted or not: nothing in it redirects requests or runs,
// and no file outside of it is read.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import type { GitRepository } from '../support/gitRepository.ts';
import { makeHostileRepository, marksIn } from '../support/hostileRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { type Fixture, ONE, type ScenarioOptions, scenario } from './scenario.ts';
import { openItem, signIn } from './steps.ts';

const SECRET = `hostile-${randomBytes(12).toString('hex')}`;
/**
 * What VS Code runs by itself in a trusted folder: git, to read the state of the repository, and the tasks that run
 * when the folder is opened.
 */
const OF_VSCODE = /^(?:git|vscode)-/;
/**
 * Eleven mentions in each of ten files, one in `.env`, none behind a symbolic link. VS Code lists a file with a line
 * break in its name as two files that do not exist.
 */
const MENTIONS = '111 mentions in 11 files. 2 files could not be read.';

const asked: string[] = [];
let evil: Server;
let marks = '';
let repository: GitRepository;

async function prepare(workspace: string): Promise<void> {
  evil = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  evil.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const { port } = evil.address() as AddressInfo;
  const beside = join(workspace, '..', 'beside');
  rmSync(beside, { recursive: true, force: true });
  marks = join(beside, 'marks');
  repository = makeHostileRepository(workspace, {
    evil: `http://127.0.0.1:${port}`,
    marks,
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

/** Returns the message above the mentions: how many there are, in how many files. */
async function mentioned(workbench: Workbench): Promise<string> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Find Mentions of Work Item…');
  await quickInput.shown('Find Mentions of Work Item');
  await quickInput.type('WEB-28');
  await quickInput.pick('WEB-28');
  const view = workbench.view('Mentions of WEB-28');
  await view.row('WEB-28').shown();
  // The message is rendered after the rows.
  return until('the number of mentions to be said', async () => {
    const message = await view.message();
    return message.includes(' in ') && message;
  });
}

/** Returns the links of the hover over a mention: only Contrail's own commands may be among them. */
async function hoverOverMention({ page }: Workbench): Promise<string[]> {
  const hover = page.locator('.monaco-hover:visible', { hasText: 'WEB-28' });
  await until('the card to be shown', async () => {
    // A busy window may miss that the mouse stopped.
    await page.mouse.move(0, 0);
    await page.locator('.view-line', { hasText: 'WEB-28' }).first().getByText('WEB-28').first().hover();
    return hover.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  return hover.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('data-href') ?? ''));
}

function nothingWasSent(proxy: FaultProxy): void {
  const told = JSON.stringify(proxy.requests);
  expect(told).not.toContain(SECRET);
  expect(told).not.toContain('mara:token');
  expect(asked).toEqual([]);
}

/** Signs in through a proxy that records every request. */
async function arrive(fixture: Fixture, proxy: FaultProxy): Promise<void> {
  await signIn(fixture, proxy.url);
  await fixture.workbench.view('Projects').row('Atlas Web').expand();
  await fixture.workbench
    .view('Projects')
    .row(/^WEB-27 /)
    .shown();
}

const NOT_TRUSTED: ScenarioOptions = {
  ...ONE,
  asksForTrust: true,
  settings: { 'security.workspace.trust.startupPrompt': 'never', 'workbench.editor.useModal': 'off' },
  prepare,
};

scenario(
  'a hostile folder that is not trusted redirects nothing, runs nothing and makes Contrail read nothing outside of it',
  async (fixture) => {
    const { workbench } = fixture;
    await using proxy = await openFaultProxy(fixture.planeServer.baseUrl);
    await arrive(fixture, proxy);
    await openItem(fixture, 'WEB-28');
    await openFile(workbench, 'notes.md', 1);
    expect((await hoverOverMention(workbench)).filter((href) => /^command:(?!contrail\.)/.test(href))).toEqual([]);
    expect(await mentioned(workbench)).toBe(MENTIONS);
    await workbench.screenshot('hostile/not-trusted');
    expect(marksIn(marks, repository.folder)).toEqual([]);
    nothingWasSent(proxy);
    evil.close();
  },
  NOT_TRUSTED,
);

scenario(
  'a hostile folder that is trusted has its mentions found, and Contrail redirects and runs nothing',
  async (fixture) => {
    const { workbench } = fixture;
    await using proxy = await openFaultProxy(fixture.planeServer.baseUrl);
    await arrive(fixture, proxy);
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    // VS Code's git extension has read the repository.
    await workbench.statusBar('WEB-28-$(').waitFor();
    // Contrail has received the branch, which it could not before the folder was trusted.
    await workbench.statusBar('WEB-28 · ').waitFor();
    expect(await mentioned(workbench)).toBe(MENTIONS);
    await workbench.screenshot('hostile/trusted');
    expect(marksIn(marks, repository.folder).filter((mark) => !OF_VSCODE.test(mark))).toEqual([]);
    nothingWasSent(proxy);
    evil.close();
  },
  NOT_TRUSTED,
);
