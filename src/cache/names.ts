// Resolves the ids of users, states, labels, members, modules, cycles and types to names.
// The names come from whole lists, or from work items that contain them.
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
import { readAll } from './lists/readAll.ts';
import { type LabelRecord, relatedIdsOf, type StateRecord } from './record.ts';
import { resourceOperations } from './resources/resourceOperations.ts';
import { SeenNames } from './seen.ts';

const VISIBLE: CallOptions = { urgency: 'visible' };

export class NameIndex {
  /** Names that came with records. */
  readonly seen = new SeenNames();

  /** The users of the workspace, under ''. */
  readonly people: ProjectLists<User>;
  readonly states: ProjectLists<State>;
  readonly labels: ProjectLists<Label>;
  readonly members: ProjectLists<User>;
  readonly modules: ProjectLists<Module>;
  readonly cycles: ProjectLists<Cycle>;
  readonly types: ProjectLists<WorkItemType>;

  /** Fires when the name of a state, label or user was received. */
  readonly onDidName = this.seen.onDidName;

  constructor({ call }: Client, clock: Clock) {
    this.people = new ProjectLists(
      (_, to) => readAll((query) => call.listWorkspaceMembers({ query }, to ?? VISIBLE)),
      clock,
    );
    this.states = new ProjectLists(
      (project_id, to) => readAll((query) => call.listStates({ project_id, query }, to ?? VISIBLE)),
      clock,
    );
    this.labels = new ProjectLists(
      (project_id, to) => readAll((query) => call.listLabels({ project_id, query }, to ?? VISIBLE)),
      clock,
    );
    const modules = resourceOperations(call, 'module');
    this.modules = new ProjectLists(
      (project, to) => readAll((query) => modules.list(project, query, to ?? VISIBLE)),
      clock,
    );
    const cycles = resourceOperations(call, 'cycle');
    this.cycles = new ProjectLists(
      (project, to) => readAll((query) => cycles.list(project, query, to ?? VISIBLE)),
      clock,
    );
    this.members = new ProjectLists(
      (project_id, to) => readAll((query) => call.listProjectMembers({ project_id, query }, to ?? VISIBLE)),
      clock,
    );
    this.types = new ProjectLists(
      (project_id, to) => readAll((query) => call.listWorkItemTypes({ project_id, query }, to ?? VISIBLE)),
      clock,
    );
  }

  /** Stores the names that came with work items. They may be newer than the lists: see `compare`. */
  see(project: string, items: readonly WorkItem[]): void {
    const related = relatedIdsOf(items);
    this.seen.add(related);
    compare(this.states, project, related.states, nameOf);
    compare(this.labels, project, related.labels, nameOf);
    compare(this.types, project, related.types, nameOf);
    compare(this.members, project, related.users, nameOfUser);
  }

  /**
   * Marks the lists to be read again on the next request. Without a project: the lists of every project, and the users
   * of the workspace.
   */
  expire(project?: string): void {
    for (const parts of [this.states, this.labels, this.members, this.modules, this.cycles, this.types])
      parts.expire(project);
    if (project === undefined) this.people.expire();
  }

  state(project: string, id: string): StateRecord | undefined {
    return this.states.of(project).records.find((one) => one.id === id) ?? this.seen.state(id);
  }

  label(project: string, id: string): LabelRecord | undefined {
    return this.labels.of(project).records.find((one) => one.id === id) ?? this.seen.label(id);
  }

  type(project: string, id: string): LabelRecord | undefined {
    return this.types.of(project).records.find((one) => one.id === id) ?? this.seen.type(id);
  }

  /** Whether any work item came with a type, so that this server has types. */
  get hasTypes(): boolean {
    return this.seen.hasTypes;
  }

  user(project: string, id: string): User | undefined {
    return this.members.of(project).records.find((one) => one.id === id) ?? this.person(id);
  }

  /** Returns a known user of the workspace. */
  person(id: string): User | undefined {
    return this.people.of('').records.find((one) => one.id === id) ?? this.seen.user(id);
  }
}

/** Copies a newer name into the list, and expires a list that has another name for a record or does not contain it. */
function compare<R extends { readonly id: string }, T extends R>(
  parts: ProjectLists<T>,
  project: string,
  received: readonly R[],
  name: (one: R) => string,
): void {
  const { status, records } = parts.of(project);
  if (received.length === 0 || status === 'unsupported') return;
  const newer = new Map(received.map((one) => [one.id, one]));
  const isRenamed = (one: T): boolean => name(newer.get(one.id) ?? one) !== name(one);
  if (records.some(isRenamed)) {
    parts.correct(project, (one) => (isRenamed(one) ? { ...one, ...stated(newer.get(one.id)) } : one));
    parts.expire(project);
  }
  if (status === 'ready') parts.miss(project, unnamedIn(records, received));
}

/** Returns the fields of a record that came with a work item, without those that are null or undefined. */
function stated<R extends object>(one: R | undefined): Partial<R> {
  return Object.fromEntries(
    Object.entries(one ?? {}).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<R>;
}

function nameOf({ name }: LabelRecord): string {
  return name;
}

/** Returns the ids in `received` that no record of the list has. */
function unnamedIn(
  records: readonly { readonly id: string }[],
  received: readonly { readonly id: string }[],
): string[] {
  const known = new Set(records.map(({ id }) => id));
  return [...new Set(received.map(({ id }) => id))].filter((id) => !known.has(id));
}
