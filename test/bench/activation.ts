// Owns the measures of waking up: activation against an empty extension in the same host, and the first rows against a list that is known from the start.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quiet } from '../browser/asked.ts';
import { openBrowser } from '../support/browser.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { remoteAuthority, VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import type { ActivationTold } from './activationTold.ts';
import { rows as floorRows, writeFloors } from './floors.ts';
import { type Ground, onGround, prepareGround } from './ground.ts';
import { bundleForHost } from './hostBundle.ts';
import { toldVariable } from './linkingTold.ts';
import { atMostMore, exactly, type Measure, median } from './measure.ts';

/** Windows; the first one warms the disk up and is not counted. */
const WINDOWS = 5;
/** Milliseconds more than an empty extension. */
const ALLOWED = 10;
const RESTARTS = 3;
/** Milliseconds more than rows that are known from the start. */
const WARM = 150;
const COLD = 400;

export async function activation(): Promise<readonly Measure[]> {
  await prepareGround();
  return [...(await activating()), ...(await onGround('sample', firstRows))];
}

/** While nobody is signed in, as in every window of somebody who has just installed it. */
async function activating(): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', 'activation');
  const file = join(home, 'told.json');
  rmSync(home, { recursive: true, force: true });
  await using held = new AsyncDisposableStack();
  const extensions = join(home, 'server', 'extensions');
  writeFloors(extensions);
  const server = held.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleWorkspace(join(home, 'workspace')),
      vsix: packageFile,
      env: { [toldVariable]: file },
      testDriver: true,
    }),
    (one) => one.stop(),
  );
  const browser = held.adopt(await openBrowser(join(home, 'browser')), (one) => one.close());
  const entry = await bundleForHost('activationInHost.ts', home);
  const told: ActivationTold[] = [];
  for (let window = 0; window <= WINDOWS; window += 1) {
    let ended: number | undefined;
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
    await until('VS Code to tell of the activations', () => ended !== undefined, 60_000);
    if (ended !== 0) throw new Error(`The reading of the activations ended with ${ended}`);
    told.push(JSON.parse(readFileSync(file, 'utf8')));
    await page.close();
    await until('the extension host to have ended', () => server.extensionHosts().length === 0);
  }
  const counted = told.slice(1);
  const of = (who: 'contrail' | 'empty', what: 'call' | 'finish') =>
    median(counted.map((one) => one[who].load + (what === 'call' ? one[who].call : one[who].finish)));
  const bundles = new Set(counted.flatMap(({ loaded }) => loaded));
  return [
    atMostMore('code loaded and activate() called, against an empty extension', of('contrail', 'call'), of('empty', 'call'), ALLOWED, 'ms'),
    exactly('bundles read before the first view or command', bundles.size, 1, 'bundles'),
  ];
}

/** Something must be under development where the workbench is to load a program: an extension without any code. */
function developed(home: string): string {
  const folder = join(home, 'developed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'developed', publisher: 'floor', version: '1.0.0', engines: { vscode: '^1.96.0' } }),
  );
  return folder;
}

/** From the click on the icon in the activity bar. */
async function firstRows(ground: Ground): Promise<readonly Measure[]> {
  const took = { cold: [] as number[], warm: [] as number[], floor: [] as number[] };
  let { workbench } = ground;
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    for (const forgetting of [true, false]) {
      await workbench.openContainer('Explorer');
      // Only then is it written down that Contrail's rows were not in sight.
      await workbench.reload();
      workbench = await ground.restart({ forgetting });
      const { page } = workbench;
      const shown = async (container: string, row: string): Promise<number> => {
        const begun = performance.now();
        await page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${container}"])`).click();
        await page.locator('.part.sidebar .monaco-list-row', { hasText: row }).first().waitFor();
        return performance.now() - begun;
      };
      await quiet(ground.road);
      took.floor.push(await shown(floorRows.container, floorRows.first));
      took[forgetting ? 'cold' : 'warm'].push(await shown('Contrail', 'Atlas Web'));
    }
  }
  const floor = median(took.floor);
  return [
    atMostMore('first rows on screen, warm, against rows that are known from the start', median(took.warm), floor, WARM, 'ms'),
    atMostMore('first rows on screen, cold, against rows that are known from the start', median(took.cold), floor, COLD, 'ms'),
  ];
}
