// Describes what the table does not define of a row: a valid request, and answers to unknown ids.
import type { Answer } from './setup.ts';
import type { World } from './world.ts';
import type { Wrong } from './wrongValues.ts';

/** Path parameters by name, including the workspace. */
export type Params = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, unknown>>;

/** The answer to a well-formed id of no record in a field, if it is not a 400 that names the field. */
type UnknownIdOutcome =
  /** 400 that names no field; open-source servers name the field. */
  | 'unnamed, but by community'
  /** 404. */
  | 'absent'
  /** The id is ignored. */
  | 'unheeded'
  /** Open-source servers ignore the id. */
  | 'unheeded by community';

export interface Example {
  /** A valid body, with new names each time, for a request with these path parameters. */
  readonly body?: (world: World, params: Params) => Fields | Promise<Fields>;
  readonly query?: (
    world: World,
    params: Params,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Path parameters that do not follow from the table. */
  readonly params?: (world: World) => Promise<Params>;
  /** What must be done before a valid request. */
  readonly before?: (world: World, params: Params, body: Fields | undefined) => Promise<unknown>;
  /** What must be done before the created record can be used. */
  readonly after?: (world: World, params: Params, made: Answer) => Promise<unknown>;
  /** Adds one record to the list if no row does. */
  readonly grow?: (world: World, params: Params) => Promise<unknown>;
  /** Whether a valid request needs its own record for everything in its path. */
  readonly alone?: true;
  /** Whether a valid answer may be an empty list. */
  readonly mayBeEmpty?: true;
  /**
   * What open-source servers accept although the contract rejects it: a query without some field, and invalid values of
   * the body.
   */
  readonly communityAccepts?: {
    readonly without?: readonly string[];
    readonly wrong?: (field: string, wrong: Wrong) => boolean;
  };
  readonly unknownIds?: Readonly<Record<string, UnknownIdOutcome>>;
}
