// Tests the background synchronization with generated changes and faults. `npm run sync` runs larger trials.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSyncTrial, syncTrials } from '../../../../support/syncTrial.ts';

describe('The work items in the cache', () => {
  it('equal the work items on the server after any changes and faults, in every window and after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(syncTrials(330), async (trial) => {
        const { server, windows, reopenedWindow, duplicateCount } = await runSyncTrial(trial);
        expect(duplicateCount).toBe(0);
        for (const cached of windows) expect(cached).toEqual(server);
        expect(reopenedWindow).toEqual(server);
      }),
      { numRuns: 5, seed: 20_261 },
    );
  }, 120_000);
});
