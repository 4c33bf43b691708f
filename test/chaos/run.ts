// `npm run chaos`: checks that no typed text is lost while requests fail and the host is killed.
// It runs the quick part (without VS Code) in both dialects, then the part in VS Code, and prints what was lost or sent
// twice. `npm run chaos -- --seed 7 --steps 60 --minutes 10` sets the seed of the random numbers, the number of random
// steps, and the time in minutes after which no new step starts. `--only quick` runs only the quick part,
// `--only workbench` only the part in VS Code.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signIn } from '../browser/steps.ts';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { openFaultProxy } from '../support/faultProxy.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { packageExtension } from '../support/setup/child.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import type { Outcome } from './outcome.ts';
import { runWithoutVscode } from './quick/run.ts';
import { RunStats } from './runStats.ts';
import { TypedWords } from './typedWords.ts';
import { runInWorkbench } from './workbench/run.ts';

/**
 * Each dialect's share of the run time. The rest is for the part in VS Code. The share of the community dialect is
 * smaller because open-source servers have fewer operations.
 */
const DIALECTS = [
  { dialect: 'spec', share: 0.4 },
  { dialect: 'community', share: 0.25 },
] as const;
/** The share of a dialect's time for the combinations of faults and operations. The rest is for random steps. */
const COMBINATION_TIME_SHARE = 0.85;
/** The number of simulated users. A user spends most of the time waiting, so several can work at the same time. */
const USER_COUNT = 3;

const log = (line: string): void => console.log(line);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    steps: { type: 'string', default: '400' },
    minutes: { type: 'string', default: '15' },
    only: { type: 'string' },
  },
});
const [seed, steps, minutes] = [Number(values.seed), Number(values.steps), Number(values.minutes)];
if (![seed, steps, minutes].every((number) => number >= 0)) {
  console.error('--seed, --steps and --minutes are numbers.');
  process.exit(2);
}
if (![undefined, 'quick', 'workbench'].includes(values.only)) {
  console.error('--only must be quick or workbench.');
  process.exit(2);
}

/** When the run ends, in milliseconds since the epoch. All parts of the run share the time until then. */
const end = Date.now() + minutes * 60_000;
log(`Seed ${seed}: npm run chaos -- --seed ${seed} --steps ${steps} --minutes ${minutes}`);
const outcomes: Outcome[] = [];
if (values.only !== 'workbench') outcomes.push(...(await runQuickParts()));
if (values.only !== 'quick') outcomes.push(await runWorkbenchPart());

const stats = new RunStats();
for (const outcome of outcomes) stats.add(outcome.stats);
const problems = outcomes.flatMap(({ lost, appliedTwice, errors }) => [
  ...lost.map((word) => `lost: ${word}`),
  ...appliedTwice.map((change) => `applied twice: ${change}`),
  ...errors.map((error) => `failed: ${error}`),
]);
log(stats.table());
for (const line of problems) console.error(line);
const count = (list: 'lost' | 'appliedTwice'): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[list].length, 0);
log(stats.formatSummary({ lost: count('lost'), appliedTwice: count('appliedTwice') }));
if (problems.length > 0) process.exitCode = 1;

async function runQuickParts(): Promise<Outcome[]> {
  const quickOutcomes: Outcome[] = [];
  const totalMs = end - Date.now();
  for (const { dialect, share } of DIALECTS) {
    log(`\nWithout VS Code, ${dialect}: every fault at every operation, then ${steps} random steps`);
    const start = Date.now();
    const partDurationMs = totalMs * share * (values.only === 'quick' ? 1.5 : 1);
    quickOutcomes.push(
      await runWithoutVscode({
        seed,
        dialect,
        steps,
        userCount: USER_COUNT,
        lastCombinationStart: start + partDurationMs * COMBINATION_TIME_SHARE,
        until: start + partDurationMs,
        log,
      }),
    );
  }
  return quickOutcomes;
}

async function runWorkbenchPart(): Promise<Outcome> {
  log(`\nIn VS Code: ${Math.ceil(steps / 4)} random steps`);
  await ensureCodeServer();
  await ensureBrowser();
  await packageExtension({ quiet: true });
  const home = join(scratchFolder, 'chaos', 'workbench');
  rmSync(home, { recursive: true, force: true });
  const workspace = join(home, 'workspace');
  copySampleFolder(workspace);
  await using disposables = new AsyncDisposableStack();
  const server = await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile });
  disposables.defer(() => server.stop());
  const planeServer = await BuiltInServer.start({ rate: 0 });
  disposables.defer(() => planeServer.stop());
  const proxy = disposables.use(await openFaultProxy(planeServer.baseUrl));
  const browser = await openBrowser(join(home, 'profile'));
  disposables.defer(() => browser.close());
  const workbench = await Workbench.open(browser, server, { screenshotSubfolder: 'chaos' });
  await signIn({ workbench, planeServer }, proxy.url);
  const desktop = {
    workbench,
    server,
    serverAccess: planeServer,
    proxy,
    workspace,
    typedWords: new TypedWords('word'),
    stats: new RunStats(),
  };
  return await runInWorkbench(desktop, {
    seed,
    steps: Math.ceil(steps / 4),
    until: end,
    log,
    logPath: join(home, 'story.txt'),
  });
}
