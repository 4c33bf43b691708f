// Defines the type of a handler, which answers one authenticated and parsed request.
import type { Operation, OperationAnswer, PathParameters } from '../contract/operation.ts';
import type { OperationName, Operations } from '../contract/operations.ts';
import type { Envelope } from '../contract/page.ts';
import type { User } from '../contract/resources/user.ts';
import type { Workspace } from './database/records.ts';
import type { Database, ListQuery } from './database/store.ts';
import type { Dialect } from './dialect.ts';
import type { Objects } from './objectStore/objects.ts';

interface Parses {
  parse(value: unknown): unknown;
}
type Parsed<S, None> = S extends Parses ? ReturnType<S['parse']> : None;

/** The part of a request that every handler gets, whatever its operation. */
export interface RequestContext {
  readonly workspace: Workspace;
  readonly store: Database;
  /** The user that the credential belongs to. */
  readonly caller: User;
  /** The time of the request, ISO 8601. */
  readonly now: string;
  readonly dialect: Dialect;
  /** The store of uploaded files. */
  readonly objects: Objects;
  /** Scheme, host and port of the request, without a slash at the end. */
  readonly origin: string;
}

/** A request of any operation whose path has the parameters `P` and whose body is a `B`. */
export interface RequestAt<P, B = unknown> extends RequestContext {
  readonly params: P;
  readonly body: B;
}

/** The request that the handler of an operation gets. */
export interface HandlerRequest<O extends Operation> extends RequestContext {
  readonly params: PathParameters<O>;
  readonly query: Parsed<O['query'], Readonly<Record<string, string>>>;
  /** Parsed by the row's schema, without keys that the row does not know. */
  readonly body: Parsed<O['body'], undefined>;
}

/** What a handler returns. A list is not read yet, so that the paging middleware reads only the requested page. */
type HandlerAnswer<O extends Operation> =
  OperationAnswer<O> extends Envelope<infer R>
    ? ListQuery<R>
    : O['returns'] extends { shape: 'nothing' }
      ? void
      : OperationAnswer<O>;

/**
 * Runs one operation, inside a transaction if it writes.
 * @throws Refusal to reject the request.
 */
type Handler<O extends Operation> = (request: HandlerRequest<O>) => HandlerAnswer<O>;

/** One handler for every row of the table: a row without one does not compile. */
export type Handlers = { readonly [N in OperationName]: Handler<Operations[N]> };
