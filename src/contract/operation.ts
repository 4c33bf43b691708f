// Defines the rows of the table of operations, and the types that are derived from a row.
// Advanced types are used only here, in recordFields.ts and in resourceTable.ts.
import type { z } from 'zod';
import type { Envelope, Page } from './page.ts';
import type { SuccessStatus } from './status.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Content of a response. `one`: a record. `maybe`: a record or an empty body (servers differ). `page`: an object with
 * the records of a page, see page.ts. `array`: a JSON array of records. `nothing`: an empty body. `redirect`: a URL in
 * the header `Location`.
 */
export type ReturnShape<S extends z.ZodType = z.ZodType> =
  | { readonly shape: 'one'; readonly schema: S }
  | { readonly shape: 'maybe'; readonly schema: S }
  | { readonly shape: 'page'; readonly schema: S }
  | { readonly shape: 'array'; readonly schema: S }
  | { readonly shape: 'nothing' }
  | { readonly shape: 'redirect' };

/** A row of the table of operations: describes an operation completely, without an implementation. */
export interface Operation {
  /** Number in §4 of the specification; `supporting` for an operation that only real servers have. */
  readonly number: number | 'supporting';
  readonly summary: string;
  readonly method: Method;
  /** Path below the base URL, with parameters in braces. */
  readonly path: `/api/v1/${string}/`;
  /** Scope that an access token needs (specification §5); null when any credential is sufficient. */
  readonly scope: string | null;
  /** `commercial`: open-source servers do not have the operation and respond with 404. */
  readonly edition: 'all' | 'commercial';
  /** Query parameters, without `per_page`, `cursor`, `fields` and `expand`, which all GET operations support. */
  readonly query?: z.ZodType<Record<string, unknown>>;
  readonly body?: z.ZodType<Record<string, unknown>>;
  readonly success: SuccessStatus;
  readonly returns: ReturnShape;
  /** Whether repeating the request after its response was lost has the same result as sending the request once. */
  readonly repeatable: boolean;
  /** Names of fields that `expand` supports (specification §4, Fields and expand). */
  readonly expandableFields?: readonly string[];
  /** How real servers differ from the specification, or what they do where the specification is silent. */
  readonly remark?: string;
}

/** The `number` of an operation that real servers have but the specification does not. */
export const NOT_IN_SPECIFICATION = 'supporting';

export const oneRecord = <S extends z.ZodType>(schema: S) => ({ shape: 'one', schema }) as const;
export const recordOrNothing = <S extends z.ZodType>(schema: S) => ({ shape: 'maybe', schema }) as const;
export const page = <S extends z.ZodType>(schema: S) => ({ shape: 'page', schema }) as const;
export const recordArray = <S extends z.ZodType>(schema: S) => ({ shape: 'array', schema }) as const;
export const emptyBody = { shape: 'nothing' } as const;
export const redirect = { shape: 'redirect' } as const;

type RowDetails = Pick<Operation, 'returns'> &
  Partial<Pick<Operation, 'query' | 'body' | 'success' | 'edition' | 'repeatable' | 'expandableFields' | 'remark'>>;
type Row<M extends Method, P extends Operation['path'], D extends RowDetails> = Omit<
  Operation,
  keyof D | 'method' | 'path' | 'query' | 'body'
> &
  D & { readonly method: M; readonly path: P };

/** Returns a function that creates rows for operations with this method. `details` can override the defaults. */
function rowFactory<M extends Method>(method: M, success: SuccessStatus) {
  return <const P extends Operation['path'], D extends RowDetails>(
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

export const get = rowFactory('GET', 200);
export const post = rowFactory('POST', 201);
export const patch = rowFactory('PATCH', 200);
export const remove = rowFactory('DELETE', 204);

type Body = z.ZodType<Record<string, unknown>>;
/** What a row of `crud` says about one operation in addition. */
type Notes = Partial<Pick<Operation, 'number' | 'expandableFields' | 'remark'>>;
type ListNotes = Pick<Operation, 'summary'> & Partial<Pick<Operation, 'query'>> & Notes;
type One<S extends z.ZodType> = ReturnType<typeof oneRecord<S>>;
type RecordPath<P extends Operation['path'], I extends string> = `${P}{${I}}/` & Operation['path'];
type Rows<Name extends string, R> = { readonly [N in Name]: R };

/**
 * Returns the rows of the five operations that a kind of record has in common. `noun` is for the summaries, for example
 * `a cycle`; `id` is the name of the path parameter for the record's id. `scope` is the scope without `:read` and
 * `:write`.
 */
export function crud<
  const Singular extends string,
  const Plural extends string,
  const P extends Operation['path'],
  const I extends string,
  R extends z.ZodType,
  B extends Body,
  C extends Body,
  L extends ListNotes,
>(
  [singular, plural, noun]: readonly [Singular, Plural, noun: string],
  collection: P,
  id: I,
  scope: string,
  { record, body, changes }: { readonly record: R; readonly body: B; readonly changes: C },
  {
    edition = 'all',
    list,
    ...notes
  }: { readonly list: L } & { readonly [N in 'get' | 'create' | 'update' | 'remove']?: Notes } & {
    readonly edition?: Operation['edition'];
  },
) {
  const path = `${collection}{${id}}/` as RecordPath<P, I>;
  const returns = oneRecord(record);
  const number = NOT_IN_SPECIFICATION;
  const read = `${scope}:read`;
  const write = `${scope}:write`;
  const rows = {
    [`list${plural}`]: get(number, list.summary, collection, read, { returns: page(record), edition, ...list }),
    [`get${singular}`]: get(number, `Get ${noun}`, path, read, { returns, edition, ...notes.get }),
    [`create${singular}`]: post(number, `Create ${noun}`, collection, write, {
      body,
      returns,
      edition,
      ...notes.create,
    }),
    [`update${singular}`]: patch(number, `Update ${noun}`, path, write, {
      body: changes,
      returns,
      edition,
      ...notes.update,
    }),
    [`delete${singular}`]: remove(number, `Delete ${noun}`, path, write, {
      returns: emptyBody,
      edition,
      ...notes.remove,
    }),
  };
  return rows as Rows<`list${Plural}`, Row<'GET', P, L & { readonly returns: ReturnType<typeof page<R>> }>> &
    Rows<`get${Singular}`, Row<'GET', RecordPath<P, I>, { readonly returns: One<R> }>> &
    Rows<`create${Singular}`, Row<'POST', P, { readonly body: B; readonly returns: One<R> }>> &
    Rows<`update${Singular}`, Row<'PATCH', RecordPath<P, I>, { readonly body: C; readonly returns: One<R> }>> &
    Rows<`delete${Singular}`, Row<'DELETE', RecordPath<P, I>, { readonly returns: typeof emptyBody }>>;
}

/**
 * Returns the rows of the three operations for records that belong to another one without being part of it, which only
 * commercial servers have. `names` are those of the operations; `nouns` are for the summaries, for example `labels` and
 * `an initiative`. `scope` is as in `crud`.
 */
export function association<
  const List extends string,
  const Add extends string,
  const Remove extends string,
  const P extends Operation['path'],
  R extends z.ZodType,
  B extends Body,
  L extends Partial<ListNotes>,
>(
  names: readonly [List, Add, Remove],
  nouns: readonly [members: string, owner: string],
  path: P,
  scope: string,
  { record, body }: { readonly record: R; readonly body: B },
  notes: { readonly list: L; readonly add?: Notes & Partial<Pick<Operation, 'success'>> },
) {
  const [members, owner] = nouns;
  const common = { edition: 'commercial' } as const;
  const [list, add, removal] = [
    get(NOT_IN_SPECIFICATION, `List the ${members} of ${owner}`, path, `${scope}:read`, {
      ...common,
      returns: page(record),
      ...notes.list,
    }),
    post(NOT_IN_SPECIFICATION, `Add ${members} to ${owner}`, path, `${scope}:write`, {
      ...common,
      body,
      returns: recordArray(record),
      success: 200,
      repeatable: true,
      ...notes.add,
    }),
    remove(NOT_IN_SPECIFICATION, `Remove ${members} from ${owner}`, path, `${scope}:write`, {
      ...common,
      body,
      returns: emptyBody,
      remark: 'A DELETE with a body.',
    }),
  ];
  return { [names[0]]: list, [names[1]]: add, [names[2]]: removal } as Rows<
    List,
    Row<'GET', P, L & { readonly returns: ReturnType<typeof page<R>> }>
  > &
    Rows<Add, Row<'POST', P, { readonly body: B; readonly returns: ReturnType<typeof recordArray<R>> }>> &
    Rows<Remove, Row<'DELETE', P, { readonly body: B; readonly returns: typeof emptyBody }>>;
}

/** The names between braces in a path. */
export type PathParameterName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;
/** Path parameters. All are required strings (specification §4). */
export type PathParameters<O extends Operation> = { readonly [N in PathParameterName<O['path']>]: string };
/** Query parameters that all GET operations support (specification §4). */
export interface CommonQuery {
  readonly per_page?: number;
  readonly cursor?: string;
  /** Set only in `SelectedFieldsInput`, because any field may then be missing from the result. */
  readonly fields?: never;
  readonly expand?: string;
}
export type QueryOf<O extends Operation> = CommonQuery &
  (O extends { query: infer Q extends z.ZodType } ? z.input<Q> : unknown);
export type BodyOf<O extends Operation> = O extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;

type RecordOf<O extends Operation> = O['returns'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** Input of a call: path parameters except the workspace, which the client adds; a query; a body. */
export type Input<O extends Operation> = Omit<PathParameters<O>, 'workspace_slug'> & {
  readonly query?: QueryOf<O>;
} & (O extends {
    body: z.ZodType;
  }
    ? { readonly body: BodyOf<O> }
    : unknown);

/** Input that requests only some fields. `fields` has their names, separated by commas. */
export type SelectedFieldsInput<O extends Operation> = Omit<Input<O>, 'query'> & {
  readonly query: Omit<QueryOf<O>, 'fields'> & { readonly fields: string };
};

/** The URL that a response redirects to. A request to this URL must not contain the credential. */
export interface Redirect {
  readonly location: string;
}

/** The value that a call of the client resolves with: a record, a page of records, a redirect, or undefined. */
export type Output<O extends Operation> = O['returns'] extends { shape: 'one' }
  ? RecordOf<O>
  : O['returns'] extends { shape: 'maybe' }
    ? RecordOf<O> | undefined
    : O['returns'] extends { shape: 'redirect' }
      ? Redirect
      : O['returns'] extends { shape: 'nothing' }
        ? undefined
        : Page<RecordOf<O>>;

type PartialRecord<T> = T extends Page<infer R> ? Page<Partial<R>> : Partial<T>;

/**
 * Result of a call with `SelectedFieldsInput`. Every field may be missing, because open-source servers ignore names of
 * fields that they do not have.
 */
export type SelectedFieldsOutput<O extends Operation> = PartialRecord<Output<O>>;

/** The content of the server's response: the JSON body, or the URL of a redirect. */
export type OperationResponse<O extends Operation> = O['returns'] extends { shape: 'page' }
  ? Envelope<RecordOf<O>>
  : O['returns'] extends { shape: 'array' }
    ? RecordOf<O>[]
    : O['returns'] extends { shape: 'one' | 'maybe' }
      ? RecordOf<O>
      : O['returns'] extends { shape: 'redirect' }
        ? Redirect
        : undefined;
