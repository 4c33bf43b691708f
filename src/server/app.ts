// Creates one route for every operation of the API, all with the same middleware.
import { type Context, Hono } from 'hono';
import type { Operation } from '../contract/operation.ts';
import { type OperationName, operationEntries, operations } from '../contract/operations.ts';
import { RELATION_TYPES } from '../contract/resources/relation.ts';
import { RATE_WINDOW_MS } from '../contract/schema/limits.ts';
import { STATUS } from '../contract/status.ts';
import type { Clock } from '../std/clock.ts';
import type { Logger } from '../std/logger.ts';
import { checkAccess } from './access.ts';
import { type Database, emptyListQuery, type ListQuery } from './database/database.ts';
import type { Workspace } from './database/records.ts';
import type { HandlerRequest } from './handlers/handlerTypes.ts';
import { handlers } from './handlers.ts';
import {
  bodySchemaOf,
  countsAgainstRateLimit,
  type Dialect,
  hasRoute,
  isBareList,
  pagingOf,
  queryWithDefaults,
  sendsStoredRecords,
  successStatusOf,
  supportsFieldSelection,
  toDialect,
} from './http/dialect.ts';
import { HttpError } from './http/httpError.ts';
import { shapeOf } from './http/shape.ts';
import { describeInstance } from './instance.ts';
import { parseBody, parseFields, readText } from './middleware/body.ts';
import { fieldSelector, selectsAllFields } from './middleware/fieldSelector.ts';
import { type Authenticator, type Identity, requireIdentity, requireScope } from './middleware/identify.ts';
import { pageAsJson, pageRangeOf, paginate } from './middleware/paginate.ts';
import type { RateLimiter } from './middleware/rateLimiter.ts';
import type { ObjectStore } from './objectStore/objects.ts';
import { mountObjectStore } from './objectStore/routes.ts';
import { describeApi } from './openapi.ts';

export interface AppDeps {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly objects: ObjectStore;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
}

type AuthenticationResult = ReturnType<Authenticator['identify']>;
interface Env {
  Variables: {
    authentication: AuthenticationResult;
    /** Name of the operation, for the log. */
    operation: string;
    /** Whether the request counted against the rate limit. */
    isCounted: boolean;
  };
}
type JsonRecord = Record<string, unknown>;
type Query = Record<string, string>;
/** The parts of an authenticated request that an operation needs. */
interface OperationRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The text of the request body; '' for an operation without a body. */
  readonly text: string;
  readonly url: string;
}

/** Returns the server as a Hono app, without a socket. */
export function createApp(deps: AppDeps): Hono<Env> {
  const { dialect } = deps;
  const app = new Hono<Env>();
  mountObjectStore(app, deps.objects);
  app.use(async (context, next) => {
    const authentication = deps.authenticator.identify(context.req.raw.headers, dialect);
    context.set('authentication', authentication);
    await next();
    if (dialect === 'spec' || context.get('isCounted')) {
      const { remaining, reset } = deps.rateLimiter.allowance(
        typeof authentication === 'string' ? undefined : authentication.fingerprint,
      );
      // Sets the headers on the response itself, because `context.header` would copy the response.
      context.res.headers.set('X-RateLimit-Remaining', String(remaining));
      context.res.headers.set(
        'X-RateLimit-Reset',
        String(dialect === 'spec' ? reset : rateWindowEnd(deps.clock.now())),
      );
    }
    const { method } = context.req;
    deps.logger.write('debug', 'server response', {
      method,
      operation: context.get('operation'),
      status: context.res.status,
    });
  });

  app.get('/api/instances/', (context) => context.json(describeInstance(deps.workspace)));
  app.get('/api/v1/openapi.json', (context) =>
    context.json(describeApi(new URL(context.req.url).origin, (operation) => hasRoute(dialect, operation))),
  );
  for (const [path, names] of routesMostSpecificFirst(dialect)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const name of names) {
      app.on(operations[name].method, pattern, async (context) => {
        context.set('operation', name);
        const operation: Operation = operations[name];
        const { user = deps.workspace.caller } = authorize(deps, context, operation);
        const text = operation.body === undefined ? '' : await readText(context.req.raw);
        const workspace = { ...deps.workspace, caller: user };
        const result = performOperation({ ...deps, workspace }, name, operation, {
          params: context.req.param(),
          query: context.req.query(),
          text,
          url: context.req.url,
        });
        const status = successStatusOf(dialect, name, operation);
        if (result === undefined || status === STATUS.noContent) return context.body(null, STATUS.noContent);
        if (status === STATUS.found && 'location' in result)
          return context.redirect(String(result['location']), STATUS.found);
        if (result instanceof Uint8Array)
          return context.body(result, STATUS.ok, { 'Content-Type': 'application/json' });
        return context.json(result, status === STATUS.created ? STATUS.created : STATUS.ok);
      });
    }
    app.all(pattern, (context) => {
      authorize(deps, context, { path, scope: null });
      return context.json({ detail: `Method "${context.req.method}" not allowed.` }, STATUS.methodNotAllowed);
    });
    app.all(pattern.slice(0, -1), (context) => {
      const { pathname, search } = new URL(context.req.url);
      return context.redirect(`${pathname}/${search}`, STATUS.moved);
    });
  }

  app.notFound((context) => context.json({ error: 'Page not found.' }, STATUS.notFound));
  app.onError((error, context) => {
    if (error instanceof HttpError) return Response.json(error.body, { status: error.status, headers: error.headers });
    deps.logger.write('error', 'server failed', {
      operation: context.get('operation'),
      error: error.name,
      reason: error.message,
    });
    return context.json({ error: 'Something went wrong please try again later' }, STATUS.internal);
  });
  return app;
}

/**
 * Returns each path of the API with the names of its operations. A path with a literal segment comes before a path with
 * a parameter in the same position, because the first route that matches is used.
 */
function routesMostSpecificFirst(dialect: Dialect): [string, OperationName[]][] {
  const namesByPath = new Map<string, OperationName[]>();
  const supportedEntries = operationEntries.filter(([, operation]) => hasRoute(dialect, operation));
  for (const [name, { path }] of supportedEntries) namesByPath.set(path, [...(namesByPath.get(path) ?? []), name]);
  return [...namesByPath].sort(([path], [otherPath]) => (sortKey(path) < sortKey(otherPath) ? -1 : 1));
}

// `{` sorts after every character of a literal segment.
const sortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '{');

/**
 * Checks the credential, the rate limit and the scope of a request, and returns the identity of its caller. Open-source
 * servers send rate limit headers only for requests whose credential is valid.
 * @throws HttpError if the request is rejected.
 */
function authorize(
  deps: AppDeps,
  context: Context<Env>,
  { path, scope }: { readonly path: string; readonly scope: string | null },
): Identity {
  const identity = requireIdentity(context.get('authentication'), deps.dialect);
  if (countsAgainstRateLimit(deps.dialect, path)) {
    deps.rateLimiter.countRequest(identity.fingerprint);
    context.set('isCounted', true);
  }
  requireScope(identity, scope);
  return identity;
}

/**
 * Returns the end of a rate limit window that starts now, in epoch seconds: open-source servers always report this time
 * as the reset time.
 */
const rateWindowEnd = (now: number): number => Math.floor((now + RATE_WINDOW_MS) / 1000);

/**
 * Runs the operation, and returns the content of its response: an envelope, an array, a record, or undefined for no
 * content. A page whose records are sent exactly as they are stored is returned as JSON in UTF-8.
 */
function performOperation(
  deps: AppDeps,
  name: OperationName,
  operation: Operation,
  request: OperationRequest,
): JsonRecord | JsonRecord[] | Uint8Array<ArrayBuffer> | undefined {
  const { query } = request;
  const { dialect, store } = deps;
  const paging = pagingOf(dialect, operation.path);
  const selectParameters = supportsFieldSelection(dialect, name) ? query : {};
  const selectFields =
    operation.method === 'GET'
      ? fieldSelector(operation, selectParameters, store, dialect)
      : (record: JsonRecord): JsonRecord => record;
  const toResponse = (record: JsonRecord): JsonRecord => selectFields(toDialect(dialect, name, operation, record));
  const pageRange =
    operation.returns.shape === 'page' ? pageRangeOf(query, 'limit' in shapeOf(operation.query), paging) : undefined;
  const { workspace } = deps;
  const isEmpty = checkAccess(dialect, name, store, workspace, request.params) === 'empty';
  const handlerRequest = createHandlerRequest(deps, name, operation, request);
  // The compiler cannot relate a handler to its operation if the name of the operation is only known at run time, so
  // the result is cast according to the operation's `returns.shape`.
  const handle = handlers[name] as (request: unknown) => unknown;
  const result = isEmpty
    ? emptyResult(name, operation)
    : operation.method === 'GET'
      ? handle(handlerRequest)
      : store.write(() => handle(handlerRequest));
  if (pageRange !== undefined) {
    const list = result as ListQuery<JsonRecord>;
    if (isBareList(dialect, name, query)) return list.read(-1, 0).map(toResponse);
    const storedPage =
      sendsStoredRecords(dialect, operation) && selectsAllFields(selectParameters)
        ? pageAsJson(list, pageRange, paging)
        : undefined;
    if (storedPage !== undefined) return storedPage;
    const page = paginate(list, pageRange, paging);
    return { ...page, results: page.results.map(toResponse) };
  }
  if (operation.returns.shape === 'array') return (result as JsonRecord[]).map(toResponse);
  if (operation.returns.shape === 'redirect') return result as JsonRecord;
  return 'schema' in operation.returns && result !== undefined ? toResponse(result as JsonRecord) : undefined;
}

/** Returns an empty list in the form that the operation's response has. */
function emptyResult(name: OperationName, { returns }: Operation): unknown {
  if (returns.shape === 'page') return emptyListQuery;
  if (returns.shape === 'array') return [];
  return name === 'listRelations' ? Object.fromEntries(RELATION_TYPES.map((type) => [type, []])) : { issues: [] };
}

function createHandlerRequest(
  deps: AppDeps,
  name: OperationName,
  operation: Operation,
  { params, query, text, url }: OperationRequest,
): HandlerRequest<Operation> {
  const { store, workspace, dialect, objects } = deps;
  const schema = bodySchemaOf(dialect, name, operation);
  // Few handlers need the caller, which is read from the database, or the origin.
  return {
    workspace,
    params,
    query:
      operation.query === undefined ? query : parseFields(operation.query, queryWithDefaults(dialect, name, query)),
    body: schema === undefined ? undefined : parseBody(schema, text),
    store,
    get caller() {
      const caller = store.get('user', workspace.caller);
      if (caller === undefined) throw new Error('The workspace has lost its user.');
      return caller;
    },
    now: new Date(deps.clock.now()).toISOString(),
    dialect,
    objects,
    get origin() {
      return new URL(url).origin;
    },
  };
}
