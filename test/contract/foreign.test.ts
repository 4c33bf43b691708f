// Tests that the contract suite runs against any server, given only a URL, a workspace and a key.
import { afterEach, describe, expect, it } from 'vitest';
import { RATE_WINDOW_MS } from '../../src/contract/limits.ts';
import { operationEntries } from '../../src/contract/operations.ts';
import { serves } from '../../src/server/dialect.ts';
import { systemClock } from '../../src/std/clock.ts';
import { FakeClock, whileTimePasses } from '../support/clock.ts';
import { foreignServer } from '../support/foreignServer.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { startTestServer } from '../support/testServer.ts';
import { paced } from './paced.ts';
import { hold, rowsWith, summary } from './report.ts';
import { ask, type Setup } from './setup.ts';
import { foreignGround } from './setups.ts';

let server: PlaneServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Resolves with everything that a workspace lists itself. */
async function contents(setup: Setup): Promise<unknown[]> {
  const lists = operationEntries.filter(
    ([, row]) => row.method === 'GET' && row.returns.shape === 'page' && !row.path.includes('_id}'),
  );
  return Promise.all(
    lists.map(
      async ([, { path }]) => (await ask(setup, 'GET', path.replace('{workspace_slug}', setup.workspace))).body,
    ),
  );
}

describe.each(['spec', 'community'] as const)(
  'A server known only by its URL, workspace and key, in the dialect %s',
  (dialect) => {
    it('meets the contract, except for the rows of another edition, and is left as it was', {
      timeout: 60_000,
    }, async () => {
      server = await PlaneServer.start({ dialect, rate: 0 });
      const setup = foreignGround(
        { url: `${server.baseUrl}/`, workspace: server.workspace, key: server.apiKey },
        systemClock,
      );
      const before = await contents(setup);
      const outcomes = await hold(setup);
      expect(outcomes.filter(({ kind }) => kind === 'failed')).toEqual([]);
      expect(rowsWith(outcomes, 'unsupported')).toEqual(
        operationEntries.filter(([, row]) => !serves(dialect, row)).map(([name]) => name),
      );
      expect(rowsWith(outcomes, 'passed')).toEqual(
        operationEntries.filter(([, row]) => serves(dialect, row)).map(([name]) => name),
      );
      expect(summary(setup.name, outcomes)).toMatch(
        /^The contract with http:\/\/127\.0\.0\.1:\d+: \d+ cases hold, 0 fail\.$/m,
      );
      expect(
        new Set(outcomes.filter(({ says }) => /expired|spent|scope/.test(says)).map(({ kind }) => kind)),
      ).not.toContain('passed');
      expect(await contents(setup)).toEqual(before);
    });
  },
);

describe('paced', () => {
  it('stays within the rate limit of a server by its headers', async () => {
    const metered = await startTestServer({ rate: 5 });
    const limited: Response[] = [];
    const counted = paced(async (address, init) => {
      const answer = await fetch(address, init);
      if (answer.status === 429) limited.push(answer);
      return answer;
    }, metered.clock);
    const init = { headers: { 'X-API-Key': metered.apiKey } };
    const begun = metered.clock.now();
    const asked = Promise.all(Array.from({ length: 12 }, () => counted(`${metered.baseUrl}/api/v1/users/me/`, init)));
    const answers = await whileTimePasses(metered.clock, asked, 10_000);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(limited).toEqual([]);
    expect(metered.clock.now() - begun).toBeGreaterThanOrEqual(2 * RATE_WINDOW_MS);
    await metered.stop();
  });

  it('waits as long as a 429 requires, and sends the request again', async () => {
    const clock = new FakeClock();
    const begun = clock.now();
    const answers = [new Response(null, { status: 429, headers: { 'Retry-After': '7' } }), new Response('done')];
    const send = paced(() => Promise.resolve(answers.shift() ?? Response.error()), clock);
    const answer = await whileTimePasses(clock, send('http://server.example/', {}), 10_000);
    expect(await answer.text()).toBe('done');
    expect(clock.now() - begun).toBe(7000);
  });
});

describe('foreignServer', () => {
  it('requires a URL, a workspace and a key in the environment, or none of them', () => {
    const named = {
      CONTRAIL_CONTRACT_URL: 'http://server.example',
      CONTRAIL_CONTRACT_WORKSPACE: 'acme',
      CONTRAIL_CONTRACT_KEY: 'plane_api_x',
    };
    expect(foreignServer(named)).toEqual({ url: 'http://server.example', workspace: 'acme', key: 'plane_api_x' });
    expect(foreignServer({})).toBeUndefined();
    expect(() => foreignServer({ CONTRAIL_CONTRACT_URL: 'http://server.example' })).toThrow('CONTRAIL_CONTRACT_KEY');
  });
});
