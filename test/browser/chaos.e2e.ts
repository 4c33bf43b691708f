// A short chaos run in VS Code: each kind of failure occurs once, and no typed text is lost.
import { join } from 'node:path';
import { expect } from 'vitest';
import { RunStats } from '../chaos/runStats.ts';
import { TypedWords } from '../chaos/typedWords.ts';
import { runInWorkbench } from '../chaos/workbench/run.ts';
import { openFaultProxy } from '../support/faultProxy.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { signIn } from './steps.ts';

const SEED = 7;

scenario(
  'every typed word reaches the server once even if the network, the extension host, the window and the key fail',
  async (fixture) => {
    const { workbench, server, workspace, planeServer } = fixture;
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    const typedWords = new TypedWords('tok');
    const stats = new RunStats();
    const desktop = { workbench, server, serverAccess: planeServer, proxy, workspace, typedWords, stats };
    const outcome = await runInWorkbench(desktop, {
      seed: SEED,
      steps: 8,
      until: Date.now() + 80_000,
      log: (line) => console.log(line),
      logPath: join(scratchFolder, 'results', 'chaos.txt'),
    });
    console.log(stats.formatSummary({ lost: outcome.lost.length, appliedTwice: outcome.appliedTwice.length }));
    expect(outcome).toMatchObject({ lost: [], appliedTwice: [], errors: [] });
    expect(stats.counts.kills).toBeGreaterThan(0);
  },
  { ...SPEC_ONLY, planeServer: { rate: 0 } },
);
