// Tests which clients share a budget of requests.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/api/client.ts';
import { Budgets } from '../../../src/client/budget/budgets.ts';
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
    const budget = budgets.get(credential('plane_api_a'));
    expect(budgets.get(credential('plane_api_a'))).toBe(budget);
    expect(budgets.get(credential('plane_api_b'))).not.toBe(budget);
    expect(budgets.get(credential('plane_api_a', 'https://other.example.com'))).not.toBe(budget);
  });

  it('still counts the requests of a closed client when a new client uses the same key', async () => {
    await using serverHolder = {
      server: await startTestServer({ rate: 60 }),
      [Symbol.asyncDispose]: () => serverHolder.server.stop(),
    };
    const { server } = serverHolder;
    const clock = new FakeClock();
    const budgets = new Budgets(clock);
    const openClient = (key: string) => {
      const serverCredential = credential(key, new URL(server.baseUrl).origin);
      return createClient({
        baseUrl: server.baseUrl,
        workspace: server.workspace,
        credential: serverCredential,
        clock,
        logger: silentLogger,
        transport: async () => createTransport(),
        budget: budgets.get(serverCredential),
      });
    };
    const first = openClient(server.apiKey);
    for (let count = 0; count < 6; count += 1) await first.call.getCurrentUser({});
    await first.close();
    const second = openClient(server.apiKey);
    const otherClient = openClient('plane_api_other');
    expect([second.allowance.unusedShare, otherClient.allowance.unusedShare]).toEqual([0.9, 1]);
    await second.call.getCurrentUser({});
    expect(second.allowance.unusedShare).toBeCloseTo(53 / 60);
    await Promise.all([second.close(), otherClient.close()]);
    budgets.dispose();
  });
});
