// Tests which clients share a budget of requests.
import { describe, expect, it } from 'vitest';
import { Budgets } from '../../../src/client/budget/budgets.ts';
import { createClient } from '../../../src/client/client.ts';
import type { Credential } from '../../../src/client/credential.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { FakeClock } from '../../support/clock.ts';
import { startTestServer } from '../../support/testServer.ts';

function credential(key: string, origin = 'https://plane.example.com'): Credential {
  return { kind: 'key', secret: new Secret(key), origin };
}

describe('Budgets', () => {
  it('returns the same budget for the same key on one server, and different budgets otherwise', () => {
    const budgets = new Budgets(new FakeClock());
    const budget = budgets.of(credential('plane_api_a'));
    expect(budgets.of(credential('plane_api_a'))).toBe(budget);
    expect(budgets.of(credential('plane_api_b'))).not.toBe(budget);
    expect(budgets.of(credential('plane_api_a', 'https://other.example.com'))).not.toBe(budget);
  });

  it('still counts the requests of a closed client when a new client uses the same key', async () => {
    await using started = {
      server: await startTestServer({ rate: 60 }),
      [Symbol.asyncDispose]: () => started.server.stop(),
    };
    const { server } = started;
    const clock = new FakeClock();
    const budgets = new Budgets(clock);
    const open = (key: string) => {
      const where = credential(key, new URL(server.baseUrl).origin);
      return createClient({
        baseUrl: server.baseUrl,
        workspace: server.workspace,
        credential: where,
        clock,
        logger: silentLogger,
        transport: async () => createTransport(),
        budget: budgets.of(where),
      });
    };
    const first = open(server.apiKey);
    for (let count = 0; count < 6; count += 1) await first.call.getCurrentUser({});
    await first.close();
    const second = open(server.apiKey);
    const other = open('plane_api_other');
    expect([second.allowance.unusedShare, other.allowance.unusedShare]).toEqual([0.9, 1]);
    await second.call.getCurrentUser({});
    expect(second.allowance.unusedShare).toBeCloseTo(53 / 60);
    await Promise.all([second.close(), other.close()]);
    budgets.dispose();
  });
});
