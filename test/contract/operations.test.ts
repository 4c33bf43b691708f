// Tests that every row of the table is answered as the row defines.
// The suite runs on the local server in process and over a socket or, if the environment names one, on any server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import { type Dialect, serves } from '../../src/server/dialect.ts';
import { systemClock } from '../../src/std/clock.ts';
import { foreignServer } from '../support/foreignServer.ts';
import { casesOf } from './cases.ts';
import { type Outcome, outcomeOf, summary } from './report.ts';
import type { Setup } from './setup.ts';
import { foreignGround, ownGround } from './setups.ts';
import { World } from './world.ts';

const foreign = foreignServer();
if (foreign === undefined) {
  describe.each([
    ['in process', 'spec'],
    ['in process', 'community'],
    ['over a socket', 'spec'],
    ['over a socket', 'community'],
  ] as const)('The local server %s, in the dialect %s', holdOwn);
} else {
  describe(`The server ${foreign.url}`, () => holdForeign(foreignGround(foreign, systemClock)));
}

function holdOwn(way: 'in process' | 'over a socket', dialect: Dialect): void {
  let setup: Setup;
  let world: World;

  beforeAll(async () => {
    setup = await ownGround(way, dialect);
    world = new World(setup);
  });
  afterAll(async () => {
    await world.end();
    await setup.stop();
  });

  describe.each(operationEntries)('%s', (name, row) => {
    it('exists exactly if the edition includes it', async () => {
      expect(await world.lacks(name)).toBe(!serves(dialect, row));
    });

    for (const { says, hold } of serves(dialect, row) ? casesOf(name, row) : []) it(says, () => hold(world));
  });
}

/** A case that cannot be tested on this server is not counted as passed, and is listed at the end. */
function holdForeign(setup: Setup): void {
  const world = new World(setup);
  const outcomes: Outcome[] = [];

  afterAll(async () => {
    console.log(`\n${summary(setup.name, outcomes)}\n`);
    await world.end();
  });

  describe.each(operationEntries)('%s', (name, row) => {
    for (const one of casesOf(name, row)) {
      it(one.says, async ({ skip }) => {
        const outcome = await outcomeOf(world, name, one);
        outcomes.push(outcome);
        if (outcome.kind === 'failed') throw outcome.cause;
        if (outcome.kind !== 'passed') skip(`${outcome.kind}: ${outcome.reason}`);
      });
    }
  });
}
