// An HTTP proxy on the loopback that forwards and records every request, and injects the faults
// that a test selects.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerFault, deliver, type ServerAnswer } from './faultyAnswer.ts';

/**
 * What happens to a request instead of being forwarded and answered, or to the server's answer after it carried out the
 * request.
 */
export type InjectableFault =
  /** The connection is closed; the server never sees the request. */
  | { readonly kind: 'closed' }
  /** Blocks the response until `heal` is called. */
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
  | AnswerFault;

export const html: InjectableFault = answered(
  200,
  '<!doctype html><html><head><title>Welcome to nginx!</title></head></html>',
  'text/html',
);
export const garbage: InjectableFault = answered(200, '{"id": "w1", "name": ', 'application/json');

/** Returns a fault that answers with a status and a body: text as it is, anything else as JSON. */
export function answered(status: number, body: unknown, type = 'application/json'): InjectableFault {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: { 'content-type': type }, body: text };
}

export function redirected(location: string): InjectableFault {
  return { kind: 'answered', status: 302, headers: { location }, body: '' };
}

/** A request as it arrived at the proxy. */
export interface ProxiedRequest {
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
  readonly to: ProxiedRequest;
}

/** A fault that a test has ordered. */
export interface Ordered {
  /** How often the fault has occurred. */
  readonly hits: number;
}

export interface FaultProxy extends AsyncDisposable {
  /** Origin to use instead of the server's. */
  readonly url: string;
  /** Every request, in the order of arrival. */
  readonly requests: readonly ProxiedRequest[];
  /** The answers of the server before a fault changed them, in the order of arrival. */
  readonly answers: readonly Exchanged[];
  /** Returns the requests that `pick` selects. */
  requestsTo(pick: Pick): readonly ProxiedRequest[];
  /** Resolves when `count` of these requests have arrived. */
  until(pick: Pick, count?: number): Promise<void>;
  /**
   * Injects the fault into the requests that `pick` selects. If several apply to a request, the latest one counts.
   * `times` is how often it occurs; without it, there is no limit.
   */
  inject(pick: Pick, fault: InjectableFault, times?: number): Ordered;
  /** Removes all faults, and closes the connections that hang. */
  heal(): void;
  /** Stops listening: open connections are closed, and new ones are refused until `listenAgain`. */
  refuse(): Promise<void>;
  listenAgain(): Promise<void>;
}

interface InjectedFault extends Ordered {
  readonly pick: Pick;
  readonly fault: InjectableFault;
  readonly times: number;
  hits: number;
}

/** Starts a proxy in front of the server at `target` (an origin). */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const requests: ProxiedRequest[] = [];
  const answers: Exchanged[] = [];
  const injected: InjectedFault[] = [];
  const hanging = new Set<ServerResponse>();
  const waiters = new Set<() => void>();

  const asked = async (request: ProxiedRequest, body: Buffer): Promise<ServerAnswer> => {
    const answer = { ...(await exchange(target, request, body)), to: request };
    answers.push(answer);
    return answer;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await bytesOf(incoming);
    const request: ProxiedRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: bytes.toString(),
    };
    requests.push(request);
    for (const waiter of waiters) waiter();
    const fault = faultFor(injected, request);
    if (fault?.kind === 'closed') incoming.socket.destroy();
    else if (fault?.kind === 'hanging') hanging.add(response);
    else if (fault?.kind === 'answered') response.writeHead(fault.status, fault.headers).end(fault.body);
    else if (fault?.kind === 'unkeyed') await deliver(await asked(withoutKey(request), bytes), response, undefined);
    else if (fault?.kind === 'torn') {
      await tear(target, request, bytes.subarray(0, Math.max(0, bytes.length - fault.missing)));
      incoming.socket.destroy();
    } else if (fault?.kind === 'repeated') {
      await asked(request, bytes);
      await deliver(await asked(request, bytes), response, undefined);
    } else await deliver(await asked(request, bytes), response, fault);
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

  const requestsTo = (pick: Pick): ProxiedRequest[] => requests.filter(({ method, path }) => pick(method, path));
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
    inject: (pick, fault, times = Number.POSITIVE_INFINITY) => {
      const ordered = { pick, fault, times, hits: 0 };
      injected.unshift(ordered);
      return ordered;
    },
    heal: () => {
      injected.length = 0;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    refuse: close,
    listenAgain: () => listen(port),
    [Symbol.asyncDispose]: close,
  };
}

function faultFor(injected: readonly InjectedFault[], { method, path }: ProxiedRequest): InjectableFault | undefined {
  const fault = injected.find(({ pick, times, hits }) => hits < times && pick(method, path));
  if (fault !== undefined) fault.hits += 1;
  return fault?.fault;
}

/** Headers that belong to one connection and have no meaning on another. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

async function exchange(
  target: string,
  { method, path, headers }: ProxiedRequest,
  body: Buffer,
): Promise<ServerAnswer> {
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

function withoutKey(request: ProxiedRequest): ProxiedRequest {
  const { authorization: _token, ...headers } = request.headers;
  return { ...request, headers: { ...headers, 'x-api-key': 'a key that was taken back' } };
}

/** Sends the head and a part of the body, and closes the connection. */
async function tear(target: string, { method, path, headers }: ProxiedRequest, part: Buffer): Promise<void> {
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
