// The steps of `npm test`, in order, and steps that run only by name: `changed` and `affected` for `npm run check`,
// `main`, `firefox`, `theia`, and `desktop`.
// A tool that checks the whole repository counts as one test; the other steps count their tests.
import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { packageExtension, run } from './child.mjs';
import { ensureCodeServer } from './codeServer.mjs';
import { root, scratchFolder, screenshotFolder } from './paths.mjs';
import { ensureTheia } from './theia.mjs';
import { ensureUnchangedVscode } from './unchangedVscode.mjs';

/** @typedef {{ passed: number, failed: number }} Outcome */

const EXCESS_PROPERTIES = 'test/support/excessProperties.ts';

/** @type {readonly { name: string, what: string, run: () => Promise<Outcome> }[]} */
export const steps = [
  {
    name: 'lint',
    what: 'oxlint with types, Biome, misspelled properties',
    run: () => sideBySide(tool('oxlint', '--type-aware'), tool('biome', 'check'), tool('node', EXCESS_PROPERTIES)),
  },
  { name: 'types', what: 'the TypeScript projects', run: tool('tsc', '-b') },
  {
    name: 'architecture',
    what: 'layers, the manifest, unused exports',
    run: () => sideBySide(vitest('architecture'), tool('knip')),
  },
  { name: 'unit', what: 'modules without VS Code', run: vitest('unit') },
  { name: 'contract', what: 'client and server against the table of operations', run: vitest('contract') },
  { name: 'chaos', what: 'edits while the network, the server and the window fail', run: vitest('chaos') },
  {
    name: 'package',
    what: 'the bundles and the .vsix',
    run: async () => {
      const built = await counted(packageExtension)();
      if (built.failed > 0) return built;
      const { passed, failed } = await vitest('package')();
      return { passed: built.passed + passed, failed };
    },
  },
  { name: 'host', what: 'inside a real extension host', run: inWorkbench(hostTests('host')) },
  {
    name: 'browser',
    what: 'end-to-end tests in a real workbench with the .vsix installed',
    run: inWorkbench(scenarios),
  },
];

/** Steps that run only if they are named. */
export const optionalSteps = [
  {
    name: 'changed',
    what: 'the same as lint, for the files changed since the last push',
    run: () => {
      const files = changedFiles();
      const code = files.filter((file) => /\.(?:ts|tsx|mjs|cjs)$/.test(file));
      const sources = code.filter((file) => file.startsWith('src/'));
      // Without files, the tools would check the whole repository.
      return sideBySide(
        ...(code.length === 0 ? [] : [tool('oxlint', '--type-aware', ...code)]),
        ...(files.length === 0 ? [] : [tool('biome', 'check', '--no-errors-on-unmatched', ...files)]),
        ...(sources.length === 0 ? [] : [tool('node', EXCESS_PROPERTIES, ...sources)]),
      );
    },
  },
  {
    name: 'affected',
    what: 'unit tests that import a file changed since the last push',
    run: async () => {
      // Imported here, because the npm packages that this module imports may not be installed yet.
      const { testsAffectedBy } = await import('./affectedTests.mjs');
      const tests = await testsAffectedBy(changedFiles());
      return tests.length === 0 ? { passed: 0, failed: 0 } : vitest('unit', ...tests)();
    },
  },
  {
    name: 'main',
    what: 'the main end-to-end tests: find, read, edit and comment on a work item',
    run: inWorkbench(vitest('browser', 'item.e2e', 'comments.e2e')),
  },
  {
    name: 'firefox',
    what: 'VS Code for the Web in Firefox, which must be installed',
    run: () => {
      const driver = new URL('./firefoxDriver.mjs', import.meta.url);
      Object.assign(process.env, { CONTRAIL_TEST_BROWSER: 'firefox', NODE_OPTIONS: `--import ${driver.href}` });
      return inWorkbench(vitest('browser', 'web.e2e'))();
    },
  },
  {
    name: 'theia',
    what: 'the packaged extension in Eclipse Theia, which is built from its npm packages',
    run: async () => {
      await ensureTheia();
      await ensureBrowser();
      return vitest('theia')();
    },
  },
  {
    name: 'desktop',
    what: 'inside the extension host of VS Code for the desktop, which is downloaded',
    run: hostTests('desktop'),
  },
];

/** Returns the last commit that this branch shares with its upstream branch; without an upstream branch, `HEAD`. */
function lastPushed() {
  try {
    return git('merge-base', 'HEAD', '@{upstream}').trim();
  } catch {
    return 'HEAD';
  }
}

/** Returns the files that were changed or added since the last push, also those that are not committed. */
function changedFiles() {
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', lastPushed()).split('\0');
  const added = git('ls-files', '--others', '--exclude-standard', '-z').split('\0');
  return [...changed, ...added].filter((file) => file !== '');
}

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/**
 * Runs the parts of a step at the same time.
 * @param {...(() => Promise<Outcome>)} parts
 * @returns {Promise<Outcome>}
 */
async function sideBySide(...parts) {
  const outcomes = await Promise.all(parts.map((part) => part()));
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * @param {() => Promise<void>} work
 * @returns {() => Promise<Outcome>}
 */
function counted(work) {
  return async () => {
    try {
      await work();
      return { passed: 1, failed: 0 };
    } catch (cause) {
      console.error(cause instanceof Error ? cause.message : cause);
      return { passed: 0, failed: 1 };
    }
  };
}

/**
 * Runs a program whose output is printed only if it fails, so that programs that run side by side can be read.
 * @param {string} name
 * @param {...string} args
 */
function tool(name, ...args) {
  return counted(() => run(name, args, { quiet: true }));
}

/**
 * Runs a project of vitest.config.ts. Skipped tests count as failed, so that a skipped test is noticed.
 * @param {string} project
 * @param {...string} options
 * @returns {() => Promise<Outcome>}
 */
function vitest(project, ...options) {
  const file = reportFile(project);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return reported(
    file,
    () => run('vitest', ['run', '--project', project, '--allowOnly=false', ...reporters, ...options]),
    (report) => ({
      passed: report.numPassedTests,
      failed: (report.numTotalTests ?? Number.NaN) - (report.numPassedTests ?? 0),
    }),
  );
}

/** @param {string} project */
function reportFile(project) {
  return join(scratchFolder, 'results', `${project}.json`);
}

/**
 * Runs the host tests in code-server (`host`) or in VS Code for the desktop (`desktop`).
 * @param {'host' | 'desktop'} name
 * @returns {() => Promise<Outcome>}
 */
function hostTests(name) {
  const file = reportFile(name);
  const program = { host: 'run.ts', desktop: 'desktop.ts' }[name];
  return reported(
    file,
    () => run('node', [join('test', 'host', program), file]),
    ({ passed, failed }) => ({ passed, failed }),
  );
}

/**
 * Runs tests that write a report to `file`. If the run fails but its report contains no failed test (for example
 * because a test file cannot be loaded), the run counts as one failed test.
 * @param {string} file
 * @param {() => Promise<void>} work
 * @param {(report: Record<string, number>) => { passed: number | undefined, failed: number | undefined }} read
 * @returns {() => Promise<Outcome>}
 */
function reported(file, work, read) {
  return async () => {
    await rm(file, { force: true });
    const { failed } = await counted(work)();
    const report = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
    const counts = read(report);
    const isComplete = counts.passed !== undefined && Number.isInteger(counts.failed);
    return { passed: counts.passed ?? 0, failed: isComplete ? Math.max(failed, counts.failed ?? 0) : 1 };
  };
}

/** Deletes the screenshots of earlier runs, runs the end-to-end tests, and lists the slowest. */
async function scenarios() {
  await ensureUnchangedVscode();
  await rm(screenshotFolder, { recursive: true, force: true });
  const outcome = await vitest('browser')();
  await listSlowest(reportFile('browser'), 10);
  return outcome;
}

/**
 * Prints the tests of a report that took longest.
 * @param {string} file
 * @param {number} count
 */
async function listSlowest(file, count) {
  /** @type {{ testResults?: { assertionResults: { ancestorTitles: string[], title: string, duration?: number }[] }[] }} */
  const { testResults = [] } = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .toSorted((test, other) => (other.duration ?? 0) - (test.duration ?? 0))
    .slice(0, count);
  console.log(`\nThe ${tests.length} slowest tests:`);
  for (const { ancestorTitles, title, duration = 0 } of tests)
    console.log(
      `${(duration / 1000).toFixed(1).padStart(7)} s  ${[...ancestorTitles, title].filter(Boolean).join(' > ')}`,
    );
}

/**
 * @param {() => Promise<Outcome>} tests
 * @returns {() => Promise<Outcome>}
 */
function inWorkbench(tests) {
  return async () => {
    await ensureCodeServer();
    await ensureBrowser();
    return tests();
  };
}
