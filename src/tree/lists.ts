// Owns the way from a list of an outline to the store's: how it is known, read, read on and read again.

import type { RecordAddress } from '../cache/address.ts';
import type { Listing } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store.ts';
import type { CallOptions } from '../client/call.ts';
import type { List, ListKind } from './node.ts';
import type { Known } from './treeData.ts';

/** None of the readings but `freshen` rejects for a fault: the listing holds it. */
export interface ListReader {
  /** What the store's `onDidChangeListing` fires with. */
  readonly key: string;
  listing(): Listing;
  /** Reads the first page unless it is there already. */
  read(): Promise<void>;
  more(): Promise<void>;
  again(): Promise<void>;
  /** Takes in what changed on the server since; see Collections. Rejects with a FaultError. */
  freshen(options: CallOptions): Promise<void>;
  /** Where a record of the list stands, where the list itself does not say. */
  placeOf(id: string): RecordAddress | undefined;
}

interface StoreLists {
  key(owner: string): string;
  of(owner: string): Listing;
  read(owner: string): Promise<void>;
  more(owner: string): Promise<void>;
  again(owner: string): Promise<void>;
  freshen(owner: string, options: CallOptions): Promise<void>;
}

export function readerOf(store: Store, { of, owner }: List): ListReader {
  if (of === 'items') {
    return {
      key: store.itemsKey(owner),
      listing: () => store.itemsOf(owner),
      read: () => store.readItems(owner),
      more: () => store.moreItems(owner),
      again: () => store.readItemsAgain(owner),
      freshen: (options) => store.freshenItems(owner, options),
      placeOf: () => undefined,
    };
  }
  const lists = listsOf(store, of);
  return {
    key: lists.key(owner),
    listing: () => lists.of(owner),
    read: () => lists.read(owner),
    more: () => lists.more(owner),
    again: () => lists.again(owner),
    freshen: (options) => lists.freshen(owner, options),
    placeOf: (id) => (of === 'initiativeEpics' ? store.ties.initiativeEpics.placeOf(id) : undefined),
  };
}

/** Whether the server refused the list because the user has not joined its project, so that asking again gives the same answer. */
export function isNotJoined({ of, owner }: List, known: Pick<Known, 'listing' | 'project'>): boolean {
  const { status, fault } = known.listing({ of, owner });
  const [id = ''] = owner.split('/');
  const isRefused = status === 'failed' && fault?.kind === 'refused' && fault.status === 403;
  return isRefused && known.project(id)?.is_member === false;
}

function listsOf({ shelves, ties }: Store, of: Exclude<ListKind, 'items'>): StoreLists {
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
      return shelves[of].lists;
    case 'cycleItems':
    case 'moduleItems':
    case 'initiativeEpics':
    case 'initiativeProjects':
    case 'teamspaceMembers':
    case 'teamspaceProjects':
      return ties[of].lists;
    case 'labelsOfInitiative':
      return ties.initiativeLabels.lists;
    default:
      return of satisfies never;
  }
}
