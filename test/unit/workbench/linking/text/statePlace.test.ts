// Tests where the settings show the states of mentioned work items.
import { expect, it } from 'vitest';
import { statePlace } from '../../../../../src/workbench/features/mentions/statePlace.ts';

const OLD = { codeLens: undefined, stateAtEndOfLine: undefined };

it.each(['off', 'codeLens', 'endOfLine'] as const)(
  'contrail.mentions.state decides before the replaced settings: %s',
  (state) => {
    expect(statePlace({ ...OLD, state })).toBe(state);
    expect(statePlace({ state, codeLens: true, stateAtEndOfLine: true })).toBe(state);
  },
);

it('The settings that contrail.mentions.state replaces are read if it is not set or has no valid value', () => {
  for (const state of [undefined, true, 'above']) {
    expect(statePlace({ ...OLD, state })).toBe('off');
    expect(statePlace({ ...OLD, state, codeLens: true })).toBe('codeLens');
    expect(statePlace({ ...OLD, state, stateAtEndOfLine: true })).toBe('endOfLine');
  }
});

it('The states are shown in one place if both replaced settings are on', () => {
  expect(statePlace({ state: undefined, codeLens: true, stateAtEndOfLine: true })).toBe('codeLens');
});
