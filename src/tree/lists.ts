// Owns the way from a list of an outline to the store's: how it is known, read, read on and read again.

import type { RecordAddress } from '../cache/address.ts';
import type { PagedListState } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store.ts';
import type { CallOptions } from '../client/call.ts';
import type { List, ListKind } from './node.ts';
import type { TreeData } from './treeData.ts';

/** None of the readings but `freshen` rejects for a fault: the listing holds it. */
export interface ListReader {
  /** What the store's `onDidChangeListing` fires with. */
  readonly key: string;
  listing(): PagedListState;
  /** Reads the first page unless it is there already. */
  read(): Promise<void>;
  loadMore(): Promise<void>;
  reload(): Promise<void>;
  /** Takes in what changed on the server since; see Collections. Rejects with a FaultError. */
  revalidate(options: CallOptions): Promise<void>;
  /** Where a record of the list stands, where the list itself does not say. */
  placeOf(id: string): RecordAddress | undefined;
}

interface StoreLists {
  key(owner: string): string;
  of(owner: string): PagedListState;
  read(owner: string): Promise<void>;
  loadMore(owner: string): Promise<void>;
  reload(owner: string): Promise<void>;
  revalidate(owner: string, options: CallOptions): Promise<void>;
}

export function readerOf(store: Store, { of, owner }: List): ListReader {
  if (of === 'items') {
    return {
      key: store.itemsKey(owner),
      listing: () => store.itemsOf(owner),
      read: () => store.readItems(owner),
      loadMore: () => store.moreItems(owner),
      reload: () => store.readItemsAgain(owner),
      revalidate: (options) => store.freshenItems(owner, options),
      placeOf: () => undefined,
    };
  }
  const lists = listsOf(store, of);
  return {
    key: lists.key(owner),
    listing: () => lists.of(owner),
    read: () => lists.read(owner),
    loadMore: () => lists.loadMore(owner),
    reload: () => lists.reload(owner),
    revalidate: (options) => lists.revalidate(owner, options),
    placeOf: (id) => (of === 'initiativeEpics' ? store.associations.initiativeEpics.placeOf(id) : undefined),
  };
}

/** Whether the server refused the list because the user has not joined its project, so that asking again gives the same answer. */
export function isNotJoined({ of, owner }: List, known: Pick<TreeData, 'listing' | 'project'>): boolean {
  const { status, fault } = known.listing({ of, owner });
  const [id = ''] = owner.split('/');
  const isRefused = status === 'failed' && fault?.kind === 'rejected' && fault.status === 403;
  return isRefused && known.project(id)?.is_member === false;
}

function listsOf({ resources, associations }: Store, of: Exclude<ListKind, 'items'>): StoreLists {
  switch (of) {
    case 'projects':
    case 'cycles':
    case 'modules':
    case 'initiatives':
    case 'initiativeLabels':
    case 'teamspaces':
    case 'customers':
    case 'customerRequests':
    case 'customerProperties':
      return resources[of].lists;
    case 'cycleItems':
    case 'moduleItems':
    case 'initiativeEpics':
    case 'initiativeProjects':
    case 'teamspaceMembers':
    case 'teamspaceProjects':
      return associations[of].lists;
    case 'labelsOfInitiative':
      return associations.initiativeLabels.lists;
    default:
      return of satisfies never;
  }
}
