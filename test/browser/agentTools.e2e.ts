// An end-to-end test of the tools for language models: what the user is asked, and how a change is undone.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { buildOtherExtensions } from '../support/otherExtensions/build.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { listAllItems } from './steps.ts';

const home = join(scratchFolder, 'scenarios', 'agentTools');

let disposables = new AsyncDisposableStack();

beforeEach(() => {
  disposables = new AsyncDisposableStack();
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => disposables.disposeAsync());

it('the user confirms a change by an agent once and an external comment twice, and undoes the change', async () => {
  await buildOtherExtensions(join(home, 'server', 'extensions'), ['agent']);
  const server = disposables.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleWorkspace(join(home, 'workspace')),
      vsix: packageFile,
    }),
    (started) => started.stop(),
  );
  const browser = disposables.adopt(await openBrowser(join(home, 'browser')), (started) => started.close());
  const workbench = await Workbench.open(browser, server);
  const { dialog, page, quickInput } = workbench;
  await workbench.openContainer('Contrail');
  await workbench.runCommand('Contrail: Open Local Plane Workspace');
  const projects = workbench.view('Projects');
  await projects.row('Courier API').waitUntilShown();
  await listAllItems(workbench);
  await projects.row('Courier API').expand();
  await projects.row(/^API-12 /).waitUntilShown();

  await workbench.runCommand('Neighbours: Change Work Item');
  await dialog.getByText('Change API-12?').waitFor();
  await workbench.screenshot('agents/change');
  expect(await dialog.innerText()).toMatch(/State of API-12: .+ → Done/);
  await workbench.answerDialog('Cancel');
  await page.locator('.view-line', { hasText: 'Canceled' }).waitFor();

  await workbench.runCommand('Neighbours: Change Work Item');
  await workbench.answerDialog('Yes');
  await page.locator('.view-line', { hasText: 'Done. state: changed. priority: changed.' }).waitFor();
  await page.locator('.monaco-list-row[aria-label^="API-12 "][aria-label*="state Done"]').waitFor();

  await workbench.runCommand('Neighbours: Comment Externally');
  await dialog.getByText('Send an external comment on API-12?').waitFor();
  await workbench.screenshot('agents/external');
  await workbench.answerDialog('Yes');
  await dialog.getByText('people outside the workspace can see it').waitFor();
  await dialog.locator('.monaco-button', { hasText: 'Allow' }).waitFor();
  await workbench.screenshot('agents/external-again');
  expect(await dialog.locator('a:not(.monaco-button, .action-label)').count()).toBe(0);
  await workbench.answerDialog('Cancel');
  await page.locator('.view-line', { hasText: 'The user declined.' }).waitFor();

  await workbench.runCommand('Contrail: Show Agent Changes…');
  await quickInput.waitUntilShown('Agent Changes');
  await workbench.screenshot('agents/changes');
  await quickInput.pick('API-12: state Done; API-12: priority Urgent');
  await quickInput.pick('Undo');
  await page.locator('.monaco-list-row[aria-label^="API-12 "]:not([aria-label*="state Done"])').waitFor();
});
