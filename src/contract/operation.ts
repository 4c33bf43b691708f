// Owns what a row of the table is, and the types that follow from one. Clever types: here, in recordFields.ts and in
// resourceTable.ts only.
import type { z } from 'zod';
import type { Envelope, Page } from './page.ts';
import type { SuccessStatus } from './status.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What an answer carries: one record, a record or nothing (servers differ), an envelope of records, a bare array of
 * them, nothing, or another address.
 */
export type Returns<S extends z.ZodType = z.ZodType> =
  | { readonly shape: 'one'; readonly schema: S }
  | { readonly shape: 'maybe'; readonly schema: S }
  | { readonly shape: 'page'; readonly schema: S }
  | { readonly shape: 'array'; readonly schema: S }
  | { readonly shape: 'nothing' }
  | { readonly shape: 'redirect' };

/** A row: everything about what the operation is, nothing about how it is done. */
export interface Operation {
  /** Number in §4, or `supporting` for what the specification leaves out and the real service has. */
  readonly number: number | 'supporting';
  readonly summary: string;
  readonly method: Method;
  /** Path with its braces, below the base address. */
  readonly path: `/api/v1/${string}/`;
  /** Scope that an access token needs (§5); null when any credential will do. */
  readonly scope: string | null;
  /** `commercial`: open-source servers do not have it and answer 404. */
  readonly edition: 'all' | 'commercial';
  /** Query parameters beyond `per_page`, `cursor`, `fields` and `expand`, which every list and get knows. */
  readonly query?: z.ZodType<Record<string, unknown>>;
  readonly body?: z.ZodType<Record<string, unknown>>;
  readonly success: SuccessStatus;
  readonly returns: Returns;
  /** Whether it may be asked again after an answer was lost, without anything happening twice. */
  readonly repeatable: boolean;
  /** Names that `expand` understands (§4, Fields and expand). */
  readonly expands?: readonly string[];
  /** Where real servers differ, or the specification is silent. */
  readonly remark?: string;
}

/** A row that the specification leaves out and the real service has. */
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

/** Makes the rows of one method; what a row leaves out is what that method usually does. */
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

/** Names between braces of a path. */
export type PathName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathName<Rest>
  : never;
/** Path parameters, all required strings (§4). */
export type PathParameters<O extends Operation> = { readonly [N in PathName<O['path']>]: string };
/** What §4 lets a list or a get be asked with. */
export interface CommonQuery {
  readonly per_page?: number;
  readonly cursor?: string;
  /** Only where a record may lack any field, see `NamedInput`. */
  readonly fields?: never;
  readonly expand?: string;
}
export type QueryOf<O extends Operation> = CommonQuery &
  (O extends { query: infer Q extends z.ZodType } ? z.input<Q> : unknown);
export type BodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;

type RecordOf<O extends Operation> = O['returns'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** What a caller gives: path parameters (the client knows the workspace), a query, a body. */
export type Input<O extends Operation> = Omit<PathParameters<O>, 'workspace_slug'> & {
  readonly query?: QueryOf<O>;
} & (O extends {
    body: z.ZodType;
  }
    ? { readonly body: BodyOf<O> }
    : unknown);

/** The same, asking for some fields alone: names with commas between them. */
export type NamedInput<O extends Operation> = Omit<Input<O>, 'query'> & {
  readonly query: Omit<QueryOf<O>, 'fields'> & { readonly fields: string };
};

/** Another address to ask, without the credential. */
export interface Redirect {
  readonly location: string;
}

/** What a caller is given: the record, a page of records, or nothing. */
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
 * What a caller is given who named fields: no field is certain, since open-source servers leave out names that they do
 * not know.
 */
export type NamedOutput<O extends Operation> = PartOf<Output<O>>;

/** What the service puts on the wire. */
export type OperationAnswer<O extends Operation> = O['returns'] extends { shape: 'page' }
  ? Envelope<RecordOf<O>>
  : O['returns'] extends { shape: 'array' }
    ? RecordOf<O>[]
    : O['returns'] extends { shape: 'one' | 'maybe' }
      ? RecordOf<O>
      : O['returns'] extends { shape: 'redirect' }
        ? Redirect
        : undefined;
