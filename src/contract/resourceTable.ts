// Lists the kinds of records that the client can list, create, read, change and delete.
// The five operations of a kind are looked up in the table of operations by path and method. If an operation is missing
// or occurs twice, the file does not compile.
import type { BodyOf, Method, Output } from './operation.ts';
import { type OperationName, type Operations, operationEntries } from './operations.ts';
import { PROJECT_PATH, WORKSPACE_PATH } from './paths.ts';
import { type RecordCodec, unchangedRecordCodec } from './recordFields.ts';
import { customer } from './resources/customer.ts';
import { customerProperty } from './resources/customerProperty.ts';
import { customerRequest } from './resources/customerRequest.ts';
import { cycle } from './resources/cycle.ts';
import { epic } from './resources/epic.ts';
import { initiative, initiativeLabel } from './resources/initiative.ts';
import { label } from './resources/label.ts';
import { module_ } from './resources/module.ts';
import { project } from './resources/project.ts';
import { state } from './resources/state.ts';
import { sticky } from './resources/sticky.ts';
import { teamspace } from './resources/teamspace.ts';
import { workItemCodec } from './resources/workItem.ts';

/** The names of all operations with this method and path. */
type OperationNameAt<M extends Method, P extends string> = {
  [N in OperationName]: Operations[N] extends { readonly method: M; readonly path: P } ? N : never;
}[OperationName];

type RecordPath<C extends string, I extends string> = `${C}{${I}}/`;

/** The names of the operations of one kind of record: list, create, get, update and delete. */
export interface ResourceOperationNames<C extends string, I extends string> {
  readonly list: OperationNameAt<'GET', C>;
  readonly create: OperationNameAt<'POST', C>;
  readonly get: OperationNameAt<'GET', RecordPath<C, I>>;
  readonly update: OperationNameAt<'PATCH', RecordPath<C, I>>;
  readonly remove: OperationNameAt<'DELETE', RecordPath<C, I>>;
}

/** `true` if the union `N` has exactly one member, else `false`. */
type IsSingleName<N, All = N> = [N] extends [never]
  ? false
  : N extends All
    ? [All] extends [N]
      ? true
      : false
    : never;
/** The keys of `T` whose type is not exactly one operation name. */
type KeysWithoutSingleOperation<T> = { [K in keyof T]: IsSingleName<T[K]> extends true ? never : K }[keyof T];
/**
 * The type of a path is intersected with this type, so that the compile error names the missing or repeated operations.
 */
type RequireAllOperations<C extends string, I extends string> = [
  KeysWithoutSingleOperation<ResourceOperationNames<C, I>>,
] extends [never]
  ? unknown
  : { readonly needsExactlyOneOperationTo: KeysWithoutSingleOperation<ResourceOperationNames<C, I>> };

/** A row of the table: how the CRUD operations of one kind are called, and how its records are stored. */
interface Resource<C extends string, I extends string, W, R> {
  /** Name of the path parameter for the record's id. */
  readonly id: I;
  /** Name of the path parameter for the parent's id; undefined for records that belong to the workspace. */
  readonly within: string | undefined;
  readonly codec: RecordCodec<W, R>;
  readonly operationNames: ResourceOperationNames<C, I>;
}

/** `collection` is the path for listing and creating records. The path of one record is `collection` and its id. */
function resource<const C extends string, const I extends string, W, R>(
  collection: C & RequireAllOperations<C, I>,
  id: I,
  codec: RecordCodec<W, R>,
): Resource<C, I, W, R> {
  const [within] = [...collection.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || name === 'workspace_slug' ? [] : name,
  );
  const recordPath = `${collection}{${id}}/`;
  const names: Record<keyof ResourceOperationNames<C, I>, OperationName> = {
    list: operationNameAt('GET', collection),
    create: operationNameAt('POST', collection),
    get: operationNameAt('GET', recordPath),
    update: operationNameAt('PATCH', recordPath),
    remove: operationNameAt('DELETE', recordPath),
  };
  return { id, within, codec, operationNames: names as ResourceOperationNames<C, I> };
}

function operationNameAt(method: Method, path: string): OperationName {
  const row = operationEntries.find(([, operation]) => operation.method === method && operation.path === path);
  if (row === undefined) throw new Error(`no operation ${method} ${path}`);
  return row[0];
}

const table = {
  workItem: resource(`${PROJECT_PATH}/work-items/`, 'work_item_id', workItemCodec),
  project: resource(`${WORKSPACE_PATH}/projects/`, 'project_id', unchangedRecordCodec(project)),
  epic: resource(`${PROJECT_PATH}/epics/`, 'epic_id', unchangedRecordCodec(epic)),
  cycle: resource(`${PROJECT_PATH}/cycles/`, 'cycle_id', unchangedRecordCodec(cycle)),
  module: resource(`${PROJECT_PATH}/modules/`, 'module_id', unchangedRecordCodec(module_)),
  state: resource(`${PROJECT_PATH}/states/`, 'state_id', unchangedRecordCodec(state)),
  label: resource(`${PROJECT_PATH}/labels/`, 'label_id', unchangedRecordCodec(label)),
  initiative: resource(`${WORKSPACE_PATH}/initiatives/`, 'initiative_id', unchangedRecordCodec(initiative)),
  initiativeLabel: resource(`${WORKSPACE_PATH}/initiatives/labels/`, 'label_id', unchangedRecordCodec(initiativeLabel)),
  teamspace: resource(`${WORKSPACE_PATH}/teamspaces/`, 'teamspace_id', unchangedRecordCodec(teamspace)),
  customer: resource(`${WORKSPACE_PATH}/customers/`, 'customer_id', unchangedRecordCodec(customer)),
  customerRequest: resource(
    `${WORKSPACE_PATH}/customers/{customer_id}/requests/`,
    'request_id',
    unchangedRecordCodec(customerRequest),
  ),
  customerProperty: resource(
    `${WORKSPACE_PATH}/customer-properties/`,
    'property_id',
    unchangedRecordCodec(customerProperty),
  ),
  sticky: resource(`${WORKSPACE_PATH}/stickies/`, 'sticky_id', unchangedRecordCodec(sticky)),
};
type Table = typeof table;
export type ResourceKind = keyof Table;

type RowOf<
  K extends ResourceKind,
  O extends keyof Table[K]['operationNames'],
> = Operations[Table[K]['operationNames'][O] & OperationName];

/** For each kind, the type of a record in a response. */
export type ResourceResponses = { readonly [K in ResourceKind]: Output<RowOf<K, 'get'>> };
/** For each kind, the type of a record in the cache. */
export type ResourceRecords = { readonly [K in ResourceKind]: ReturnType<Table[K]['codec']['normalize']> };
/** For each kind, the body of the request that changes a record. */
export type ResourceChanges = { readonly [K in ResourceKind]: BodyOf<RowOf<K, 'update'>> };
/** For each kind, the body of the request that creates a record. */
export type NewResources = { readonly [K in ResourceKind]: BodyOf<RowOf<K, 'create'>> };

/** The row of one kind (see `Resource`), with the types of its records and requests. */
export interface ResourceRow<K extends ResourceKind> {
  readonly id: string;
  readonly within: string | undefined;
  readonly codec: RecordCodec<ResourceResponses[K], ResourceRecords[K]>;
  readonly operationNames: Table[K]['operationNames'];
}

export const resourceTable: { readonly [K in ResourceKind]: ResourceRow<K> } = table;
