// Orders the names of states by the workflow.
import type { Store } from '../../../cache/store.ts';
import { STATE_GROUPS } from '../../../contract/resources/state.ts';

/** The group of each state by name: first the states of loaded lists, in the order of the server. */
export type StateGroups = ReadonlyMap<string, string | undefined>;

/**
 * Returns the group of each loaded state by name. If several projects have a state with the same name, the group in the
 * first project is used.
 */
export function stateGroups({ states, seen }: Store): StateGroups {
  const groups = new Map<string, string | undefined>();
  const listedStates = states.known().flatMap(([, records]) => records);
  // States that are known only from work items have no order, so they are sorted by name.
  const others = seen.all.states.toSorted((one, other) => one.name.localeCompare(other.name));
  for (const { name, group } of [...listedStates, ...others])
    if (!groups.has(name)) groups.set(name, group ?? undefined);
  return groups;
}

/** Returns the names in the order of the workflow, with names of unknown groups at the end. */
export function inWorkflowOrder(names: readonly string[], groups: StateGroups): readonly string[] {
  const order = [...groups.keys()];
  const rank = (name: string): number => {
    const index = STATE_GROUPS.findIndex((group) => group === groups.get(name));
    return index === -1 ? STATE_GROUPS.length : index;
  };
  return names.toSorted((one, other) => rank(one) - rank(other) || order.indexOf(one) - order.indexOf(other));
}
