// Measures the processor time of the extension host while nothing happens, against a window with an empty extension.
import { REST_PERIOD_MS, readRest } from './baselineExtensions.ts';
import { differenceAtMost, type Measure, median } from './measure.ts';
import { measureInWindow, measureWithoutContrail, prepareMeasurements } from './setup.ts';

export async function benchRest(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  const empty = await measureWithoutContrail(readRest);
  return measureInWindow('sample', async ({ extensions }) => {
    const contrail = await readRest(extensions);
    return [
      differenceAtMost(
        `processor time of ${REST_PERIOD_MS / 1_000} s at rest, signed in, view open, against a window with an empty extension`,
        median(contrail),
        median(empty),
        // The spread of the reference: a smaller difference says nothing.
        Math.ceil(Math.max(...empty) - Math.min(...empty)),
        'ms',
      ),
    ];
  });
}
