// A short chaos run in VS Code: requests fail, the extension host is killed, and no typed text is lost.
import { join } from 'node:path';
import { expect } from 'vitest';
import { RunStats } from '../chaos/runStats.ts';
import { TypedWords } from '../chaos/typedWords.ts';
import { runInWorkbench } from '../chaos/workbench/run.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

const SEED = 7;

scenario(
  'every typed word reaches the server once even if requests fail, the extension host is killed and the tab is switched',
  async (fixture) => {
    const { workbench, server, workspace, planeServer, proxy } = fixture;
    await openContrail(fixture);
    const typedWords = new TypedWords('tok');
    const stats = new RunStats();
    const desktop = { workbench, server, serverAccess: planeServer, proxy, workspace, typedWords, stats };
    const outcome = await runInWorkbench(desktop, {
      seed: SEED,
      // A comment is sent while requests fail and the extension host is killed; then the user switches tabs.
      steps: 2,
      until: Date.now() + 120_000,
      log: (line) => console.log(line),
      logPath: join(scratchFolder, 'results', 'chaos.txt'),
    });
    console.log(stats.formatSummary({ lost: outcome.lost.length, appliedTwice: outcome.appliedTwice.length }));
    expect(outcome).toMatchObject({ lost: [], appliedTwice: [], errors: [] });
    expect(stats.counts).toMatchObject({ kills: 1, tabSwitches: 4 });
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
