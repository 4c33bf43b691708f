// Tests requests through proxies that a resolver finds, and when the resolver is asked.
import { describe, expect, it } from 'vitest';
import { downloadExternalFile } from '../../../../src/client/files/externalFile.ts';
import type { ResolverAnswer } from '../../../../src/client/network/resolver.ts';
import { tlsFiles } from '../../../support/certificates.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { openProxy } from '../../../support/proxyServer.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { openTlsReverseProxy } from '../../../support/tlsReverseProxy.ts';
import { serve } from '../loopback.ts';
import { apiFaultFrom, type NetworkChanges, openNetworkClient } from './setup.ts';

const server = forAllTests(startTestServer);
const tlsProxy = forAllTests(() => openTlsReverseProxy({ target: server.baseUrl, requiresClientCertificate: true }));

const PLANE = 'https://plane.test';
const CLIENT_CERTIFICATE: NetworkChanges = { clientCertificates: { [PLANE]: { pfx: tlsFiles.pfx } } };

function proxyAnswer(address: string): ResolverAnswer {
  return { kind: 'proxy', url: new URL(address), source: 'system' };
}

/** Returns a client whose resolver gives this answer, and the origins that the resolver was asked for. */
function clientWith(answer: ResolverAnswer, changes: NetworkChanges, baseUrl = PLANE) {
  const resolvedOrigins: string[] = [];
  const resolveProxy = async (origin: string): Promise<ResolverAnswer> => {
    resolvedOrigins.push(origin);
    return answer;
  };
  return { client: openNetworkClient(server, baseUrl, changes, resolveProxy), resolvedOrigins };
}

describe('A proxy from the proxy resolver', () => {
  it.each([
    ['over http', {}, 'http://'],
    ['over http with a password', { password: 'mika:geheim' }, 'http://mika:geheim@'],
    ['over https', { isSecure: true }, 'https://'],
  ] as const)('is used %s, and the server receives the client certificate', async (_what, options, prefix) => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port }, ...options });
    const { client, resolvedOrigins } = clientWith(proxyAnswer(`${prefix}127.0.0.1:${proxy.port}`), CLIENT_CERTIFICATE);
    await using _client = client;
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
    expect(proxy.requests).toMatchObject([{ target: 'plane.test:443', status: 200 }]);
    expect(tlsProxy.requests.at(-1)).toMatchObject({ path: '/api/v1/users/me/', clientName: 'Mika of the tests' });
    expect(proxy.tunneledBytes().toString('latin1') + JSON.stringify(proxy.requests)).not.toContain(server.apiKey);
    // The resolver receives only the origin of the server, not the path or the key.
    expect([...new Set(resolvedOrigins)]).toEqual([PLANE]);
  });

  it('is used for files over http from other hosts', async () => {
    await using fileServer = await serve((_, response) => response.writeHead(200).end('picture'));
    await using proxy = await openProxy({ hosts: { 'pictures.test:80': Number(new URL(fileServer.url).port) } });
    const { client, resolvedOrigins } = clientWith(proxyAnswer(`http://127.0.0.1:${proxy.port}`), {});
    await using _client = client;
    await downloadExternalFile({ client, url: 'http://pictures.test/a.png?x=1', maxBytes: 1000 });
    expect(proxy.requests).toMatchObject([{ target: 'http://pictures.test/a.png?x=1', status: 200 }]);
    expect(resolvedOrigins).toEqual(['http://pictures.test']);
  });

  it('causes an error with its URL and source if it is a SOCKS proxy, and nothing is sent', async () => {
    const handshakesBefore = tlsProxy.handshakeCount;
    const { client } = clientWith(proxyAnswer('socks://mika:geheim@proxy.test:1080'), CLIENT_CERTIFICATE);
    await using _client = client;
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toEqual({
      kind: 'network',
      reason: 'unsupportedProxy',
      host: 'socks://proxy.test:1080',
      detail: 'system',
    });
    expect(tlsProxy.handshakeCount).toBe(handshakesBefore);
  });

  it('causes an error with its host when it rejects the connection', async () => {
    await using proxy = await openProxy({ hosts: {}, status: 403 });
    const { client } = clientWith(proxyAnswer(`http://127.0.0.1:${proxy.port}`), {});
    await using _client = client;
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({
      reason: 'proxy',
      host: `127.0.0.1:${proxy.port}`,
      detail: '403',
    });
  });
});

describe('The connection is direct and the proxy resolver is not called', () => {
  it.each<[string, NetworkChanges]>([
    ['when http.proxySupport is off', { proxy: { isEnabled: false } }],
    ['when http.noProxy excludes the server', { proxy: { exceptions: ['plane.invalid'] } }],
    ['when NO_PROXY excludes the server', { proxy: { environment: { NO_PROXY: 'plane.invalid' } } }],
  ])('%s', async (_what, changes) => {
    await using proxy = await openProxy({ hosts: { 'plane.invalid:443': tlsProxy.port } });
    const answer = proxyAnswer(`http://127.0.0.1:${proxy.port}`);
    const { client, resolvedOrigins } = clientWith(answer, changes, 'https://plane.invalid');
    await using _client = client;
    // Only the proxy can resolve this host name.
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({ reason: 'name', host: 'plane.invalid' });
    expect([resolvedOrigins, proxy.requests]).toEqual([[], []]);
  });

  it('when the server is on this machine', async () => {
    const { client, resolvedOrigins } = clientWith(proxyAnswer('http://127.0.0.1:1'), {}, server.baseUrl);
    await using _client = client;
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
    expect(resolvedOrigins).toEqual([]);
  });
});

describe('The proxy resolver', () => {
  it('is not called if http.proxy or an environment variable contains a proxy', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port } });
    const address = `http://127.0.0.1:${proxy.port}`;
    for (const settings of [{ address }, { environment: { HTTPS_PROXY: address } }]) {
      const { client, resolvedOrigins } = clientWith(proxyAnswer('http://127.0.0.1:1'), {
        ...CLIENT_CERTIFICATE,
        proxy: settings,
      });
      await using _client = client;
      await client.call.getCurrentUser({});
      expect(resolvedOrigins).toEqual([]);
    }
    expect(proxy.requests).toHaveLength(2);
  });

  it('does not delay a change of settings: a request that waits for the resolver uses the new settings', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port } });
    let changes: NetworkChanges = CLIENT_CERTIFICATE;
    let resolveCount = 0;
    const resolveProxy = async (): Promise<ResolverAnswer> => {
      resolveCount += 1;
      changes = { ...CLIENT_CERTIFICATE, proxy: { address: `http://127.0.0.1:${proxy.port}` } };
      return { kind: 'direct' };
    };
    await using client = openNetworkClient(server, PLANE, () => changes, resolveProxy);
    expect((await client.call.createSticky({ body: { name: 'Once' } })).id).not.toBe('');
    expect([resolveCount, proxy.requests.length]).toEqual([1, 1]);
  });

  it('does not delay the second of two changes of settings', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port } });
    const proxied: NetworkChanges = { ...CLIENT_CERTIFICATE, proxy: { address: `http://127.0.0.1:${proxy.port}` } };
    const laterChanges: NetworkChanges[] = [{ ...CLIENT_CERTIFICATE }, proxied];
    let changes: NetworkChanges = CLIENT_CERTIFICATE;
    const resolveProxy = async (): Promise<ResolverAnswer> => {
      changes = laterChanges.shift() ?? proxied;
      return { kind: 'direct' };
    };
    await using client = openNetworkClient(server, PLANE, () => changes, resolveProxy);
    expect((await client.call.createSticky({ body: { name: 'Once' } })).id).not.toBe('');
    expect(proxy.requests).toHaveLength(1);
  });

  it.each<[string, ResolverAnswer]>([
    ['returns no proxy', { kind: 'direct' }],
    ['does not return in time', { kind: 'noAnswer', problem: 'timeout' }],
  ])('leads to a direct connection if it %s', async (_what, answer) => {
    const { client, resolvedOrigins } = clientWith(answer, {}, 'https://plane.invalid');
    await using _client = client;
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({ reason: 'name', host: 'plane.invalid' });
    expect([...new Set(resolvedOrigins)]).toEqual(['https://plane.invalid']);
  });
});
