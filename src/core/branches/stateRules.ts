// Decides which state a work item moves to when something happens to its branch. Pure.
import { STATE_GROUPS, type State } from '../../contract/resources/state.ts';

export const BRANCH_EVENTS = ['branchCreated', 'pullRequestOpened', 'merged'] as const;
export type BranchEvent = (typeof BRANCH_EVENTS)[number];

/** For each event the name of a state, or of a group of states, of which the first is meant. */
export type StateRules = Readonly<Partial<Record<BranchEvent, string>>>;

/** Reads the value of the setting. Entries that are not valid are left out. */
export function parseStateRules(value: unknown): StateRules {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(
    ([event, state]) => BRANCH_EVENTS.some((one) => one === event) && typeof state === 'string' && state.trim() !== '',
  );
  return Object.fromEntries(entries.map(([event, state]: [string, string]) => [event, state.trim()]));
}

/**
 * Returns the state that a rule moves a work item to. A work item only moves forward: `passed` means that it is in the
 * state, in a later one, or canceled.
 */
export function stateForRule(
  states: readonly State[],
  currentState: string | null,
  wanted: string,
): State | 'passed' | 'unknown' {
  const name = wanted.toLowerCase();
  const sorted = states.toSorted((one, other) => position(one) - position(other));
  const state = sorted.find((one) => one.name.toLowerCase() === name) ?? sorted.find(({ group }) => group === name);
  if (state === undefined) return 'unknown';
  const current = states.find(({ id }) => id === currentState);
  if (current === undefined) return state;
  return current.group === 'cancelled' || position(current) >= position(state) ? 'passed' : state;
}

/** States are in the order of their groups, and in a group in that of the project. */
function position({ group, sequence }: State): number {
  const index = STATE_GROUPS.findIndex((one) => one === group);
  return (index < 0 ? STATE_GROUPS.length : index) * MAX_SEQUENCE + (sequence ?? 0);
}

/** Servers number states in steps of 10,000 or 15,000. */
const MAX_SEQUENCE = 1e9;
