// Tests that the contract suite runs against any server, by its URL, workspace and API key.
import { afterEach, describe, expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import { RATE_WINDOW_MS } from '../../src/contract/schema/limits.ts';
import { hasRoute } from '../../src/server/http/dialect.ts';
import { systemClock } from '../../src/std/clock.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { advanceUntilDone, FakeClock } from '../support/clock.ts';
import { readRealServer } from '../support/realServer.ts';
import { startTestServer } from '../support/testServer.ts';
import { withinRateLimit } from './pacedFetch.ts';
import { operationsWith, runAllCases, summary } from './report.ts';
import { type Setup, sendApiRequest } from './setup.ts';
import { realServerSetup } from './setups.ts';

let server: BuiltInServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Resolves with the first page of each list of the workspace itself, for example of the projects and the customers. */
async function workspaceContents(setup: Setup): Promise<unknown[]> {
  const listOperations = operationEntries.filter(
    ([, operation]) =>
      operation.method === 'GET' && operation.returns.shape === 'page' && !operation.path.includes('_id}'),
  );
  return Promise.all(
    listOperations.map(
      async ([, { path }]) =>
        (await sendApiRequest(setup, 'GET', path.replace('{workspace_slug}', setup.workspace))).body,
    ),
  );
}

describe.each(['spec', 'community'] as const)(
  'The contract suite against a server at a URL (dialect %s)',
  (dialect) => {
    it('passes all cases of the supported operations, and leaves the records unchanged', {
      timeout: 180_000,
    }, async () => {
      server = await BuiltInServer.start({ dialect, rate: 0 });
      const setup = realServerSetup(
        { url: `${server.baseUrl}/`, workspace: server.workspace, key: server.apiKey },
        systemClock,
      );
      const contentsBefore = await workspaceContents(setup);
      const outcomes = await runAllCases(setup);
      expect(outcomes.filter(({ kind }) => kind === 'failed')).toEqual([]);
      expect(operationsWith(outcomes, 'unsupported')).toEqual(
        operationEntries.filter(([, operation]) => !hasRoute(dialect, operation)).map(([name]) => name),
      );
      expect(operationsWith(outcomes, 'passed')).toEqual(
        operationEntries.filter(([, operation]) => hasRoute(dialect, operation)).map(([name]) => name),
      );
      expect(summary(setup.name, outcomes)).toMatch(
        /^The contract with http:\/\/127\.0\.0\.1:\d+: \d+ cases hold, 0 fail\.$/m,
      );
      expect(
        new Set(
          outcomes.filter((outcome) => /expired|rate limit|scope/.test(outcome.caseTitle)).map(({ kind }) => kind),
        ),
      ).not.toContain('passed');
      expect(await workspaceContents(setup)).toEqual(contentsBefore);
    });
  },
);

describe('withinRateLimit', () => {
  it('delays requests as the rate limit headers require, so that no request is rejected', async () => {
    const limitedServer = await startTestServer({ rate: 5 });
    const rejections: Response[] = [];
    const pacedFetch = withinRateLimit(async (address, init) => {
      const response = await fetch(address, init);
      if (response.status === 429) rejections.push(response);
      return response;
    }, limitedServer.clock);
    const init = { headers: { 'X-API-Key': limitedServer.apiKey } };
    const startTime = limitedServer.clock.now();
    const requests = Promise.all(
      Array.from({ length: 12 }, () => pacedFetch(`${limitedServer.baseUrl}/api/v1/users/me/`, init)),
    );
    const responses = await advanceUntilDone(limitedServer.clock, requests, 10_000);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(rejections).toEqual([]);
    expect(limitedServer.clock.now() - startTime).toBeGreaterThanOrEqual(2 * RATE_WINDOW_MS);
    await limitedServer.stop();
  });

  it('sends a request again after the time in the Retry-After header of a 429 response', async () => {
    const clock = new FakeClock();
    const startTime = clock.now();
    const responses = [new Response(null, { status: 429, headers: { 'Retry-After': '7' } }), new Response('done')];
    const pacedFetch = withinRateLimit(() => Promise.resolve(responses.shift() ?? Response.error()), clock);
    const response = await advanceUntilDone(clock, pacedFetch('http://server.example/', {}), 10_000);
    expect(await response.text()).toBe('done');
    expect(clock.now() - startTime).toBe(7000);
  });
});

describe('readRealServer', () => {
  it('reads a URL, a workspace and an API key from the environment, and throws if only some are set', () => {
    const environment = {
      CONTRAIL_CONTRACT_URL: 'http://server.example',
      CONTRAIL_CONTRACT_WORKSPACE: 'acme',
      CONTRAIL_CONTRACT_KEY: 'plane_api_x',
    };
    expect(readRealServer(environment)).toEqual({
      url: 'http://server.example',
      workspace: 'acme',
      key: 'plane_api_x',
    });
    expect(readRealServer({})).toBeUndefined();
    expect(() => readRealServer({ CONTRAIL_CONTRACT_URL: 'http://server.example' })).toThrow('CONTRAIL_CONTRACT_KEY');
  });
});
