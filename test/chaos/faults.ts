// The faults of the chaos run: every kind of the fault proxy, as a network, a gateway or a server
// causes it.
import { type OperationName, operationEntries } from '../../src/contract/operations.ts';
import { answered, garbage, html, type InjectableFault, type Pick, redirected } from '../support/faultProxy.ts';

/** An operation of the table, or the upload of a file to the object store. */
export type Asking = OperationName | 'objectStore';

export interface WireFault {
  readonly name: string;
  readonly trouble: (pace: Pace) => InjectableFault;
  /** Whether the whole request reaches the server. */
  readonly arrives: boolean;
  /** Only for requests with a body. */
  readonly needsBody?: true;
  /**
   * The server carries out the request twice. No client can undo that where the server has no id to detect the
   * duplicate by.
   */
  readonly doubles?: true;
}

/** Delays that make an answer slow, or later than the client's timeout. */
export interface Pace {
  readonly soon: () => Promise<void>;
  readonly tooLate: () => Promise<void>;
}

const BAD_GATEWAY = '<html><title>502 Bad Gateway</title></html>';
const GATEWAY_TIMEOUT = '<html><title>504 Gateway Time-out</title></html>';
const LOGIN_WALL = '<!doctype html><title>Sign in to the network</title>';

const before = (name: string, trouble: InjectableFault): WireFault => ({
  name,
  trouble: () => trouble,
  arrives: false,
});
const after = (name: string, trouble: InjectableFault): WireFault => ({ name, trouble: () => trouble, arrives: true });

export const faults: readonly WireFault[] = [
  before('closed before the server was asked', { kind: 'closed' }),
  before('nothing ever comes', { kind: 'hanging' }),
  before('a gateway answers 502', answered(502, BAD_GATEWAY, 'text/html')),
  before('a gateway answers 503', answered(503, '', 'text/plain')),
  before('the server fails with 500', answered(500, { error: 'Something went wrong please try again later' })),
  before('throttled', {
    kind: 'answered',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: '{"error_code":5900,"error_message":"RATE_LIMIT_EXCEEDED"}',
  }),
  before('the key is refused', { kind: 'unkeyed' }),
  before('forbidden', answered(403, { detail: 'You do not have permission to perform this action.' })),
  before('led elsewhere', redirected('http://127.0.0.1:9/login')),
  before('a web page instead of an answer', html),
  before('broken JSON instead of an answer', garbage),
  { ...before('the request is cut', { kind: 'torn', missing: 3 }), needsBody: true },
  after('the answer is lost', { kind: 'lost' }),
  after('done, and a gateway answers 502', { kind: 'replaced', status: 502, body: BAD_GATEWAY }),
  after('done, and a gateway answers 504', { kind: 'replaced', status: 504, body: GATEWAY_TIMEOUT }),
  after('done, and a wall answers 200', { kind: 'replaced', status: 200, body: LOGIN_WALL }),
  { name: 'the answer is slow', trouble: ({ soon }) => ({ kind: 'held', until: soon }), arrives: true },
  { name: 'the answer is late', trouble: ({ tooLate }) => ({ kind: 'held', until: tooLate }), arrives: true },
  after('the answer comes drop by drop', { kind: 'dripping', bytes: 257 }),
  {
    name: 'a drop is late',
    trouble: ({ tooLate }) => ({ kind: 'dripping', bytes: 100_000, pause: tooLate }),
    arrives: true,
  },
  after('the answer is cut at its head', { kind: 'cut', after: 0, framing: 'length' }),
  after('the answer is cut in its length', { kind: 'cut', after: -1, framing: 'length' }),
  after('the answer is cut in its chunks', { kind: 'cut', after: 9, framing: 'chunks' }),
  after('the answer is cut with no end told', { kind: 'cut', after: -1, framing: 'none' }),
  after('the body is garbled', { kind: 'garbled', part: 'body' }),
  after('the answer is garbled whole', { kind: 'garbled', part: 'whole' }),
  after('the body comes twice', { kind: 'doubled', part: 'body' }),
  after('the answer comes twice', { kind: 'doubled', part: 'whole' }),
  { ...after('the request is delivered twice', { kind: 'repeated' }), doubles: true },
];

/** The paths of the table; a path with a literal segment comes before one with a parameter in the same place. */
const ways = operationEntries
  .map(([name, { method, path }]) => ({
    name,
    method,
    rank: path.replaceAll(/\{\w+\}/g, '~'),
    pattern: patternOf(path),
  }))
  .sort((one, other) => (one.rank < other.rank ? -1 : 1));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** Returns the operation of a request; undefined if it is not in the table. */
export function askingOf(method: string, target: string): Asking | undefined {
  const path = target.split('?')[0] ?? '';
  if (path.startsWith('/uploads')) return 'objectStore';
  return ways.find((way) => way.method === method && way.pattern.test(path))?.name;
}

export function requestsOf(asking: Asking): Pick {
  return (method, target) => askingOf(method, target) === asking;
}
