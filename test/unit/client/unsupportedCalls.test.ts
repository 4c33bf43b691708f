// Tests that a client requests an unsupported operation at most once, and reports it.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/api/client.ts';
import { createTransport } from '../../../src/client/transport.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { forEachTest } from '../../support/fixture.ts';
import { faultFrom } from './calls.ts';
import { sendJson, serve } from './loopback.ts';

const UNSUPPORTED_FAULT = { kind: 'notFound', isRouteMissing: true, detail: 'Page not found.' };

function createTestClient(url: string, unsupported: readonly OperationName[] = []) {
  const createdClient = createClient({
    baseUrl: `${url}/api/v1/`,
    workspace: 'our-team',
    credential: { kind: 'key', secret: new Secret('plane_api_x'), origin: url },
    clock: systemClock,
    logger: silentLogger,
    transport: async () => createTransport(),
    unsupported,
  });
  return { ...createdClient, [Symbol.asyncDispose]: () => createdClient.close() };
}

const server = forEachTest(() => serve((_, response) => sendJson(response, 404, { error: 'Page not found.' })));

describe('An open-source server', () => {
  it('receives one request for an unsupported operation, which the client then reports as unsupported', async () => {
    await using client = createTestClient(server.url);
    const reportedNames: OperationName[] = [];
    client.onDidFindUnsupported((name) => reportedNames.push(name));
    expect(client.baseUrl).toBe(server.url);
    expect(await faultFrom(client.call.listCustomers({}))).toEqual(UNSUPPORTED_FAULT);
    expect([...client.unsupported]).toEqual(['listCustomers']);
    expect(await faultFrom(client.call.listCustomers({ query: { query: 'oat' } }))).toEqual(UNSUPPORTED_FAULT);
    expect(server.requests).toHaveLength(1);
    expect(reportedNames).toEqual(['listCustomers']);
  });

  it('receives no request for an operation that is known to be unsupported', async () => {
    await using client = createTestClient(server.url, ['listCustomers']);
    expect(await faultFrom(client.call.listCustomers({}))).toEqual(UNSUPPORTED_FAULT);
    expect(server.requests).toHaveLength(0);
  });

  it('receives all requests for an operation that all editions support', async () => {
    await using client = createTestClient(server.url);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await faultFrom(client.call.listProjects({}))).toEqual(UNSUPPORTED_FAULT);
    expect([server.requests.length, client.unsupported.size]).toEqual([2, 0]);
  });
});
