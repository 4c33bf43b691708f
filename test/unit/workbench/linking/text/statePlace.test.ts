// Tests how the settings determine where editors show the states of mentioned work items.
import { expect, it } from 'vitest';
import { statePlace } from '../../../../../src/workbench/features/mentions/statePlace.ts';

const DEPRECATED_SETTINGS = { codeLens: undefined, stateAtEndOfLine: undefined };

it.each(['off', 'codeLens', 'endOfLine'] as const)(
  'statePlace prefers contrail.mentions.state to the two deprecated settings: %s',
  (state) => {
    expect(statePlace({ ...DEPRECATED_SETTINGS, state })).toBe(state);
    expect(statePlace({ state, codeLens: true, stateAtEndOfLine: true })).toBe(state);
  },
);

it('statePlace reads the deprecated settings if contrail.mentions.state is not set or invalid', () => {
  for (const state of [undefined, true, 'above']) {
    expect(statePlace({ ...DEPRECATED_SETTINGS, state })).toBe('off');
    expect(statePlace({ ...DEPRECATED_SETTINGS, state, codeLens: true })).toBe('codeLens');
    expect(statePlace({ ...DEPRECATED_SETTINGS, state, stateAtEndOfLine: true })).toBe('endOfLine');
  }
});

it('statePlace returns codeLens if both deprecated settings are true', () => {
  expect(statePlace({ state: undefined, codeLens: true, stateAtEndOfLine: true })).toBe('codeLens');
});
