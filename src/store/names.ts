// Owns the names of a workspace: its people, and the states, labels, members, modules and types of its projects, read as whole lists or seen along with work items.
import type { CallOptions } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import type { Label } from '../contract/resources/label.ts';
import type { Module } from '../contract/resources/module.ts';
import type { State } from '../contract/resources/state.ts';
import type { User } from '../contract/resources/user.ts';
import type { WorkItemType } from '../contract/resources/workItemType.ts';
import { Parts } from './parts.ts';
import { readAll } from './readAll.ts';
import type { LabelRecord, StateRecord } from './record.ts';
import { Seen } from './seen.ts';

export class Names {
  /** What came along with records. */
  readonly seen = new Seen();

  /** The workspace's people, under ''. */
  readonly people: Parts<User>;
  readonly states: Parts<State>;
  readonly labels: Parts<Label>;
  readonly members: Parts<User>;
  readonly modules: Parts<Module>;
  readonly types: Parts<WorkItemType>;

  /** Fires when a state, label or person got a name. */
  readonly onDidName = this.seen.onDidName;

  constructor({ call }: Client) {
    const visible: CallOptions = { urgency: 'visible' };
    this.people = new Parts(() => readAll((query) => call.listWorkspaceMembers({ query }, visible)));
    this.states = new Parts((project_id) => readAll((query) => call.listStates({ project_id, query }, visible)));
    this.labels = new Parts((project_id) => readAll((query) => call.listLabels({ project_id, query }, visible)));
    this.modules = new Parts((project_id) => readAll((query) => call.listModules({ project_id, query }, visible)));
    this.members = new Parts((project_id) => readAll((query) => call.listProjectMembers({ project_id, query }, visible)));
    this.types = new Parts((project_id) => readAll((query) => call.listWorkItemTypes({ project_id, query }, visible)));
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

  /** Whether any work item came with a type: then this server has types. */
  get hasTypes(): boolean {
    return this.seen.hasTypes;
  }

  user(project: string, id: string): User | undefined {
    return this.members.of(project).records.find((one) => one.id === id) ?? this.person(id);
  }

  /** Anybody of the workspace who has been seen. */
  person(id: string): User | undefined {
    return this.people.of('').records.find((one) => one.id === id) ?? this.seen.user(id);
  }
}
