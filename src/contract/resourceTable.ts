// Lists the kinds of records that the client can list, create, read, change and delete.
// If one of the five operations of a kind is missing in the table of operations, the file does not compile.
import type { BodyOf, Operation, Output } from './operation.ts';
import { type OperationName, type Operations, operations } from './operations.ts';
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
import { type RecordCodec, unchangedRecordCodec } from './schema/recordFields.ts';

/** The kinds whose four operations for one record are in the table of operations. */
type Singular = {
  [N in OperationName]: N extends `create${infer S}`
    ? [`get${S}` | `update${S}` | `delete${S}`] extends [OperationName]
      ? S
      : never
    : never;
}[OperationName];
type Plural = { [N in OperationName]: N extends `list${infer P}` ? P : never }[OperationName];

/** The names of the operations of one kind of record. */
interface ResourceOperationNames<S extends Singular, P extends Plural> {
  readonly list: `list${P}`;
  readonly create: `create${S}`;
  readonly get: `get${S}`;
  readonly update: `update${S}`;
  readonly remove: `delete${S}`;
}

/** A row of the table: how the CRUD operations of one kind are called, and how its records are stored. */
interface Resource<S extends Singular, P extends Plural, W, R> {
  /** Name of the path parameter for the record's id. */
  readonly id: string;
  /** Name of the path parameter for the parent's id; undefined for records that belong to the workspace. */
  readonly within: string | undefined;
  readonly codec: RecordCodec<W, R>;
  readonly operationNames: ResourceOperationNames<S, P>;
}

function resource<const S extends Singular, const P extends Plural, W, R>(
  singular: S,
  plural: P,
  codec: RecordCodec<W, R>,
): Resource<S, P, W, R> {
  const { path }: Operation = operations[`get${singular}`];
  // The first parameter is the workspace.
  const [, ...parameters] = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [id = '', within] = parameters.reverse();
  return {
    id,
    within,
    codec,
    operationNames: {
      list: `list${plural}`,
      create: `create${singular}`,
      get: `get${singular}`,
      update: `update${singular}`,
      remove: `delete${singular}`,
    },
  };
}

const table = {
  workItem: resource('WorkItem', 'WorkItems', workItemCodec),
  project: resource('Project', 'Projects', unchangedRecordCodec(project)),
  epic: resource('Epic', 'Epics', unchangedRecordCodec(epic)),
  cycle: resource('Cycle', 'Cycles', unchangedRecordCodec(cycle)),
  module: resource('Module', 'Modules', unchangedRecordCodec(module_)),
  state: resource('State', 'States', unchangedRecordCodec(state)),
  label: resource('Label', 'Labels', unchangedRecordCodec(label)),
  initiative: resource('Initiative', 'Initiatives', unchangedRecordCodec(initiative)),
  initiativeLabel: resource('InitiativeLabel', 'InitiativeLabels', unchangedRecordCodec(initiativeLabel)),
  teamspace: resource('Teamspace', 'Teamspaces', unchangedRecordCodec(teamspace)),
  customer: resource('Customer', 'Customers', unchangedRecordCodec(customer)),
  customerRequest: resource('CustomerRequest', 'CustomerRequests', unchangedRecordCodec(customerRequest)),
  customerProperty: resource('CustomerProperty', 'CustomerProperties', unchangedRecordCodec(customerProperty)),
  sticky: resource('Sticky', 'Stickies', unchangedRecordCodec(sticky)),
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
