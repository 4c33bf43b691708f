// Tests the connection report with real servers and proxies.
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../../src/client/api/client.ts';
import type { ConnectionInspection } from '../../../../src/client/network/inspect.ts';
import { type ResolverAnswer, unavailableResolver } from '../../../../src/client/network/resolver.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { inspectConnection } from '../../../../src/core/session/connection.ts';
import { connectionReportText } from '../../../../src/features/connectionReport/messages.ts';
import { systemClock } from '../../../../src/std/clock.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { expiredCertificate, tlsFiles } from '../../../support/certificates.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { openProxy } from '../../../support/proxyServer.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { openTlsReverseProxy } from '../../../support/tlsReverseProxy.ts';
import { serveSockets } from '../../client/loopback.ts';
import { createNetwork, type NetworkChanges } from '../../client/network/setup.ts';

const KEY = 'plane_api_canary0123456789';
const server = forAllTests(() => startTestServer({ apiKey: KEY, rate: 60 }));
const tlsProxy = forAllTests(() => openTlsReverseProxy({ target: server.baseUrl, basePath: '/plane' }));

interface ReportResult {
  readonly text: string;
  /** The lines of the report below each heading. */
  readonly sections: Readonly<Record<string, string>>;
  readonly steps: readonly string[];
}

async function createReport(
  baseUrl: string,
  changes: NetworkChanges,
  {
    signedIn = true,
    key = KEY,
    hasSentRequests = false,
    isHttpAllowed = false,
    resolveProxy = unavailableResolver,
  } = {},
): Promise<ReportResult> {
  const origin = new URL(baseUrl).origin;
  const network = createNetwork(changes);
  const transport = createTransport({ network: () => network, resolveProxy, signedInOrigin: origin });
  const options = { baseUrl, workspace: server.workspace, clock: systemClock, logger: silentLogger, transport };
  const client: Client | undefined = signedIn
    ? createClient({
        ...options,
        credential: { kind: 'key', secret: new Secret(key), origin },
        unsupported: ['listCustomers'],
      })
    : undefined;
  // In production, the session has sent requests before the report, so TLS sessions may be resumed.
  if (hasSentRequests)
    await transport.exchange({
      method: 'GET',
      url: `${baseUrl}/api/instances/`,
      headers: {},
      body: undefined,
      signal: undefined,
    });
  const steps: string[] = [];
  const signal = new AbortController().signal;
  const reportData = await inspectConnection({
    baseUrl,
    isHttpAllowed,
    client,
    transport,
    clock: systemClock,
    signal,
    onStep: (one) => steps.push(one),
  });
  await client?.close();
  await transport.close();
  const text = connectionReportText(reportData, { Contrail: '0.1.0', 'VS Code': '1.139.1' });
  const textSections = text.split('\n## ').slice(1);
  return {
    text,
    steps,
    sections: Object.fromEntries(
      textSections.map((section) => [section.split('\n', 1)[0] ?? '', section.slice(section.indexOf('\n')).trim()]),
    ),
  };
}

const headings = ({ sections }: ReportResult): string[] => Object.keys(sections);

describe('The connection report', () => {
  it('contains every step of a connection through a proxy to a server with a base path', async () => {
    await using proxy = await openProxy({
      hosts: { 'plane.test:443': tlsProxy.port },
      password: 'mika:canary-password',
    });
    const before = tlsProxy.requests.length;
    const result = await createReport('https://plane.test/plane', {
      proxy: { address: `http://mika:canary-password@127.0.0.1:${proxy.port}` },
    });
    expect(headings(result)).toEqual([
      'Proxy: OK',
      'Proxy host name: OK',
      'Connection: OK',
      'Encryption (TLS): OK',
      'Clock: OK',
      'Server: OK',
      'Authentication and rate limit: OK',
    ]);
    expect(result.text).toContain('https://plane.test. Base path /plane. Connected to the server.');
    expect(result.sections['Proxy: OK']).toContain(
      `The connection uses the proxy http://127.0.0.1:${proxy.port}, set by \`http.proxy\`.\n- A user name and password are sent to the proxy`,
    );
    expect(result.sections['Proxy host name: OK']).toContain('127.0.0.1');
    expect(result.sections['Connection: OK']).toMatch(/Connected in \d+ ms \(median of 3, minimum \d+ ms\)\./);
    const tls = result.sections['Encryption (TLS): OK'] ?? '';
    expect(tls).toContain('TLSv1.3');
    expect(tls).toMatch(
      /Issued to plane\.test by Contrail Test Authority, valid from 20\d\d-\d\d-\d\d to 21\d\d-\d\d-\d\d\./,
    );
    expect(tls).toContain('Source of the authority: authority.cert.pem (`contrail.tls.certificateAuthorities`).');
    expect(result.sections['Server: OK']).toContain('Plane version: 1.3.1. Edition: CONTRAIL_LOCAL.');
    expect(result.sections['Server: OK']).toContain('Unsupported operations (1): listCustomers.');
    expect(result.sections['Authentication and rate limit: OK']).toMatch(
      /The server accepted the key or token\.[\s\S]*at most 60 requests[\s\S]*as reported by the server: 5\d\./,
    );
    expect(tlsProxy.requests.length - before).toBe(3);
    expect(result.steps).toEqual(['way', 'server', 'account']);
  });

  it('contains no key, password, workspace, account or folder', async () => {
    await using proxy = await openProxy({
      hosts: { 'plane.test:443': tlsProxy.port },
      password: 'mika:canary-password',
    });
    const secrets = [
      KEY,
      'canary',
      'mika',
      Buffer.from('mika:canary-password').toString('base64'),
      `/${server.workspace}`,
      `${server.workspace} `,
      'Mika',
      'support/tls',
    ];
    const addresses = [
      `http://mika:canary-password@127.0.0.1:${proxy.port}`,
      `http://mika:canary-other@127.0.0.1:${proxy.port}`,
      'http://mika:canary@',
    ];
    for (const address of addresses) {
      const certificates = { 'https://plane.test': { certificate: tlsFiles.certificate, key: tlsFiles.key } };
      const { text } = await createReport('https://plane.test/plane', {
        proxy: { address },
        clientCertificates: certificates,
      });
      expect(secrets.filter((one) => text.includes(one))).toEqual([]);
    }
    const { text } = await createReport(
      'https://plane.test/plane',
      { proxy: { address: addresses[0] ?? '' } },
      { key: 'plane_api_canary_mistyped' },
    );
    expect(text).toContain('Authentication failed');
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
  });

  it('contains the difference between the clock of this machine and the clock of the server', async () => {
    await using proxyWithClockAhead = await openTlsReverseProxy({
      target: server.baseUrl,
      clockAheadMs: 3 * 3_600_000,
    });
    const reportWithClockAhead = await createReport(`https://127.0.0.1:${proxyWithClockAhead.port}`, {});
    expect(reportWithClockAhead.sections['Clock: Warning']).toContain(
      "This machine's clock is 3 hours behind the server's.",
    );
    await using proxyWithClockBehind = await openTlsReverseProxy({ target: server.baseUrl, clockAheadMs: -90_000 });
    const reportWithClockBehind = await createReport(`https://127.0.0.1:${proxyWithClockBehind.port}`, {});
    expect(reportWithClockBehind.sections['Clock: Warning']).toContain(
      "This machine's clock is 90 seconds ahead of the server's.",
    );
    await using proxyWithCorrectClock = await openTlsReverseProxy({ target: server.baseUrl, clockAheadMs: 0 });
    expect(headings(await createReport(`https://127.0.0.1:${proxyWithCorrectClock.port}`, {}))).toContain('Clock: OK');
  });

  it('uses no key when the user is signed out', async () => {
    const before = tlsProxy.requests.length;
    const result = await createReport(`https://127.0.0.1:${tlsProxy.port}/plane`, {}, { signedIn: false });
    expect(tlsProxy.requests.slice(before)).toMatchObject([{ path: '/plane/api/instances/' }]);
    expect(Object.keys(tlsProxy.requests.at(-1)?.headers ?? {}).filter((name) => /key|auth|cookie/.test(name))).toEqual(
      [],
    );
    expect(result.sections['Authentication and rate limit: Not checked']).toContain(
      'You are not signed in to this server',
    );
    expect(result.sections['Proxy: OK']).toContain('No proxy: the server is on this machine.');
  });

  it('contains the certificates even if a TLS session with the server exists already', async () => {
    const result = await createReport(`https://127.0.0.1:${tlsProxy.port}/plane`, {}, { hasSentRequests: true });
    expect(result.sections['Encryption (TLS): OK']).toContain('Source of the authority: authority.cert.pem');
  });

  it('warns that the connection is not encrypted if the server on this machine uses http', async () => {
    const result = await createReport(server.baseUrl, {});
    expect(result.sections['Encryption (TLS): OK']).toContain('Not used: the server is on this machine');
  });

  it.each([
    [true, 'You chose HTTP for this server when you signed in. Signing out revokes this.'],
    [false, 'No key or token is sent to this server unless you choose HTTP when you sign in.'],
  ])('warns that a server in a private network uses http; chosen: %s', async (isHttpAllowed, text) => {
    await using proxy = await openProxy({ hosts: { 'plane.lan:80': Number(new URL(server.baseUrl).port) } });
    const network = { proxy: { address: `http://127.0.0.1:${proxy.port}` } };
    const result = await createReport('http://plane.lan', network, { signedIn: false, isHttpAllowed });
    expect(result.sections['Encryption (TLS): Warning']).toContain('others on the network can read and change');
    expect(result.sections['Encryption (TLS): Warning']).toContain(text);
  });

  it('says whether a client certificate is sent', async () => {
    await using proxyWithClientCertificate = await openTlsReverseProxy({
      target: server.baseUrl,
      requiresClientCertificate: true,
    });
    const baseUrl = `https://127.0.0.1:${proxyWithClientCertificate.port}`;
    const result = await createReport(baseUrl, { clientCertificates: { [baseUrl]: { pfx: tlsFiles.pfx } } });
    expect(result.sections['Encryption (TLS): OK']).toContain('A client certificate is sent.');
    const withoutCertificate = await createReport(baseUrl, {});
    expect(withoutCertificate.text).toContain('contrail.tls.clientCertificates');
    expect(headings(withoutCertificate)).toContain('Server: Failed');
  });
});

describe('The section Proxy of the connection report', () => {
  const withResolverAnswer = (answer: ResolverAnswer) => ({ resolveProxy: async () => answer });

  it.each([
    ['system', "VS Code's proxy resolver found it in the system settings or with a PAC script."],
    ['resolver', "which VS Code's proxy resolver returned."],
  ] as const)('names the resolver of VS Code for a proxy with the source %s', async (source, text) => {
    await using proxy = await openProxy({
      hosts: { 'plane.test:443': tlsProxy.port },
      password: 'mika:canary-password',
    });
    const url = new URL(`http://mika:canary-password@127.0.0.1:${proxy.port}`);
    const result = await createReport(
      'https://plane.test/plane',
      {},
      withResolverAnswer({ kind: 'proxy', url, source }),
    );
    const section = result.sections['Proxy: OK'] ?? '';
    expect(section).toContain(`The connection uses the proxy http://127.0.0.1:${proxy.port}`);
    expect(section).toContain(text);
    expect(headings(result)).toContain('Authentication and rate limit: OK');
    expect(result.text).not.toMatch(/mika|canary/);
  });

  it.each<[string, NetworkChanges, ResolverAnswer, string, string]>([
    [
      'the environment variable that contains the proxy',
      { proxy: { environment: { HTTPS_PROXY: 'http://127.0.0.1:1' } } },
      { kind: 'direct' },
      'OK',
      'set by `HTTPS_PROXY`',
    ],
    [
      'the resolver of VS Code if the resolver returns no proxy',
      {},
      { kind: 'direct' },
      'OK',
      "VS Code's proxy resolver (system settings or PAC script) returned none.",
    ],
    [
      'http.noProxy if that setting excludes the server',
      { proxy: { exceptions: ['.invalid'] } },
      { kind: 'direct' },
      'OK',
      'No proxy: `http.noProxy` excludes this server (.invalid).',
    ],
    [
      'NO_PROXY if that variable excludes the server',
      { proxy: { environment: { NO_PROXY: '*' } } },
      { kind: 'direct' },
      'OK',
      'No proxy: `NO_PROXY` excludes this server',
    ],
    [
      'http.proxySupport if that setting is off',
      { proxy: { isEnabled: false } },
      { kind: 'direct' },
      'OK',
      'No proxy: `http.proxySupport` is off.',
    ],
    [
      'the missing resolver if VS Code has no resolver',
      {},
      { kind: 'noAnswer', problem: 'unavailable' },
      'OK',
      "this version of VS Code doesn't offer its proxy resolver to extensions.",
    ],
    [
      'the failure of the resolver if the resolver fails',
      {},
      { kind: 'noAnswer', problem: 'failed' },
      'Warning',
      "not used because VS Code's proxy resolver failed.",
    ],
    [
      'the timeout of the resolver if the resolver does not respond',
      {},
      { kind: 'noAnswer', problem: 'timeout' },
      'Warning',
      "not used because VS Code's proxy resolver did not respond in time.",
    ],
  ])('names %s', async (_what, changes, answer, state, text) => {
    const { sections } = await createReport('https://plane.invalid', changes, withResolverAnswer(answer));
    expect(sections[`Proxy: ${state}`]).toContain(text);
  });
});

describe('The failed step of the connection report', () => {
  const NOT_CHECKED = 'This was not checked';

  it('is “Proxy” when the proxy setting is invalid', async () => {
    const result = await createReport('https://plane.test', { proxy: { address: 'http://' } });
    expect(result.sections['Proxy: Failed']).toContain('http.proxy: the value is not an address');
    expect(headings(result).filter((one) => one.endsWith('Not checked'))).toHaveLength(6);
    expect(result.text).toContain('The check failed at “Proxy”.');
  });

  it('is “Proxy” when the proxy is a SOCKS proxy, which is shown with its source and without credentials', async () => {
    const address = 'socks5://mika:canary@127.0.0.1:1';
    const reportOfVariable = await createReport('https://plane.test', {
      proxy: { environment: { ALL_PROXY: address } },
    });
    expect(reportOfVariable.sections['Proxy: Failed']).toContain('not socks5://127.0.0.1:1 (set by ALL_PROXY)');
    const answer: ResolverAnswer = { kind: 'proxy', url: new URL(address), source: 'system' };
    const reportOfResolver = await createReport('https://plane.test', {}, { resolveProxy: async () => answer });
    expect(reportOfResolver.sections['Proxy: Failed']).toContain(
      'not socks5://127.0.0.1:1 (set by the system settings or a PAC script)',
    );
    expect(reportOfVariable.text + reportOfResolver.text).not.toMatch(/mika|canary/);
  });

  it('is “Host name” when the host name does not resolve', async () => {
    const result = await createReport('https://plane.invalid', {});
    expect(result.sections['Host name: Failed']).toContain('The server plane.invalid was not found.');
    expect(result.sections['Connection: Not checked']).toContain(NOT_CHECKED);
  });

  it('is “Connection” when the proxy requires a password', async () => {
    await using proxy = await openProxy({ hosts: {}, password: 'mika:geheim' });
    const result = await createReport('https://plane.test', { proxy: { address: `http://127.0.0.1:${proxy.port}` } });
    expect(result.sections['Connection: Failed']).toContain(
      `The proxy 127.0.0.1:${proxy.port} requires a user name and password (status 407).`,
    );
    expect(result.sections['Connection: Failed']).toContain('`http.proxyAuthorization`');
  });

  it('is “Encryption” when the certificate is not trusted, and no request is sent', async () => {
    const before = tlsProxy.requests.length;
    const result = await createReport(`https://127.0.0.1:${tlsProxy.port}/plane`, { trust: { files: [] } });
    const tls = result.sections['Encryption (TLS): Failed'] ?? '';
    expect(headings(result)).toContain('Connection: OK');
    expect(tls).toContain('is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)');
    expect(tls).toContain('Issued to plane.test by Contrail Test Authority');
    expect(tls).toContain('`contrail.tls.certificateAuthorities`');
    expect(tls).not.toContain('the clock is wrong');
    expect(tlsProxy.requests.length).toBe(before);
  });

  it('is “Encryption” when the certificate has expired or the clock is wrong', async () => {
    await using proxyWithExpiredCertificate = await openTlsReverseProxy({
      target: server.baseUrl,
      certificate: expiredCertificate,
    });
    const result = await createReport(`https://127.0.0.1:${proxyWithExpiredCertificate.port}`, {});
    expect(result.sections['Encryption (TLS): Failed']).toMatch(
      /valid from 2001-01-01 to 2002-01-01\.[\s\S]*not valid on this date, or the clock is wrong/,
    );
    expect(proxyWithExpiredCertificate.requests).toEqual([]);
  });

  it('is “Connection” when the port is closed', async () => {
    const result = await createReport('https://127.0.0.1:1', {});
    expect(result.sections['Connection: Failed']).toContain('The server 127.0.0.1:1 does not respond.');
  });

  it('is “Server” when the server is not a Plane server', async () => {
    const result = await createReport(`https://127.0.0.1:${tlsProxy.port}`, {}, { signedIn: false });
    expect(result.sections['Server: Warning']).toContain(
      'The server does not report its version and edition (status 404',
    );
  });
});

describe('inspectConnection', () => {
  it.each([
    ['noneFound', 'none found'],
    ['needsNewerNode', 'requires Node.js 22.15 or newer'],
    ['ENOENT', 'ENOENT'],
    [undefined, undefined],
  ])('converts the reason %s for missing certificates to the text %s', async (problem, text) => {
    const transport = createTransport();
    const inspection: ConnectionInspection = {
      route: { failed: new Error('not tried') },
      addresses: undefined,
      connectTimesMs: undefined,
      tls: undefined,
      untrustedCertificate: undefined,
      authorities: [{ from: 'system', count: 0, problem }],
    };
    const { authorities } = await inspectConnection({
      baseUrl: 'https://plane.test',
      client: undefined,
      transport: { ...transport, inspect: async () => inspection },
      clock: systemClock,
      signal: new AbortController().signal,
      onStep: () => undefined,
    });
    await transport.close();
    expect(authorities).toEqual([{ from: 'system', count: 0, problem: text }]);
  });

  it('rejects at once when the user cancels while the proxy does not respond', async () => {
    await using unresponsiveProxy = await serveSockets(() => undefined);
    const network = createNetwork({ proxy: { address: unresponsiveProxy.url } });
    const transport = createTransport({ network: () => network });
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const options = {
      baseUrl: 'https://plane.test',
      client: undefined,
      transport,
      clock: systemClock,
      signal: controller.signal,
      onStep: () => undefined,
    };
    await expect(inspectConnection(options)).rejects.toMatchObject({ fault: { kind: 'cancelled' } });
    await transport.close();
  });
});
