// Creates one route for every row of the table of operations, all with the same middleware.
import { type Context, Hono } from 'hono';
import { RATE_WINDOW_MS } from '../contract/limits.ts';
import type { Operation } from '../contract/operation.ts';
import { type OperationName, operationEntries, operations } from '../contract/operations.ts';
import { RELATION_TYPES } from '../contract/resources/relation.ts';
import { STATUS } from '../contract/status.ts';
import type { Clock } from '../std/clock.ts';
import type { Logger } from '../std/logger.ts';
import { access } from './access.ts';
import type { Workspace } from './database/records.ts';
import { type Database, emptyListQuery, type ListQuery } from './database/store.ts';
import {
  bodyOf,
  type Dialect,
  isBareList,
  isMetered,
  isStoredShape,
  pagingOf,
  queryOf,
  selectsFields,
  serves,
  successOf,
  toDialect,
} from './dialect.ts';
import type { HandlerRequest } from './handler.ts';
import { handlers } from './handlers.ts';
import { describeInstance } from './instance.ts';
import { parseBody, parsed, readText } from './middleware/body.ts';
import { type Authenticator, admitted, requireScope } from './middleware/identify.ts';
import type { Meter } from './middleware/meter.ts';
import { memoizedPage, paginate, windowOf } from './middleware/paginate.ts';
import { asksForAll, selection } from './middleware/select.ts';
import type { Objects } from './objectStore/objects.ts';
import { mountObjects } from './objectStore/routes.ts';
import { describeApi } from './openapi.ts';
import { Refusal } from './refusal.ts';
import { shapeOf } from './shape.ts';

export interface AppDeps {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly authenticator: Authenticator;
  readonly meter: Meter;
  readonly objects: Objects;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Found = ReturnType<Authenticator['identify']>;
interface Env {
  Variables: { found: Found; operation: string; entered: boolean };
}
type Wire = Record<string, unknown>;
type Query = Record<string, string>;
/** A request that passed authentication, with the values of its route. */
interface Arrived {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly text: string;
  readonly origin: string;
}

/** Returns the server as a Hono app, without a socket. */
export function createApp(parts: AppDeps): Hono<Env> {
  const { dialect } = parts;
  const app = new Hono<Env>();
  mountObjects(app, parts.objects);
  app.use(async (context, next) => {
    const found = parts.authenticator.identify(context.req.raw.headers, dialect);
    context.set('found', found);
    await next();
    if (dialect === 'spec' || context.get('entered')) {
      const { remaining, reset } = parts.meter.allowance(typeof found === 'string' ? undefined : found.fingerprint);
      // Set on the response itself: setting it through the context would create an existing response again.
      context.res.headers.set('X-RateLimit-Remaining', String(remaining));
      context.res.headers.set('X-RateLimit-Reset', String(dialect === 'spec' ? reset : inAWindow(parts.clock.now())));
    }
    const { method } = context.req;
    parts.logger.write('debug', 'server answered', {
      method,
      operation: context.get('operation'),
      status: context.res.status,
    });
  });

  app.get('/api/instances/', (context) => context.json(describeInstance(parts.workspace)));
  app.get('/api/v1/openapi.json', (context) =>
    context.json(describeApi(new URL(context.req.url).origin, (row) => serves(dialect, row))),
  );
  for (const [path, names] of routes(dialect)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const name of names) {
      app.on(operations[name].method, pattern, async (context) => {
        context.set('operation', name);
        const row: Operation = operations[name];
        enter(parts, context, row);
        const text = row.body === undefined ? '' : await readText(context.req.raw);
        const { origin } = new URL(context.req.url);
        const answer = perform(parts, name, row, {
          params: context.req.param(),
          query: context.req.query(),
          text,
          origin,
        });
        const status = successOf(dialect, name, row);
        if (answer === undefined || status === STATUS.noContent) return context.body(null, STATUS.noContent);
        if (status === STATUS.found && 'location' in answer)
          return context.redirect(String(answer['location']), STATUS.found);
        if (answer instanceof Uint8Array)
          return context.body(answer, STATUS.ok, { 'Content-Type': 'application/json' });
        return context.json(answer, status === STATUS.created ? STATUS.created : STATUS.ok);
      });
    }
    app.all(pattern, (context) => {
      enter(parts, context, { path, scope: null });
      return context.json({ detail: `Method "${context.req.method}" not allowed.` }, STATUS.methodNotAllowed);
    });
    app.all(pattern.slice(0, -1), (context) => {
      const { pathname, search } = new URL(context.req.url);
      return context.redirect(`${pathname}/${search}`, STATUS.moved);
    });
  }

  app.notFound((context) => context.json({ error: 'Page not found.' }, STATUS.notFound));
  app.onError((error, context) => {
    if (error instanceof Refusal) return Response.json(error.body, { status: error.status, headers: error.headers });
    parts.logger.write('error', 'server failed', {
      operation: context.get('operation'),
      error: error.name,
      reason: error.message,
    });
    return context.json({ error: 'Something went wrong please try again later' }, STATUS.internal);
  });
  return app;
}

/**
 * Returns the table's paths with the rows of each. A path with a word comes before one with a parameter in its place.
 */
function routes(dialect: Dialect): [string, OperationName[]][] {
  const byPath = new Map<string, OperationName[]>();
  const served = operationEntries.filter(([, row]) => serves(dialect, row));
  for (const [name, row] of served) byPath.set(row.path, [...(byPath.get(row.path) ?? []), name]);
  return [...byPath].sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1));
}

// `{` sorts after every character of the words in a path.
const rank = (path: string): string => path.replaceAll(/\{\w+\}/g, '{');

/**
 * Admits a request, or throws a Refusal. From open-source servers, only an admitted request gets the rate limit
 * headers.
 */
function enter(
  parts: AppDeps,
  context: Context<Env>,
  { path, scope }: { readonly path: string; readonly scope: string | null },
): void {
  const identity = admitted(context.get('found'), parts.dialect);
  if (isMetered(parts.dialect, path)) {
    parts.meter.take(identity.fingerprint);
    context.set('entered', true);
  }
  requireScope(identity, scope);
}

/** Returns the end of a whole window, which open-source servers always report. Epoch seconds. */
const inAWindow = (now: number): number => Math.floor((now + RATE_WINDOW_MS) / 1000);

/**
 * Runs the operation and shapes the response: an envelope, an array, a record, or undefined for no content. A page of
 * records that are sent as they are stored is JSON in UTF-8.
 */
function perform(
  parts: AppDeps,
  name: OperationName,
  row: Operation,
  arrived: Arrived,
): Wire | Wire[] | Uint8Array<ArrayBuffer> | undefined {
  const { query } = arrived;
  const { dialect, store } = parts;
  const paging = pagingOf(dialect, row.path);
  const picked = selectsFields(dialect, name) ? query : {};
  const select = row.method === 'GET' ? selection(row, picked, store, dialect) : (record: Wire): Wire => record;
  const dress = (record: Wire): Wire => select(toDialect(dialect, name, row, record));
  const window = row.returns.shape === 'page' ? windowOf(query, 'limit' in shapeOf(row.query), paging) : undefined;
  const { workspace } = parts;
  const isEmpty = access(dialect, name, store, workspace, arrived.params) === 'empty';
  const asked = ask(parts, name, row, arrived);
  // The table pairs each handler with its row. A loop over the table loses that pairing, so the row's shape restores it
  // here.
  const handle = handlers[name] as (asked: unknown) => unknown;
  const result = isEmpty
    ? emptyAnswer(name, row)
    : row.method === 'GET'
      ? handle(asked)
      : store.write(() => handle(asked));
  if (window !== undefined) {
    const listing = result as ListQuery<Wire>;
    if (isBareList(dialect, name, query)) return listing.read(-1, 0).map(dress);
    const kept = isStoredShape(dialect, row) && asksForAll(picked) ? memoizedPage(listing, window, paging) : undefined;
    if (kept !== undefined) return kept;
    const page = paginate(listing, window, paging);
    return { ...page, results: page.results.map(dress) };
  }
  if (row.returns.shape === 'array') return (result as Wire[]).map(dress);
  if (row.returns.shape === 'redirect') return result as Wire;
  return 'schema' in row.returns && result !== undefined ? dress(result as Wire) : undefined;
}

/** Returns an empty list in the form of the operation's answer. */
function emptyAnswer(name: OperationName, { returns }: Operation): unknown {
  if (returns.shape === 'page') return emptyListQuery;
  if (returns.shape === 'array') return [];
  return name === 'listRelations' ? Object.fromEntries(RELATION_TYPES.map((type) => [type, []])) : { issues: [] };
}

function ask(
  parts: AppDeps,
  name: OperationName,
  row: Operation,
  { params, query, text, origin }: Arrived,
): HandlerRequest<Operation> {
  const { store, workspace, dialect, objects } = parts;
  const schema = bodyOf(dialect, name, row);
  const caller = store.get('user', workspace.caller);
  if (caller === undefined) throw new Error('The workspace has lost its user.');
  return {
    workspace,
    params,
    query: row.query === undefined ? query : parsed(row.query, queryOf(dialect, name, query)),
    body: schema === undefined ? undefined : parseBody(schema, text),
    store,
    caller,
    now: new Date(parts.clock.now()).toISOString(),
    dialect,
    objects,
    origin,
  };
}
