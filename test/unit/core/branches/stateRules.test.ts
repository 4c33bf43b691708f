// Tests which state a rule moves a work item to.
import { describe, expect, it } from 'vitest';
import type { State } from '../../../../src/contract/resources/state.ts';
import { parseStateRules, stateForRule } from '../../../../src/core/branches/stateRules.ts';

const STATES: readonly State[] = [
  ['todo', 'Todo', 'unstarted', 10],
  ['review', 'In Review', 'started', 40],
  ['progress', 'In Progress', 'started', 30],
  ['done', 'Done', 'completed', 50],
  ['no', 'Cancelled', 'cancelled', 60],
].map(([id, name, group, sequence]) => ({ id, name, group, sequence }) as State);

describe('stateForRule', () => {
  it.each([
    ['a later state', 'todo', 'In Progress', 'progress'],
    ['a later state of the same group', 'progress', 'in review', 'review'],
    ['the first state of a group', 'todo', 'started', 'progress'],
    ['the state of an item without a state', null, 'Done', 'done'],
    ['nothing in the state', 'progress', 'In Progress', 'passed'],
    ['nothing in a later state', 'done', 'In Review', 'passed'],
    ['nothing in a later state of the group', 'review', 'started', 'passed'],
    ['nothing in a canceled item', 'no', 'Done', 'passed'],
    ['nothing for an unknown name', 'todo', 'Shipped', 'unknown'],
  ])('returns %s', (_, current, wanted, result) => {
    const state = stateForRule(STATES, current, wanted);
    expect(typeof state === 'string' ? state : state.id).toBe(result);
  });
});

describe('parseStateRules', () => {
  it('leaves out what is not valid', () => {
    expect(parseStateRules({ merged: ' Done ', branchCreated: '', pullRequestOpened: 3, other: 'Done' })).toEqual({
      merged: 'Done',
    });
    for (const value of [undefined, null, 'Done', ['Done']]) expect(parseStateRules(value)).toEqual({});
  });
});
