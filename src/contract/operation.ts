// Defines a row of the table of operations, and the types that follow from one.
// Advanced types are used only here, in recordFields.ts and in resourceTable.ts.
import type { z } from 'zod';
import type { Envelope, Page } from './page.ts';
import type { SuccessStatus } from './status.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Content of a response: one record, a record or nothing (servers differ), an envelope of records, a bare array of
 * records, nothing, or another address.
 */
export type Returns<S extends z.ZodType = z.ZodType> =
  | { readonly shape: 'one'; readonly schema: S }
  | { readonly shape: 'maybe'; readonly schema: S }
  | { readonly shape: 'page'; readonly schema: S }
  | { readonly shape: 'array'; readonly schema: S }
  | { readonly shape: 'nothing' }
  | { readonly shape: 'redirect' };

/** A row: it describes an operation completely, and contains no implementation. */
export interface Operation {
  /** Number in §4, or `supporting` for an operation that only the real server has. */
  readonly number: number | 'supporting';
  readonly summary: string;
  readonly method: Method;
  /** Path with its braces, below the base address. */
  readonly path: `/api/v1/${string}/`;
  /** Scope that an access token needs (§5); null when any credential is sufficient. */
  readonly scope: string | null;
  /** `commercial`: open-source servers do not have it and answer 404. */
  readonly edition: 'all' | 'commercial';
  /** Query parameters in addition to `per_page`, `cursor`, `fields` and `expand`, which every list and get supports. */
  readonly query?: z.ZodType<Record<string, unknown>>;
  readonly body?: z.ZodType<Record<string, unknown>>;
  readonly success: SuccessStatus;
  readonly returns: Returns;
  /** Whether the request may be repeated after its response was lost, without being processed twice. */
  readonly repeatable: boolean;
  /** Names that `expand` supports (§4, Fields and expand). */
  readonly expands?: readonly string[];
  /** How real servers differ, or what the specification leaves open. */
  readonly remark?: string;
}

/** `number` of an operation that the specification does not have, and the real server does. */
export const SUPPORTING = 'supporting';

export const one = <S extends z.ZodType>(schema: S) => ({ shape: 'one', schema }) as const;
export const maybe = <S extends z.ZodType>(schema: S) => ({ shape: 'maybe', schema }) as const;
export const page = <S extends z.ZodType>(schema: S) => ({ shape: 'page', schema }) as const;
export const array = <S extends z.ZodType>(schema: S) => ({ shape: 'array', schema }) as const;
export const nothing = { shape: 'nothing' } as const;
export const redirect = { shape: 'redirect' } as const;

type Details = Pick<Operation, 'returns'> &
  Partial<Pick<Operation, 'query' | 'body' | 'success' | 'edition' | 'repeatable' | 'expands' | 'remark'>>;
type Row<M extends Method, P extends Operation['path'], D extends Details> = Omit<
  Operation,
  keyof D | 'method' | 'path' | 'query' | 'body'
> &
  D & { readonly method: M; readonly path: P };

/** Creates the rows of one method; a value that a row omits is the method's default. */
function rowsOf<M extends Method>(method: M, success: SuccessStatus) {
  return <const P extends Operation['path'], D extends Details>(
    number: Operation['number'],
    summary: string,
    path: P,
    scope: string | null,
    details: D,
  ): Row<M, P, D> => ({
    number,
    summary,
    method,
    path,
    scope,
    success,
    edition: 'all',
    repeatable: method !== 'POST',
    ...details,
  });
}

export const get = rowsOf('GET', 200);
export const post = rowsOf('POST', 201);
export const patch = rowsOf('PATCH', 200);
export const remove = rowsOf('DELETE', 204);

/** Names between braces in a path. */
export type PathName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : never;
/** Path parameters, all required strings (§4). */
export type PathParameters<O extends Operation> = { readonly [N in PathName<O['path']>]: string };
/** Query parameters of every list and get (§4). */
export interface CommonQuery {
  readonly per_page?: number;
  readonly cursor?: string;
  /** Only allowed when the result may miss any field, see `NamedInput`. */
  readonly fields?: never;
  readonly expand?: string;
}
export type QueryOf<O extends Operation> = CommonQuery &
  (O extends { query: infer Q extends z.ZodType } ? z.input<Q> : unknown);
export type BodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;

type RecordOf<O extends Operation> = O['returns'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** Input of a call: path parameters (the client adds the workspace), a query, a body. */
export type Input<O extends Operation> = Omit<PathParameters<O>, 'workspace_slug'> & {
  readonly query?: QueryOf<O>;
} & (O extends {
    body: z.ZodType;
  }
    ? { readonly body: BodyOf<O> }
    : unknown);

/** Input that requests only some fields: names separated by commas. */
export type NamedInput<O extends Operation> = Omit<Input<O>, 'query'> & {
  readonly query: Omit<QueryOf<O>, 'fields'> & { readonly fields: string };
};

/** An address that the next request goes to, without the credential. */
export interface Redirect {
  readonly location: string;
}

/** Result of a call: the record, a page of records, or nothing. */
export type Output<O extends Operation> = O['returns'] extends { shape: 'one' }
  ? RecordOf<O>
  : O['returns'] extends { shape: 'maybe' }
    ? RecordOf<O> | undefined
    : O['returns'] extends { shape: 'redirect' }
      ? Redirect
      : O['returns'] extends { shape: 'nothing' }
        ? undefined
        : Page<RecordOf<O>>;

type PartOf<T> = T extends Page<infer R> ? Page<Partial<R>> : Partial<T>;

/**
 * Result of a call that names its fields: every field may be missing, because open-source servers omit names that they
 * do not know.
 */
export type NamedOutput<O extends Operation> = PartOf<Output<O>>;

/** What the server sends. */
export type OperationAnswer<O extends Operation> = O['returns'] extends { shape: 'page' }
  ? Envelope<RecordOf<O>>
  : O['returns'] extends { shape: 'array' }
    ? RecordOf<O>[]
    : O['returns'] extends { shape: 'one' | 'maybe' }
      ? RecordOf<O>
      : O['returns'] extends { shape: 'redirect' }
        ? Redirect
        : undefined;
