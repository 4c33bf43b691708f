// End-to-end test of a copy between two accounts that is interrupted while a work item is created.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BuiltInServer } from '../support/builtInServer.ts';
import type { RequestMatcher } from '../support/faultProxy.ts';
import { readList, type ServerAccess } from '../support/requests.ts';
import { until } from '../support/until.ts';
import { expectedContent, readContent } from '../unit/copy/projectContent.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';

const isItemPost: RequestMatcher = (method, path) => method === 'POST' && path.endsWith('/work-items/');

async function findProjectIds(server: ServerAccess, wantedIdentifier: string): Promise<readonly string[]> {
  const projects = await readList(server, 'projects/');
  return projects.filter(({ identifier }) => identifier === wantedIdentifier).map(({ id }) => String(id));
}

/**
 * Starts a server with a copy of the local workspace's data, because only the window of the local workspace can read
 * the original.
 */
async function startLocalWorkspaceServer({ server, workspace }: Fixture): Promise<BuiltInServer> {
  const folder = join(workspace, '..', 'local-workspace-copy');
  cpSync(`${server.userData}/User/globalStorage/contrail.contrail/local`, folder, { recursive: true });
  return BuiltInServer.start({ data: join(folder, 'workspace.db'), rate: 0 });
}

scenario(
  'a copy from the local workspace to another account is complete even if VS Code is killed during the copy',
  async (fixture) => {
    const { workbench, proxy, planeServer } = fixture;
    const { quickInput } = workbench;
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Open Sample Workspace');
    // Both accounts have projects with the same names.
    await workbench.statusBarEntry('Sample workspace').waitFor();
    await workbench.view('Projects').row('Courier API').waitUntilShown();
    // The server creates the fourth work item, but VS Code does not receive the response.
    const isFourthItem: RequestMatcher = (method, path) =>
      isItemPost(method, path) && proxy.matchingRequests(isItemPost).length >= 4;
    proxy.inject(isFourthItem, { kind: 'delayed', until: new Promise<void>(() => undefined) });
    await workbench.view('Projects').row('Courier API').pickFromMenu('Copy Project To…');
    await quickInput.waitUntilShown('Select the account to copy to');
    await quickInput.pick(new URL(planeServer.baseUrl).host);
    await quickInput.waitUntilShown('Name of the new project');
    await quickInput.accept('Courier Copy');
    await quickInput.waitUntilShown('Identifier of the new project');
    await quickInput.accept('COPY');
    await workbench.dialog.getByText(/^Copy “Courier API” to .* as “Courier Copy”\?/).waitFor();
    await workbench.answerDialog('Copy Project');

    await until(
      'the response of the fourth work item',
      () => proxy.answers.filter(({ request: to }) => isItemPost(to.method, to.path)).length >= 4,
    );
    await fixture.server.killExtensionHost();
    proxy.removeFaults();
    const [project = ''] = await findProjectIds(planeServer, 'COPY');
    expect(await readList(planeServer, `projects/${project}/work-items/`)).toHaveLength(4);
    await workbench.reload();
    await workbench.openContainer('Contrail');
    // The lock of a killed window counts for up to a minute if its process cannot be told from a running one.
    await workbench.toast('The copy of “Courier API” is not complete.', 90_000);
    await workbench.clickToast('The copy of “Courier API” is not complete.', 'Continue');
    await workbench.toast('Copied “Courier API”.');
    await workbench.clickToast('Copied “Courier API”.', 'Show Report');
    await workbench.tab('Copy of COPY.md').waitFor();

    const sourceServer = await startLocalWorkspaceServer(fixture);
    try {
      const [original = ''] = await findProjectIds(sourceServer, 'API');
      expect(await findProjectIds(planeServer, 'COPY')).toEqual([project]);
      const copiedContent = await readContent(planeServer, project);
      expect(copiedContent).toEqual(await expectedContent(sourceServer, original, false));
      expect(copiedContent.items.length).toBeGreaterThan(4);
    } finally {
      await sourceServer.stop();
    }
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 }, needsOwnWindow: true },
);
