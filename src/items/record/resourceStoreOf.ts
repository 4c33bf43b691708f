// Selects the resource store of a kind of record.

import type { CallOptions } from '../../client/call.ts';
import { withCycleDays } from '../../contract/cycleDays.ts';
import type { RecordAddress, RecordKind } from '../../core/cache/address.ts';
import type { PagedList } from '../../core/cache/lists/pagedList.ts';
import type { StoredRecord } from '../../core/cache/resources/recordStore.ts';
import type { DependentDeletions } from '../../core/cache/resources/resourceStore.ts';
import type { ResourceStores } from '../../core/cache/resources/resourceStores.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Disposable } from '../../std/disposable.ts';

/** A resource store with untyped request bodies: the schemas of the operations validate them before a request. */
export interface UntypedResourceStore {
  readonly records: {
    confirmed(key: string): StoredRecord | undefined;
    fetchedAt(key: string): number | undefined;
    onDidChange(listener: (keys: readonly string[]) => void): Disposable;
  };
  list(within?: string): PagedList;
  get(id: string, within?: string): StoredRecord | undefined;
  readOne(id: string, within?: string, options?: CallOptions): Promise<StoredRecord>;
  update(id: string, changes: object, within?: string, options?: CallOptions): Promise<StoredRecord>;
  create(body: object, within?: string, options?: CallOptions): Promise<StoredRecord>;
  deletedWith(id: string, within?: string): DependentDeletions;
  remove(id: string, within?: string): Promise<readonly string[]>;
  removeFromList(id: string, within?: string): void;
}

export function resourceStoreOf(resources: ResourceStores, kind: RecordKind): UntypedResourceStore {
  const storesByKind: Readonly<Record<RecordKind, UntypedResourceStore>> = {
    workItem: resources.workItems,
    project: resources.projects,
    epic: resources.epics,
    cycle: resources.cycles,
    module: resources.modules,
    state: resources.states,
    label: resources.labels,
    initiative: resources.initiatives,
    initiativeLabel: resources.initiativeLabels,
    teamspace: resources.teamspaces,
    customer: resources.customers,
    customerRequest: resources.customerRequests,
    customerProperty: resources.customerProperties,
    sticky: resources.stickies,
  };
  return storesByKind[kind];
}

/** Returns the record as forms show it: a cycle with the days of its project's time zone. */
export function formRecordOf<R extends object>(
  store: Store,
  { kind, within }: Pick<RecordAddress, 'kind' | 'within'>,
  record: R,
): R {
  return kind === 'cycle' ? withCycleDays(record, store.project(within)) : record;
}
