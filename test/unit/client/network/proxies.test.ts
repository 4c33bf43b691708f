// Tests requests and file transfers through http and https proxies, and errors of proxies.
import { describe, expect, it } from 'vitest';
import { downloadFile } from '../../../../src/client/files/download.ts';
import { downloadExternalFile } from '../../../../src/client/files/externalFile.ts';
import { uploadFile } from '../../../../src/client/files/upload.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { openProxy } from '../../../support/proxyServer.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { openTlsReverseProxy } from '../../../support/tlsReverseProxy.ts';
import { serve, serveSockets } from '../loopback.ts';
import { apiFaultFrom, createNetwork, type NetworkChanges, openNetworkClient } from './setup.ts';

const server = forAllTests(startTestServer);
const tlsProxy = forAllTests(() => openTlsReverseProxy({ target: server.baseUrl }));

const PLANE = 'https://plane.test';

const clientTo = (baseUrl: string, changes: NetworkChanges | (() => NetworkChanges)) =>
  openNetworkClient(server, baseUrl, changes);

describe('The server is reached through a proxy', () => {
  it.each([
    ['without a password', {}, (port: number) => `http://127.0.0.1:${port}`],
    [
      'with a password in its URL',
      { password: 'mika:gehe:im' },
      (port: number) => `http://mika:gehe%3Aim@127.0.0.1:${port}`,
    ],
    ['that uses TLS', { isSecure: true }, (port: number) => `https://127.0.0.1:${port}`],
    [
      'that uses TLS, with a password',
      { isSecure: true, password: 'mika:geheim' },
      (port: number) => `https://mika:geheim@localhost:${port}`,
    ],
    ['at an IPv6 address', { listen: '::1' }, (port: number) => `http://[::1]:${port}`],
  ] as const)('%s', async (_what, options, address) => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port }, ...options });
    await using client = clientTo(PLANE, { proxy: { address: address(proxy.port) } });
    const before = tlsProxy.requests.length;
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
    expect(proxy.requests).toMatchObject([
      { target: 'plane.test:443', status: 200, headers: { host: 'plane.test:443' } },
    ]);
    expect(tlsProxy.requests.slice(before)).toMatchObject([
      { path: '/api/v1/users/me/', headers: { host: 'plane.test' } },
    ]);
  });

  it('from an environment variable, with the configured Proxy-Authorization value', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port }, password: 'mika:geheim' });
    const authorization = `Basic ${Buffer.from('mika:geheim').toString('base64')}`;
    await using client = clientTo(PLANE, {
      proxy: { authorization, environment: { HTTPS_PROXY: `127.0.0.1:${proxy.port}` } },
    });
    await client.call.getCurrentUser({});
    expect(proxy.requests.map(({ status }) => status)).toEqual([200]);
  });

  it('that receives neither key nor path, and the server does not receive the proxy credentials', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port }, password: 'mika:geheim' });
    await using client = clientTo(PLANE, { proxy: { address: `http://mika:geheim@127.0.0.1:${proxy.port}` } });
    await client.call.getCurrentUser({});
    const receivedText = proxy.tunneledBytes().toString('latin1') + JSON.stringify(proxy.requests);
    expect(proxy.tunneledBytes().length).toBeGreaterThan(100);
    expect([server.apiKey, '/api/v1', 'users/me'].filter((text) => receivedText.includes(text))).toEqual([]);
    expect(Object.keys(tlsProxy.requests.at(-1)?.headers ?? {})).not.toContain('proxy-authorization');
  });

  it('over a single connection for several requests', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port } });
    await using client = clientTo(PLANE, { proxy: { address: `http://127.0.0.1:${proxy.port}` } });
    for (let request = 0; request < 3; request += 1) {
      await client.call.getCurrentUser({});
      await flushPromises();
    }
    expect(proxy.requests).toHaveLength(1);
  });

  it('that is replaced when http.proxy changes', async () => {
    await using firstProxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port } });
    await using secondProxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port } });
    let changes: NetworkChanges = { proxy: { address: `http://127.0.0.1:${firstProxy.port}` } };
    await using client = clientTo(PLANE, () => changes);
    await client.call.getCurrentUser({});
    changes = { proxy: { address: `http://127.0.0.1:${secondProxy.port}` } };
    await client.call.getCurrentUser({});
    expect([firstProxy.requests.length, secondProxy.requests.length]).toEqual([1, 1]);
  });
});

describe('The proxy is bypassed', () => {
  it('for requests to this machine', async () => {
    await using proxy = await openProxy({ hosts: {} });
    await using client = clientTo(`https://127.0.0.1:${tlsProxy.port}`, {
      proxy: { address: `http://127.0.0.1:${proxy.port}` },
    });
    await client.call.getCurrentUser({});
    expect(proxy.requests).toEqual([]);
  });

  it.each<[string, NonNullable<NetworkChanges['proxy']>]>([
    ['http.noProxy', { exceptions: ['.invalid'] }],
    ['NO_PROXY', { environment: { NO_PROXY: 'plane.invalid' } }],
    ['http.proxySupport', { isEnabled: false }],
  ])('for servers that are excluded by %s', async (_what, settings) => {
    await using proxy = await openProxy({ hosts: { 'plane.invalid:443': tlsProxy.port } });
    await using client = clientTo('https://plane.invalid', {
      proxy: { address: `http://127.0.0.1:${proxy.port}`, ...settings },
    });
    // Only the proxy can resolve this host name.
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({ reason: 'name', host: 'plane.invalid' });
    expect(proxy.requests).toEqual([]);
  });
});

describe('The error contains the host of the proxy', () => {
  it.each<[string, Parameters<typeof openProxy>[0], string, number]>([
    ['when it requires a password', { hosts: {}, password: 'mika:geheim' }, '407', 1],
    ['when it rejects the connection', { hosts: {}, status: 403 }, '403', 1],
    ['when it cannot reach the server, after retries', { hosts: {} }, '502', 3],
  ])('%s', async (_what, options, detail, times) => {
    await using proxy = await openProxy(options);
    await using client = clientTo(PLANE, { proxy: { address: `http://mika:falsch@127.0.0.1:${proxy.port}` } });
    const fault = await apiFaultFrom(client.call.getCurrentUser({}));
    expect(fault).toEqual({ kind: 'network', reason: 'proxy', host: `127.0.0.1:${proxy.port}`, detail });
    expect(proxy.requests).toHaveLength(times);
  });

  it('when the port of the proxy is closed, and when the host name of the proxy is unknown', async () => {
    const { port } = await openProxy({ hosts: {} }).then(async (proxy) => {
      await proxy[Symbol.asyncDispose]();
      return proxy;
    });
    await using refusedClient = clientTo(PLANE, { proxy: { address: `http://127.0.0.1:${port}` } });
    expect(await apiFaultFrom(refusedClient.call.getCurrentUser({}))).toMatchObject({
      reason: 'proxy',
      host: `127.0.0.1:${port}`,
      detail: 'ECONNREFUSED',
    });
    await using unknownHostClient = clientTo(PLANE, { proxy: { address: 'http://proxy.invalid:3128' } });
    expect(await apiFaultFrom(unknownHostClient.call.getCurrentUser({}))).toMatchObject({
      reason: 'proxy',
      host: 'proxy.invalid:3128',
    });
  });

  it('when the proxy sends no response', async () => {
    await using silentServer = await serveSockets(() => undefined);
    const transport = createTransport({
      network: () => createNetwork({ proxy: { address: silentServer.url } }),
      connectTimeoutMs: 200,
    });
    const request = { method: 'GET', url: PLANE, headers: {}, body: undefined, signal: undefined };
    await expect(transport.exchange(request)).rejects.toMatchObject({
      code: 'ERR_PROXY',
      proxy: new URL(silentServer.url).host,
    });
    await transport.close();
  });

  it('when the certificate of the proxy is not trusted, unless http.proxyStrictSSL is off', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port }, isSecure: true });
    const trust = { files: [] };
    const address = `https://127.0.0.1:${proxy.port}`;
    await using strictClient = clientTo(PLANE, { trust, proxy: { address } });
    expect(await apiFaultFrom(strictClient.call.getCurrentUser({}))).toMatchObject({
      reason: 'proxy',
      detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(proxy.requests).toEqual([]);
    const before = tlsProxy.requests.length;
    await using lenientClient = clientTo(PLANE, { trust, proxy: { address, verifiesCertificate: false } });
    expect(await apiFaultFrom(lenientClient.call.getCurrentUser({}))).toMatchObject({
      reason: 'certificate',
      host: 'plane.test',
    });
    expect(proxy.requests).toMatchObject([{ target: 'plane.test:443', status: 200 }]);
    expect(tlsProxy.requests.length).toBe(before);
  });

  it('when the URL scheme of the proxy is not supported, and no direct connection is opened', async () => {
    await using client = clientTo(PLANE, { proxy: { address: 'socks5://mika:geheim@127.0.0.1:1080' } });
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toEqual({
      kind: 'network',
      reason: 'unsupportedProxy',
      host: 'socks5://127.0.0.1:1080',
      detail: 'http.proxy',
    });
  });
});

describe('Files', () => {
  it('are uploaded and downloaded through the proxy tunnel, without the key', async () => {
    await using proxy = await openProxy({ hosts: { 'plane.test:443': tlsProxy.port }, password: 'mika:geheim' });
    await using client = clientTo(PLANE, { proxy: { address: `http://mika:geheim@127.0.0.1:${proxy.port}` } });
    const path = { project_id: sample.project('WEB'), work_item_id: sample.workItem('WEB', 1) };
    const before = tlsProxy.requests.length;
    const bytes = new TextEncoder().encode('over hill and dale '.repeat(10_000));
    const { asset_id } = await uploadFile({ client, path, file: { name: 'tale.txt', type: 'text/plain', bytes } });
    const file = await downloadFile({ client, path: { ...path, asset_id } });
    expect(file.bytes).toEqual(Buffer.from(bytes));
    expect([...new Set(proxy.requests.map(({ target }) => target))]).toEqual(['plane.test:443']);
    const storageRequests = tlsProxy.requests
      .slice(before)
      .filter(({ path: requestPath }) => !requestPath.startsWith('/api/'));
    expect(storageRequests).toHaveLength(2);
    expect(storageRequests.filter(({ headers }) => 'x-api-key' in headers || 'authorization' in headers)).toEqual([]);
  });

  it('over http are requested from the proxy with absolute URLs, and only the proxy gets its credentials', async () => {
    await using fileServer = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('picture'),
    );
    await using proxy = await openProxy({
      hosts: { 'pictures.test:80': Number(new URL(fileServer.url).port) },
      password: 'mika:geheim',
    });
    await using client = clientTo(PLANE, { proxy: { address: `http://mika:geheim@127.0.0.1:${proxy.port}` } });
    const file = await downloadExternalFile({ client, url: 'http://pictures.test/a.png?x=1', maxBytes: 1000 });
    expect(new TextDecoder().decode(file.bytes)).toBe('picture');
    expect(proxy.requests).toMatchObject([{ target: 'http://pictures.test/a.png?x=1', status: 200 }]);
    expect(fileServer.requests).toMatchObject([{ url: '/a.png?x=1', headers: { host: 'pictures.test' } }]);
    expect(JSON.stringify([fileServer.requests, proxy.requests])).not.toContain(server.apiKey);
    expect(JSON.stringify(fileServer.requests)).not.toContain('authorization');
  });

  it('over http cause a proxy error when the proxy requires another password', async () => {
    await using proxy = await openProxy({ hosts: {}, password: 'mika:geheim' });
    await using client = clientTo(PLANE, { proxy: { address: `http://127.0.0.1:${proxy.port}` } });
    const fault = await apiFaultFrom(
      downloadExternalFile({ client, url: 'http://pictures.test/a.png', maxBytes: 1000 }),
    );
    expect(fault).toEqual({ kind: 'network', reason: 'proxy', host: `127.0.0.1:${proxy.port}`, detail: '407' });
  });

  it('over https are downloaded through a proxy tunnel', async () => {
    await using proxy = await openProxy({ hosts: { 'files.plane.test:443': tlsProxy.port } });
    await using client = clientTo(PLANE, { proxy: { address: `http://127.0.0.1:${proxy.port}` } });
    await downloadExternalFile({ client, url: 'https://files.plane.test/api/instances/', maxBytes: 10_000 });
    expect(proxy.requests).toMatchObject([{ target: 'files.plane.test:443', status: 200 }]);
    expect(Object.keys(tlsProxy.requests.at(-1)?.headers ?? {}).sort()).toEqual(['connection', 'host', 'user-agent']);
  });
});
