// Counts the requests of the most common operations in Contrail.
import { countRequests } from '../browser/asked.ts';
import { atMostOf, type Measure } from './measure.ts';
import { onGround, prepareGround } from './setup.ts';

export async function scenarios(): Promise<readonly Measure[]> {
  await prepareGround();
  return onGround('sample', async (setup) => {
    const asked = await countRequests(setup);
    for (const { what, requests } of asked)
      console.error(`  ${what}:${requests.map((one) => `\n    ${one}`).join('')}`);
    return asked.map(({ what, requests, most }) => atMostOf(what, requests.length, most, 'requests'));
  });
}
