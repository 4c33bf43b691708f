// An HTTP proxy on the loopback that forwards and records every request, and injects the faults
// that a test selects.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerTrouble, deliver, type ServerAnswer } from './spoiledAnswer.ts';

/**
 * What happens to a request instead of being forwarded and answered, or to the server's answer after it carried out the
 * request.
 */
export type Trouble =
  /** The connection is closed; the server never sees the request. */
  | { readonly kind: 'closed' }
  /** No answer arrives until `heal` is called. */
  | { readonly kind: 'hanging' }
  /** The proxy answers by itself, without asking the server. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The request is forwarded twice, one after the other; the second answer is returned. */
  | { readonly kind: 'repeated' }
  /** The server receives `missing` bytes of the body fewer than announced, and then both connections are closed. */
  | { readonly kind: 'torn'; readonly missing: number }
  /** The request is forwarded with another key, so the server itself rejects it. */
  | { readonly kind: 'unkeyed' }
  | AnswerTrouble;

export const html: Trouble = answered(
  200,
  '<!doctype html><html><head><title>Welcome to nginx!</title></head></html>',
  'text/html',
);
export const garbage: Trouble = answered(200, '{"id": "w1", "name": ', 'application/json');

/** Returns a fault that answers with a status and a body: text as it is, anything else as JSON. */
export function answered(status: number, body: unknown, type = 'application/json'): Trouble {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: { 'content-type': type }, body: text };
}

export function redirected(location: string): Trouble {
  return { kind: 'answered', status: 302, headers: { location }, body: '' };
}

/** A request as it arrived at the proxy. */
export interface Told {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Pick = (method: string, path: string) => boolean;

/** Selects requests by their method and the end of their path, without the query. */
export function requestTo(method: string, end: string): Pick {
  return (asked, path) => asked === method && (path.split('?')[0] ?? '').endsWith(end);
}

/** An answer, together with its request. */
export interface Exchanged extends ServerAnswer {
  readonly to: Told;
}

/** A fault that a test has ordered. */
export interface Ordered {
  /** How often the fault has occurred. */
  readonly struck: number;
}

export interface FaultProxy extends AsyncDisposable {
  /** Origin to use instead of the server's. */
  readonly url: string;
  /** Every request, in the order of arrival. */
  readonly requests: readonly Told[];
  /** The answers of the server before a fault changed them, in the order of arrival. */
  readonly answers: readonly Exchanged[];
  /** Returns the requests that `pick` selects. */
  requestsTo(pick: Pick): readonly Told[];
  /** Resolves when `count` of these requests have arrived. */
  until(pick: Pick, count?: number): Promise<void>;
  /**
   * Injects the fault into the requests that `pick` selects. If several apply to a request, the latest one counts.
   * `times` is how often it occurs; without it, there is no limit.
   */
  spoil(pick: Pick, trouble: Trouble, times?: number): Ordered;
  /** Removes all faults, and closes the connections that hang. */
  heal(): void;
  /** Stops listening: open connections are closed, and new ones are refused until `listenAgain`. */
  refuse(): Promise<void>;
  listenAgain(): Promise<void>;
}

interface Spoiling extends Ordered {
  readonly pick: Pick;
  readonly trouble: Trouble;
  readonly times: number;
  struck: number;
}

/** Starts a proxy in front of the server at `target` (an origin). */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const requests: Told[] = [];
  const answers: Exchanged[] = [];
  const spoilings: Spoiling[] = [];
  const hanging = new Set<ServerResponse>();
  const waiters = new Set<() => void>();

  const asked = async (told: Told, body: Buffer): Promise<ServerAnswer> => {
    const answer = { ...(await exchange(target, told, body)), to: told };
    answers.push(answer);
    return answer;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await bytesOf(incoming);
    const told: Told = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: bytes.toString(),
    };
    requests.push(told);
    for (const waiter of waiters) waiter();
    const trouble = troubleFor(spoilings, told);
    if (trouble?.kind === 'closed') incoming.socket.destroy();
    else if (trouble?.kind === 'hanging') hanging.add(response);
    else if (trouble?.kind === 'answered') response.writeHead(trouble.status, trouble.headers).end(trouble.body);
    else if (trouble?.kind === 'unkeyed') await deliver(await asked(withoutKey(told), bytes), response, undefined);
    else if (trouble?.kind === 'torn') {
      await tear(target, told, bytes.subarray(0, Math.max(0, bytes.length - trouble.missing)));
      incoming.socket.destroy();
    } else if (trouble?.kind === 'repeated') {
      await asked(told, bytes);
      await deliver(await asked(told, bytes), response, undefined);
    } else await deliver(await asked(told, bytes), response, trouble);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const requestsTo = (pick: Pick): Told[] => requests.filter(({ method, path }) => pick(method, path));
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
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
    spoil: (pick, trouble, times = Number.POSITIVE_INFINITY) => {
      const ordered = { pick, trouble, times, struck: 0 };
      spoilings.unshift(ordered);
      return ordered;
    },
    heal: () => {
      spoilings.length = 0;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    refuse: close,
    listenAgain: () => listen(port),
    [Symbol.asyncDispose]: close,
  };
}

function troubleFor(spoilings: readonly Spoiling[], { method, path }: Told): Trouble | undefined {
  const spoiling = spoilings.find(({ pick, times, struck }) => struck < times && pick(method, path));
  if (spoiling !== undefined) spoiling.struck += 1;
  return spoiling?.trouble;
}

/** Headers that belong to one connection and have no meaning on another. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

async function exchange(target: string, { method, path, headers }: Told, body: Buffer): Promise<ServerAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // Each request has a connection of its own, so that a request never meets an old connection that the server is
    // closing.
    const outgoing = ask(
      target + path,
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_A_CONNECTION.includes(name));
  return { status: answer.statusCode ?? 502, headers: Object.fromEntries(kept), body: await bytesOf(answer) };
}

function withoutKey(told: Told): Told {
  const { authorization: _token, ...headers } = told.headers;
  return { ...told, headers: { ...headers, 'x-api-key': 'a key that was taken back' } };
}

/** Sends the head and a part of the body, and closes the connection. */
async function tear(target: string, { method, path, headers }: Told, part: Buffer): Promise<void> {
  const outgoing = ask(target + path, { method, headers: { ...headers, connection: 'close' }, agent: false });
  const over = new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.once('error', () => resolve());
  });
  outgoing.write(part, () => outgoing.destroy());
  await over;
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
