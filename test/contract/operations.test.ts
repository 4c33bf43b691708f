// Tests that the server performs every operation as the table of operations defines.
// Runs on the local server, in process and over a socket, or on the server that the environment names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import { type Dialect, hasRoute } from '../../src/server/http/dialect.ts';
import { systemClock } from '../../src/std/clock.ts';
import { forAllTests } from '../support/fixture.ts';
import { readRealServer } from '../support/realServer.ts';
import { casesOf } from './cases.ts';
import { type Outcome, runCase, summary } from './report.ts';
import type { Setup } from './setup.ts';
import { localServerSetup, realServerSetup } from './setups.ts';
import { TestWorkspace } from './testWorkspace.ts';

const configuredRealServer = readRealServer();
if (configuredRealServer === undefined) {
  describe.each([
    ['in process', 'spec'],
    ['in process', 'community'],
    ['over a socket', 'spec'],
    ['over a socket', 'community'],
  ] as const)('The local server %s with the dialect %s', testLocalServer);
} else {
  describe(`The server ${configuredRealServer.url}`, () =>
    testRealServer(realServerSetup(configuredRealServer, systemClock)));
}

function testLocalServer(transport: 'in process' | 'over a socket', dialect: Dialect): void {
  let testWorkspace: TestWorkspace;

  const setup = forAllTests(() => localServerSetup(transport, dialect));
  beforeAll(async () => {
    testWorkspace = new TestWorkspace(setup);
  });
  afterAll(async () => {
    await testWorkspace.deleteRecords();
  });

  describe.each(operationEntries)('The operation %s', (name, operation) => {
    it('is supported if and only if the dialect includes it', async () => {
      expect(await testWorkspace.isUnsupportedOperation(name)).toBe(!hasRoute(dialect, operation));
    });

    for (const contractCase of hasRoute(dialect, operation) ? casesOf(name, operation) : [])
      it(contractCase.caseTitle, () => contractCase.verify(testWorkspace));
  });
}

/** A case that cannot be tested on this server is skipped, and is listed in the summary at the end. */
function testRealServer(setup: Setup): void {
  const testWorkspace = new TestWorkspace(setup);
  const outcomes: Outcome[] = [];

  afterAll(async () => {
    console.log(`\n${summary(setup.name, outcomes)}\n`);
    await testWorkspace.deleteRecords();
  });

  describe.each(operationEntries)('The operation %s', (name, operation) => {
    for (const contractCase of casesOf(name, operation)) {
      it(contractCase.caseTitle, async ({ skip }) => {
        const outcome = await runCase(testWorkspace, name, contractCase);
        outcomes.push(outcome);
        if (outcome.kind === 'failed') throw outcome.cause;
        if (outcome.kind !== 'passed') skip(`${outcome.kind}: ${outcome.reason}`);
      });
    }
  });
}
