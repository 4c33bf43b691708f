// Owns how Vitest runs the tests: a project for each kind.
import { defineConfig } from 'vitest/config';
import { foreignServer } from './test/support/foreignServer.ts';

/** Another server is put to the contract alone, and may make each request wait for its rate limit. */
const contract =
  foreignServer() === undefined
    ? { include: ['test/contract/**/*.test.ts'] }
    : { include: ['test/contract/operations.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Some start processes of their own, which two cores may be busy with.
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 20_000 } },
      { test: { name: 'contract', ...contract } },
      // Starts hosts of its own and kills them.
      { test: { name: 'torture', include: ['test/torture/**/*.test.ts'], testTimeout: 90_000 } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      { test: { name: 'package', include: ['test/package/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.journey.ts'],
          globalSetup: ['test/support/secretLeak/ledger.ts'],
          // One workbench at a time: two at once on a small machine make each other late.
          fileParallelism: false,
          testTimeout: 120_000,
          // Each telling begins afresh. A machine that is busy elsewhere may be late once; what had to be told again is marked in the report.
          retry: 1,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
