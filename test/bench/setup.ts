// Owns the ground on which a window is measured: the packaged extension in a real VS Code, signed in to a service whose
// every request is written down.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startAgain } from '../browser/asked.ts';
import { signIn } from '../browser/steps.ts';
import { openBrowser } from '../support/browser.ts';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { ServiceProcess } from '../support/serviceProcess.ts';
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
  readonly service: ServiceProcess;
  /** Stands between Contrail and the service, and writes down what is asked. */
  readonly road: FaultProxy;
  /** Ends VS Code and starts it again; `forgetting` what Contrail knew. */
  restart(how: { readonly forgetting: boolean }): Promise<Workbench>;
}

/** Once before windows are measured. */
export async function prepareGround(): Promise<void> {
  await packageExtension({ quiet: true });
  await ensureCodeServer();
  await ensureBrowser();
}

/** A window that is signed in and shows the projects of this seed. */
export async function onGround(
  seed: string,
  measure: (setup: Setup) => Promise<readonly Measure[]>,
): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', seed.replace(':', '-'));
  rmSync(home, { recursive: true, force: true });
  await using held = new AsyncDisposableStack();
  const service = held.adopt(await ServiceProcess.start({ seed, rate: 0 }), (one) => one.stop());
  const road = held.use(await openFaultProxy(service.baseUrl));
  writeFloors(join(home, 'server', 'extensions'));
  const workspace = copySampleWorkspace(join(home, 'workspace'));
  const server = held.adopt(
    await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile, settings: {} }),
    (one) => one.stop(),
  );
  const browser = held.adopt(await openBrowser(join(home, 'browser')), (one) => one.close());
  const setup: Setup = {
    workbench: await Workbench.open(browser, server),
    service,
    road,
    restart: ({ forgetting }) => startAgain(server, browser, forgetting),
  };
  await signIn(setup, road.url, seed === 'sample' ? 'Atlas Web' : 'Scale');
  // Awaited here, or all of it were taken down before it is measured.
  return await measure(setup);
}
