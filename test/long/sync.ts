// Synchronizes projects that change while requests fail, and compares cache and server at the end:
// `npm run sync -- --count N --size N --seed N`. `--size` is the largest number of work items at the start.
import { isDeepStrictEqual, parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { runSyncTrial, syncTrials } from '../support/syncTrial.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    size: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, size, seed] = [Number(values.count), Number(values.size), Number(values.seed)];
if (![count, size, seed].every(Number.isInteger) || count < 1 || size < 0) {
  console.error('--count, --size and --seed take whole numbers.');
  process.exit(2);
}

let passedCount = 0;
await fc.assert(
  fc.asyncProperty(syncTrials(size), async (trial) => {
    const { server, windows, reopenedWindow, duplicateCount } = await runSyncTrial(trial);
    if (duplicateCount > 0) throw new Error(`${duplicateCount} work items are listed twice`);
    for (const [index, cached] of [...windows, reopenedWindow].entries()) {
      if (isDeepStrictEqual(cached, server)) continue;
      const missingIds = Object.keys(server).filter((id) => cached[id] === undefined);
      const deletedIds = Object.keys(cached).filter((id) => server[id] === undefined);
      const staleIds = Object.keys(server).filter((id) => cached[id] !== undefined && cached[id] !== server[id]);
      throw new Error(
        `cache ${index}: ${missingIds.length} missing, ${deletedIds.length} deleted, ${staleIds.length} stale`,
      );
    }
    passedCount += 1;
    if (passedCount % 10 === 0) console.log(`${passedCount} trials`);
  }),
  { numRuns: count, seed, endOnFailure: true },
);
console.log(`${passedCount} trials: the cache equals the server after each.`);
