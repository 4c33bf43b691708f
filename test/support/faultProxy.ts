// An HTTP proxy on 127.0.0.1 that forwards and records requests, and injects faults for tests.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerFault, type ServerAnswer, sendWithFault } from './faultyAnswer.ts';

/** A fault that replaces the forwarding of a request, or that changes the server's response. */
export type InjectableFault =
  /** The connection is closed and the request is not forwarded. */
  | { readonly kind: 'closed' }
  /** The request is not forwarded, and the client gets no response until `removeFaults` closes the connection. */
  | { readonly kind: 'hanging' }
  /** The proxy sends this response and does not forward the request. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The request is forwarded twice, one after the other, and the client gets the second response. */
  | { readonly kind: 'repeated' }
  /** The server receives the body without its last `missingByteCount` bytes; then both connections are closed. */
  | { readonly kind: 'requestCut'; readonly missingByteCount: number }
  /** The request is forwarded with an invalid key, so that the server rejects the request. */
  | { readonly kind: 'invalidKey' }
  | AnswerFault;

export const nginxErrorPage: InjectableFault = answerWith(
  200,
  '<!doctype html><html><head><title>Welcome to nginx!</title></head></html>',
  'text/html',
);
export const truncatedJson: InjectableFault = answerWith(200, '{"id": "w1", "name": ', 'application/json');

/** Returns a fault with this response. A string is sent unchanged, any other body as JSON. */
export function answerWith(status: number, body: unknown, type = 'application/json'): InjectableFault {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: { 'content-type': type }, body: text };
}

export function redirectTo(location: string): InjectableFault {
  return { kind: 'answered', status: 302, headers: { location }, body: '' };
}

/** A request that the proxy received. */
export interface FaultProxyRequest {
  readonly method: string;
  /** The path and the query of the request. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** When the request arrived, in milliseconds since 1970. */
  readonly receivedAtMs: number;
}

export type RequestMatcher = (method: string, path: string) => boolean;

/** Selects requests by their headers, too. */
export type HeaderMatcher = (...request: [...Parameters<RequestMatcher>, FaultProxyRequest['headers']]) => boolean;

/** Returns a function that selects requests by their method and the end of their path, without the query. */
export function matchRequest(expectedMethod: string, pathEnd: string): RequestMatcher {
  return (method, path) => method === expectedMethod && (path.split('?')[0] ?? '').endsWith(pathEnd);
}

/** A response of the server, together with its request. */
export interface AnswerWithRequest extends ServerAnswer {
  readonly request: FaultProxyRequest;
}

/** Counts the occurrences of a fault that a test has injected. */
export interface InjectedFaultCount {
  /** How often the fault has occurred. */
  readonly occurrences: number;
}

export interface FaultProxy extends AsyncDisposable {
  /** The origin of the proxy, which a test uses in place of the server's origin. */
  readonly url: string;
  /** All requests, in the order of arrival. */
  readonly requests: readonly FaultProxyRequest[];
  /** All responses of the server, unchanged by faults, in the order of arrival. */
  readonly answers: readonly AnswerWithRequest[];
  /** Whether a request gets its response late or never, because of a fault. */
  readonly isHolding: boolean;
  /** Returns the requests that `pick` selects. */
  matchingRequests(pick: RequestMatcher): readonly FaultProxyRequest[];
  /** Resolves when `count` requests that `pick` selects have arrived. */
  waitForRequests(pick: RequestMatcher, count?: number): Promise<void>;
  /**
   * Injects the fault into the requests that `pick` selects, at most `times` times. If several faults select a request,
   * the most recently injected fault occurs.
   */
  inject(pick: HeaderMatcher, fault: InjectableFault, times?: number): InjectedFaultCount;
  /** Removes all faults, and closes the connections that have the fault `hanging`. */
  removeFaults(): void;
  /** Closes all connections, and refuses new connections until `listenAgain` is called. */
  refuse(): Promise<void>;
  listenAgain(): Promise<void>;
}

interface InjectedFault extends InjectedFaultCount {
  readonly pick: HeaderMatcher;
  readonly fault: InjectableFault;
  readonly times: number;
  occurrences: number;
}

/** Starts a proxy in front of the server at `target` (an origin), by default on a free port. */
export async function openFaultProxy(target: string, preferredPort = 0): Promise<FaultProxy> {
  const requests: FaultProxyRequest[] = [];
  const answers: AnswerWithRequest[] = [];
  const injectedFaults: InjectedFault[] = [];
  const hangingResponses = new Set<ServerResponse>();
  const slowResponses = new Set<ServerResponse>();
  const waiters = new Set<() => void>();

  const forward = async (request: FaultProxyRequest, body: Buffer): Promise<ServerAnswer> => {
    const recordedAnswer = { ...(await fetchAnswer(target, request, body)), request };
    answers.push(recordedAnswer);
    return recordedAnswer;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await readBytes(incoming);
    const request: FaultProxyRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: bytes.toString(),
      receivedAtMs: Date.now(),
    };
    requests.push(request);
    for (const waiter of waiters) waiter();
    const fault = faultFor(injectedFaults, request);
    if (fault?.kind === 'closed') incoming.socket.destroy();
    else if (fault?.kind === 'hanging') hangingResponses.add(response);
    else if (fault?.kind === 'answered') response.writeHead(fault.status, fault.headers).end(fault.body);
    else if (fault?.kind === 'invalidKey')
      await sendWithFault(await forward(withInvalidKey(request), bytes), response, undefined);
    else if (fault?.kind === 'requestCut') {
      await sendPartialRequest(target, request, bytes.subarray(0, Math.max(0, bytes.length - fault.missingByteCount)));
      incoming.socket.destroy();
    } else if (fault?.kind === 'repeated') {
      await forward(request, bytes);
      await sendWithFault(await forward(request, bytes), response, undefined);
    } else {
      if (fault?.kind === 'delayed' || fault?.kind === 'dripping') slowResponses.add(response);
      await sendWithFault(await forward(request, bytes), response, fault).finally(() => slowResponses.delete(response));
    }
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
  await listen(preferredPort);
  const { port } = server.address() as AddressInfo;

  const matchingRequests = (pick: RequestMatcher): FaultProxyRequest[] =>
    requests.filter(({ method, path }) => pick(method, path));
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    matchingRequests,
    get isHolding() {
      return hangingResponses.size + slowResponses.size > 0;
    },
    waitForRequests: (pick, count = 1) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (matchingRequests(pick).length < count) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      }),
    inject: (pick, fault, times = Number.POSITIVE_INFINITY) => {
      const injectedFault = { pick, fault, times, occurrences: 0 };
      injectedFaults.unshift(injectedFault);
      return injectedFault;
    },
    removeFaults: () => {
      injectedFaults.length = 0;
      for (const response of hangingResponses) response.destroy();
      hangingResponses.clear();
    },
    refuse: close,
    listenAgain: () => listen(port),
    [Symbol.asyncDispose]: close,
  };
}

function faultFor(
  injected: readonly InjectedFault[],
  { method, path, headers }: FaultProxyRequest,
): InjectableFault | undefined {
  const fault = injected.find(({ pick, times, occurrences }) => occurrences < times && pick(method, path, headers));
  if (fault !== undefined) fault.occurrences += 1;
  return fault?.fault;
}

/** Headers that describe one connection and must not be forwarded to another. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

async function fetchAnswer(
  target: string,
  { method, path, headers }: FaultProxyRequest,
  body: Buffer,
): Promise<ServerAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // Opens a new connection for each request: the server might be closing a connection that is reused.
    const outgoing = ask(
      target + path,
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  const headersToForward = Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name));
  return {
    status: response.statusCode ?? 502,
    headers: Object.fromEntries(headersToForward),
    body: await readBytes(response),
  };
}

function withInvalidKey(request: FaultProxyRequest): FaultProxyRequest {
  const { authorization: _token, ...headers } = request.headers;
  return { ...request, headers: { ...headers, 'x-api-key': 'an invalid key' } };
}

/** Sends the headers and a part of the body, and closes the connection. */
async function sendPartialRequest(
  target: string,
  { method, path, headers }: FaultProxyRequest,
  partialBody: Buffer,
): Promise<void> {
  const outgoing = ask(target + path, { method, headers: { ...headers, connection: 'close' }, agent: false });
  const closed = new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.once('error', () => resolve());
  });
  outgoing.write(partialBody, () => outgoing.destroy());
  await closed;
}

async function readBytes(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
