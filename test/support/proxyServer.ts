// A real proxy on the loopback: tunnels and absolute URLs, with or without a password, over HTTP or
// TLS. Only the proxy can resolve its hosts.
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { server as certificate } from './certificates.ts';

export interface ProxyOptions {
  /** Maps `host:port`, as clients name it, to a port of this machine. Requests to other hosts are answered with 502. */
  readonly hosts: Readonly<Record<string, number>>;
  /** `name:password`; without it, the proxy requires no authentication. */
  readonly password?: string;
  /** Whether clients connect over TLS, with the certificate of the tests. */
  readonly isSecure?: boolean;
  /** The status with which every tunnel is answered. */
  readonly status?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly listen?: string;
}

export interface Passed {
  /** The requested target: `host:port` of a tunnel, or an absolute URL. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  /** 200 if the request was forwarded. */
  readonly status: number;
}

export interface ProxyServer extends AsyncDisposable {
  readonly port: number;
  /** Every request, in order. */
  readonly passed: readonly Passed[];
  /** Every byte that clients sent into tunnels. */
  tunnelled(): Buffer;
}

export async function openProxy({
  hosts,
  password,
  isSecure = false,
  status,
  listen = '127.0.0.1',
}: ProxyOptions): Promise<ProxyServer> {
  const passed: Passed[] = [];
  const bytes: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const judged = (target: string, at: string, { headers }: IncomingMessage): number => {
    const wanted = password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`;
    const answer =
      status ??
      (wanted !== undefined && headers['proxy-authorization'] !== wanted ? 407 : hosts[at] === undefined ? 502 : 200);
    passed.push({ target, headers, status: answer });
    return answer;
  };
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { host, pathname, search } = new URL(incoming.url ?? '');
    const at = host.includes(':') ? host : `${host}:80`;
    const answer = judged(incoming.url ?? '', at, incoming);
    if (answer !== 200) {
      response.writeHead(answer, { 'proxy-authenticate': 'Basic realm="tests"' }).end();
      return;
    }
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const path = pathname + search;
    const outgoing = ask(
      { host: '127.0.0.1', port: hosts[at], path, method: incoming.method, headers, agent: false },
      (back) => {
        response.writeHead(back.statusCode ?? 502, back.headers);
        back.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const tunnel = (incoming: IncomingMessage, client: Duplex): void => {
    const target = incoming.url ?? '';
    const answer = judged(target, target, incoming);
    client.on('error', () => client.destroy());
    if (answer !== 200) {
      client.end(`HTTP/1.1 ${answer} No\r\nProxy-Authenticate: Basic realm="tests"\r\nContent-Length: 2\r\n\r\nno`);
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
    passed,
    tunnelled: () => Buffer.concat(bytes),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
