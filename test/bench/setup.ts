// Opens a VS Code window with the packaged extension for a measurement, and records its requests.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { signIn } from '../browser/steps.ts';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import type { Settings } from '../support/settings.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { packageExtension } from '../support/setup/child.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { writeBaselineExtensions } from './baselineExtensions.ts';
import type { Measure } from './measure.ts';

export interface Setup {
  readonly workbench: Workbench;
  readonly planeServer: BuiltInServer;
  /** The proxy between Contrail and the server, which records all requests. */
  readonly proxy: FaultProxy;
  /** VS Code's folder of extensions. */
  readonly extensions: string;
  /**
   * Restarts VS Code. First, `clearSnapshots` deletes Contrail's snapshots of the workspace, and `clearItems` the work
   * items that were read in the background.
   */
  restart(options: { readonly clearSnapshots: boolean; readonly clearItems?: boolean }): Promise<Workbench>;
}

/** Builds the extension and installs VS Code and a browser. Must be called before `measureInWindow`. */
export async function prepareMeasurements(): Promise<void> {
  await packageExtension({ quiet: true });
  await ensureCodeServer();
  await ensureBrowser();
}

/** Starts a server with the data of `seed`, opens a window that is signed in to the server, and calls `measure`. */
export async function measureInWindow(
  seed: string,
  measure: (setup: Setup) => Promise<readonly Measure[]>,
  settings: Settings = {},
): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', seed.replace(':', '-'));
  rmSync(home, { recursive: true, force: true });
  await using disposables = new AsyncDisposableStack();
  const planeServer = disposables.adopt(await BuiltInServer.start({ seed, rate: 0 }), (started) => started.stop());
  const proxy = disposables.use(await openFaultProxy(planeServer.baseUrl));
  writeBaselineExtensions(join(home, 'server', 'extensions'));
  const workspace = copySampleFolder(join(home, 'workspace'));
  const server = disposables.adopt(
    await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile, settings }),
    (started) => started.stop(),
  );
  const browser = disposables.adopt(await openBrowser(join(home, 'browser')), (context) => context.close());
  const setup: Setup = {
    workbench: await Workbench.open(browser, server),
    planeServer,
    proxy,
    extensions: join(home, 'server', 'extensions'),
    restart: ({ clearSnapshots, clearItems = false }) =>
      restartVscode(server, browser, [...(clearSnapshots ? ['snapshots'] : []), ...(clearItems ? ['items'] : [])]),
  };
  await signIn(setup, proxy.url, seed === 'sample' ? 'Atlas Web' : 'Scale');
  // Without `await`, the server and the window would be disposed before the measurement.
  return await measure(setup);
}

/** Opens a window with the baseline extensions only, and calls `measure` with VS Code's folder of extensions. */
export async function measureWithoutContrail<T>(measure: (extensions: string) => Promise<T>): Promise<T> {
  const home = join(scratchFolder, 'bench', 'floor');
  rmSync(home, { recursive: true, force: true });
  const extensions = join(home, 'server', 'extensions');
  writeBaselineExtensions(extensions);
  await using disposables = new AsyncDisposableStack();
  const server = disposables.adopt(
    await VscodeServer.start({ home: join(home, 'server'), workspace: copySampleFolder(join(home, 'workspace')) }),
    (started) => started.stop(),
  );
  const browser = disposables.adopt(await openBrowser(join(home, 'browser')), (context) => context.close());
  await Workbench.open(browser, server);
  // Without `await`, the window would be disposed before the measurement.
  return await measure(extensions);
}

/** Restarts VS Code and opens a new window. Before the start, deletes these folders of Contrail's storage. */
async function restartVscode(
  server: VscodeServer,
  browser: BrowserContext,
  deletedFolders: readonly string[],
): Promise<Workbench> {
  for (const page of browser.pages()) await page.goto('about:blank');
  await server.stop();
  const storageFolder = join(server.userData, 'User', 'globalStorage', 'contrail.contrail');
  for (const folder of deletedFolders) rmSync(join(storageFolder, folder), { recursive: true, force: true });
  await server.start();
  return Workbench.open(browser, server);
}
