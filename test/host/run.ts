// Runs the host tests in VS Code, and prints the results.
// The argument is the path of the file to which the numbers of passed and failed tests are written.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { remoteAuthority, VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { bundleHostTests } from './bundle.ts';
import { makeHostile } from './hostileFolder.ts';
import { reportVariable, serverVariable, type TestLine } from './report.ts';

const home = join(scratchFolder, 'host');
const report = join(home, 'report.jsonl');
const countsFile = process.argv[2] ?? join(scratchFolder, 'results', 'host.json');
const timeoutMs = 600_000;

rmSync(home, { recursive: true, force: true });
const entryBundle = await bundleHostTests(join(home, 'bundles'));
const planeServer = await PlaneServer.start({ rate: 0 });
const server = await VscodeServer.start({
  home: join(home, 'server'),
  workspace: makeHostile(copySampleWorkspace(join(home, 'workspace'))),
  env: { [reportVariable]: report, [serverVariable]: JSON.stringify(planeServer) },
  testDriver: true,
});
const browser = await openBrowser(join(home, 'browser'));
try {
  let exitCode: number | undefined;
  const workbench = await Workbench.open(browser, server, {
    payload: [
      ['extensionDevelopmentPath', `${remoteAuthority}${root}`],
      ['extensionTestsPath', `${remoteAuthority}${entryBundle}`],
    ],
    prepare: async (page) => {
      // VS Code calls these functions if its test driver is enabled.
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        exitCode = code;
      });
    },
  });
  const printedResults: TestLine[] = [];
  const printNewResults = (): void => {
    for (const line of readResults().slice(printedResults.length)) {
      printedResults.push(line);
      console.log(formatResult(line));
    }
  };
  await until(
    'the tests in the extension host to end',
    () => {
      printNewResults();
      return exitCode !== undefined;
    },
    timeoutMs,
  );
  printNewResults();
  const passed = printedResults.filter(({ outcome }) => outcome === 'passed').length;
  const failed = printedResults.length - passed;
  mkdirSync(dirname(countsFile), { recursive: true });
  writeFileSync(countsFile, JSON.stringify({ passed, failed }));
  if (exitCode !== 0 || failed > 0 || passed === 0) {
    await workbench.screenshot('failed-host-tests');
    console.error(
      [
        `The extension host's tests ended with ${exitCode}: ${passed} passed, ${failed} failed`,
        ...workbench.errors,
      ].join('\n'),
    );
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
  await planeServer.stop();
}

/** Returns the results in the complete lines of the results file. */
function readResults(): TestLine[] {
  if (!existsSync(report)) return [];
  const text = readFileSync(report, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): TestLine => JSON.parse(line));
}

function formatResult({ title, outcome, milliseconds, trouble }: TestLine): string {
  const symbol = { passed: '✓', failed: '✗', pending: '-' }[outcome];
  return ` ${symbol} ${title} (${milliseconds} ms)${trouble === undefined ? '' : `\n${trouble}`}`;
}
