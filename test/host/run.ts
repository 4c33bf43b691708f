// Runs the host tests in VS Code, and prints the results.
// The argument is the path of the file to which the numbers of passed and failed tests are written.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { freePort, VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { bundleHostTests } from './bundle.ts';
import { makeFolderHostile } from './hostileFolder.ts';
import { type EndLine, reportVariable, serverVariable, type TestLine } from './report.ts';

const home = join(scratchFolder, 'host');
const reportFile = join(home, 'report.jsonl');
const countsFile = process.argv[2] ?? join(scratchFolder, 'results', 'host.json');
/** How long the run may take, and how long it may take until its first result. */
const timeoutMs = 600_000;
const startTimeoutMs = 60_000;

rmSync(home, { recursive: true, force: true });
const entryBundle = await bundleHostTests(join(home, 'bundles'));
const planeServer = await PlaneServer.start({ rate: 0 });
const proxyPort = await freePort();
const { baseUrl, workspace, apiKey } = planeServer;
const server = await VscodeServer.start({
  home: join(home, 'server'),
  workspace: makeFolderHostile(copySampleFolder(join(home, 'workspace'))),
  env: {
    [reportVariable]: reportFile,
    [serverVariable]: JSON.stringify({ baseUrl, workspace, apiKey, proxyPort }),
    PLANE_API_KEY: apiKey,
    PLANE_WORKSPACE_SLUG: workspace,
    PLANE_BASE_URL: `http://127.0.0.1:${proxyPort}`,
    // Prevents git from finding the repository that contains this file.
    GIT_CEILING_DIRECTORIES: home,
  },
  // VS Code 1.103 treats every repository outside of the workspace like a repository in a parent folder.
  settings: { 'git.openRepositoryInParentFolders': 'always' },
  testDriver: true,
});
const browser = await openBrowser(join(home, 'browser'));
try {
  const workbench = await Workbench.open(browser, server, {
    payload: [
      ['extensionDevelopmentPath', server.uriOf(root)],
      ['extensionTestsPath', server.uriOf(entryBundle)],
    ],
    prepare: async (page) => {
      // VS Code calls these functions if its test driver is enabled.
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', () => undefined);
    },
  });
  const printedResults: TestLine[] = [];
  await until('the first result from the extension host', () => readLines().length > 0, startTimeoutMs);
  await until(
    'the tests in the extension host to end',
    () => {
      const lines = readLines();
      for (const line of lines.filter(isTestLine).slice(printedResults.length)) {
        printedResults.push(line);
        console.log(formatResult(line));
      }
      return lines.some((line) => !isTestLine(line));
    },
    timeoutMs,
  );
  const passed = printedResults.filter(({ outcome }) => outcome === 'passed').length;
  const failed = printedResults.length - passed;
  mkdirSync(dirname(countsFile), { recursive: true });
  writeFileSync(countsFile, JSON.stringify({ passed, failed }));
  if (failed > 0 || passed === 0) {
    await workbench.screenshot('failed-host-tests');
    console.error(
      [`The tests in the extension host ended: ${passed} passed, ${failed} failed`, ...workbench.errors].join('\n'),
    );
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
  await planeServer.stop();
}

function isTestLine(line: TestLine | EndLine): line is TestLine {
  return !('ended' in line);
}

/** Returns the complete lines of the results file. */
function readLines(): (TestLine | EndLine)[] {
  if (!existsSync(reportFile)) return [];
  const text = readFileSync(reportFile, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): TestLine | EndLine => JSON.parse(line));
}

function formatResult({ title, outcome, milliseconds, error }: TestLine): string {
  const symbol = { passed: '✓', failed: '✗', pending: '-' }[outcome];
  return ` ${symbol} ${title} (${milliseconds} ms)${error === undefined ? '' : `\n${error}`}`;
}
