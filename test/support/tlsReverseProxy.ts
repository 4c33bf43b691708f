// A reverse proxy with TLS in front of a test server; it can require client certificates.
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { authorityCertificate, serverCertificate as certificate } from './certificates.ts';

export interface TlsReverseProxyOptions {
  /** The origin of the test server. */
  readonly target: string;
  /** The prefix of all paths, for example `/plane`; requests to other paths get a 404 response. */
  readonly basePath?: string;
  /** Whether the proxy rejects clients without a certificate of the tests' certificate authority. */
  readonly requiresClientCertificate?: boolean;
  /** The server's certificate; by default, the certificate that the tests' certificate authority has issued. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** The address to listen on; 127.0.0.1 by default. */
  readonly listen?: string;
  /** If set, the `Date` header of each response is ahead of the real time by this number of milliseconds. */
  readonly clockAheadMs?: number;
}

export interface TlsProxyRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The name in the client's certificate; undefined if the client presented no certificate. */
  readonly clientName: string | undefined;
}

export interface TlsReverseProxy extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly TlsProxyRequest[];
  /** The number of TLS handshakes. */
  readonly handshakeCount: number;
}

export async function openTlsReverseProxy(options: TlsReverseProxyOptions): Promise<TlsReverseProxy> {
  const {
    target,
    basePath = '',
    requiresClientCertificate = false,
    listen = '127.0.0.1',
    clockAheadMs: aheadMs,
  } = options;
  const requests: TlsProxyRequest[] = [];
  const counts = { handshakes: 0 };
  const handleRequest = (incoming: IncomingMessage, response: ServerResponse): void => {
    const path = incoming.url ?? '';
    const name = (incoming.socket as TLSSocket).getPeerCertificate().subject?.CN;
    requests.push({ path, headers: incoming.headers, clientName: typeof name === 'string' ? name : undefined });
    if (!path.startsWith(`${basePath}/`)) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html><title>Not here</title></html>');
      return;
    }
    const outgoing = ask(
      target + path.slice(basePath.length),
      { method: incoming.method, headers: incoming.headers, agent: false },
      (serverResponse) => {
        const date = aheadMs === undefined ? {} : { date: new Date(Date.now() + aheadMs).toUTCString() };
        response.writeHead(serverResponse.statusCode ?? 502, { ...serverResponse.headers, ...date });
        serverResponse.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const tls = requiresClientCertificate
    ? { requestCert: true, rejectUnauthorized: true, ca: authorityCertificate }
    : {};
  const tlsServer = createServer({ ...(options.certificate ?? certificate), ...tls }, handleRequest);
  tlsServer.on('secureConnection', () => {
    counts.handshakes += 1;
  });
  await new Promise<void>((resolve, reject) => {
    tlsServer.once('error', reject);
    tlsServer.listen(0, listen, resolve);
  });
  return {
    port: (tlsServer.address() as AddressInfo).port,
    requests,
    get handshakeCount() {
      return counts.handshakes;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        tlsServer.close(() => resolve());
        tlsServer.closeAllConnections();
      }),
  };
}
