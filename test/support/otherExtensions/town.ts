// The network of the other extensions: a server that only two proxies can reach, the proxies, and a
// record of the proxy that each request used.
import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

const TLS = join(import.meta.dirname, '..', 'tls');

/** The self-signed certificate of the server: clients must trust it. */
export const certificateFile = join(TLS, 'otherExtensions.cert.pem');

export interface Visit {
  /** Host and path of the request. */
  readonly asked: string;
  /** The name of the proxy that forwarded the request. */
  readonly via: string;
}

export interface Town extends AsyncDisposable {
  /** Every request, in the order of arrival. */
  readonly visits: readonly Visit[];
  /** Clears `visits`, so that it lists later requests only. */
  forget(): void;
  /** URL of the proxy in VS Code's settings. */
  readonly settingsProxy: string;
  /** URL of the proxy that an extension sets for itself. */
  readonly ownProxy: string;
}

/**
 * Starts the server and the proxies. The hosts are below neighbour.test, which no name server resolves: a request
 * without a proxy fails.
 */
export async function openTown(): Promise<Town> {
  const visits: Visit[] = [];
  /** The name of each proxy, by the local port of its connection to the server. */
  const ways = new Map<number | undefined, string>();
  const sockets = new Set<Socket>();
  const open = async (server: Server): Promise<number> => {
    server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  const files = { key: readFileSync(join(TLS, 'otherExtensions.key.pem')), cert: readFileSync(certificateFile) };
  const apiServer = createServer(files, ({ headers, url, socket }, response) => {
    visits.push({ asked: `${headers.host}${url}`, via: ways.get(socket.remotePort) ?? 'none' });
    response.end('Welcome');
  });
  const target = await open(apiServer);
  const proxyOf = (name: string): Server =>
    createProxy((_, response) => response.writeHead(405).end()).on('connect', (_, client) => {
      const way = connect(target, '127.0.0.1', () => {
        ways.set(way.localPort, name);
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(way).pipe(client);
      });
      way.on('error', () => client.destroy());
      client.on('error', () => way.destroy());
    });
  const [settings, own] = [proxyOf('settings'), proxyOf('own')];
  return {
    visits,
    forget: () => {
      visits.length = 0;
    },
    settingsProxy: `http://127.0.0.1:${await open(settings)}`,
    ownProxy: `http://127.0.0.1:${await open(own)}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([apiServer, settings, own].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
