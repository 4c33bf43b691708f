// The part of the torture run in the real workbench that every build runs: each kind of failure
// once, and no typed text is lost.
import { join } from 'node:path';
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { Ledger } from '../torture/ledger.ts';
import { Tally } from '../torture/tally.ts';
import { tortureWorkbench } from '../torture/workbench/run.ts';
import { journey, ONE } from './journey.ts';
import { signIn } from './steps.ts';

const SEED = 7;

journey(
  'every typed word arrives once, whatever fails: the network, the extension host, the window or the key',
  async (stage) => {
    const { workbench, server, service } = stage;
    await using proxy = await openFaultProxy(service.baseUrl);
    await signIn(stage, proxy.url);
    const ledger = new Ledger('tok');
    const tally = new Tally();
    const workspace = join(server.userData, '..', '..', 'workspace');
    const desktop = { workbench, server, served: service, proxy, workspace, ledger, tally };
    const outcome = await tortureWorkbench(desktop, {
      seed: SEED,
      steps: 8,
      until: Date.now() + 80_000,
      say: (line) => console.log(line),
      story: join(scratchFolder, 'results', 'torture.txt'),
    });
    console.log(tally.line({ lost: outcome.lost.length, twice: outcome.twice.length }));
    expect(outcome).toMatchObject({ lost: [], twice: [], broken: [] });
    expect(tally.counts.kills).toBeGreaterThan(0);
  },
  { ...ONE, service: { rate: 0 } },
);
