// Runs the host tests in a real extension host: serves a VS Code, opens its workbench with the
// extension, and prints each result. Argument: the file for the counts.
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
/** In milliseconds. */
const patience = 600_000;

rmSync(home, { recursive: true, force: true });
const entry = await bundleHostTests(join(home, 'bundles'));
const planeServer = await PlaneServer.start({ rate: 0 });
const server = await VscodeServer.start({
  home: join(home, 'server'),
  workspace: makeHostile(copySampleWorkspace(join(home, 'workspace'))),
  env: { [reportVariable]: report, [serverVariable]: JSON.stringify(planeServer) },
  testDriver: true,
});
const browser = await openBrowser(join(home, 'browser'));
try {
  let ended: number | undefined;
  const workbench = await Workbench.open(browser, server, {
    payload: [
      ['extensionDevelopmentPath', `${remoteAuthority}${root}`],
      ['extensionTestsPath', `${remoteAuthority}${entry}`],
    ],
    prepare: async (page) => {
      // The workbench calls these if its test driver is enabled.
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        ended = code;
      });
    },
  });
  const told: TestLine[] = [];
  const hear = (): void => {
    for (const line of lines().slice(told.length)) {
      told.push(line);
      console.log(sentence(line));
    }
  };
  await until(
    'the tests in the extension host to end',
    () => {
      hear();
      return ended !== undefined;
    },
    patience,
  );
  hear();
  const passed = told.filter(({ outcome }) => outcome === 'passed').length;
  const failed = told.length - passed;
  mkdirSync(dirname(countsFile), { recursive: true });
  writeFileSync(countsFile, JSON.stringify({ passed, failed }));
  if (ended !== 0 || failed > 0 || passed === 0) {
    await workbench.screenshot('failed-host-tests');
    console.error(
      [`The extension host's tests ended with ${ended}: ${passed} passed, ${failed} failed`, ...workbench.errors].join(
        '\n',
      ),
    );
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
  await planeServer.stop();
}

/** The complete lines written so far. */
function lines(): TestLine[] {
  if (!existsSync(report)) return [];
  const text = readFileSync(report, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): TestLine => JSON.parse(line));
}

function sentence({ title, outcome, milliseconds, trouble }: TestLine): string {
  const mark = { passed: '✓', failed: '✗', pending: '-' }[outcome];
  return ` ${mark} ${title} (${milliseconds} ms)${trouble === undefined ? '' : `\n${trouble}`}`;
}
