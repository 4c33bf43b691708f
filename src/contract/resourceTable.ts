// The kinds of records that the client lists, creates, reads, changes and deletes: a row for each.
// The five operations of a kind are found in the table of operations by path and method; an operation that is missing
// or occurs twice is a compile error.
import type { BodyOf, Method, Output } from './operation.ts';
import { type OperationName, type Operations, operationEntries } from './operations.ts';
import { PROJECT_PATH, WORKSPACE_PATH } from './paths.ts';
import { asAnswered, type Kept } from './recordFields.ts';
import { customer } from './resources/customer.ts';
import { customerProperty } from './resources/customerProperty.ts';
import { customerRequest } from './resources/customerRequest.ts';
import { cycle } from './resources/cycle.ts';
import { epic } from './resources/epic.ts';
import { initiative, initiativeLabel } from './resources/initiative.ts';
import { module_ } from './resources/module.ts';
import { project } from './resources/project.ts';
import { sticky } from './resources/sticky.ts';
import { teamspace } from './resources/teamspace.ts';
import { keptWorkItem } from './resources/workItem.ts';

/** The names of all rows with this method and path. */
type NameAt<M extends Method, P extends string> = {
  [N in OperationName]: Operations[N] extends { readonly method: M; readonly path: P } ? N : never;
}[OperationName];

type ItemPath<C extends string, I extends string> = `${C}{${I}}/`;

/** The names of the operations of one kind of record: list, create, get, update and delete. */
export interface ResourceNames<C extends string, I extends string> {
  readonly list: NameAt<'GET', C>;
  readonly create: NameAt<'POST', C>;
  readonly get: NameAt<'GET', ItemPath<C, I>>;
  readonly update: NameAt<'PATCH', ItemPath<C, I>>;
  readonly remove: NameAt<'DELETE', ItemPath<C, I>>;
}

/** Whether `N` is exactly one name. */
type IsOne<N, All = N> = [N] extends [never] ? false : N extends All ? ([All] extends [N] ? true : false) : never;
/** The operations that the table does not have exactly once. */
type KeysOfSeveral<T> = { [K in keyof T]: IsOne<T[K]> extends true ? never : K }[keyof T];
/** Adds the missing operations to the type that a path must have, so that the compiler reports their names. */
type Complete<C extends string, I extends string> = [KeysOfSeveral<ResourceNames<C, I>>] extends [never]
  ? unknown
  : { readonly withoutExactlyOneOperationTo: KeysOfSeveral<ResourceNames<C, I>> };

/** A row: all facts that the CRUD operations of one kind follow from. */
interface Resource<C extends string, I extends string, W, R> {
  /** Name of the record's id in the operations. */
  readonly id: I;
  /** Name of the parent's id in the operations; undefined for records that belong to the workspace. */
  readonly within: string | undefined;
  readonly kept: Kept<W, R>;
  readonly names: ResourceNames<C, I>;
}

/** `collection` is the path to list and create records; the path of one record is `collection` followed by its id. */
function resource<const C extends string, const I extends string, W, R>(
  collection: C & Complete<C, I>,
  id: I,
  kept: Kept<W, R>,
): Resource<C, I, W, R> {
  const [within] = [...collection.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || name === 'workspace_slug' ? [] : name,
  );
  const item = `${collection}{${id}}/`;
  const names: Record<keyof ResourceNames<C, I>, OperationName> = {
    list: nameAt('GET', collection),
    create: nameAt('POST', collection),
    get: nameAt('GET', item),
    update: nameAt('PATCH', item),
    remove: nameAt('DELETE', item),
  };
  return { id, within, kept, names: names as ResourceNames<C, I> };
}

function nameAt(method: Method, path: string): OperationName {
  const row = operationEntries.find(([, one]) => one.method === method && one.path === path);
  if (row === undefined) throw new Error(`no operation ${method} ${path}`);
  return row[0];
}

const table = {
  workItem: resource(`${PROJECT_PATH}/work-items/`, 'work_item_id', keptWorkItem),
  project: resource(`${WORKSPACE_PATH}/projects/`, 'project_id', asAnswered(project)),
  epic: resource(`${PROJECT_PATH}/epics/`, 'epic_id', asAnswered(epic)),
  cycle: resource(`${PROJECT_PATH}/cycles/`, 'cycle_id', asAnswered(cycle)),
  module: resource(`${PROJECT_PATH}/modules/`, 'module_id', asAnswered(module_)),
  initiative: resource(`${WORKSPACE_PATH}/initiatives/`, 'initiative_id', asAnswered(initiative)),
  initiativeLabel: resource(`${WORKSPACE_PATH}/initiatives/labels/`, 'label_id', asAnswered(initiativeLabel)),
  teamspace: resource(`${WORKSPACE_PATH}/teamspaces/`, 'teamspace_id', asAnswered(teamspace)),
  customer: resource(`${WORKSPACE_PATH}/customers/`, 'customer_id', asAnswered(customer)),
  customerRequest: resource(
    `${WORKSPACE_PATH}/customers/{customer_id}/requests/`,
    'request_id',
    asAnswered(customerRequest),
  ),
  customerProperty: resource(`${WORKSPACE_PATH}/customer-properties/`, 'property_id', asAnswered(customerProperty)),
  sticky: resource(`${WORKSPACE_PATH}/stickies/`, 'sticky_id', asAnswered(sticky)),
};
type Table = typeof table;
export type ResourceKind = keyof Table;

type RowOf<K extends ResourceKind, O extends keyof Table[K]['names']> = Operations[Table[K]['names'][O] &
  OperationName];

/** A record of each kind as a response contains it. */
export type ResourceAnswers = { readonly [K in ResourceKind]: Output<RowOf<K, 'get'>> };
/** A record of each kind as it is stored. */
export type ResourceRecords = { readonly [K in ResourceKind]: ReturnType<Table[K]['kept']['normalize']> };
/** The body of a change. */
export type ResourceChanges = { readonly [K in ResourceKind]: BodyOf<RowOf<K, 'update'>> };
/** The body of a new record. */
export type NewResources = { readonly [K in ResourceKind]: BodyOf<RowOf<K, 'create'>> };

/** One kind's row, with the types of that kind. */
export interface ResourceRow<K extends ResourceKind> {
  readonly id: string;
  readonly within: string | undefined;
  readonly kept: Kept<ResourceAnswers[K], ResourceRecords[K]>;
  readonly names: Table[K]['names'];
}

export const resourceTable: { readonly [K in ResourceKind]: ResourceRow<K> } = table;
