// Downloads VS Code for the desktop, runs the host tests in it, and prints the results. For systems on which
// code-server does not run. On Linux, it needs a display, for example `xvfb-run`.
// The argument is the path of the file to which the numbers of passed and failed tests are written.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { quietSettings, syncOff } from '../support/settings.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { HostRun, hostSettings } from './hostRun.ts';

const home = join(scratchFolder, 'desktop');
const countsFile = process.argv[2] ?? join(scratchFolder, 'results', 'desktop.json');

/** Returns the oldest version that `engines.vscode` permits, or `stable`. */
function requestedVersion(): string {
  if (process.env['CONTRAIL_TEST_VSCODE'] !== 'oldest') return 'stable';
  const { engines }: { engines: { vscode: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return engines.vscode.replace('^', '');
}

const run = await HostRun.prepare(home);
const userFolder = join(home, 'user', 'User');
mkdirSync(userFolder, { recursive: true });
writeFileSync(join(userFolder, 'settings.json'), JSON.stringify({ ...quietSettings, ...syncOff, ...hostSettings }));
const printing = setInterval(() => run.printResults(), 1_000);
try {
  await runTests({
    version: requestedVersion(),
    extensionDevelopmentPath: root,
    extensionTestsPath: run.entryBundle,
    extensionTestsEnv: run.env,
    launchArgs: [
      run.workspaceFolder,
      '--user-data-dir',
      join(home, 'user'),
      '--extensions-dir',
      join(home, 'extensions'),
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      // A build server has no keyring.
      '--use-inmemory-secretstorage',
    ],
  });
} finally {
  clearInterval(printing);
  await run.stop();
  const hasEnded = run.printResults();
  const { passed, failed } = run.writeCounts(countsFile);
  if (!hasEnded || failed > 0 || passed === 0) {
    console.error(`The host tests ${hasEnded ? 'ended' : 'did not end'}: ${passed} passed, ${failed} failed`);
    process.exitCode = 1;
  }
}
