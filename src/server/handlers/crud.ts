// Creates the handlers that list, get, create, update and delete the records of an owner.
import { randomUUID } from 'node:crypto';
import { definedFields } from '../../std/objects/definedFields.ts';
import type { Database, ListQuery } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import { NEWEST_FIRST, type Order, positionAt } from '../database/orders.ts';
import type { RecordTypeName, RecordTypes, ResourceName } from '../database/records.ts';
import type { Dialect } from '../http/dialect.ts';
import { externalIdTaken, type HttpError, nameTaken, notFound } from '../http/httpError.ts';
import type { RequestContext, TypedRequest } from './handlerTypes.ts';

/**
 * Configures the five operations of a resource. Each record belongs to one owner, for example a project.
 */
interface ResourceConfig<K extends ResourceName, P, N extends string, B extends object> {
  readonly kind: K;
  /** Name of the path parameter that contains the record's id. */
  readonly param: N;
  /** Returns the owner's id. @throws HttpError 404 if the owner does not exist. */
  readonly owner: (request: TypedRequest<P>) => string;
  /** Field of a record that contains the owner's id. */
  readonly ownerField?: string;
  /** The order of the list; by default newest first. */
  readonly order?: Order;
  /** Whether a new record without a `sort_order` in the request becomes the last record of the owner. */
  readonly setsSortOrder?: true;
  /**
   * Name of the resource in the message of a conflict. If defined, two records of an owner must not have the same
   * `external_source` and `external_id`.
   */
  readonly conflictName?: string;
  /** Returns default values for fields that a create request may omit. */
  readonly initialFields?: (request: TypedRequest<P, B>, owner: string) => object;
  /**
   * Returns the fields to store for a request body; by default, the body itself. `oldRecord` is the record before the
   * change, undefined for a new record.
   */
  readonly fields?: (body: B, oldRecord: RecordTypes[K] | undefined, request: TypedRequest<P, B>) => object;
  /** Throws an HttpError if the new or changed record is invalid. */
  readonly check?: (request: TypedRequest<P, B>, record: RecordTypes[K], oldRecord?: RecordTypes[K]) => void;
  readonly afterSave?: (request: TypedRequest<P, B>, record: RecordTypes[K], oldRecord?: RecordTypes[K]) => void;
  /** May throw an HttpError to prevent the deletion. */
  readonly beforeDelete?: (request: TypedRequest<P>, record: RecordTypes[K]) => void;
  /** Returns the HttpError for a record that does not exist; by default `notFound`. */
  readonly notFoundError?: (dialect: Dialect) => HttpError;
}

/** The parameters of a path that names a record. */
type RecordParams<P, N extends string> = P & Readonly<Record<N, string>>;

/** The handlers of a resource's five operations. */
interface CrudHandlers<K extends ResourceName, P, N extends string, B extends object> {
  readonly list: (request: TypedRequest<P>) => ListQuery<RecordTypes[K]>;
  readonly get: (request: TypedRequest<RecordParams<P, N>>) => RecordTypes[K];
  readonly create: (request: TypedRequest<P, B>) => RecordTypes[K];
  readonly update: (request: TypedRequest<RecordParams<P, N>, B>) => RecordTypes[K];
  readonly delete: (request: TypedRequest<RecordParams<P, N>>) => void;
}

export function crudHandlers<K extends ResourceName, P, N extends string, B extends object>(
  resource: ResourceConfig<K, P, N, B>,
): CrudHandlers<K, P, N, B> {
  const { kind } = resource;
  const get = (request: TypedRequest<RecordParams<P, N>>): RecordTypes[K] => {
    const record = request.store.getOwned(kind, resource.owner(request), request.params[resource.param]);
    if (record === undefined) throw resource.notFoundError?.(request.dialect) ?? notFound();
    return record;
  };
  const check = (
    request: TypedRequest<P, B>,
    owner: string,
    record: RecordTypes[K],
    oldRecord?: RecordTypes[K],
  ): void => {
    resource.check?.(request, record, oldRecord);
    if (resource.conflictName !== undefined)
      rejectRepeatedExternalId(request.store, kind, owner, resource.conflictName, request.body, record.id);
  };
  const fields = (request: TypedRequest<P, B>, oldRecord?: RecordTypes[K]): object =>
    resource.fields?.(request.body, oldRecord, request) ?? request.body;
  return {
    list: (request) => request.store.list(kind, resource.owner(request), resource.order ?? NEWEST_FIRST),
    get,
    create: (request) => {
      const { store } = request;
      const owner = resource.owner(request);
      const record = newRecord(request, kind, {
        ...(resource.setsSortOrder ? { sort_order: positionAt(store.count(kind, owner)) } : {}),
        ...(resource.ownerField === undefined ? {} : { [resource.ownerField]: owner }),
        ...resource.initialFields?.(request, owner),
        ...definedFields(fields(request)),
      });
      check(request, owner, record);
      store.insert(kind, owner, record);
      resource.afterSave?.(request, record);
      return record;
    },
    update: (request) => {
      const oldRecord = get(request);
      const record = changedRecord(request, oldRecord, fields(request, oldRecord));
      check(request, resource.owner(request), record, oldRecord);
      request.store.replace(kind, record);
      resource.afterSave?.(request, record, oldRecord);
      return record;
    },
    delete: (request) => {
      const record = get(request);
      resource.beforeDelete?.(request, record);
      request.store.remove(kind, record.id);
    },
  };
}

type Named<Name extends string, H> = { readonly [N in Name]: H };

/** Returns the handlers under the names of their operations, for example `listStates` and `getState`. */
export function operationHandlers<
  const One extends string,
  const Many extends string,
  H extends Readonly<Record<'list' | 'get' | 'create' | 'update' | 'delete', unknown>>,
>([one, many]: readonly [One, Many], handlers: H) {
  const { list, ...others } = handlers;
  const named = Object.entries(others).map(([verb, handler]) => [`${verb}${one}`, handler]);
  return { [`list${many}`]: list, ...Object.fromEntries(named) } as Named<`list${Many}`, H['list']> &
    Named<`get${One}`, H['get']> &
    Named<`create${One}`, H['create']> &
    Named<`update${One}`, H['update']> &
    Named<`delete${One}`, H['delete']>;
}

/** Returns the id of the workspace, the owner of records that belong to no project. */
export function requireWorkspaceId({ workspace }: RequestContext): string {
  return workspace.id;
}

/** Returns the record. @throws HttpError 404 if it does not exist or belongs to another owner. */
export function getOrThrow<K extends RecordTypeName>(
  store: Database,
  kind: K,
  owner: string,
  id: string,
): RecordTypes[K] {
  const record = store.getOwned(kind, owner, id);
  if (record === undefined) throw notFound();
  return record;
}

/**
 * Returns a new record, which is not stored yet: the default record of the kind, in which `fields`, a new id, the
 * creator and the time replace the default values.
 */
export function newRecord<K extends ResourceName>(
  { workspace, caller, now }: RequestContext,
  kind: K,
  fields: object,
): RecordTypes[K] {
  const creationFields = {
    id: randomUUID(),
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  };
  // The compiler does not infer that the default record of a kind is a record of that kind.
  return { ...(defaultRecords[kind] as RecordTypes[K]), ...fields, ...creationFields };
}

/** Returns the record with the fields that are not undefined, the user who changes it and the time. */
export function changedRecord<R extends object>({ caller, now }: RequestContext, record: R, fields: object): R {
  return { ...record, ...definedFields(fields), updated_by: caller.id, updated_at: now };
}

interface ExternalFields {
  readonly external_source?: string | undefined;
  readonly external_id?: string | undefined;
}

/**
 * Throws an HttpError 409 if another record of the owner has the same external source and id. `resourceName` is the
 * name of the resource in the message, `selfId` the id of the changed record.
 */
export function rejectRepeatedExternalId(
  store: Database,
  kind: RecordTypeName,
  owner: string,
  resourceName: string,
  body: ExternalFields,
  selfId?: string,
): void {
  if (body.external_source === undefined || body.external_id === undefined) return;
  const existingRecord = store.findByExternalId(kind, owner, body.external_source, body.external_id);
  if (existingRecord !== undefined && existingRecord.id !== selfId)
    throw externalIdTaken(resourceName, existingRecord.id);
}

/** Throws an HttpError 409 if another record of the project has the same name. */
export function rejectTakenName(
  store: Database,
  kind: 'label' | 'state',
  resourceName: string,
  project: string,
  record: NamedRecord,
): void {
  const existingRecord = store
    .all(kind, project, NEWEST_FIRST)
    .find(({ id, name }) => name === record.name && id !== record.id);
  if (existingRecord !== undefined) throw nameTaken(resourceName, existingRecord.id);
}

interface NamedRecord {
  readonly id: string;
  readonly name?: string | undefined;
}
