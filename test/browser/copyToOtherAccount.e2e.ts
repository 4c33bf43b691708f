// End-to-end test of a copy between two accounts that is interrupted four times.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { readList, type ServerAccess } from '../chaos/finalChecks.ts';
import type { RequestMatcher } from '../support/faultProxy.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { expectedContent, readContent } from '../unit/copy/projectContent.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

const isItemPost: RequestMatcher = (method, path) => method === 'POST' && path.endsWith('/work-items/');
const isPost: RequestMatcher = (method) => method === 'POST';

async function projectIds(server: ServerAccess, wantedIdentifier: string): Promise<readonly string[]> {
  const projects = await readList(server, 'projects/');
  return projects.filter(({ identifier }) => identifier === wantedIdentifier).map(({ id }) => String(id));
}

/**
 * Starts a server with a copy of the local workspace's data, because only the window of the local workspace can read
 * the original.
 */
async function startLocalWorkspaceServer({ server, workspace }: Fixture): Promise<PlaneServer> {
  const folder = join(workspace, '..', 'local-workspace-copy');
  cpSync(`${server.userData}/User/globalStorage/contrail.contrail/local`, folder, { recursive: true });
  return PlaneServer.start({ data: join(folder, 'workspace.db'), rate: 0 });
}

async function continueCopy({ workbench }: Fixture): Promise<void> {
  await workbench.page
    .locator('.notification-toast', { hasText: 'The copy of “Courier API” is not complete.' })
    .waitFor();
  await workbench.screenshot('copyProject/unfinished');
  await workbench.clickToast('The copy of “Courier API” is not complete.', 'Continue');
}

scenario(
  'a copy from the local workspace to another account is complete after VS Code was killed three times and the window was closed',
  async (fixture) => {
    const { workbench, proxy, planeServer } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.runCommand('Contrail: Open Local Plane Workspace');
    // Both accounts have projects with the same names.
    await workbench.statusBarEntry('Local workspace').waitFor();
    await workbench.view('Projects').row('Courier API').waitUntilShown();
    // The slow server gives the test time to interrupt the copy.
    proxy.inject(isPost, { kind: 'delayed', until: () => pause(400) });
    await workbench.view('Projects').row('Courier API').pickFromMenu('Copy Project To…');
    await quickInput.waitUntilShown('Select the account to copy to');
    await quickInput.pick(new URL(planeServer.baseUrl).host);
    await quickInput.waitUntilShown('Name of the new project');
    await quickInput.accept('Courier Copy');
    await quickInput.waitUntilShown('Identifier of the new project');
    await quickInput.accept('COPY');
    await workbench.dialog.getByText('Copy “Courier Copy” to').waitFor();
    await workbench.screenshot('copyProject/plan-for-other-account');
    await workbench.answerDialog('Copy Project');

    await proxy.until(isItemPost, 4);
    await fixture.server.killExtensionHost();
    const [project = ''] = await projectIds(planeServer, 'COPY');
    const items = async (): Promise<number> => (await readList(planeServer, `projects/${project}/work-items/`)).length;
    const itemCountAfterKill = await items();
    expect(itemCountAfterKill).toBeGreaterThan(0);
    await workbench.reload();
    await workbench.openContainer('Contrail');
    for (const itemCount of [6, 8]) {
      await continueCopy(fixture);
      await proxy.until(isItemPost, itemCount);
      await fixture.server.killExtensionHost();
      await workbench.reload();
      await workbench.openContainer('Contrail');
    }
    await continueCopy(fixture);
    await proxy.until(isItemPost, 10);
    await workbench.reload();
    await workbench.openContainer('Contrail');
    expect(await items()).toBeGreaterThanOrEqual(itemCountAfterKill);
    proxy.removeFaults();
    await continueCopy(fixture);
    await workbench.toast('Copied “Courier API”.');
    await workbench.screenshot('copyProject/copied-to-other-account');
    await workbench.clickToast('Copied “Courier API”.', 'Show Report');
    await workbench.tab('Copy of COPY.md').waitFor();

    const sourceServer = await startLocalWorkspaceServer(fixture);
    try {
      const [original = ''] = await projectIds(sourceServer, 'API');
      expect(await projectIds(planeServer, 'COPY')).toEqual([project]);
      const copiedContent = await readContent(planeServer, project);
      expect(copiedContent).toEqual(await expectedContent(sourceServer, original, false));
      expect(copiedContent.items.length).toBeGreaterThan(itemCountAfterKill);
    } finally {
      await sourceServer.stop();
    }
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 }, ownWindow: true },
);
