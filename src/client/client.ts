// Creates the API client: a typed method for every operation, over one pipeline.
import { PAGE_SIZE } from '../contract/limits.ts';
import type { Input, NamedInput, NamedOutput, Operation, Output } from '../contract/operation.ts';
import { type OperationName, type Operations, operationEntries } from '../contract/operations.ts';
import type { Clock } from '../std/clock.ts';
import { Emitter, type Event } from '../std/event.ts';
import type { Logger } from '../std/logger.ts';
import { linkSignals } from './abort.ts';
import { ApiError, isPassing } from './apiError.ts';
import { type Authentication, AuthenticationState } from './authentication.ts';
import { normalizeBaseUrl } from './baseUrl.ts';
import { type Allowance, Budget } from './budget/budget.ts';
import type { Call, CallOptions, RawAnswer, Send } from './call.ts';
import type { Credential } from './credential.ts';
import { authenticate } from './middleware/authenticate.ts';
import { DEADLINE_MS, deadline } from './middleware/deadline.ts';
import { logRequests } from './middleware/logRequests.ts';
import { ResponseStats, type Stats } from './middleware/responseStats.ts';
import { retry } from './middleware/retry.ts';
import { share } from './middleware/share.ts';
import { UnsupportedRoutes } from './middleware/unsupportedRoutes.ts';
import { fillPath, type QueryValue, queryText } from './path.ts';
import { fieldRules } from './responses/issues.ts';
import { type ReadRequest, readAnswer } from './responses/read.ts';
import { faultFrom } from './responses/readError.ts';
import { type Extent, RecordReaders } from './responses/records.ts';
import { layered, pipeline } from './send.ts';
import type { Wire } from './wire.ts';

export interface ClientOptions {
  /**
   * As the user enters it: trailing slashes, `/api` and `/api/v1` are dropped. `createClient` throws an ApiError
   * (`invalidRequest`) when it is not an address.
   */
  readonly baseUrl: string;
  /** Slug of the workspace; fills `{workspace_slug}` in every path. */
  readonly workspace: string;
  readonly credential: Credential;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A function is called at the first request, so that the wire can be loaded late; again only if it failed. */
  readonly wire: Wire | (() => Promise<Wire>);
  /** Returns a number from 0 up to 1, to spread retries. Default `Math.random`. */
  readonly random?: () => number;
  /** Deadline of one attempt, in milliseconds. Default 20 s. */
  readonly deadlineMs?: number;
  /** Operations that are known to be unsupported on this server: they fail at once, without a request. */
  readonly unsupported?: Iterable<OperationName>;
}

/** One method for each row of the table of operations. Each rejects with an ApiError; any other error is a defect. */
export type Calls = {
  readonly [N in OperationName]: (input: Input<Operations[N]>, options?: CallOptions) => Promise<Output<Operations[N]>>;
};

type Readings = { readonly [N in OperationName]: Operations[N]['method'] extends 'GET' ? N : never }[OperationName];

/** The GET operations, for callers that name the `fields` that they need of each record. */
export type PagedCalls = {
  readonly [N in Readings]: (
    input: NamedInput<Operations[N]>,
    options?: CallOptions,
  ) => Promise<NamedOutput<Operations[N]>>;
};

export interface Client {
  readonly call: Calls;
  readonly parts: PagedCalls;
  readonly allowance: Allowance;
  /** Whether the server rejects the credential. */
  readonly authentication: Authentication;
  /** Stats of the latest response, whatever its status. */
  readonly vitals: Stats | undefined;
  /** Origin and base path of the server, without a trailing slash. */
  readonly baseUrl: string;
  /** The client's own wire, for requests that go elsewhere without the key. */
  wire(): Promise<Wire>;
  /** Aborted when the client is closed. */
  readonly closed: AbortSignal;
  /** Operations that are known to be unsupported: those of `ClientOptions`, and those detected since. */
  readonly unsupported: ReadonlySet<OperationName>;
  /** Fires with an operation when it is detected to be unsupported. */
  readonly onDidFindUnsupported: Event<OperationName>;
  /** Fires with true at each successful response, and with false each time the server could not be reached. */
  readonly onDidReach: Event<boolean>;
  /** Ends requests in flight with `cancelled`, and closes the connections. No call is possible afterwards. */
  close(): Promise<void>;
}

/** The input of any row, without its specific types. */
interface AnyInput {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly [parameter: string]: unknown;
}

function bodyOf(operation: Operation, body: unknown): string | undefined {
  if (operation.body === undefined) return undefined;
  const read = operation.body.safeParse(body);
  if (!read.success) throw new ApiError({ kind: 'invalidRequest', fields: fieldRules(read.error.issues) });
  return JSON.stringify(read.data);
}

function queryOf(operation: Operation, query: AnyInput['query'] = {}): string {
  const read = operation.query?.safeParse(query);
  if (read?.success === false) throw new ApiError({ kind: 'invalidRequest', fields: fieldRules(read.error.issues) });
  return queryText(operation.returns.shape === 'page' ? { ...query, per_page: PAGE_SIZE } : query);
}

/** Only GET operations support `fields`. */
function extentOf({ method }: Operation, query: AnyInput['query'] = {}): Extent {
  return method === 'GET' && query['fields'] !== undefined && query['fields'] !== '' ? 'some' : 'whole';
}

const ANONYMOUS = { accept: 'application/json', 'user-agent': 'Contrail' };

function prepare(
  name: OperationName,
  operation: Operation,
  workspace: string,
  input: AnyInput,
  options: CallOptions,
): Call {
  const body = bodyOf(operation, input.body);
  return {
    name,
    operation,
    method: operation.method,
    target: fillPath(operation.path, { ...input, workspace_slug: workspace }) + queryOf(operation, input.query),
    body,
    headers: body === undefined ? ANONYMOUS : { ...ANONYMOUS, 'content-type': 'application/json' },
    urgency: options.urgency ?? 'asked',
    signal: options.signal,
  };
}

interface Reads {
  readonly logger: Logger;
  readonly readers: RecordReaders;
}

/** Returns the value of a successful response as its row declares it. What cannot be read is logged. */
function valueIn(
  answer: RawAnswer,
  { name, operation }: Call,
  asked: ReadRequest,
  { logger, readers }: Reads,
): unknown {
  const reading = readAnswer(operation, answer, asked, readers);
  if (!reading.ok) {
    logger.write('warn', 'unreadable', { operation: name, status: answer.status, detail: reading.detail });
    throw new ApiError({ kind: 'invalidResponse', status: answer.status, detail: reading.detail });
  }
  const { skipped, trouble, value } = reading;
  if (skipped > 0) logger.write('warn', 'records left out', { operation: name, skipped, first: trouble });
  return value;
}

/** Loads the wire on the first use; after a failure the next use loads it again. */
function late(load: () => Promise<Wire>): { readonly open: () => Promise<Wire>; readonly close: () => Promise<void> } {
  let loading: Promise<Wire> | undefined;
  const open = async (): Promise<Wire> => {
    loading ??= load();
    try {
      return await loading;
    } catch (thrown) {
      loading = undefined;
      throw thrown;
    }
  };
  return { open, close: async () => (await loading)?.close() };
}

/** Creates a client for one workspace with one credential. Nothing is loaded or sent until the first call. */
export function createClient(options: ClientOptions): Client {
  const { workspace, credential, clock, logger, wire, random = Math.random, deadlineMs = DEADLINE_MS } = options;
  const baseUrl = normalizeBaseUrl(options.baseUrl);
  const { open, close } = late(typeof wire === 'function' ? wire : async () => wire);
  const budget = new Budget(clock);
  const editions = new UnsupportedRoutes(options.unsupported);
  const signs = new ResponseStats(clock);
  const closed = new AbortController();
  const reached = new Emitter<boolean>();
  const authentication = new AuthenticationState();
  const reads = { logger, readers: new RecordReaders() };
  const send: Send = pipeline(
    layered(open, baseUrl),
    editions.layer,
    logRequests(logger, clock),
    share(),
    retry({ clock, logger, baseUrl, random }),
    budget.layer,
    authenticate(credential, baseUrl),
    deadline(clock, deadlineMs),
    signs.layer,
  );

  const perform = async (
    name: OperationName,
    operation: Operation,
    input: AnyInput,
    callOptions: CallOptions = {},
  ): Promise<unknown> => {
    const tie = linkSignals(callOptions.signal, closed.signal);
    const started = authentication.start();
    try {
      const call = prepare(name, operation, workspace, input, { ...callOptions, signal: tie.signal });
      const answer = await send(call);
      const fault = faultFrom(answer, { now: clock.now(), url: baseUrl + call.target, operation });
      if (fault !== undefined)
        throw new ApiError(answer.mayHaveArrived === true ? { ...fault, mayHaveArrived: true } : fault);
      reached.fire(true);
      authentication.accept(started);
      const asked = {
        cursor: input.query?.['cursor']?.toString(),
        url: baseUrl + call.target,
        extent: extentOf(operation, input.query),
      };
      return valueIn(answer, call, asked, reads);
    } catch (thrown) {
      if (thrown instanceof ApiError && isPassing(thrown.fault)) reached.fire(false);
      if (thrown instanceof ApiError && thrown.fault.kind === 'unauthorized') authentication.reject(thrown.fault);
      throw thrown;
    } finally {
      tie.undo();
    }
  };

  const methods = operationEntries.map(([name, operation]) => [
    name,
    (input: AnyInput, callOptions?: CallOptions) => perform(name, operation, input, callOptions),
  ]);
  const call = Object.fromEntries(methods) as Calls & PagedCalls;
  return {
    call,
    parts: call,
    allowance: budget,
    authentication,
    get vitals() {
      return signs.latest;
    },
    baseUrl,
    wire: open,
    closed: closed.signal,
    unsupported: editions.unsupported,
    onDidFindUnsupported: editions.onDidFindUnsupported,
    onDidReach: reached.event,
    close: async () => {
      closed.abort();
      budget.dispose();
      editions.dispose();
      reached.dispose();
      authentication.dispose();
      await close();
    },
  };
}
