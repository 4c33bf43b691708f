// An HTTP proxy on 127.0.0.1 with optional password and TLS; it maps host names to local ports.
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { serverCertificate as certificate } from './certificates.ts';

export interface ProxyOptions {
  /** The local port for each `host:port` of a request. The proxy responds to requests to other hosts with 502. */
  readonly hosts: Readonly<Record<string, number>>;
  /** `name:password`; if undefined, the proxy requires no authentication. */
  readonly password?: string;
  /** Whether clients connect to the proxy over TLS. */
  readonly isSecure?: boolean;
  /** If set, the proxy responds to every request with this status. */
  readonly status?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly listen?: string;
}

export interface ForwardProxyRequest {
  /** The requested target: `host:port` of a tunnel, or an absolute URL. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  /** The status of the response to the client; 200 if the request was forwarded. */
  readonly status: number;
}

export interface ProxyServer extends AsyncDisposable {
  readonly port: number;
  /** All requests in order, also those that the proxy rejected. */
  readonly requests: readonly ForwardProxyRequest[];
  /** All bytes that clients sent through tunnels. */
  tunneledBytes(): Buffer;
}

export async function openProxy({
  hosts,
  password,
  isSecure = false,
  status,
  listen = '127.0.0.1',
}: ProxyOptions): Promise<ProxyServer> {
  const requests: ForwardProxyRequest[] = [];
  const bytes: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const recordRequest = (target: string, host: string, { headers }: IncomingMessage): number => {
    const expectedAuthorization =
      password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`;
    const isAuthorized =
      expectedAuthorization === undefined || headers['proxy-authorization'] === expectedAuthorization;
    const responseStatus = status ?? (isAuthorized ? (hosts[host] === undefined ? 502 : 200) : 407);
    requests.push({ target, headers, status: responseStatus });
    return responseStatus;
  };
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { host, pathname, search } = new URL(incoming.url ?? '');
    const hostAndPort = host.includes(':') ? host : `${host}:80`;
    const responseStatus = recordRequest(incoming.url ?? '', hostAndPort, incoming);
    if (responseStatus !== 200) {
      response.writeHead(responseStatus, { 'proxy-authenticate': 'Basic realm="tests"' }).end();
      return;
    }
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const path = pathname + search;
    const outgoing = ask(
      { host: '127.0.0.1', port: hosts[hostAndPort], path, method: incoming.method, headers, agent: false },
      (serverResponse) => {
        response.writeHead(serverResponse.statusCode ?? 502, serverResponse.headers);
        serverResponse.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const tunnel = (incoming: IncomingMessage, client: Duplex): void => {
    const target = incoming.url ?? '';
    const responseStatus = recordRequest(target, target, incoming);
    client.on('error', () => client.destroy());
    if (responseStatus !== 200) {
      client.end(
        `HTTP/1.1 ${responseStatus} No\r\nProxy-Authenticate: Basic realm="tests"\r\nContent-Length: 2\r\n\r\nno`,
      );
      return;
    }
    const server: Socket = connect(hosts[target] ?? 0, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (part: Buffer) => bytes.push(part));
      client.pipe(server).pipe(client);
    });
    sockets.add(server);
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  };
  const proxy: Server = isSecure ? createSecureServer(certificate) : createServer();
  proxy.on('request', forward);
  proxy.on('connect', tunnel);
  proxy.on(isSecure ? 'secureConnection' : 'connection', (socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, listen, resolve);
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    requests,
    tunneledBytes: () => Buffer.concat(bytes),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
