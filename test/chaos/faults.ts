// The faults of the chaos run: failures that a network, a gateway or a server causes.
import { type OperationName, operationEntries } from '../../src/contract/operations.ts';
import {
  answerWith,
  type InjectableFault,
  nginxErrorPage,
  type RequestMatcher,
  redirectTo,
  truncatedJson,
} from '../support/faultProxy.ts';

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

const BAD_GATEWAY_HTML = '<html><title>502 Bad Gateway</title></html>';
const GATEWAY_TIMEOUT_HTML = '<html><title>504 Gateway Time-out</title></html>';
const LOGIN_PAGE_HTML = '<!doctype html><title>Sign in to the network</title>';

const faultBeforeServer = (name: string, fault: InjectableFault): WireFault => ({
  name,
  createFault: () => fault,
  reachesServer: false,
});
const faultAfterServer = (name: string, fault: InjectableFault): WireFault => ({
  name,
  createFault: () => fault,
  reachesServer: true,
});

export const faults: readonly WireFault[] = [
  faultBeforeServer('connection closed before the request is forwarded', { kind: 'closed' }),
  faultBeforeServer('no response at all', { kind: 'hanging' }),
  faultBeforeServer('502 of a gateway', answerWith(502, BAD_GATEWAY_HTML, 'text/html')),
  faultBeforeServer('503 of a gateway', answerWith(503, '', 'text/plain')),
  faultBeforeServer('500 of the server', answerWith(500, { error: 'Something went wrong please try again later' })),
  faultBeforeServer('429 rate limited', {
    kind: 'answered',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: '{"error_code":5900,"error_message":"RATE_LIMIT_EXCEEDED"}',
  }),
  faultBeforeServer('key rejected', { kind: 'invalidKey' }),
  faultBeforeServer('403 forbidden', answerWith(403, { detail: 'You do not have permission to perform this action.' })),
  faultBeforeServer('redirected to a login page', redirectTo('http://127.0.0.1:9/login')),
  faultBeforeServer('HTML instead of JSON', nginxErrorPage),
  faultBeforeServer('truncated JSON', truncatedJson),
  { ...faultBeforeServer('request truncated', { kind: 'requestCut', missingByteCount: 3 }), needsBody: true },
  faultAfterServer('response lost', { kind: 'lost' }),
  faultAfterServer('handled, then 502 of a gateway', { kind: 'replaced', status: 502, body: BAD_GATEWAY_HTML }),
  faultAfterServer('handled, then 504 of a gateway', { kind: 'replaced', status: 504, body: GATEWAY_TIMEOUT_HTML }),
  faultAfterServer('handled, then a login page with status 200', {
    kind: 'replaced',
    status: 200,
    body: LOGIN_PAGE_HTML,
  }),
  { name: 'slow response', createFault: ({ soon }) => ({ kind: 'delayed', until: soon }), reachesServer: true },
  { name: 'late response', createFault: ({ tooLate }) => ({ kind: 'delayed', until: tooLate }), reachesServer: true },
  faultAfterServer('response in small chunks', { kind: 'dripping', chunkBytes: 257 }),
  {
    name: 'late chunk',
    createFault: ({ tooLate }) => ({ kind: 'dripping', chunkBytes: 100_000, pause: tooLate }),
    reachesServer: true,
  },
  faultAfterServer('response truncated after the headers', { kind: 'cut', afterBytes: 0, framing: 'length' }),
  faultAfterServer('response shorter than its Content-Length', { kind: 'cut', afterBytes: -1, framing: 'length' }),
  faultAfterServer('chunked response truncated', { kind: 'cut', afterBytes: 9, framing: 'chunks' }),
  faultAfterServer('response of unknown length truncated', { kind: 'cut', afterBytes: -1, framing: 'none' }),
  faultAfterServer('response body garbled', { kind: 'garbled', part: 'body' }),
  faultAfterServer('whole response garbled', { kind: 'garbled', part: 'whole' }),
  faultAfterServer('response body twice', { kind: 'doubled', part: 'body' }),
  faultAfterServer('whole response twice', { kind: 'doubled', part: 'whole' }),
  { ...faultAfterServer('request delivered twice', { kind: 'repeated' }), isSentTwice: true },
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

/** Returns a function that returns true for the requests of this operation. */
export function requestMatcher(requestName: RequestName): RequestMatcher {
  return (method, target) => requestNameOf(method, target) === requestName;
}
