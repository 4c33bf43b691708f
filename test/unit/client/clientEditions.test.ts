// Tests that a client requests an unsupported operation at most once, and reports it.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createWire } from '../../../src/client/wire.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { faultFrom } from './calls.ts';
import { json, serve } from './loopback.ts';

const LACKED = { kind: 'notFound', route: true, detail: 'Page not found.' };

function client(url: string, unsupported: readonly OperationName[] = []) {
  const opened = createClient({
    baseUrl: `${url}/api/v1/`,
    workspace: 'our-team',
    credential: { kind: 'key', secret: new Secret('plane_api_x'), origin: url },
    clock: systemClock,
    logger: silentLogger,
    wire: async () => createWire(),
    unsupported: unsupported,
  });
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}

describe('An open-source server', () => {
  it('receives one request for an unsupported operation, which the client then reports', async () => {
    await using server = await serve((_, response) => json(response, 404, { error: 'Page not found.' }));
    await using one = client(server.url);
    const told: OperationName[] = [];
    one.onDidFindUnsupported((name) => told.push(name));
    expect(one.baseUrl).toBe(server.url);
    expect(await faultFrom(one.call.listCustomers({}))).toEqual(LACKED);
    expect([...one.unsupported]).toEqual(['listCustomers']);
    expect(await faultFrom(one.call.listCustomers({ query: { query: 'oat' } }))).toEqual(LACKED);
    expect(server.requests).toHaveLength(1);
    expect(told).toEqual(['listCustomers']);
  });

  it('receives no request for an operation that is known to be unsupported', async () => {
    await using server = await serve((_, response) => json(response, 404, { error: 'Page not found.' }));
    await using one = client(server.url, ['listCustomers']);
    expect(await faultFrom(one.call.listCustomers({}))).toEqual(LACKED);
    expect(server.requests).toHaveLength(0);
  });

  it('receives all requests for an operation that all editions support', async () => {
    await using server = await serve((_, response) => json(response, 404, { error: 'Page not found.' }));
    await using one = client(server.url);
    for (let time = 0; time < 2; time += 1) expect(await faultFrom(one.call.listProjects({}))).toEqual(LACKED);
    expect([server.requests.length, one.unsupported.size]).toEqual([2, 0]);
  });
});
