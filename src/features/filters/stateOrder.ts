// Orders the names of states by the workflow.

import { STATE_GROUPS } from '../../contract/resources/state.ts';
import type { StateRecord } from '../../core/cache/record.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { stateIcon, type TreeIcon } from '../../items/icons.ts';

interface NamedState extends Pick<StateRecord, 'group'> {
  readonly icon?: TreeIcon;
}

/** The group and icon of each state by name: first the states of loaded lists, in the order of the server. */
export type NamedStates = ReadonlyMap<string, NamedState>;

/** If several projects have a state with the same name, the state of the first project is used. */
export function namedStates({ lists, resources, seenNames }: Store): NamedStates {
  const byName = new Map<string, NamedState>();
  // States that are known only from work items have no order, so they are sorted by name.
  const otherStates = seenNames.all.states.toSorted((one, other) => one.name.localeCompare(other.name));
  const listedStates = lists
    .readyLists()
    .filter(({ key }) => key.of === 'states')
    .map(({ key }): readonly StateRecord[] => resources.states.listed(key.owner));
  for (const records of [...listedStates, otherStates])
    for (const state of records)
      if (!byName.has(state.name))
        byName.set(state.name, { group: state.group, icon: stateIcon(state, records === otherStates ? [] : records) });
  return byName;
}

/** Returns the names in the order of the workflow, with names of unknown groups at the end. */
export function inWorkflowOrder(names: readonly string[], states: NamedStates): readonly string[] {
  const order = [...states.keys()];
  const rank = (name: string): number => {
    const index = STATE_GROUPS.findIndex((group) => group === states.get(name)?.group);
    return index === -1 ? STATE_GROUPS.length : index;
  };
  return names.toSorted((one, other) => rank(one) - rank(other) || order.indexOf(one) - order.indexOf(other));
}
