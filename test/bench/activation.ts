// Measures the activation, compared with an empty extension, and the time until the first tree row is visible.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import type { ActivationResult } from './activationResult.ts';
import {
  baselineRows,
  emptyExtensionFile,
  emptyExtensionId,
  measureActivationOf,
  writeBaselineExtensions,
} from './baselineExtensions.ts';
import { bundleForHost } from './hostBundle.ts';
import { resultVariable } from './linkingResult.ts';
import { countEquals, differenceAtMost, type Measure } from './measure.ts';
import { measureInWindow, prepareMeasurements, type Setup } from './setup.ts';

/** The number of measured windows. One more window is opened first, to warm up the disk cache. */
const WINDOW_COUNT = 10;
/** How much longer Contrail may take to load and to activate than an empty extension. */
const MAX_EXTRA_ACTIVATION_MS = 5;
const RESTART_COUNT = 3;
/** How long to wait after a window was opened, so that VS Code has finished starting. */
const STARTUP_MS = 8_000;
/**
 * How much longer the first rows of Contrail may take than the first rows of a view with constant rows: `WARM` with a
 * snapshot on disk, `COLD` without one.
 */
const MAX_EXTRA_WARM_MS = 100;
const MAX_EXTRA_COLD_MS = 200;

export async function benchActivation(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  return [...(await measureActivation()), ...(await measureInWindow('sample', measureFirstRows))];
}

/** Measures while the user is signed out, as in each window right after the installation. */
async function measureActivation(): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', 'activation');
  const file = join(home, 'result.json');
  rmSync(home, { recursive: true, force: true });
  await using disposables = new AsyncDisposableStack();
  const extensions = join(home, 'server', 'extensions');
  writeBaselineExtensions(extensions);
  measureActivationOf(emptyExtensionId, emptyExtensionFile(extensions));
  measureActivationOf('contrail.contrail', writeInactiveContrail(extensions));
  const server = disposables.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleFolder(join(home, 'workspace')),
      env: { [resultVariable]: file },
      testDriver: true,
    }),
    (startedServer) => startedServer.stop(),
  );
  const browser = disposables.adopt(await openBrowser(join(home, 'browser')), (context) => context.close());
  const entry = await bundleForHost('activationInHost.ts', home);
  const results: ActivationResult[] = [];
  for (let window = 0; window <= WINDOW_COUNT; window += 1) {
    let exitCode: number | undefined;
    writeFileSync(file, JSON.stringify({ turn: window }));
    const { page } = await Workbench.open(browser, server, {
      payload: [
        ['extensionDevelopmentPath', server.uriOf(writeDevelopmentExtension(home))],
        ['extensionTestsPath', server.uriOf(entry)],
      ],
      prepare: async (opened) => {
        await opened.exposeFunction('codeAutomationLog', () => undefined);
        await opened.exposeFunction('codeAutomationExit', (code: number) => {
          exitCode = code;
        });
      },
    });
    await until('the extensions to be activated', () => exitCode !== undefined, 60_000);
    if (exitCode !== 0) throw new Error(`The measurement in the extension host ended with ${exitCode}`);
    results.push(JSON.parse(readFileSync(file, 'utf8')));
    await page.close();
    await until('the extension host to have ended', () => server.extensionHosts().length === 0);
  }
  const resultsAfterWarmUp = results.slice(1);
  const shortestDuration = (extension: 'contrail' | 'empty') =>
    Math.min(...resultsAfterWarmUp.map((result) => result[extension]));
  const bundles = new Set(resultsAfterWarmUp.flatMap(({ loadedBundles: loaded }) => loaded));
  return [
    differenceAtMost(
      'activation (loading the code, and activate()), against an empty extension in the same host',
      shortestDuration('contrail'),
      shortestDuration('empty'),
      MAX_EXTRA_ACTIVATION_MS,
      'ms',
    ),
    countEquals('bundles loaded by the activation', bundles.size, 1, 'bundles'),
  ];
}

/**
 * Installs Contrail without activation events, so that the measurement can activate it after the window has finished
 * starting. Returns the path of its main file.
 */
function writeInactiveContrail(extensions: string): string {
  const folder = join(extensions, 'contrail.contrail-0.2.0');
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(?:vsix|json)$/.test(path),
  });
  cpSync(join(root, 'media'), join(folder, 'media'), { recursive: true });
  const manifest: object = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  cpSync(join(root, 'package.nls.json'), join(folder, 'package.nls.json'));
  return join(folder, 'dist', 'extension.cjs');
}

/** Writes an extension without code: VS Code runs a test program only if it loads an extension under development. */
function writeDevelopmentExtension(home: string): string {
  const folder = join(home, 'developed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'developed', publisher: 'baseline', version: '1.0.0', engines: { vscode: '^1.103.0' } }),
  );
  return folder;
}

/** Measures the time from the click on the icon in the activity bar until the first row is visible. */
async function measureFirstRows(setup: Setup): Promise<readonly Measure[]> {
  const durations = { cold: [] as number[], warm: [] as number[], baseline: [] as number[] };
  let { workbench } = setup;
  for (let restart = 0; restart < RESTART_COUNT; restart += 1) {
    for (const clearSnapshots of [true, false]) {
      await workbench.openContainer('Explorer');
      // VS Code stores that Contrail's view is hidden only when the window is reloaded.
      await workbench.reload();
      workbench = await setup.restart({ clearSnapshots });
      const { page } = workbench;
      const openView = async (container: string, row: string): Promise<number> => {
        const start = performance.now();
        await page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${container}"])`).click();
        await page.locator('.part.sidebar .monaco-list-row', { hasText: row }).first().waitFor();
        return performance.now() - start;
      };
      await page.waitForTimeout(STARTUP_MS);
      const measureContrail = async () =>
        durations[clearSnapshots ? 'cold' : 'warm'].push(await openView('Contrail', 'Atlas Web'));
      const measureBaseline = async () =>
        durations.baseline.push(await openView(baselineRows.container, baselineRows.first));
      for (const measure of restart % 2 === 0 ? [measureBaseline, measureContrail] : [measureContrail, measureBaseline])
        await measure();
    }
  }
  const shortestDuration = (series: keyof typeof durations) => Math.min(...durations[series]);
  return [
    differenceAtMost(
      'first rows, with a snapshot on disk, against constant rows',
      shortestDuration('warm'),
      shortestDuration('baseline'),
      MAX_EXTRA_WARM_MS,
      'ms',
    ),
    differenceAtMost(
      'first rows, without a snapshot on disk, against constant rows',
      shortestDuration('cold'),
      shortestDuration('baseline'),
      MAX_EXTRA_COLD_MS,
      'ms',
    ),
  ];
}
