// Creates the API client, which has a typed method for every operation.

import type { Input, Operation, Output, SelectedFieldsInput, SelectedFieldsOutput } from '../../contract/operation.ts';
import { type OperationName, type Operations, operationEntries } from '../../contract/operations.ts';
import { PAGE_SIZE } from '../../contract/schema/limits.ts';
import type { Clock } from '../../std/clock.ts';
import { Emitter, type Event } from '../../std/event.ts';
import type { Logger } from '../../std/logger.ts';
import { linkSignals } from '../abort.ts';
import { ApiError, isTemporary } from '../apiError.ts';
import { type Authentication, AuthenticationState } from '../authentication.ts';
import { normalizeBaseUrl } from '../baseUrl.ts';
import { type Allowance, Budget } from '../budget/budget.ts';
import type { Call, CallOptions, RawResponse, Send } from '../call.ts';
import type { Credential } from '../credential.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { DEADLINE_MS, deadline } from '../middleware/deadline.ts';
import { logRequests } from '../middleware/logRequests.ts';
import { type ResponseMeasurements, ResponseStats } from '../middleware/responseStats.ts';
import { retry } from '../middleware/retry.ts';
import { shareRequests } from '../middleware/share.ts';
import { UnsupportedRoutes } from '../middleware/unsupportedRoutes.ts';
import { type ParseContext, parseResponse } from '../responses/parseResponse.ts';
import { faultOfResponse } from '../responses/readError.ts';
import { type FieldSelection, RecordParsers } from '../responses/records.ts';
import { messagesByField } from '../responses/validationMessages.ts';
import type { Transport } from '../transport.ts';
import { fillPath, type QueryValue, queryText } from './path.ts';
import { pipeline, sendOverTransport } from './send.ts';

export interface ClientOptions {
  /**
   * The URL of the server as the user enters it, for example with `/api/v1` or a slash at the end. `createClient`
   * throws an ApiError (`invalidRequest`) when it is not a valid URL.
   */
  readonly baseUrl: string;
  /** Slug of the workspace, which replaces `{workspace_slug}` in every path. */
  readonly workspace: string;
  readonly credential: Credential;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * The transport, or a function that loads it. The function is called before the first request, and again only if
   * loading failed.
   */
  readonly transport: Transport | (() => Promise<Transport>);
  /** Returns a random number from 0 up to 1, which determines the delay of a retry. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * The budget of the key, which all clients with this key share. Closing the client does not dispose of this budget.
   * By default, the client creates a separate budget.
   */
  readonly budget?: Budget;
  /** Deadline of one attempt, in milliseconds. Default 20 s. */
  readonly deadlineMs?: number;
  /**
   * Returns whether the user has chosen http for the origin of a server in a private network. Asked before each request;
   * by default, the key is sent over http only to this machine.
   */
  readonly isHttpAllowed?: (origin: string) => boolean;
  /**
   * Operations that are known to be unsupported on this server. A call of an unsupported operation fails without a
   * request.
   */
  readonly unsupported?: Iterable<OperationName>;
}

/**
 * A method for each row of the table of operations. The methods reject with an ApiError; any other error is a defect.
 */
export type OperationMethods = {
  readonly [N in OperationName]: (input: Input<Operations[N]>, options?: CallOptions) => Promise<Output<Operations[N]>>;
};

type GetOperationName = {
  readonly [N in OperationName]: Operations[N]['method'] extends 'GET' ? N : never;
}[OperationName];

/**
 * Like `OperationMethods`, but only for GET operations: the caller requests only the fields of each record that it
 * names in `fields`.
 */
export type SelectedFieldsMethods = {
  readonly [N in GetOperationName]: (
    input: SelectedFieldsInput<Operations[N]>,
    options?: CallOptions,
  ) => Promise<SelectedFieldsOutput<Operations[N]>>;
};

export interface Client {
  readonly call: OperationMethods;
  readonly selectFields: SelectedFieldsMethods;
  readonly allowance: Allowance;
  /** What the requests are sent with: an API key, which has no scopes, or an access token. */
  readonly credential: Credential['kind'];
  /** Whether the server rejects the credential. */
  readonly authentication: Authentication;
  /** Measurements of the latest response, whatever its status. */
  readonly latestStats: ResponseMeasurements | undefined;
  /** Origin and base path of the server, without a slash at the end. */
  readonly baseUrl: string;
  /** Resolves with the client's transport, for requests to other servers. These requests must not contain the key. */
  transport(): Promise<Transport>;
  /** Aborted when the client is closed. */
  readonly closeSignal: AbortSignal;
  /** Unsupported operations: those in `ClientOptions`, and all that were detected later. */
  readonly unsupported: ReadonlySet<OperationName>;
  /** Fires with an operation when it is detected to be unsupported. */
  readonly onDidFindUnsupported: Event<OperationName>;
  /**
   * Fires with true after each successful response, and with false after each temporary failure to reach the server.
   */
  readonly onDidUpdateReachability: Event<boolean>;
  /**
   * When the server could not be reached for the first time since its last successful response, in milliseconds since
   * the epoch; undefined while it responds.
   */
  readonly unreachableSince: number | undefined;
  /** Fires with the body of a request that has changed something, after its successful response. */
  readonly onDidWrite: Event<{ readonly name: OperationName; readonly body: unknown }>;
  /** Cancels requests in flight, and closes the connections. The client cannot be used afterwards. */
  close(): Promise<void>;
}

/** The input of a call, typed for all operations instead of a specific operation. */
interface AnyInput {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly [parameter: string]: unknown;
}

function bodyOf(operation: Operation, body: unknown): string | undefined {
  if (operation.body === undefined) return undefined;
  const parsed = operation.body.safeParse(body);
  if (!parsed.success) throw new ApiError({ kind: 'invalidRequest', fields: messagesByField(parsed.error.issues) });
  return JSON.stringify(parsed.data);
}

function queryOf(operation: Operation, query: AnyInput['query'] = {}): string {
  const parsed = operation.query?.safeParse(query);
  if (parsed?.success === false)
    throw new ApiError({ kind: 'invalidRequest', fields: messagesByField(parsed.error.issues) });
  return queryText(operation.returns.shape === 'page' ? { per_page: PAGE_SIZE, ...query } : query);
}

/** Only GET operations support `fields`. */
function fieldSelectionOf({ method }: Operation, query: AnyInput['query'] = {}): FieldSelection {
  return method === 'GET' && query['fields'] !== undefined && query['fields'] !== '' ? 'selectedFields' : 'allFields';
}

const DEFAULT_HEADERS = { accept: 'application/json', 'user-agent': 'Contrail' };

function createCall(
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
    headers: body === undefined ? DEFAULT_HEADERS : { ...DEFAULT_HEADERS, 'content-type': 'application/json' },
    urgency: options.urgency ?? 'user',
    signal: options.signal,
    isCurrent: options.isCurrent === true,
  };
}

interface ResponseParserOptions {
  readonly logger: Logger;
  readonly parsers: RecordParsers;
}

/**
 * Returns the value of a successful response in the form that the table of operations declares. Logs invalid records.
 * @throws ApiError (`invalidResponse`), which is also logged.
 */
function parseResponseValue(
  response: RawResponse,
  { name, operation }: Call,
  requestContext: ParseContext,
  { logger, parsers }: ResponseParserOptions,
): unknown {
  const result = parseResponse(operation, response, requestContext, parsers);
  if (!result.ok) {
    logger.write('warn', 'invalid response', { operation: name, status: response.status, detail: result.detail });
    throw new ApiError({ kind: 'invalidResponse', status: response.status, detail: result.detail });
  }
  const { skipped, firstProblem, value } = result;
  if (skipped > 0) logger.write('warn', 'records left out', { operation: name, skipped, first: firstProblem });
  return value;
}

/** Loads the transport on the first use. If loading fails, the next use tries again. */
function lazyTransport(load: () => Promise<Transport>): {
  readonly open: () => Promise<Transport>;
  readonly close: () => Promise<void>;
} {
  let loadingTransport: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    loadingTransport ??= load();
    try {
      return await loadingTransport;
    } catch (thrown) {
      loadingTransport = undefined;
      throw thrown;
    }
  };
  return { open, close: async () => (await loadingTransport)?.close() };
}

/** Creates a client for one workspace with one credential. Loads and sends nothing before the first call. */
export function createClient(options: ClientOptions): Client {
  const { workspace, credential, clock, logger, transport, random = Math.random, deadlineMs = DEADLINE_MS } = options;
  const baseUrl = normalizeBaseUrl(options.baseUrl);
  const { open, close } = lazyTransport(typeof transport === 'function' ? transport : async () => transport);
  const budget = options.budget ?? new Budget(clock);
  const unsupportedRoutes = new UnsupportedRoutes(options.unsupported);
  const responseStats = new ResponseStats(clock);
  const closeController = new AbortController();
  const reachabilityEmitter = new Emitter<boolean>();
  let unreachableSince: number | undefined;
  reachabilityEmitter.event((isReached) => {
    unreachableSince = isReached ? undefined : (unreachableSince ?? clock.now());
  });
  const writeEmitter = new Emitter<{ readonly name: OperationName; readonly body: unknown }>();
  const authentication = new AuthenticationState();
  const parserOptions = { logger, parsers: new RecordParsers() };
  const send: Send = pipeline(
    sendOverTransport(open, baseUrl),
    unsupportedRoutes.middleware,
    logRequests(logger, clock),
    shareRequests(),
    retry({ clock, logger, baseUrl, random }),
    budget.middleware,
    authenticate(credential, baseUrl, options.isHttpAllowed),
    deadline(clock, deadlineMs),
    responseStats.middleware,
  );

  const callOperation = async (
    name: OperationName,
    operation: Operation,
    input: AnyInput,
    callOptions: CallOptions = {},
  ): Promise<unknown> => {
    const linkedSignal = linkSignals(callOptions.signal, closeController.signal);
    const rejectionCountAtStart = authentication.countRejections();
    try {
      const call = createCall(name, operation, workspace, input, { ...callOptions, signal: linkedSignal.signal });
      const response = await send(call);
      const fault = faultOfResponse(response, { now: clock.now(), url: baseUrl + call.target, operation });
      if (fault?.kind === 'intercepted')
        logger.write('warn', 'not answered by Plane', { operation: name, status: fault.status, title: fault.title });
      if (fault !== undefined)
        throw new ApiError(response.mayHaveArrived === true ? { ...fault, mayHaveArrived: true } : fault);
      reachabilityEmitter.fire(true);
      authentication.recordSuccess(rejectionCountAtStart);
      if (operation.method !== 'GET') writeEmitter.fire({ name, body: input.body });
      const requestContext = {
        cursor: input.query?.['cursor']?.toString(),
        url: baseUrl + call.target,
        fieldSelection: fieldSelectionOf(operation, input.query),
      };
      return parseResponseValue(response, call, requestContext, parserOptions);
    } catch (thrown) {
      if (thrown instanceof ApiError && isTemporary(thrown.fault)) reachabilityEmitter.fire(false);
      if (thrown instanceof ApiError && thrown.fault.kind === 'unauthorized')
        authentication.recordRejection(thrown.fault);
      throw thrown;
    } finally {
      linkedSignal.removeListeners();
    }
  };

  const methodEntries = operationEntries.map(([name, operation]) => [
    name,
    (input: AnyInput, callOptions?: CallOptions) => callOperation(name, operation, input, callOptions),
  ]);
  const call = Object.fromEntries(methodEntries) as OperationMethods & SelectedFieldsMethods;
  return {
    call,
    credential: credential.kind,
    selectFields: call,
    allowance: budget,
    authentication,
    get latestStats() {
      return responseStats.latest;
    },
    baseUrl,
    transport: open,
    closeSignal: closeController.signal,
    unsupported: unsupportedRoutes.unsupported,
    onDidFindUnsupported: unsupportedRoutes.onDidFindUnsupported,
    onDidUpdateReachability: reachabilityEmitter.event,
    get unreachableSince() {
      return unreachableSince;
    },
    onDidWrite: writeEmitter.event,
    close: async () => {
      closeController.abort();
      if (options.budget === undefined) budget.dispose();
      unsupportedRoutes.dispose();
      reachabilityEmitter.dispose();
      writeEmitter.dispose();
      authentication.dispose();
      await close();
    },
  };
}
