// Defines the type of a handler: it performs one operation for an authenticated, parsed request.
import type { Operation, OperationResponse, PathParameters } from '../../contract/operation.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';
import type { Envelope } from '../../contract/page.ts';
import type { User } from '../../contract/resources/user.ts';
import type { Database, ListQuery } from '../database/database.ts';
import type { Workspace } from '../database/records.ts';
import type { Dialect } from '../http/dialect.ts';
import type { ObjectStore } from '../objectStore/objects.ts';

interface Parser {
  parse(value: unknown): unknown;
}
/** The type that the schema parses to, or `Default` if the operation has no schema. */
type ParsedInput<S, Default> = S extends Parser ? ReturnType<S['parse']> : Default;

/** The part of a request that does not depend on the operation. */
export interface RequestContext {
  readonly workspace: Workspace;
  readonly store: Database;
  /** The user that the credential belongs to. */
  readonly caller: User;
  /** The time of the request, ISO 8601. */
  readonly now: string;
  readonly dialect: Dialect;
  /** The store of uploaded files. */
  readonly objects: ObjectStore;
  /** Scheme, host and port of the request, without a slash at the end. */
  readonly origin: string;
}

/** A request whose path has the parameters `P` and whose body has the type `B`. */
export interface TypedRequest<P, B = unknown> extends RequestContext {
  readonly params: P;
  readonly body: B;
}

/** The request that the handler of an operation gets. */
export interface HandlerRequest<O extends Operation> extends RequestContext {
  readonly params: PathParameters<O>;
  readonly query: ParsedInput<O['query'], Readonly<Record<string, string>>>;
  /** Parsed by the operation's schema, without keys that the schema does not declare. */
  readonly body: ParsedInput<O['body'], undefined>;
}

/** The result of a handler. For a list, a query from which the paging middleware reads only the requested page. */
type HandlerResult<O extends Operation> =
  OperationResponse<O> extends Envelope<infer R>
    ? ListQuery<R>
    : O['returns'] extends { shape: 'nothing' }
      ? void
      : OperationResponse<O>;

/**
 * Performs one operation. An operation that may write runs in a transaction.
 * @throws HttpError to reject the request.
 */
type Handler<O extends Operation> = (request: HandlerRequest<O>) => HandlerResult<O>;

/** One handler for every operation. An operation without a handler does not compile. */
export type Handlers = { readonly [N in OperationName]: Handler<Operations[N]> };
