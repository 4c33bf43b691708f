// Runs the host tests in VS Code, and prints the results.
// The argument is the path of the file to which the numbers of passed and failed tests are written.
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { HostRun, hostSettings } from './hostRun.ts';

const home = join(scratchFolder, 'host');
const countsFile = process.argv[2] ?? join(scratchFolder, 'results', 'host.json');
/** How long the run may take, and how long it may take until its first result. */
const timeoutMs = 600_000;
const startTimeoutMs = 60_000;

const run = await HostRun.prepare(home);
const server = await VscodeServer.start({
  home: join(home, 'server'),
  workspace: run.workspaceFolder,
  env: run.env,
  settings: hostSettings,
  testDriver: true,
});
const browser = await openBrowser(join(home, 'browser'));
try {
  const workbench = await Workbench.open(browser, server, {
    payload: [
      ['extensionDevelopmentPath', server.uriOf(root)],
      ['extensionTestsPath', server.uriOf(run.entryBundle)],
    ],
    prepare: async (page) => {
      // VS Code calls these functions if its test driver is enabled.
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', () => undefined);
    },
  });
  await until('the first result from the extension host', () => run.hasResults, startTimeoutMs);
  await until('the tests in the extension host to end', () => run.printResults(), timeoutMs);
  const { passed, failed } = run.writeCounts(countsFile);
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
  await run.stop();
}
