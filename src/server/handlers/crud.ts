// Creates the handlers that list, get, create, update and delete the records of an owner.
import { randomUUID } from 'node:crypto';
import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST, type Order, positionAt } from '../database/orders.ts';
import type { RecordTypeName, RecordTypes, ResourceName } from '../database/records.ts';
import type { Database, ListQuery } from '../database/store.ts';
import type { Dialect } from '../dialect.ts';
import type { RequestAt, RequestContext } from '../handler.ts';
import { conflict, nameTaken, notFound, type Refusal } from '../refusal.ts';

/**
 * A resource whose records belong to one owner, with the differences of its five operations from those of other
 * resources.
 */
interface Resource<K extends ResourceName, P, N extends string, B extends object> {
  readonly kind: K;
  /** Name of the path parameter that is the record's id. */
  readonly param: N;
  /** Returns the owner's id. @throws Refusal 404 if there is no such owner. */
  readonly owner: (request: RequestAt<P>) => string;
  /** Field of a record that contains the owner's id. */
  readonly ownerField?: string;
  /** Newest first by default. */
  readonly order?: Order;
  /** Whether a new record is placed after all others of the owner if its `sort_order` is not sent. */
  readonly isOrdered?: true;
  /**
   * Name of the record in a refusal. If it is defined, `external_source` and `external_id` are unique within the owner.
   */
  readonly externalName?: string;
  /** Default fields of a new record, which are used if they are not sent. */
  readonly initial?: (request: RequestAt<P, B>, owner: string) => object;
  /**
   * Returns the fields to store for the fields that are sent; the same by default. `before` is undefined for a new
   * record.
   */
  readonly fields?: (body: B, before?: RecordTypes[K]) => object;
  /** Throws a Refusal if the new or changed record is not allowed. */
  readonly check?: (request: RequestAt<P, B>, record: RecordTypes[K], before?: RecordTypes[K]) => void;
  readonly afterSave?: (request: RequestAt<P, B>, record: RecordTypes[K], before?: RecordTypes[K]) => void;
  /** May throw a Refusal of the deletion. */
  readonly beforeDelete?: (request: RequestAt<P>, record: RecordTypes[K]) => void;
  /** Returns the Refusal for a record that does not exist. */
  readonly missing?: (dialect: Dialect) => Refusal;
}

type One<P, N extends string> = P & Readonly<Record<N, string>>;

/** The handlers of a resource's five operations. */
interface CrudHandlers<K extends ResourceName, P, N extends string, B extends object> {
  readonly list: (request: RequestAt<P>) => ListQuery<RecordTypes[K]>;
  readonly get: (request: RequestAt<One<P, N>>) => RecordTypes[K];
  readonly create: (request: RequestAt<P, B>) => RecordTypes[K];
  readonly update: (request: RequestAt<One<P, N>, B>) => RecordTypes[K];
  readonly delete: (request: RequestAt<One<P, N>>) => void;
}

/** Returns the handlers of a resource. */
export function crudHandlers<K extends ResourceName, P, N extends string, B extends object>(
  resource: Resource<K, P, N, B>,
): CrudHandlers<K, P, N, B> {
  const { kind } = resource;
  const get = (request: RequestAt<One<P, N>>): RecordTypes[K] => {
    const record = request.store.within(kind, resource.owner(request), request.params[resource.param]);
    if (record === undefined) throw resource.missing?.(request.dialect) ?? notFound();
    return record;
  };
  const check = (request: RequestAt<P, B>, owner: string, record: RecordTypes[K], before?: RecordTypes[K]): void => {
    resource.check?.(request, record, before);
    if (resource.externalName !== undefined)
      refuseRepeated(request.store, kind, owner, resource.externalName, request.body, record.id);
  };
  const fields = (body: B, before?: RecordTypes[K]): object => resource.fields?.(body, before) ?? body;
  return {
    list: (request) => request.store.list(kind, resource.owner(request), resource.order ?? NEWEST_FIRST),
    get,
    create: (request) => {
      const { store } = request;
      const owner = resource.owner(request);
      const record = newRecord(request, kind, {
        ...(resource.isOrdered ? { sort_order: positionAt(store.count(kind, owner)) } : {}),
        ...(resource.ownerField === undefined ? {} : { [resource.ownerField]: owner }),
        ...resource.initial?.(request, owner),
        ...sent(fields(request.body)),
      });
      check(request, owner, record);
      store.insert(kind, owner, record);
      resource.afterSave?.(request, record);
      return record;
    },
    update: (request) => {
      const before = get(request);
      const record = changedRecord(request, before, fields(request.body, before));
      check(request, resource.owner(request), record, before);
      request.store.replace(kind, record);
      resource.afterSave?.(request, record, before);
      return record;
    },
    delete: (request) => {
      const record = get(request);
      resource.beforeDelete?.(request, record);
      request.store.remove(kind, record.id);
    },
  };
}

/** Returns the owner of records that belong to the workspace itself. */
export function workspaceOwner({ workspace }: RequestContext): string {
  return workspace.id;
}

/** Returns the record of this owner. @throws Refusal 404 if there is none. */
export function found<K extends RecordTypeName>(store: Database, kind: K, owner: string, id: string): RecordTypes[K] {
  const record = store.within(kind, owner, id);
  if (record === undefined) throw notFound();
  return record;
}

/** Returns the fields that were sent. */
function sent(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Returns a record that is not stored yet: a blank with the fields, an id, the user who creates it and the time. */
export function newRecord<K extends ResourceName>(
  { workspace, caller, now }: RequestContext,
  kind: K,
  fields: object,
): RecordTypes[K] {
  const made = { id: randomUUID(), workspace: workspace.id, created_by: caller.id, created_at: now, updated_at: now };
  // The compiler does not infer that the blank of a kind is a record of that kind.
  return { ...(blanks[kind] as RecordTypes[K]), ...fields, ...made };
}

/** Returns the record with the fields that were sent, the user who changes it and the time. */
export function changedRecord<R extends object>({ caller, now }: RequestContext, record: R, fields: object): R {
  return { ...record, ...sent(fields), updated_by: caller.id, updated_at: now };
}

interface External {
  readonly external_source?: string | undefined;
  readonly external_id?: string | undefined;
}

/**
 * Throws a 409 if another record of the owner has the same external source and id. `what` names the record in the
 * message.
 */
export function refuseRepeated(
  store: Database,
  kind: RecordTypeName,
  owner: string,
  what: string,
  body: External,
  self?: string,
): void {
  if (body.external_source === undefined || body.external_id === undefined) return;
  const first = store.byExternal(kind, owner, body.external_source, body.external_id);
  if (first !== undefined && first.id !== self) throw conflict(what, first.id);
}

/** Throws a 409 if another record of the project has the same name. */
export function refuseTakenName(
  store: Database,
  kind: 'label' | 'state',
  what: string,
  project: string,
  record: NamedRecord,
): void {
  const first = store.all(kind, project, NEWEST_FIRST).find(({ id, name }) => name === record.name && id !== record.id);
  if (first !== undefined) throw nameTaken(what, first.id);
}

interface NamedRecord {
  readonly id: string;
  readonly name?: string | undefined;
}
