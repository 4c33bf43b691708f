// Defines the type of an example: a valid request for an operation, and how to prepare for it.

import type { InvalidValue } from './invalidValues.ts';
import type { ApiResponse } from './setup.ts';
import type { TestWorkspace } from './testWorkspace.ts';

/** Path parameters by name, including the workspace. */
export type Params = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, unknown>>;

/** The response to the id of an unknown record in a field of the body, if it is not a 400 that names the field. */
type UnknownIdOutcome =
  /** The server responds with a 400 that names no field; open-source servers name the field. */
  | 'namedOnlyByCommunity'
  /** Open-source servers respond with a 400 that names no field; other servers name the field. */
  | 'notNamedByCommunity'
  /** The server responds to an unknown id with a 404. */
  | 'notFound'
  /** The server responds with a success, because it ignores the unknown id. */
  | 'ignored'
  /**
   * Open-source servers ignore the unknown id and respond with a success; other servers respond with a 400 that names
   * the field.
   */
  | 'ignoredByCommunity';

export interface Example {
  /** Returns a valid body for a request with these path parameters. Names in the body are new in each call. */
  readonly body?: (testWorkspace: TestWorkspace, params: Params) => Fields | Promise<Fields>;
  readonly query?: (
    testWorkspace: TestWorkspace,
    params: Params,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Returns path parameters that are not ids of created records, for example the identifier of a work item. */
  readonly params?: (testWorkspace: TestWorkspace) => Promise<Params>;
  /** Sends requests that must precede the valid request. */
  readonly before?: (testWorkspace: TestWorkspace, params: Params, body: Fields | undefined) => Promise<unknown>;
  /** Sends requests that must follow the creation of a record, before the record can be used. */
  readonly after?: (testWorkspace: TestWorkspace, params: Params, created: ApiResponse) => Promise<unknown>;
  /** Adds one record to the list. Needed if the table has no operation that adds records to the list. */
  readonly addRecord?: (testWorkspace: TestWorkspace, params: Params) => Promise<unknown>;
  /** Whether all records in the path must be new, instead of shared with other operations. */
  readonly needsOwnRecords?: true;
  /** Whether an empty list is a valid response. */
  readonly mayBeEmpty?: true;
  /**
   * Invalid requests that open-source servers accept: `optionalQueryParameters` may be missing, `isValueAccepted`
   * returns whether an invalid value of a field in the body is accepted.
   */
  readonly communityAccepts?: {
    readonly optionalQueryParameters?: readonly string[];
    readonly isValueAccepted?: (field: string, invalidValue: InvalidValue) => boolean;
  };
  readonly unknownIds?: Readonly<Record<string, UnknownIdOutcome>>;
}
