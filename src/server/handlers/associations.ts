// Creates the handlers that list, add and remove the records of an association.
import { associate, associatedRecords, dissociate } from '../database/associations.ts';
import { type ListQuery, mapListQuery } from '../database/database.ts';
import type { RecordTypeName, RecordTypes } from '../database/records.ts';
import type { RequestContext, TypedRequest } from './handlerTypes.ts';

/** An association of an owner, for example an initiative, with records that exist independently of the owner. */
interface Association<K extends RecordTypeName, P, F extends string> {
  readonly kind: K;
  /** Returns the owner's id. @throws HttpError 404 if the owner does not exist. */
  readonly owner: (request: TypedRequest<P>) => string;
  /** Name of the field of the request body that contains the ids of the records. */
  readonly field: F;
  /** Returns a record in the form in which it is sent; by default, in the form in which it is stored. */
  readonly toResponse?: (request: RequestContext, record: RecordTypes[K]) => RecordTypes[K];
}

interface AssociationHandlers<K extends RecordTypeName, P, F extends string> {
  readonly list: (request: TypedRequest<P>) => ListQuery<RecordTypes[K]>;
  readonly add: (request: TypedRequest<P, Readonly<Record<F, readonly string[]>>>) => RecordTypes[K][];
  readonly remove: (request: TypedRequest<P, Readonly<Record<F, readonly string[]>>>) => void;
}

/** Returns the handlers that list, add and remove the associated records of an owner. */
export function associationHandlers<K extends RecordTypeName, P, F extends string>(
  association: Association<K, P, F>,
): AssociationHandlers<K, P, F> {
  const { kind, owner, field, toResponse } = association;
  return {
    list: (request) => {
      const records = associatedRecords(request.store, owner(request), kind);
      return toResponse === undefined ? records : mapListQuery(records, (record) => toResponse(request, record));
    },
    add: (request) => {
      const records = associate(request.store, owner(request), kind, field, request.body[field]);
      return toResponse === undefined ? records : records.map((record) => toResponse(request, record));
    },
    remove: (request) => dissociate(request.store, owner(request), request.body[field]),
  };
}
