// The window for a measurement: the packaged extension in a real VS Code, signed in to a server
// behind a proxy that records every request.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startAgain } from '../browser/asked.ts';
import { signIn } from '../browser/steps.ts';
import { openBrowser } from '../support/browser.ts';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { packageExtension } from '../support/setup/package.mjs';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { writeFloors } from './floors.ts';
import type { Measure } from './measure.ts';

export interface Setup {
  readonly workbench: Workbench;
  readonly planeServer: PlaneServer;
  /** The proxy between Contrail and the server; records the requests. */
  readonly proxy: FaultProxy;
  /** Stops VS Code and starts it again; `forgetting` deletes what Contrail has stored about the workspace. */
  restart(how: { readonly forgetting: boolean }): Promise<Workbench>;
}

/** Must be called once before windows are measured. */
export async function prepareGround(): Promise<void> {
  await packageExtension({ quiet: true });
  await ensureCodeServer();
  await ensureBrowser();
}

/** Opens a window that is signed in and shows the projects of this seed, and measures it. */
export async function onGround(
  seed: string,
  measure: (setup: Setup) => Promise<readonly Measure[]>,
): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', seed.replace(':', '-'));
  rmSync(home, { recursive: true, force: true });
  await using held = new AsyncDisposableStack();
  const planeServer = held.adopt(await PlaneServer.start({ seed, rate: 0 }), (one) => one.stop());
  const proxy = held.use(await openFaultProxy(planeServer.baseUrl));
  writeFloors(join(home, 'server', 'extensions'));
  const workspace = copySampleWorkspace(join(home, 'workspace'));
  const server = held.adopt(
    await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile, settings: {} }),
    (one) => one.stop(),
  );
  const browser = held.adopt(await openBrowser(join(home, 'browser')), (one) => one.close());
  const setup: Setup = {
    workbench: await Workbench.open(browser, server),
    planeServer,
    proxy,
    restart: ({ forgetting }) => startAgain(server, browser, forgetting),
  };
  await signIn(setup, proxy.url, seed === 'sample' ? 'Atlas Web' : 'Scale');
  // Awaited here: otherwise everything would be disposed before the measurement.
  return await measure(setup);
}
