// Measures activation against an empty extension in the same host, and the first rows against a
// list with constant rows.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { remoteAuthority, VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import type { ActivationResult } from './activationResult.ts';
import { rows as floorRows, writeFloors } from './floors.ts';
import { bundleForHost } from './hostBundle.ts';
import { resultVariable } from './linkingResult.ts';
import { atMostMore, exactly, type Measure } from './measure.ts';
import { onGround, prepareGround, type Setup } from './setup.ts';

/** The number of measured windows; one more comes before them to warm up the disk cache. */
const WINDOWS = 5;
/** How many milliseconds longer than an empty extension. */
const ALLOWED = 10;
const RESTARTS = 3;
/** In milliseconds. */
const STARTING = 8_000;
/** How many milliseconds longer than constant rows. */
const WARM = 100;
const COLD = 200;

export async function activation(): Promise<readonly Measure[]> {
  await prepareGround();
  return [...(await activating()), ...(await onGround('sample', firstRows))];
}

/** Measured while signed out, as in every window right after the installation. */
async function activating(): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', 'activation');
  const file = join(home, 'result.json');
  rmSync(home, { recursive: true, force: true });
  await using held = new AsyncDisposableStack();
  const extensions = join(home, 'server', 'extensions');
  writeFloors(extensions);
  writeSleeper(extensions);
  const server = held.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleWorkspace(join(home, 'workspace')),
      env: { [resultVariable]: file },
      testDriver: true,
    }),
    (one) => one.stop(),
  );
  const browser = held.adopt(await openBrowser(join(home, 'browser')), (one) => one.close());
  const entry = await bundleForHost('activationInHost.ts', home);
  const result: ActivationResult[] = [];
  for (let window = 0; window <= WINDOWS; window += 1) {
    let ended: number | undefined;
    writeFileSync(file, JSON.stringify({ turn: window }));
    const { page } = await Workbench.open(browser, server, {
      payload: [
        ['extensionDevelopmentPath', `${remoteAuthority}${developed(home)}`],
        ['extensionTestsPath', `${remoteAuthority}${entry}`],
      ],
      prepare: async (opened) => {
        await opened.exposeFunction('codeAutomationLog', () => undefined);
        await opened.exposeFunction('codeAutomationExit', (code: number) => {
          ended = code;
        });
      },
    });
    await until('the extensions to be woken', () => ended !== undefined, 60_000);
    if (ended !== 0) throw new Error(`The waking ended with ${ended}`);
    result.push(JSON.parse(readFileSync(file, 'utf8')));
    await page.close();
    await until('the extension host to have ended', () => server.extensionHosts().length === 0);
  }
  const counted = result.slice(1);
  const least = (who: 'contrail' | 'empty') => Math.min(...counted.map((one) => one[who]));
  const bundles = new Set(counted.flatMap(({ loaded }) => loaded));
  return [
    atMostMore(
      'from asking until it is awake, against an empty extension in the same host',
      least('contrail'),
      least('empty'),
      ALLOWED,
      'ms',
    ),
    exactly('bundles read before the first view or command', bundles.size, 1, 'bundles'),
  ];
}

/**
 * Writes the packaged extension with a manifest without activation events: the measurement activates it after the
 * window has finished starting.
 */
function writeSleeper(extensions: string): void {
  const folder = join(extensions, 'contrail.contrail-0.1.0');
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(?:vsix|json)$/.test(path),
  });
  cpSync(join(root, 'media'), join(folder, 'media'), { recursive: true });
  const manifest: object = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  cpSync(join(root, 'package.nls.json'), join(folder, 'package.nls.json'));
}

/** Writes an extension without code: the workbench runs a test program only while an extension is under development. */
function developed(home: string): string {
  const folder = join(home, 'developed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'developed', publisher: 'floor', version: '1.0.0', engines: { vscode: '^1.96.0' } }),
  );
  return folder;
}

/** Measured from the click on the icon in the activity bar. */
async function firstRows(setup: Setup): Promise<readonly Measure[]> {
  const took = { cold: [] as number[], warm: [] as number[], floor: [] as number[] };
  let { workbench } = setup;
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    for (const forgetting of [true, false]) {
      await workbench.openContainer('Explorer');
      // The reload saves that Contrail's view is hidden.
      await workbench.reload();
      workbench = await setup.restart({ forgetting });
      const { page } = workbench;
      const shown = async (container: string, row: string): Promise<number> => {
        const begun = performance.now();
        await page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${container}"])`).click();
        await page.locator('.part.sidebar .monaco-list-row', { hasText: row }).first().waitFor();
        return performance.now() - begun;
      };
      // A window continues to start for some seconds.
      await page.waitForTimeout(STARTING);
      const ours = async () => took[forgetting ? 'cold' : 'warm'].push(await shown('Contrail', 'Atlas Web'));
      const floor = async () => took.floor.push(await shown(floorRows.container, floorRows.first));
      for (const one of restart % 2 === 0 ? [floor, ours] : [ours, floor]) await one();
    }
  }
  const least = (who: keyof typeof took) => Math.min(...took[who]);
  return [
    atMostMore(
      'first rows on screen, warm, against rows that are known from the start',
      least('warm'),
      least('floor'),
      WARM,
      'ms',
    ),
    atMostMore(
      'first rows on screen, cold, against rows that are known from the start',
      least('cold'),
      least('floor'),
      COLD,
      'ms',
    ),
  ];
}
