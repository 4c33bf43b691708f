// Starts HTTP and socket servers on this machine for the tests of the transport and the client.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';

export interface Loopback extends AsyncDisposable {
  readonly url: string;
  /** All requests, in order. */
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
}

function startListening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Starts a server whose responses the handler sends. Disposing of the server closes all connections. */
export async function serve(handle: (count: number, response: ServerResponse) => void): Promise<Loopback> {
  const requests: Loopback['requests'] = [];
  const listener: RequestListener = (request, response) => {
    void answer(request, response);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request);
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    handle(requests.length, response);
  };
  const server = createServer(listener);
  return {
    url: await startListening(server),
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts a server that passes each socket to the handler. */
export async function serveSockets(
  handle: (socket: Socket) => void,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const openSockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    openSockets.add(socket);
    socket.on('error', () => socket.destroy());
    handle(socket);
  });
  return {
    url: await startListening(server),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of openSockets) socket.destroy();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Returns a promise that a server resolves with `open` and a test awaits. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
