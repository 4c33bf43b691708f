// Tests what the sign-in says about an address at which there is no Plane server, or none that can be used.
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { noServerText } from '../../../../src/features/signIn/messages.ts';
import { expiredCertificate, serverCertificate, tlsFiles } from '../../../support/certificates.ts';
import { openProxy } from '../../../support/proxyServer.ts';
import { createNetwork, type NetworkChanges } from '../../client/network/setup.ts';
import { ADDRESS_PROMPT, SignInSetup } from './setup.ts';

const NOT_PLANE =
  'The server is not a Plane server. Check the address. If Plane is below a path, end the address with /api, for example https://example.com/plane/api.';
const FRONT = 'If a sign-in, a firewall or a network is in front of Plane, it must let requests to /api/v1/ pass.';
const TRY_HTTPS = 'If the server uses HTTPS, start the address with https://.';
const TRY_HTTP = 'If the server has no HTTPS, start the address with http://.';
const fromOther = (title: string): string =>
  `The server answered with “${title}”, which is not from Plane. Check the address.`;

const answer =
  (status: number, body: string, headers: OutgoingHttpHeaders): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const page = (title: string, status = 200): RequestListener =>
  answer(status, `<html><title>${title}</title></html>`, { 'content-type': 'text/html' });
const text = (body: string, status = 200): RequestListener => answer(status, body, { 'content-type': 'text/plain' });
const json = (body: object, status = 200): RequestListener =>
  answer(status, JSON.stringify(body), { 'content-type': 'application/json' });
const redirect = (location: string): RequestListener => answer(302, '', { location });
const toHttps: RequestListener = ({ headers: { host } }, response) =>
  response.writeHead(301, { location: `https://${host}/` }).end();

const http = (listener: RequestListener): Server => createHttpServer(listener);
const https = (options: ServerOptions = serverCertificate): Server => createHttpsServer(options, json({}));
/** `onOpen` handles a connection that transfers no HTTP. */
const tcp = (onOpen: (socket: Socket) => unknown): NetServer =>
  createTcpServer((socket) => {
    // The client closes the connection.
    socket.on('error', () => socket.destroy());
    onOpen(socket);
  });
const greeting = (bytes: string): NetServer => tcp((socket) => socket.write(bytes, 'latin1'));
const reply = (bytes: string): NetServer => tcp((socket) => socket.once('data', () => socket.end(bytes, 'latin1')));
const selfSigned = {
  key: readFileSync(tlsFiles.untrustedKey, 'utf8'),
  cert: readFileSync(tlsFiles.untrustedCertificate, 'utf8'),
};
const oldTls = {
  ...serverCertificate,
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;

/** Resolves with the message at the address. */
async function messageFor(address: string, changes: NetworkChanges = {}): Promise<string | undefined> {
  await using setup = await SignInSetup.open(createNetwork(changes));
  const flow = setup.signIn.run();
  const box = await setup.prompts.textBox(ADDRESS_PROMPT);
  box.enter(address);
  await box.waitUntilIdle();
  box.escape();
  await flow;
  return box.message;
}

/** Resolves with the message at the address `scheme` of the server, with HOST in place of its host and port. */
async function messageAt(
  scheme: string,
  server: Server | NetServer,
  listen = '127.0.0.1',
): Promise<string | undefined> {
  await new Promise<void>((resolve) => server.listen(0, listen, resolve));
  const { port } = server.address() as AddressInfo;
  const host = `${listen.includes(':') ? `[${listen}]` : listen}:${port}`;
  const message = await messageFor(`${scheme}${host}/acme/projects/`);
  server.close();
  return message?.replaceAll(host, 'HOST');
}

describe('The sign-in says about the address of', () => {
  it.each<[string, Server | NetServer, string]>([
    ['a new web server', http(page('Welcome to nginx!')), `${fromOther('Welcome to nginx!')} ${FRONT}`],
    ['a captive portal', http(page('Hotel Wi-Fi')), `${fromOther('Hotel Wi-Fi')} ${FRONT}`],
    [
      'a page without a title',
      http(answer(200, '<p>Hello', { 'content-type': 'text/html' })),
      `The server answered with a page that is not from Plane (status 200). Check the address. ${FRONT}`,
    ],
    ['a missing page', http(page('404 Not Found', 404)), NOT_PLANE],
    [
      'a stopped server behind a proxy',
      http(page('502 Bad Gateway', 502)),
      'Something in front of Plane answered: “502 Bad Gateway”. Plane may be stopped or starting. Otherwise, check the address.',
    ],
    [
      'a sign-in on the same server',
      http(redirect('/login')),
      `The server redirects to another page. Check the address. ${FRONT}`,
    ],
    [
      'a sign-in on another server',
      http(redirect('https://sso.example.com/?next=1')),
      `The server redirects to https://sso.example.com. If Plane is there, enter that address. ${FRONT}`,
    ],
    [
      'a server that redirects to https',
      http(toHttps),
      `The server redirects to https://HOST. If Plane is there, enter that address. ${FRONT}`,
    ],
    ['an empty answer', http(text('')), NOT_PLANE],
    ['a text', http(text('OK')), NOT_PLANE],
    ['GitLab', http(json({ error: '404 Not Found' }, 404)), NOT_PLANE],
    ['Gitea', http(json({ errors: null, message: 'not found' }, 404)), NOT_PLANE],
    ['Jira', http(json({ message: 'null for uri', 'status-code': 404 }, 404)), NOT_PLANE],
    ['Elasticsearch', http(json({ name: 'node-1', tagline: 'You Know, for Search' })), NOT_PLANE],
    [
      'a server without GET',
      http(json({ detail: 'Method "GET" not allowed.' }, 405)),
      fromOther('Method "GET" not allowed'),
    ],
    ['PostgreSQL', reply('E\0\0\0\x10SFATAL\0'), `${NOT_PLANE} ${TRY_HTTPS}`],
    ['MySQL', greeting('J\0\0\0\n8.0.36\0'), `${NOT_PLANE} ${TRY_HTTPS}`],
    ['Redis', reply('-ERR wrong number of arguments\r\n'), `${NOT_PLANE} ${TRY_HTTPS}`],
    ['SSH', greeting('SSH-2.0-OpenSSH_9.2\r\n'), `${NOT_PLANE} ${TRY_HTTPS}`],
    ['a TLS alert', reply('\x15\x03\x01\0\x02\x02\x46'), `${NOT_PLANE} ${TRY_HTTPS}`],
    ['TLS that closes', https(), `The connection to HOST was lost before a response arrived. ${TRY_HTTPS}`],
    [
      'TLS behind nginx',
      http(page('400 The plain HTTP request was sent to HTTPS port', 400)),
      `${fromOther('400 The plain HTTP request was sent to HTTPS port')} ${TRY_HTTPS}`,
    ],
    [
      'TLS of a Go program',
      http(text('Client sent an HTTP request to an HTTPS server.\n', 400)),
      `${fromOther('Client sent an HTTP request to an HTTPS server')} ${TRY_HTTPS}`,
    ],
  ])('%s, over http', async (_name, server, message) => {
    expect(await messageAt('http://', server)).toBe(message);
  });

  it.each<[string, Server | NetServer, string]>([
    ['http', http(json({})), `The server HOST does not use HTTPS on this port. ${TRY_HTTP}`],
    ['SSH', greeting('SSH-2.0-OpenSSH_9.2\r\n'), `The server HOST does not use HTTPS on this port. ${TRY_HTTP}`],
    ['PostgreSQL', reply('N'), `The server HOST does not respond. ${TRY_HTTP}`],
    ['an old TLS', https(oldTls), 'The server HOST opened no HTTPS connection (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION).'],
    ['an expired certificate', https(expiredCertificate), 'The certificate of HOST has expired.'],
    [
      'an unknown certificate',
      https(selfSigned),
      'The certificate of HOST is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). If you trust its issuer, add the certificate of the issuer to contrail.tls.certificateAuthorities.',
    ],
  ])('%s, over https', async (_name, server, message) => {
    expect(await messageAt('https://', server)).toBe(message);
  });

  it('a server with an IPv6 address', async () => {
    expect(await messageAt('http://', http(page('Printer')), '::1')).toBe(`${fromOther('Printer')} ${FRONT}`);
  });

  it('a certificate for another host', async () => {
    const server = https();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await using proxy = await openProxy({ hosts: { 'plane.lan:443': (server.address() as AddressInfo).port } });
    const address = `http://127.0.0.1:${proxy.port}`;
    expect(await messageFor('plane.lan/acme', { proxy: { address } })).toBe(
      'The certificate of plane.lan is for another host.',
    );
    server.close();
  });

  it('an unknown name, and of a proxy that requires a password, no other protocol', async () => {
    expect(await messageFor('no-such-host.internal/acme')).toBe(
      'The server no-such-host.internal was not found. Check the address and your connection.',
    );
    await using proxy = await openProxy({ hosts: {}, password: 'geheim' });
    const address = `http://127.0.0.1:${proxy.port}`;
    expect(await messageFor('plane.lan/acme', { proxy: { address } })).toBe(
      `The proxy 127.0.0.1:${proxy.port} requires a user name and password (status 407).`,
    );
  });

  it.each([
    ['http://plane.lan/acme', `The server plane.lan does not respond. ${TRY_HTTPS}`],
    ['http://plane.lan:8080/acme', 'The server plane.lan:8080 does not respond.'],
  ])('the closed port of %s', (address, message) => {
    const { host } = new URL(address);
    expect(noServerText(address, { kind: 'network', reason: 'refused', host, detail: 'ECONNREFUSED' })).toBe(message);
  });
});
