// Owns what is said of a row beyond the table: one right request, and how its ids of nothing are answered.
import type { Answer } from './setup.ts';
import type { World } from './world.ts';
import type { Wrong } from './wrongValues.ts';

/** Path parameters by name, the workspace among them. */
export type Params = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, unknown>>;

/** How a well-formed id of nothing in a field is answered where it is not a 400 that names the field. */
type Stranger =
  /** 400 about no field in particular; open-source servers name the field. */
  | 'unnamed, but by community'
  /** 404. */
  | 'absent'
  /** No notice is taken of it. */
  | 'unheeded'
  /** No notice is taken of it by open-source servers. */
  | 'unheeded by community';

export interface Example {
  /** A right body, with names of its own each time. Made with the path parameters that it will go to. */
  readonly body?: (world: World, params: Params) => Fields | Promise<Fields>;
  readonly query?: (
    world: World,
    params: Params,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Path parameters that come from nowhere in the table. */
  readonly params?: (world: World) => Promise<Params>;
  /** What has to be done before a right request. */
  readonly before?: (world: World, params: Params, body: Fields | undefined) => Promise<unknown>;
  /** What has to follow before the record made can be used. */
  readonly after?: (world: World, params: Params, made: Answer) => Promise<unknown>;
  /** Adds one record to the list where there is no row that does. */
  readonly grow?: (world: World, params: Params) => Promise<unknown>;
  /** A right request needs everything on its path made for it alone. */
  readonly alone?: true;
  /** A right answer may be an empty list. */
  readonly mayBeEmpty?: true;
  /**
   * What open-source servers take although the contract refuses it: a query without some field, and wrong values of the
   * body.
   */
  readonly communityTakes?: {
    readonly without?: readonly string[];
    readonly wrong?: (field: string, wrong: Wrong) => boolean;
  };
  readonly strangers?: Readonly<Record<string, Stranger>>;
}
