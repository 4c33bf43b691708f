// `npm run chaos`: runs the quick tier in both dialects, then the real workbench, and prints the
// account.
// Each is limited in steps and in time. `npm run chaos -- --seed 7 --steps 60 --minutes 10` sets
// the seed, the number of random steps, and the time after which nothing new starts; `--only rooms`
// or `--only workbench` runs one of the two.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signIn } from '../browser/steps.ts';
import { openBrowser } from '../support/browser.ts';
import { openFaultProxy } from '../support/faultProxy.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { packageExtension } from '../support/setup/package.mjs';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import type { Outcome } from './outcome.ts';
import { runQuick } from './quick/run.ts';
import { RunStats } from './runStats.ts';
import { TypedWords } from './typedWords.ts';
import { runInWorkbench } from './workbench/run.ts';

/**
 * The share of the total time; open-source servers have fewer operations. The rest of the time is for the workbench.
 */
const DIALECTS = [
  { dialect: 'spec', share: 0.4 },
  { dialect: 'community', share: 0.25 },
] as const;
/** The part of that time after which no cell of the table starts. */
const FOR_THE_TABLE = 0.85;
/** A simulated user spends most of the time waiting. */
const LANES = 3;

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
if (![seed, steps, minutes].every((one) => one >= 0)) {
  console.error('--seed, --steps and --minutes are numbers.');
  process.exit(2);
}
if (![undefined, 'rooms', 'workbench'].includes(values.only)) {
  console.error('--only rooms, or --only workbench.');
  process.exit(2);
}

/** Both tiers and both dialects share the time. */
const end = Date.now() + minutes * 60_000;
log(`Seed ${seed}: npm run chaos -- --seed ${seed} --steps ${steps} --minutes ${minutes}`);
const outcomes: Outcome[] = [];
if (values.only !== 'workbench') outcomes.push(...(await rooms()));
if (values.only !== 'rooms') outcomes.push(await workbench());

const stats = new RunStats();
for (const one of outcomes) stats.add(one.stats);
const wrong = outcomes.flatMap(({ lost, twice, broken }) => [
  ...lost.map((one) => `lost: ${one}`),
  ...twice.map((one) => `changed twice: ${one}`),
  ...broken.map((one) => `came to no end: ${one}`),
]);
log(stats.table());
for (const line of wrong) console.error(line);
const count = (of: 'lost' | 'twice'): number => outcomes.reduce((sum, one) => sum + one[of].length, 0);
log(stats.line({ lost: count('lost'), twice: count('twice') }));
if (wrong.length > 0) process.exitCode = 1;

async function rooms(): Promise<Outcome[]> {
  const all: Outcome[] = [];
  const whole = end - Date.now();
  for (const { dialect, share } of DIALECTS) {
    log(`\nThe rooms below the workbench, ${dialect}: every fault at every operation, then ${steps} steps of chance`);
    const begun = Date.now();
    const part = whole * share * (values.only === 'rooms' ? 1.5 : 1);
    all.push(
      await runQuick({
        seed,
        dialect,
        steps,
        lanes: LANES,
        cellsUntil: begun + part * FOR_THE_TABLE,
        until: begun + part,
        log,
      }),
    );
  }
  return all;
}

async function workbench(): Promise<Outcome> {
  log(`\nThe real workbench: ${Math.ceil(steps / 4)} steps of chance`);
  await ensureCodeServer();
  await ensureBrowser();
  await packageExtension({ quiet: true });
  const home = join(scratchFolder, 'chaos', 'workbench');
  rmSync(home, { recursive: true, force: true });
  const workspace = join(home, 'workspace');
  copySampleWorkspace(workspace);
  await using undo = new AsyncDisposableStack();
  const server = await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile });
  undo.defer(() => server.stop());
  const planeServer = await PlaneServer.start({ rate: 0 });
  undo.defer(() => planeServer.stop());
  const proxy = undo.use(await openFaultProxy(planeServer.baseUrl));
  const browser = await openBrowser(join(home, 'profile'));
  undo.defer(() => browser.close());
  const opened = await Workbench.open(browser, server, { pictures: 'chaos' });
  await signIn({ workbench: opened, planeServer }, proxy.url);
  const desktop = {
    workbench: opened,
    server,
    served: planeServer,
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
    story: join(home, 'story.txt'),
  });
}
