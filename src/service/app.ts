// Owns the routes: every row of the table becomes one, and every request goes through the same layers.
import { Hono } from 'hono';
import type { Operation } from '../contract/operation.ts';
import { type OperationName, operationEntries, operations } from '../contract/operations.ts';
import { STATUS } from '../contract/status.ts';
import type { Clock } from '../std/clock.ts';
import type { Journal } from '../std/journal.ts';
import type { Asked } from './handler.ts';
import { handlers } from './handlers.ts';
import { describeInstance } from './instance.ts';
import { parseBody, parsed, readText } from './layers/body.ts';
import { admitted, type Doorkeeper, type Identity, requireScope } from './layers/identify.ts';
import type { Meter } from './layers/meter.ts';
import { paginate, windowOf } from './layers/paginate.ts';
import { selection } from './layers/select.ts';
import type { Workspace } from './records.ts';
import { forbidden, Refusal } from './refusal.ts';
import { shapeOf } from './shape.ts';
import type { Listing, Store } from './store.ts';

export interface Parts {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly doorkeeper: Doorkeeper;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly journal: Journal;
}

type Found = ReturnType<Doorkeeper['identify']>;
interface Env {
  Variables: { found: Found; operation: string };
}
type Wire = Record<string, unknown>;
type Query = Record<string, string>;
/** A request that passed identification, with what its route says. */
interface Arrived {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly text: string;
}

/** The service as one function of a request. */
export function createApp(parts: Parts): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    const found = parts.doorkeeper.identify(context.req.raw.headers);
    context.set('found', found);
    await next();
    const { remaining, reset } = parts.meter.allowance(typeof found === 'string' ? undefined : found.fingerprint);
    context.header('X-RateLimit-Remaining', String(remaining));
    context.header('X-RateLimit-Reset', String(reset));
    const { method } = context.req;
    parts.journal.write('debug', 'service answered', { method, operation: context.get('operation'), status: context.res.status });
  });

  app.get('/api/instances/', (context) => context.json(describeInstance(parts.workspace)));
  for (const [path, names] of routes()) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const name of names) {
      app.on(operations[name].method, pattern, async (context) => {
        context.set('operation', name);
        const row: Operation = operations[name];
        enter(parts, context.get('found'), row.scope);
        const text = row.body === undefined ? '' : await readText(context.req.raw);
        const answer = perform(parts, name, row, { params: context.req.param(), query: context.req.query(), text });
        return answer === undefined ? context.body(null, 204) : context.json(answer, row.success === 201 ? 201 : 200);
      });
    }
    app.all(pattern, (context) => {
      enter(parts, context.get('found'), null);
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
    parts.journal.write('error', 'service failed', { operation: context.get('operation'), error: error.name, reason: error.message });
    return context.json({ error: 'Something went wrong please try again later' }, STATUS.internal);
  });
  return app;
}

/** The table's paths with the rows of each; a path with a word comes before one with a parameter in its place. */
function routes(): [string, OperationName[]][] {
  const byPath = new Map<string, OperationName[]>();
  for (const [name, row] of operationEntries) byPath.set(row.path, [...(byPath.get(row.path) ?? []), name]);
  return [...byPath].sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1));
}

// `{` sorts after every character that a path's words are made of.
const rank = (path: string): string => path.replaceAll(/\{\w+\}/g, '{');

function enter(parts: Parts, found: Found, scope: string | null): Identity {
  const identity = admitted(found);
  parts.meter.take(identity.fingerprint);
  requireScope(identity, scope);
  return identity;
}

/** Does the operation and shapes what goes out: an envelope, an array, a record, or undefined for nothing. */
function perform(parts: Parts, name: OperationName, row: Operation, arrived: Arrived): Wire | Wire[] | undefined {
  const { query } = arrived;
  const dress = row.method === 'GET' ? selection(row, query, parts.store) : (record: Wire): Wire => record;
  const window = row.returns.shape === 'page' ? windowOf(query, 'limit' in shapeOf(row.query)) : undefined;
  const asked = ask(parts, row, arrived);
  // The table pairs each handler with its row; the loop over it loses that pairing, so it is taken up again here by the row's shape.
  const handle = handlers[name] as (asked: unknown) => unknown;
  const result = row.method === 'GET' ? handle(asked) : parts.store.write(() => handle(asked));
  if (window !== undefined) {
    const page = paginate(result as Listing<Wire>, window);
    return { ...page, results: page.results.map(dress) };
  }
  if (row.returns.shape === 'array') return (result as Wire[]).map(dress);
  return row.returns.shape === 'one' ? dress(result as Wire) : undefined;
}

function ask(parts: Parts, row: Operation, { params, query, text }: Arrived): Asked<Operation> {
  const { store, workspace } = parts;
  if ('workspace_slug' in params && params['workspace_slug'] !== workspace.slug) throw forbidden();
  const caller = store.get('user', workspace.caller);
  if (caller === undefined) throw new Error('The workspace has lost its user.');
  return {
    workspace,
    params,
    query: row.query === undefined ? query : parsed(row.query, query),
    body: row.body === undefined ? undefined : parseBody(row.body, text),
    store,
    caller,
    now: new Date(parts.clock.now()).toISOString(),
  };
}
