// Defines and stores the states of a new project.

import type { StateGroup } from '../../contract/resources/state.ts';
import type { Database } from './database.ts';
import { defaultRecords } from './defaultRecords.ts';
import type { Workspace } from './records.ts';

interface DefaultState {
  readonly name: string;
  readonly group: StateGroup;
  readonly color: string;
}

/** The states in their order. The first one is the default state of the project. */
const DEFAULT_STATES: readonly DefaultState[] = [
  { name: 'Backlog', group: 'backlog', color: '#60646c' },
  { name: 'Todo', group: 'unstarted', color: '#3a7bd5' },
  { name: 'In Progress', group: 'started', color: '#f59e0b' },
  { name: 'Done', group: 'completed', color: '#46a758' },
  { name: 'Cancelled', group: 'cancelled', color: '#9aa4bc' },
];

/** A state that is added to the default states. `after` is the name of the default state that precedes it. */
export interface ExtraState extends DefaultState {
  readonly after: string;
}

/** Returns the `slug` of a state, in the form that real servers use. */
export function stateSlug(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, '-');
}

/** Stores the states of a new project. `idFor` returns the id for the name of a state. */
export function insertDefaultStates(
  store: Database,
  workspace: Workspace,
  project: string,
  now: string,
  idFor: (name: string) => string,
  extraStates: readonly ExtraState[] = [],
): void {
  const states = DEFAULT_STATES.flatMap((state) => [state, ...extraStates.filter(({ after }) => after === state.name)]);
  for (const [index, { name, group, color }] of states.entries()) {
    store.insert('state', project, {
      ...defaultRecords.state,
      id: idFor(name),
      name,
      group,
      color,
      slug: stateSlug(name),
      sequence: 15_000 + index * 10_000,
      default: index === 0,
      project,
      workspace: workspace.id,
      created_by: workspace.caller,
      created_at: now,
      updated_at: now,
    });
  }
}
