// Resolves the ids of users, states, labels and types to names. The names come from complete lists, or from work items
// that contain them.
import type { Client } from '../../../client/api/client.ts';
import { nameOfUser, type User } from '../../../contract/resources/user.ts';
import type { WorkItem } from '../../../contract/resources/workItem.ts';
import type { WorkItemType } from '../../../contract/resources/workItemType.ts';
import type { Clock } from '../../../std/clock.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { expandedRecordsOf, type LabelRecord, type StateRecord } from '../record.ts';
import { NameStore, type RecordStore, type StoredRecord } from '../resources/recordStore.ts';
import type { ResourceStores } from '../resources/resourceStores.ts';
import { SeenNames } from '../seenNames.ts';

export class NameIndex {
  /** Names that were received in work items and other records. */
  readonly seenNames = new SeenNames();

  /** The users of the workspace: a single list, with the owner ''. */
  readonly workspaceUsers: NameStore<User>;
  readonly members: NameStore<User>;
  readonly types: NameStore<WorkItemType>;
  readonly #resources: Pick<ResourceStores, 'states' | 'labels'>;

  /** Fires when a response contained the name of a state, label or user. */
  readonly onDidReceiveNames = this.seenNames.onDidReceiveNames;

  constructor({ call }: Client, lists: PagedLists, clock: Clock, resources: Pick<ResourceStores, 'states' | 'labels'>) {
    this.#resources = resources;
    this.workspaceUsers = new NameStore({
      of: 'users',
      lists,
      clock,
      source: (_, query, options) => call.listWorkspaceMembers({ query }, options),
    });
    this.members = new NameStore({
      of: 'members',
      lists,
      clock,
      source: (project_id, query, options) => call.listProjectMembers({ project_id, query }, options),
    });
    this.types = new NameStore({
      of: 'types',
      lists,
      clock,
      source: (project_id, query, options) => call.listWorkItemTypes({ project_id, query }, options),
    });
  }

  /** Stores the names that work items contain. These names may be newer than the lists: see `updateNames`. */
  addNamesOf(project: string, items: readonly WorkItem[]): void {
    const expandedRecords = expandedRecordsOf(items);
    const { states, labels } = this.#resources;
    this.seenNames.add(expandedRecords);
    updateNames(states, project, expandedRecords.states, nameOf);
    updateNames(labels, project, expandedRecords.labels, nameOf);
    updateNames(this.types, project, expandedRecords.types, nameOf);
    updateNames(this.members, project, expandedRecords.users, nameOfUser);
  }

  state(project: string, id: string): StateRecord | undefined {
    return this.#resources.states.get(id, project) ?? this.seenNames.state(id);
  }

  label(project: string, id: string): LabelRecord | undefined {
    return this.#resources.labels.get(id, project) ?? this.seenNames.label(id);
  }

  type(project: string, id: string): LabelRecord | undefined {
    return this.types.get(id, project) ?? this.seenNames.type(id);
  }

  /** Whether any received work item had a type, which shows that the server supports types. */
  get hasTypes(): boolean {
    return this.seenNames.hasTypes;
  }

  user(project: string, id: string): User | undefined {
    return this.members.get(id, project) ?? this.workspaceUser(id);
  }

  /** Returns a user of the workspace; undefined if the user is not loaded. */
  workspaceUser(id: string): User | undefined {
    return this.workspaceUsers.get(id) ?? this.seenNames.user(id);
  }
}

/** Copies newer names into the records. Expires their list if a name differs or if the list lacks a received record. */
function updateNames<N extends { readonly id: string }, R extends StoredRecord & N>(
  store: Pick<RecordStore<R>, 'records' | 'key' | 'list'>,
  project: string,
  received: readonly N[],
  name: (record: N) => string,
): void {
  if (received.length === 0) return;
  const receivedById = new Map(received.map((record) => [record.id, record]));
  const renamed = [...receivedById.values()].flatMap((record) => {
    const key = store.key(project, record.id);
    const confirmed = store.records.confirmed(key);
    const isRenamed = confirmed !== undefined && name(confirmed) !== name(record);
    return isRenamed ? [[key, { ...confirmed, ...definedFields(record) }] as const] : [];
  });
  const list = store.list(project);
  if (renamed.length > 0) {
    store.records.confirm(renamed);
    list.expire();
  }
  list.expireIfMissing(receivedById.keys());
}

/** Returns a copy of the record without the fields that are null or undefined. */
function definedFields<R extends object>(record: R): Partial<R> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<R>;
}

function nameOf({ name }: LabelRecord): string {
  return name;
}
