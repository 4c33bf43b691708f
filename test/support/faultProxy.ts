// Owns a faulty road to a server: an HTTP proxy on the loopback that forwards every request, writes it down, and spoils those that a test picks.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of its being forwarded and answered. */
export type Trouble =
  /** The connection is closed; the server never sees the request. */
  | { readonly kind: 'closed' }
  /** The server carries the request out, and the connection is closed without its answer. */
  | { readonly kind: 'lost' }
  /** Nothing comes, until `heal`. */
  | { readonly kind: 'hanging' }
  /** Forwarded, but answered only when the promise resolves. */
  | { readonly kind: 'held'; readonly until: Promise<void> }
  /** Answered without asking the server. */
  | { readonly kind: 'answered'; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };

export const html: Trouble = answered(200, '<!doctype html><html><head><title>Welcome to nginx!</title></head></html>', 'text/html');
export const garbage: Trouble = answered(200, '{"id": "w1", "name": ', 'application/json');

/** A status with a body: text as it is, anything else as JSON. */
export function answered(status: number, body: unknown, type = 'application/json'): Trouble {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: { 'content-type': type }, body: text };
}

export function redirected(location: string): Trouble {
  return { kind: 'answered', status: 302, headers: { location }, body: '' };
}

/** A request as it came to the proxy. */
export interface Told {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Pick = (method: string, path: string) => boolean;

/** Picks by the method and the end of the path without its query. */
export function requestTo(method: string, end: string): Pick {
  return (asked, path) => asked === method && (path.split('?')[0] ?? '').endsWith(end);
}

export interface FaultProxy extends AsyncDisposable {
  /** Origin to be asked instead of the server's. */
  readonly url: string;
  /** Every request, in the order in which they came. */
  readonly requests: readonly Told[];
  /** The requests that were picked by this. */
  requestsTo(pick: Pick): readonly Told[];
  /** Resolves when so many of them have come. */
  until(pick: Pick, count?: number): Promise<void>;
  /** Spoils the requests that are picked; the latest trouble for a request counts. `times` is how often it strikes: without end unless said. */
  spoil(pick: Pick, trouble: Trouble, times?: number): void;
  /** Ends every trouble, and the connections that hang. */
  heal(): void;
}

interface Spoiling {
  readonly pick: Pick;
  readonly trouble: Trouble;
  left: number;
}

/** Stands before the server at `target` (an origin). */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const requests: Told[] = [];
  const spoilings: Spoiling[] = [];
  const hanging = new Set<ServerResponse>();
  const waiters = new Set<() => void>();

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const told: Told = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body: await textOf(incoming) };
    requests.push(told);
    for (const waiter of waiters) waiter();
    const trouble = troubleFor(spoilings, told);
    if (trouble?.kind === 'closed') incoming.socket.destroy();
    else if (trouble?.kind === 'hanging') hanging.add(response);
    else if (trouble?.kind === 'answered') response.writeHead(trouble.status, trouble.headers).end(trouble.body);
    else await forward(target, told, response, trouble);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const requestsTo = (pick: Pick): Told[] => requests.filter(({ method, path }) => pick(method, path));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsTo,
    until: (pick, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requestsTo(pick).length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    spoil: (pick, trouble, times = Number.POSITIVE_INFINITY) => void spoilings.unshift({ pick, trouble, left: times }),
    heal: () => {
      spoilings.length = 0;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function troubleFor(spoilings: readonly Spoiling[], { method, path }: Told): Trouble | undefined {
  const spoiling = spoilings.find(({ pick, left }) => left > 0 && pick(method, path));
  if (spoiling !== undefined) spoiling.left -= 1;
  return spoiling?.trouble;
}

async function forward(target: string, told: Told, response: ServerResponse, trouble: Trouble | undefined): Promise<void> {
  const answer = await exchange(target, told);
  const body = await textOf(answer);
  if (trouble?.kind === 'held') await trouble.until;
  if (trouble?.kind === 'lost') response.destroy();
  else response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
}

function exchange(target: string, { method, path, headers, body }: Told): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // One connection each, so that the server's closing never meets a request on an old one.
    const outgoing = ask(target + path, { method, headers: { ...headers, connection: 'close' }, agent: false }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
