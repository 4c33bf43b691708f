// Resolves the ids of users, states, labels, modules, cycles and types to names. The names come from complete lists, or
// from work items that contain them.
import type { CallOptions } from '../client/call.ts';
import type { Client } from '../client/client.ts';
import type { Cycle } from '../contract/resources/cycle.ts';
import type { Label } from '../contract/resources/label.ts';
import type { Module } from '../contract/resources/module.ts';
import type { State } from '../contract/resources/state.ts';
import { nameOfUser, type User } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import type { WorkItemType } from '../contract/resources/workItemType.ts';
import type { Clock } from '../std/clock.ts';
import { ProjectLists } from './lists/projectLists.ts';
import { readAllPages } from './lists/readAllPages.ts';
import { expandedRecordsOf, type LabelRecord, type StateRecord } from './record.ts';
import { resourceOperations } from './resources/resourceOperations.ts';
import { SeenNames } from './seenNames.ts';

const DEFAULT_OPTIONS: CallOptions = { urgency: 'visible' };

export class NameIndex {
  /** Names that were received in work items and other records. */
  readonly seenNames = new SeenNames();

  /** The users of the workspace: a single list, stored under '' instead of the id of a project. */
  readonly workspaceUsers: ProjectLists<User>;
  readonly states: ProjectLists<State>;
  readonly labels: ProjectLists<Label>;
  readonly members: ProjectLists<User>;
  readonly modules: ProjectLists<Module>;
  readonly cycles: ProjectLists<Cycle>;
  readonly types: ProjectLists<WorkItemType>;

  /** Fires when a response contained the name of a state, label or user. */
  readonly onDidReceiveNames = this.seenNames.onDidReceiveNames;

  constructor({ call }: Client, clock: Clock) {
    this.workspaceUsers = new ProjectLists(
      (_, options) => readAllPages((query) => call.listWorkspaceMembers({ query }, options ?? DEFAULT_OPTIONS)),
      clock,
    );
    this.states = new ProjectLists(
      (project_id, options) =>
        readAllPages((query) => call.listStates({ project_id, query }, options ?? DEFAULT_OPTIONS)),
      clock,
    );
    this.labels = new ProjectLists(
      (project_id, options) =>
        readAllPages((query) => call.listLabels({ project_id, query }, options ?? DEFAULT_OPTIONS)),
      clock,
    );
    const modules = resourceOperations(call, 'module');
    this.modules = new ProjectLists(
      (project, options) => readAllPages((query) => modules.list(project, query, options ?? DEFAULT_OPTIONS)),
      clock,
    );
    const cycles = resourceOperations(call, 'cycle');
    this.cycles = new ProjectLists(
      (project, options) => readAllPages((query) => cycles.list(project, query, options ?? DEFAULT_OPTIONS)),
      clock,
    );
    this.members = new ProjectLists(
      (project_id, options) =>
        readAllPages((query) => call.listProjectMembers({ project_id, query }, options ?? DEFAULT_OPTIONS)),
      clock,
    );
    this.types = new ProjectLists(
      (project_id, options) =>
        readAllPages((query) => call.listWorkItemTypes({ project_id, query }, options ?? DEFAULT_OPTIONS)),
      clock,
    );
  }

  /** Stores the names that work items contain. These names may be newer than the lists: see `updateNames`. */
  addNamesOf(project: string, items: readonly WorkItem[]): void {
    const expandedRecords = expandedRecordsOf(items);
    this.seenNames.add(expandedRecords);
    updateNames(this.states, project, expandedRecords.states, nameOf);
    updateNames(this.labels, project, expandedRecords.labels, nameOf);
    updateNames(this.types, project, expandedRecords.types, nameOf);
    updateNames(this.members, project, expandedRecords.users, nameOfUser);
  }

  /**
   * Marks the lists of a project as out of date; without a project, the lists of every project and the users of the
   * workspace.
   */
  expire(project?: string): void {
    for (const list of [this.states, this.labels, this.members, this.modules, this.cycles, this.types])
      list.expire(project);
    if (project === undefined) this.workspaceUsers.expire();
  }

  state(project: string, id: string): StateRecord | undefined {
    return this.states.get(project).records.find((state) => state.id === id) ?? this.seenNames.state(id);
  }

  label(project: string, id: string): LabelRecord | undefined {
    return this.labels.get(project).records.find((label) => label.id === id) ?? this.seenNames.label(id);
  }

  type(project: string, id: string): LabelRecord | undefined {
    return this.types.get(project).records.find((type) => type.id === id) ?? this.seenNames.type(id);
  }

  /** Whether any received work item had a type, which shows that the server supports types. */
  get hasTypes(): boolean {
    return this.seenNames.hasTypes;
  }

  user(project: string, id: string): User | undefined {
    return this.members.get(project).records.find((user) => user.id === id) ?? this.workspaceUser(id);
  }

  /** Returns a user of the workspace; undefined if the user is not loaded. */
  workspaceUser(id: string): User | undefined {
    return this.workspaceUsers.get('').records.find((user) => user.id === id) ?? this.seenNames.user(id);
  }
}

/** Copies newer names into the list. Expires the list if a name differs or if the list lacks a received record. */
function updateNames<R extends { readonly id: string }, T extends R>(
  list: ProjectLists<T>,
  project: string,
  received: readonly R[],
  name: (record: R) => string,
): void {
  const { status, records } = list.get(project);
  if (received.length === 0 || status === 'unsupported') return;
  const newerRecordById = new Map(received.map((record) => [record.id, record]));
  const isRenamed = (record: T): boolean => name(newerRecordById.get(record.id) ?? record) !== name(record);
  if (records.some(isRenamed)) {
    list.updateRecords(project, (record) =>
      isRenamed(record) ? { ...record, ...definedFields(newerRecordById.get(record.id)) } : record,
    );
    list.expire(project);
  }
  if (status === 'ready') list.expireForMissingIds(project, missingIds(records, received));
}

/** Returns a copy of the record without the fields that are null or undefined. */
function definedFields<R extends object>(record: R | undefined): Partial<R> {
  return Object.fromEntries(
    Object.entries(record ?? {}).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<R>;
}

function nameOf({ name }: LabelRecord): string {
  return name;
}

/** Returns the ids of `received` that are not in `records`. */
function missingIds(
  records: readonly { readonly id: string }[],
  received: readonly { readonly id: string }[],
): string[] {
  const recordIds = new Set(records.map(({ id }) => id));
  return [...new Set(received.map(({ id }) => id))].filter((id) => !recordIds.has(id));
}
