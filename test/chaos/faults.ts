// The faults of the chaos run: failures that a network, a gateway or a server causes.
import { type OperationName, operationEntries } from '../../src/contract/operations.ts';
import { answered, html, type InjectableFault, type Pick, redirected, truncatedJson } from '../support/faultProxy.ts';

/** An operation of the API, or the upload of a file to the object store. */
export type RequestName = OperationName | 'objectStore';

export interface WireFault {
  readonly name: string;
  readonly createFault: (delays: ResponseDelays) => InjectableFault;
  /** Whether the server receives the complete request. */
  readonly reachesServer: boolean;
  /** The fault can occur only at requests with a body. */
  readonly needsBody?: true;
  /**
   * The server handles the request twice. If the request has no id by which the server detects the duplicate, no client
   * can prevent its effect.
   */
  readonly isSentTwice?: true;
}

/** Delays of a response: `soon` ends before the client's timeout, `tooLate` after it. */
export interface ResponseDelays {
  readonly soon: () => Promise<void>;
  readonly tooLate: () => Promise<void>;
}

const BAD_GATEWAY = '<html><title>502 Bad Gateway</title></html>';
const GATEWAY_TIMEOUT = '<html><title>504 Gateway Time-out</title></html>';
const LOGIN_WALL = '<!doctype html><title>Sign in to the network</title>';

const beforeServer = (name: string, fault: InjectableFault): WireFault => ({
  name,
  createFault: () => fault,
  reachesServer: false,
});
const afterServer = (name: string, fault: InjectableFault): WireFault => ({
  name,
  createFault: () => fault,
  reachesServer: true,
});

export const faults: readonly WireFault[] = [
  beforeServer('connection closed before the request is forwarded', { kind: 'closed' }),
  beforeServer('no response at all', { kind: 'hanging' }),
  beforeServer('502 of a gateway', answered(502, BAD_GATEWAY, 'text/html')),
  beforeServer('503 of a gateway', answered(503, '', 'text/plain')),
  beforeServer('500 of the server', answered(500, { error: 'Something went wrong please try again later' })),
  beforeServer('429 rate limited', {
    kind: 'answered',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: '{"error_code":5900,"error_message":"RATE_LIMIT_EXCEEDED"}',
  }),
  beforeServer('key rejected', { kind: 'unkeyed' }),
  beforeServer('403 forbidden', answered(403, { detail: 'You do not have permission to perform this action.' })),
  beforeServer('redirected to a login page', redirected('http://127.0.0.1:9/login')),
  beforeServer('HTML instead of JSON', html),
  beforeServer('truncated JSON', truncatedJson),
  { ...beforeServer('request truncated', { kind: 'torn', missing: 3 }), needsBody: true },
  afterServer('response lost', { kind: 'lost' }),
  afterServer('handled, then 502 of a gateway', { kind: 'replaced', status: 502, body: BAD_GATEWAY }),
  afterServer('handled, then 504 of a gateway', { kind: 'replaced', status: 504, body: GATEWAY_TIMEOUT }),
  afterServer('handled, then a login page with status 200', { kind: 'replaced', status: 200, body: LOGIN_WALL }),
  { name: 'slow response', createFault: ({ soon }) => ({ kind: 'delayed', until: soon }), reachesServer: true },
  { name: 'late response', createFault: ({ tooLate }) => ({ kind: 'delayed', until: tooLate }), reachesServer: true },
  afterServer('response in small chunks', { kind: 'dripping', bytes: 257 }),
  {
    name: 'late chunk',
    createFault: ({ tooLate }) => ({ kind: 'dripping', bytes: 100_000, pause: tooLate }),
    reachesServer: true,
  },
  afterServer('response truncated after the headers', { kind: 'cut', after: 0, framing: 'length' }),
  afterServer('response shorter than its Content-Length', { kind: 'cut', after: -1, framing: 'length' }),
  afterServer('chunked response truncated', { kind: 'cut', after: 9, framing: 'chunks' }),
  afterServer('response of unknown length truncated', { kind: 'cut', after: -1, framing: 'none' }),
  afterServer('response body garbled', { kind: 'garbled', part: 'body' }),
  afterServer('whole response garbled', { kind: 'garbled', part: 'whole' }),
  afterServer('response body twice', { kind: 'doubled', part: 'body' }),
  afterServer('whole response twice', { kind: 'doubled', part: 'whole' }),
  { ...afterServer('request delivered twice', { kind: 'repeated' }), isSentTwice: true },
];

/**
 * The method and path of each operation. Sorted so that a path with a literal segment precedes a path that has a
 * parameter in this segment: the first match is the right one.
 */
const routes = operationEntries
  .map(([name, { method, path }]) => ({
    name,
    method,
    sortKey: path.replaceAll(/\{\w+\}/g, '~'),
    pattern: patternOf(path),
  }))
  .sort((first, second) => (first.sortKey < second.sortKey ? -1 : 1));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** Returns the operation of a request, by its method and path; undefined if no operation matches. */
export function requestNameOf(method: string, target: string): RequestName | undefined {
  const path = target.split('?')[0] ?? '';
  if (path.startsWith('/uploads')) return 'objectStore';
  return routes.find((route) => route.method === method && route.pattern.test(path))?.name;
}

/** Returns a function that selects the requests of this operation. */
export function requestMatcher(asking: RequestName): Pick {
  return (method, target) => requestNameOf(method, target) === asking;
}
