// The network of the test extensions: a server, and two proxies that are the only way to reach it.
import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

const TLS_FOLDER = join(import.meta.dirname, '..', 'tls');

/** The server's self-signed certificate, which clients must trust. */
export const certificateFile = join(TLS_FOLDER, 'otherExtensions.cert.pem');

export interface ReceivedRequest {
  /** The host and the path of the request. */
  readonly url: string;
  /** The name of the proxy that forwarded the request. */
  readonly proxyName: string;
}

export interface TestNetwork extends AsyncDisposable {
  /** All requests to the server, in the order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Removes all requests from `requests`. */
  clearRequests(): void;
  /** The URL of the proxy for VS Code's settings. */
  readonly settingsProxy: string;
  /** The URL of the proxy that one of the extensions uses for its own requests. */
  readonly ownProxy: string;
}

/**
 * Starts the server and the proxies. The host names of the server end in other-extension.test, which no DNS server resolves,
 * so a request without a proxy fails. `otherHosts` has the local port for each `host:port` that leads to another server.
 */
export async function openTestNetwork(otherHosts: Readonly<Record<string, number>> = {}): Promise<TestNetwork> {
  const requests: ReceivedRequest[] = [];
  /** The name of the proxy that opened a connection to the server, by the local port of the connection. */
  const proxyByPort = new Map<number | undefined, string>();
  const sockets = new Set<Socket>();
  const listen = async (server: Server): Promise<number> => {
    server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  const keyPair = {
    key: readFileSync(join(TLS_FOLDER, 'otherExtensions.key.pem')),
    cert: readFileSync(certificateFile),
  };
  const apiServer = createServer(keyPair, ({ headers, url, socket }, response) => {
    requests.push({ url: `${headers.host}${url}`, proxyName: proxyByPort.get(socket.remotePort) ?? 'none' });
    response.end('Welcome');
  });
  const serverPort = await listen(apiServer);
  const createNamedProxy = (name: string): Server =>
    createProxy((_, response) => response.writeHead(405).end()).on('connect', ({ url = '' }, client) => {
      const connection = connect(otherHosts[url] ?? serverPort, '127.0.0.1', () => {
        proxyByPort.set(connection.localPort, name);
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(connection).pipe(client);
      });
      connection.on('error', () => client.destroy());
      client.on('error', () => connection.destroy());
    });
  const [settings, own] = [createNamedProxy('settings'), createNamedProxy('own')];
  return {
    requests,
    clearRequests: () => {
      requests.length = 0;
    },
    settingsProxy: `http://127.0.0.1:${await listen(settings)}`,
    ownProxy: `http://127.0.0.1:${await listen(own)}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([apiServer, settings, own].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
