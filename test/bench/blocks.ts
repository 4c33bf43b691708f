// Measures the longest turn of the extension host's event loop in the first minute of a window, against a window without
// Contrail.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { PROBE_MS, probeFile, writeBaselineExtensions } from './baselineExtensions.ts';
import { differenceAtMost, type Measure } from './measure.ts';
import { measureInWindow, prepareMeasurements, type Setup } from './setup.ts';

const WINDOW_COUNT = 2;
/** The parts in which Contrail loads and works take at most this time each. */
const MAX_EXTRA_MS = 50;

export async function benchBlocks(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  const floorMs = await measureFloor();
  return [
    ...(await measureInWindow('sample', (setup) => measureSignedIn(setup, 'Atlas Web', floorMs))),
    ...(await measureInWindow('scale:10000', (setup) => measureSignedIn(setup, 'Scale', floorMs))),
  ];
}

/** Resolves with the longest turn in a window without Contrail, in milliseconds. */
async function measureFloor(): Promise<number> {
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
  return await readProbe(extensions);
}

/** Measures windows in which the view of Contrail is open and the project is expanded. */
async function measureSignedIn(setup: Setup, project: string, floorMs: number): Promise<readonly Measure[]> {
  const longestTurns: number[] = [];
  for (let window = 0; window < WINDOW_COUNT; window += 1) {
    rmSync(probeFile(setup.extensions), { force: true });
    const workbench = await setup.restart({ clearSnapshots: false });
    await workbench.openContainer('Contrail');
    await workbench.view('Projects').row(project).expand();
    longestTurns.push(await readProbe(setup.extensions));
  }
  return [
    differenceAtMost(
      `longest block of the first minute, signed in, ${project} expanded, against a window without Contrail`,
      Math.min(...longestTurns),
      floorMs,
      MAX_EXTRA_MS,
      'ms',
    ),
  ];
}

async function readProbe(extensions: string): Promise<number> {
  const file = probeFile(extensions);
  return until(
    'the probe to end',
    () => {
      try {
        return Number(readFileSync(file, 'utf8')) || undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return undefined;
      }
    },
    PROBE_MS + 60_000,
  );
}
