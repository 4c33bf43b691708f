// How Vitest runs the tests: one project for each kind.
import { defineConfig } from 'vitest/config';
import { readRealServer } from './test/support/realServer.ts';

/** Another server runs only the contract tests of the operations, and each request may wait for its rate limit. */
const contract =
  readRealServer() === undefined
    ? { include: ['test/contract/**/*.test.ts'], testTimeout: 20_000 }
    : { include: ['test/contract/operations.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 };

const globalSetup = ['test/support/templateFolder.ts'];

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because tests often wait for the network, files or git.
    maxWorkers: 3,
    // Stores transformed files for later runs.
    experimental: { fsModuleCache: true },
    projects: [
      // Some tests start processes, which may be slow when both cores are busy.
      // The files of a worker share their modules, which have no state.
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          globalSetup,
          testTimeout: 20_000,
          // Ends as soon as the condition holds; a busy machine may need longer than the default of a second.
          expect: { poll: { timeout: 15_000 } },
          isolate: false,
        },
      },
      { test: { name: 'contract', ...contract, globalSetup, isolate: false } },
      // Starts hosts and kills them.
      { test: { name: 'chaos', include: ['test/chaos/**/*.test.ts'], testTimeout: 90_000 } },
      // Some tests parse every file, which the files of a worker share.
      {
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      { test: { name: 'package', include: ['test/package/**/*.test.ts'] } },
      { test: { name: 'theia', include: ['test/theia/*.e2e.ts'], testTimeout: 360_000 } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.e2e.ts'],
          globalSetup: ['test/support/secretLeak/summary.ts'],
          maxWorkers: 2,
          // The tests of a worker share one instance of VS Code, see test/browser/scenario.ts. One worker alone uses
          // little more than one of two cores.
          isolate: false,
          // A scenario has many steps, each of which waits at most 30 seconds.
          testTimeout: 360_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
