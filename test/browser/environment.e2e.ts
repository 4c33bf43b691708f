// End-to-end test of an account that environment variables define.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PlaneServer } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { searchFiles } from '../support/secretLeak/leakSearch.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { Workbench } from '../support/workbench.ts';
import { VscodeInstance } from './vscodeInstance.ts';

const home = join(scratchFolder, 'scenarios', 'environment');

it('the user selects an account that environment variables define, and its key is not written to any file', async () => {
  rmSync(home, { recursive: true, force: true });
  await using disposables = new AsyncDisposableStack();
  const planeServer = disposables.adopt(await PlaneServer.start(), (started) => started.stop());
  const { baseUrl, workspace, apiKey } = planeServer;
  const env = { PLANE_API_KEY: apiKey, PLANE_WORKSPACE_SLUG: workspace, PLANE_BASE_URL: baseUrl };
  const instance = disposables.use(await VscodeInstance.start({ home: join(home, 'instance'), env }));
  await instance.reset(copySampleWorkspace(join(home, 'workspace')), {}, planeServer.keys);
  const workbench = await Workbench.open(instance.browser, instance.server);

  await workbench.openContainer('Contrail');
  await workbench.runCommand('Contrail: Switch Account…');
  await workbench.quickInput.waitUntilShown('Select the account for this window');
  expect((await workbench.quickInput.rows())[0]).toContain('from the environment');
  await workbench.screenshot('accounts/environment');
  await workbench.quickInput.pick('from the environment');
  await workbench.view('Projects').row('Atlas Web').waitUntilShown();
  await instance.closeWindows();
  expect(searchFiles([instance.serverFolder], instance.profile, planeServer.keys).leaks).toEqual([]);
});
