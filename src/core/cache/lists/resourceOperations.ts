// Returns the five operations of a kind of record from the resource table, as functions that take ids.

import type { OperationMethods } from '../../../client/api/client.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { OperationName } from '../../../contract/operations.ts';
import type { Page } from '../../../contract/page.ts';
import {
  type NewResources,
  type ResourceChanges,
  type ResourceResponses,
  resourceTable,
} from '../../../contract/resourceTable.ts';
import type { RecordKind } from '../address.ts';

/** The query parameters of a list. */
export interface PageQuery {
  readonly cursor?: string;
  readonly order_by?: string;
  /** A filter for work items in Plane's query language. Only commercial servers apply the filter. */
  readonly pql?: string;
}

/**
 * `A` is a record in a response, `C` the body of a change, `N` the body of a new record. Each operation rejects with an
 * ApiError.
 */
export interface ResourceOperations<A, C, N> {
  readonly list: (within: string, query: PageQuery, options?: CallOptions) => Promise<Page<A>>;
  get(within: string, id: string, options?: CallOptions): Promise<A>;
  /** Some servers omit fields of the record from this response. */
  update(within: string, id: string, body: C, options?: CallOptions): Promise<A>;
  create(within: string, body: N, options?: CallOptions): Promise<A>;
  remove(within: string, id: string): Promise<void>;
}

/** The `expand` parameter of requests for a list and for a single record. It replaces ids by records. */
export interface Expansion {
  readonly list: string;
  readonly get: string;
}

export function resourceOperations<K extends RecordKind>(
  calls: OperationMethods,
  kind: K,
  expand?: Expansion,
): ResourceOperations<ResourceResponses[K], ResourceChanges[K], NewResources[K]> {
  const tableRow = resourceTable[kind];
  // The resource table defines the types of inputs and responses for each kind.
  const call = calls as Readonly<Record<OperationName, (input: object, options?: CallOptions) => Promise<never>>>;
  const containerPath = (within: string) => (tableRow.within === undefined ? {} : { [tableRow.within]: within });
  const path = (within: string, id: string) => ({ ...containerPath(within), [tableRow.id]: id });
  return {
    list: (within, query, options) => {
      const queryWithExpand = expand === undefined ? query : { ...query, expand: expand.list };
      return call[tableRow.operationNames.list]({ ...containerPath(within), query: queryWithExpand }, options);
    },
    get: (within, id, options) => {
      const query = expand === undefined ? {} : { query: { expand: expand.get } };
      return call[tableRow.operationNames.get]({ ...path(within, id), ...query }, options);
    },
    update: (within, id, body, options) => call[tableRow.operationNames.update]({ ...path(within, id), body }, options),
    create: (within, body, options) =>
      call[tableRow.operationNames.create]({ ...containerPath(within), body }, options),
    remove: (within, id) => call[tableRow.operationNames.remove](path(within, id)),
  };
}
