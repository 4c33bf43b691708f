// Counts the requests that common actions of a user cause.
import { countRequests } from '../browser/requestCounts.ts';
import { countAtMost, type Measure } from './measure.ts';
import { measureInWindow, prepareMeasurements } from './setup.ts';

export async function benchScenarios(): Promise<readonly Measure[]> {
  await prepareMeasurements();
  return measureInWindow('sample', async (setup) => {
    const workbench = await setup.restart({ clearSnapshots: true });
    const counts = await countRequests({ workbench, proxy: setup.proxy });
    for (const { name: what, requests } of counts)
      console.error(`  ${what}:${requests.map((request) => `\n    ${request}`).join('')}`);
    return counts.map(({ name: what, requests, maxRequests }) =>
      countAtMost(what, requests.length, maxRequests, 'requests'),
    );
  });
}
