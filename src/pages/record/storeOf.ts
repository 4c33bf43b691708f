// Owns the one way to the shelf of a kind, whichever it is.

import type { RecordKind } from '../../cache/address.ts';
import type { Listed } from '../../cache/lists/ownedList.ts';
import type { Shelved } from '../../cache/resources/resourceStore.ts';
import type { Shelves } from '../../cache/resources/resourceStores.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Disposable } from '../../std/disposable.ts';

/** A shelf without the types of its bodies: the operations' schemas check them before they leave. */
export interface OpenShelf {
  readonly records: {
    told(key: string): Shelved | undefined;
    heardAt(key: string): number | undefined;
    onDidChange(listener: (keys: readonly string[]) => void): Disposable;
  };
  readonly lists: Pick<Listed<Shelved>, 'key' | 'of' | 'read' | 'more' | 'again'>;
  get(id: string, within?: string): Shelved | undefined;
  readOne(id: string, within?: string, options?: CallOptions): Promise<Shelved>;
  ask(id: string, changes: object, within?: string, options?: CallOptions): Promise<Shelved>;
  create(body: object, within?: string, options?: CallOptions): Promise<Shelved>;
  remove(id: string, within?: string): Promise<void>;
}

/** Work items have no shelf. */
export type ShelvedKind = Exclude<RecordKind, 'workItem'>;

export function shelfOf(shelves: Shelves, kind: ShelvedKind): OpenShelf {
  const byKind: Readonly<Record<ShelvedKind, OpenShelf>> = {
    project: shelves.projects,
    epic: shelves.epics,
    cycle: shelves.cycles,
    module: shelves.modules,
    initiative: shelves.initiatives,
    initiativeLabel: shelves.initiativeLabels,
    teamspace: shelves.teamspaces,
    customer: shelves.customers,
    customerRequest: shelves.customerRequests,
    customerProperty: shelves.customerProperties,
    sticky: shelves.stickies,
  };
  return byKind[kind];
}
