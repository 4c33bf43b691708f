// How Vitest runs the tests: one project for each kind.
import { defineConfig } from 'vitest/config';
import { foreignServer } from './test/support/foreignServer.ts';

/** Another server runs only the contract tests of the operations, and each request may wait for its rate limit. */
const contract =
  foreignServer() === undefined
    ? { include: ['test/contract/**/*.test.ts'] }
    : { include: ['test/contract/operations.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Some tests start processes, which may be slow when both cores are busy.
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 20_000 } },
      { test: { name: 'contract', ...contract } },
      // Starts hosts and kills them.
      { test: { name: 'chaos', include: ['test/chaos/**/*.test.ts'], testTimeout: 90_000 } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      { test: { name: 'package', include: ['test/package/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.e2e.ts'],
          globalSetup: ['test/support/secretLeak/summary.ts'],
          // One workbench at a time: on a small machine, two would slow each other down into timeouts.
          fileParallelism: false,
          testTimeout: 120_000,
          // Each retry starts with new data. A test may time out once on a busy machine; the report marks retried
          // tests.
          retry: 1,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
