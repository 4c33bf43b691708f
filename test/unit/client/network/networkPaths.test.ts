// Tests base paths, IPv6 addresses, unreliable connections, and servers with a wrong clock.
import { describe, expect, it } from 'vitest';
import { parseServerAddress } from '../../../../src/core/session/server/webAddress.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { openSlowProxy } from '../../../support/slowProxy.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { openTlsReverseProxy } from '../../../support/tlsReverseProxy.ts';
import { sendJson, serve, serveSockets } from '../loopback.ts';
import { openNetworkClient } from './setup.ts';

const testServer = forAllTests(startTestServer);

const clientTo = (baseUrl: string) => openNetworkClient(testServer, baseUrl, {});

describe('A server with a base path', () => {
  it.each(['/plane/api/v1', '/plane/api/', '/plane/acme/projects/', '/plane/acme/browse/WEB-1/'])(
    'is recognized from a pasted URL that ends in %s',
    async (pasted) => {
      await using tlsProxy = await openTlsReverseProxy({ target: testServer.baseUrl, basePath: '/plane' });
      const address = parseServerAddress(`https://localhost:${tlsProxy.port}${pasted}`);
      const baseUrl = 'baseUrl' in address ? address.baseUrl : '';
      expect(baseUrl).toBe(`https://localhost:${tlsProxy.port}/plane`);
      await using client = clientTo(baseUrl);
      const { results } = await client.call.listProjects({});
      expect(results.length).toBeGreaterThan(0);
      expect(tlsProxy.requests.filter(({ path }) => !path.startsWith('/plane/api/v1/'))).toEqual([]);
    },
  );
});

describe('A server', () => {
  it('at an IPv6 address receives requests, and its certificate is verified for the IPv6 address', async () => {
    await using tlsProxy = await openTlsReverseProxy({ target: testServer.baseUrl, listen: '::1' });
    const address = parseServerAddress(`[::1]:${tlsProxy.port}`);
    expect(address).toEqual({ baseUrl: `http://[::1]:${tlsProxy.port}`, workspace: undefined });
    await using client = clientTo(`https://[::1]:${tlsProxy.port}`);
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
    expect(tlsProxy.requests).toMatchObject([{ headers: { host: `[::1]:${tlsProxy.port}` } }]);
  });

  it('that listens only on an IPv4 address is reached by a host name that also has an IPv6 address', async () => {
    await using tlsProxy = await openTlsReverseProxy({ target: testServer.baseUrl, listen: '127.0.0.1' });
    await using client = clientTo(`https://localhost:${tlsProxy.port}`);
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
  });
});

describe('A slow or unreliable connection', () => {
  it('transfers requests and responses completely even if they arrive in small, delayed chunks', async () => {
    await using tlsProxy = await openTlsReverseProxy({ target: testServer.baseUrl });
    await using proxy = await openSlowProxy({ port: tlsProxy.port, latencyMs: 15, chunkBytes: 700 });
    await using client = clientTo(`https://127.0.0.1:${proxy.port}`);
    const [project] = (await client.call.listProjects({})).results;
    const { results } = await client.call.listWorkItems({ project_id: project?.id ?? '' });
    expect(results.length).toBeGreaterThan(0);
  });

  it('causes two retries of a GET request if the first two responses are lost', async () => {
    const port = Number(new URL(testServer.baseUrl).port);
    await using proxy = await openSlowProxy({
      port,
      latencyMs: 5,
      chunkBytes: 40,
      dropsConnection: (count) => count <= 2,
    });
    await using client = clientTo(`http://127.0.0.1:${proxy.port}`);
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
    expect(proxy.connectionCount).toBe(3);
  });

  it('causes no retry of a POST request whose response is lost', async () => {
    await using proxy = await openSlowProxy({
      port: Number(new URL(testServer.baseUrl).port),
      latencyMs: 5,
      chunkBytes: 40,
      dropsConnection: () => true,
    });
    await using directClient = openNetworkClient(testServer, testServer.baseUrl, {});
    await using client = clientTo(`http://127.0.0.1:${proxy.port}`);
    await expect(client.call.createSticky({ body: { name: 'Once' } })).rejects.toMatchObject({
      fault: { kind: 'network', reason: 'lost' },
    });
    const { results } = await directClient.call.listStickies({});
    expect(results.filter(({ name }) => name === 'Once')).toHaveLength(1);
  });
});

describe('A connection that breaks during the TLS handshake', () => {
  it('is reported as refused, because the request was not sent', async () => {
    await using server = await serveSockets((socket) => socket.once('data', () => socket.destroy()));
    await using client = clientTo(server.url.replace('http:', 'https:'));
    const sticky = client.call.createSticky({ body: { name: 'Never' } });
    await expect(sticky).rejects.toMatchObject({ fault: { kind: 'network', reason: 'refused', detail: 'ECONNRESET' } });
  });
});

describe('A server with a different clock', () => {
  it.each([-7_200_000, 0, 7_200_000])(
    'receives a retry at the Retry-After date of its own clock, which is ahead by %i ms',
    async (aheadMs) => {
      const serverTime = (): number => Date.now() + aheadMs;
      await using server = await serve((count, response) => {
        const headers = {
          date: new Date(serverTime()).toUTCString(),
          'retry-after': new Date(serverTime() + 1000).toUTCString(),
        };
        if (count === 1) sendJson(response, 429, {}, headers);
        else sendJson(response, 200, { id: 'u1', display_name: 'Mika' }, headers);
      });
      await using client = clientTo(server.url);
      // If the server's clock is ahead, a wait that is computed with the clock of this machine would be longer than the
      // timeout of the test.
      expect((await client.call.getCurrentUser({})).id).toBe('u1');
      expect(server.requests).toHaveLength(2);
    },
  );

  it('is detected from the Date header of its responses, with an error of less than 5 s', async () => {
    for (const aheadMs of [-3_600_000, 600_000]) {
      await using tlsProxy = await openTlsReverseProxy({ target: testServer.baseUrl, clockAheadMs: aheadMs });
      await using client = clientTo(`https://127.0.0.1:${tlsProxy.port}`);
      await client.call.getCurrentUser({});
      expect(Math.abs((client.latestStats?.clockAheadMs ?? 0) - aheadMs)).toBeLessThan(5000);
    }
  });
});
