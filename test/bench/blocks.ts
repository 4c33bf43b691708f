// Measures the longest turn of the extension host's event loop in the first minute of a window, against a window without
// Contrail.
import { rmSync } from 'node:fs';
import { probeFile, readProbe } from './baselineExtensions.ts';
import { differenceAtMost, type Measure } from './measure.ts';
import { measureInWindow, measureWithoutContrail, prepareMeasurements, type Setup } from './setup.ts';

const WINDOW_COUNT = 2;
/** The parts in which Contrail loads and works take at most this time each. */
const MAX_EXTRA_MS = 50;

export async function benchBlocks(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  const floorMs = await measureWithoutContrail(readProbe);
  return [
    ...(await measureInWindow('sample', (setup) => measureSignedIn(setup, 'Atlas Web', floorMs))),
    ...(await measureInWindow('scale:10000', (setup) => measureSignedIn(setup, 'Scale', floorMs))),
  ];
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
