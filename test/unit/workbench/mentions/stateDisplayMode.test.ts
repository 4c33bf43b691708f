// Tests how the settings determine where editors show the states of mentioned work items.
import { expect, it } from 'vitest';
import { stateDisplayMode } from '../../../../src/workbench/features/mentions/stateDisplayMode.ts';

const DEPRECATED_SETTINGS = { codeLens: undefined, stateAtEndOfLine: undefined };

it.each(['off', 'codeLens', 'endOfLine'] as const)(
  'stateDisplayMode prefers contrail.mentions.state to the two deprecated settings: %s',
  (state) => {
    expect(stateDisplayMode({ ...DEPRECATED_SETTINGS, state })).toBe(state);
    expect(stateDisplayMode({ state, codeLens: true, stateAtEndOfLine: true })).toBe(state);
  },
);

it('stateDisplayMode reads the deprecated settings if contrail.mentions.state is not set or invalid', () => {
  for (const state of [undefined, true, 'above']) {
    expect(stateDisplayMode({ ...DEPRECATED_SETTINGS, state })).toBe('off');
    expect(stateDisplayMode({ ...DEPRECATED_SETTINGS, state, codeLens: true })).toBe('codeLens');
    expect(stateDisplayMode({ ...DEPRECATED_SETTINGS, state, stateAtEndOfLine: true })).toBe('endOfLine');
  }
});

it('stateDisplayMode returns codeLens if both deprecated settings are true', () => {
  expect(stateDisplayMode({ state: undefined, codeLens: true, stateAtEndOfLine: true })).toBe('codeLens');
});
