// Owns the client: a typed method for every row of the table, over one pipeline.
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
   * As a person gives it: trailing slashes, `/api` and `/api/v1` are dropped. Throws the fault `unfit` where it is no
   * address.
   */
  readonly baseUrl: string;
  /** Slug of the workspace; fills `{workspace_slug}` in every path. */
  readonly workspace: string;
  readonly credential: Credential;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A function is called once, at the first request, so that the wire can load late; again only if it failed. */
  readonly wire: Wire | (() => Promise<Wire>);
  /** From 0 up to 1; spreads retries. Default `Math.random`. */
  readonly random?: () => number;
  /** For one attempt. Default 20 s. */
  readonly deadlineMs?: number;
  /** Operations that this server is known to lack: they fail at once, without a request. */
  readonly lacking?: Iterable<OperationName>;
}

/** One method for each row of the table. Each rejects with a FaultError, or with a defect of ours. */
export type Calls = {
  readonly [N in OperationName]: (input: Input<Operations[N]>, options?: CallOptions) => Promise<Output<Operations[N]>>;
};

type Readings = { readonly [N in OperationName]: Operations[N]['method'] extends 'GET' ? N : never }[OperationName];

/** The readings, for those who name the `fields` that they want of each record. */
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
  /** Of the latest answer, whatever its status. */
  readonly vitals: Stats | undefined;
  /** Origin and base path of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** The client's own, for what goes elsewhere without the key. */
  wire(): Promise<Wire>;
  /** Aborted when the client is closed. */
  readonly closed: AbortSignal;
  /** Operations that the server lacks, as far as is known: those handed in, and those found out since. */
  readonly lacking: ReadonlySet<OperationName>;
  /** Fires with an operation when it is found out that the server lacks it. */
  readonly onDidLack: Event<OperationName>;
  /** Fires with true at each good answer, and with false each time that the service could not be reached. */
  readonly onDidReach: Event<boolean>;
  /** Ends what is under way with `stopped`, and the connections. Nothing can be asked afterwards. */
  close(): Promise<void>;
}

/** What any row's input looks like once the types are gone. */
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

/** Only readings heed `fields`. */
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

/** What a success carries, as its row promises; what cannot be read is written down. */
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

/** Loads the wire at the first use; a loading that failed is tried again at the next. */
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

/** Opens a client for one workspace with one credential. Nothing is loaded or sent until the first call. */
export function createClient(options: ClientOptions): Client {
  const { workspace, credential, clock, logger, wire, random = Math.random, deadlineMs = DEADLINE_MS } = options;
  const baseUrl = normalizeBaseUrl(options.baseUrl);
  const { open, close } = late(typeof wire === 'function' ? wire : async () => wire);
  const budget = new Budget(clock);
  const editions = new UnsupportedRoutes(options.lacking);
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
    lacking: editions.lacking,
    onDidLack: editions.onDidLack,
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
