// Tests trusted authorities and client certificates with TLS servers on this machine.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { downloadExternalFile } from '../../../../src/client/files/externalFile.ts';
import { loadAuthorities } from '../../../../src/client/network/certificates.ts';
import type { ClientCertificate } from '../../../../src/client/network/network.ts';
import { authorityCertificate, expiredCertificate, tlsFiles } from '../../../support/certificates.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { openTlsReverseProxy, type TlsReverseProxyOptions } from '../../../support/tlsReverseProxy.ts';
import { apiFaultFrom, type NetworkChanges, openNetworkClient } from './setup.ts';

let folder: string;
const testServer = forAllTests(startTestServer);
beforeAll(() => {
  folder = temporaryFolder();
});

const clientTo = (baseUrl: string, changes: NetworkChanges) => openNetworkClient(testServer, baseUrl, changes);
const openTlsProxy = (options: Partial<TlsReverseProxyOptions> = {}) =>
  openTlsReverseProxy({ target: testServer.baseUrl, ...options });
const localUrl = (port: number): string => `https://127.0.0.1:${port}`;

function writeFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('The certificate of a server is trusted', () => {
  it.each<[string, NonNullable<NetworkChanges['trust']>]>([
    ['if an authority in a file of the setting issued it', { files: [tlsFiles.authorityPath] }],
    ['if an authority in the file of NODE_EXTRA_CA_CERTS issued it', { files: [], extraFile: tlsFiles.authorityPath }],
    [
      'if another file of the environment cannot be read',
      { files: [tlsFiles.authorityPath], extraFile: '/nowhere/extra.pem' },
    ],
  ])('%s', async (_what, trust) => {
    await using server = await openTlsProxy();
    await using client = clientTo(localUrl(server.port), { trust });
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
  });

  it('if a configured file contains its issuer, even among other authorities and other text', async () => {
    await using server = await openTlsProxy();
    const bundle = writeFile('bundle.pem', `# ours\n${authorityCertificate}\nand theirs\n${expiredCertificate.cert}`);
    await using client = clientTo(localUrl(server.port), { trust: { files: [bundle] } });
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
  });

  it('only if a configured authority has issued it, and otherwise nothing is sent to the server', async () => {
    await using server = await openTlsProxy();
    await using client = clientTo(localUrl(server.port), { trust: { files: [], includesSystem: true } });
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({
      reason: 'certificate',
      host: `127.0.0.1:${server.port}`,
    });
    expect(server.requests).toEqual([]);
  });

  it('only if it is issued for the host of the server and has not expired', async () => {
    await using expiredServer = await openTlsProxy({ certificate: expiredCertificate });
    await using client = clientTo(localUrl(expiredServer.port), {});
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({
      reason: 'certificate',
      detail: 'CERT_HAS_EXPIRED',
    });
    await using server = await openTlsProxy();
    await using otherClient = clientTo(`https://127.0.0.2:${server.port}`, {});
    const fault = await apiFaultFrom(otherClient.call.getCurrentUser({}));
    // Only Linux accepts connections to all loopback addresses.
    expect(fault).toMatchObject(process.platform === 'linux' ? { reason: 'refused' } : { kind: 'network' });
    expect([...expiredServer.requests, ...server.requests]).toEqual([]);
  });
});

describe('The certificate authorities of the operating system', () => {
  it('are trusted only when `http.systemCertificates` is on, in addition to the authorities of Node.js', async () => {
    const authorities = await loadAuthorities({ includesSystem: true, files: [], extraFile: undefined });
    expect(authorities.map(({ from }) => from)).toEqual(['node', 'system']);
    expect(authorities[0]?.certificates.length).toBeGreaterThan(50);
    // On a machine without system authorities, `problem` is set.
    expect((authorities[1]?.certificates.length ?? 0) > 0 || authorities[1]?.problem !== undefined).toBe(true);
    expect(
      (await loadAuthorities({ includesSystem: false, files: [], extraFile: undefined })).map(({ from }) => from),
    ).toEqual(['node']);
  });
});

describe('A client certificate', () => {
  const certificateAndKey: ClientCertificate = { certificate: tlsFiles.certificate, key: tlsFiles.key };

  it.each<[string, ClientCertificate]>([
    ['of two files', certificateAndKey],
    ['of one file', { pfx: tlsFiles.pfx }],
  ])('%s is sent to the server that the user is signed in to', async (_what, certificate) => {
    await using server = await openTlsProxy({ requiresClientCertificate: true });
    const baseUrl = localUrl(server.port);
    await using client = clientTo(baseUrl, { clientCertificates: { [baseUrl]: certificate } });
    await client.call.getCurrentUser({});
    expect(server.requests).toMatchObject([{ clientName: 'Mika of the tests' }]);
  });

  it('is sent only to the server of the session, even if certificates for other servers are configured', async () => {
    await using server = await openTlsProxy();
    await using otherServer = await openTlsProxy({ requiresClientCertificate: true });
    const clientCertificates = {
      [localUrl(server.port)]: certificateAndKey,
      [localUrl(otherServer.port)]: certificateAndKey,
    };
    await using client = clientTo(localUrl(server.port), { clientCertificates });
    await client.call.getCurrentUser({});
    const fault = await apiFaultFrom(
      downloadExternalFile({ client, url: `${localUrl(otherServer.port)}/api/instances/`, maxBytes: 1000 }),
    );
    expect(fault).toMatchObject({ kind: 'network' });
    expect(otherServer.requests).toEqual([]);
    expect(server.requests).toMatchObject([{ clientName: undefined }]);
  });

  it('that is required but not configured causes an error, and no request is sent', async () => {
    await using server = await openTlsProxy({ requiresClientCertificate: true });
    await using client = clientTo(localUrl(server.port), {});
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({
      kind: 'network',
      reason: 'clientCertificate',
      detail: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    });
    expect(server.requests).toEqual([]);
  });

  it('that the server does not accept causes an error, and the server receives no request', async () => {
    await using server = await openTlsProxy({ requiresClientCertificate: true });
    const baseUrl = localUrl(server.port);
    const untrustedClientCertificate = { certificate: tlsFiles.untrustedCertificate, key: tlsFiles.untrustedKey };
    await using client = clientTo(baseUrl, { clientCertificates: { [baseUrl]: untrustedClientCertificate } });
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({ kind: 'network' });
    expect(server.requests).toEqual([]);
  });
});

describe('An invalid setting for certificates is reported, and nothing is sent', () => {
  const server = forEachTest(openTlsProxy);

  it.each<[string, () => NetworkChanges, string]>([
    [
      'for a file of authorities that does not exist',
      () => ({ trust: { files: [join(folder, 'missing.pem')] } }),
      'contrail.tls.certificateAuthorities: missing.pem, ENOENT',
    ],
    [
      'for a file of authorities without certificates',
      () => ({ trust: { files: [writeFile('empty.pem', 'nothing')] } }),
      'contrail.tls.certificateAuthorities: empty.pem contains no PEM certificate',
    ],
    [
      'for a path that is not absolute',
      () => ({ trust: { files: ['some/ca.pem'] } }),
      'contrail.tls.certificateAuthorities: ca.pem is not an absolute path',
    ],
  ])('%s', async (_what, changes, detail) => {
    await using client = clientTo(localUrl(server.port), changes());
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({
      kind: 'network',
      reason: 'setting',
      detail,
    });
    expect(server.handshakeCount).toBe(0);
  });

  it.each<[string, ClientCertificate, RegExp]>([
    [
      'for a key with a passphrase',
      { certificate: tlsFiles.certificate, key: tlsFiles.lockedKey },
      /clientCertificates: client.locked.key.pem is protected by a passphrase$/,
    ],
    [
      'for a key of another certificate',
      { certificate: tlsFiles.certificate, key: tlsFiles.untrustedKey },
      /clientCertificates: \w+$/,
    ],
    ['for a file that is not PKCS #12', { pfx: tlsFiles.certificate }, /clientCertificates: \w+$/],
  ])('%s', async (_what, certificate, detail) => {
    const baseUrl = localUrl(server.port);
    await using client = clientTo(baseUrl, { clientCertificates: { [baseUrl]: certificate } });
    const fault = await apiFaultFrom(client.call.getCurrentUser({}));
    expect(fault).toMatchObject({ kind: 'network', reason: 'setting', detail: expect.stringMatching(detail) });
    expect(server.handshakeCount).toBe(0);
  });

  it('until the file in the setting exists', async () => {
    const path = join(folder, 'later.pem');
    await using client = clientTo(localUrl(server.port), { trust: { files: [path] } });
    expect(await apiFaultFrom(client.call.getCurrentUser({}))).toMatchObject({ reason: 'setting' });
    writeFileSync(path, authorityCertificate);
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
  });
});
