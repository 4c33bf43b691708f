// Decides where an editor shows the states of mentioned work items.

const STATE_DISPLAY_MODES = ['off', 'codeLens', 'endOfLine'] as const;
export type StateDisplayMode = (typeof STATE_DISPLAY_MODES)[number];

/** The values of the settings `contrail.mentions.*`. `state` is undefined if the user has not set it. */
interface StateSettings {
  readonly state: unknown;
  /** The value of a deprecated setting, which the setting `state` replaces. */
  readonly codeLens: unknown;
  /** The value of a deprecated setting, which the setting `state` replaces. */
  readonly stateAtEndOfLine: unknown;
}

/** Returns the value of `state` or, if it is not set, of the two settings that it replaces. */
export function stateDisplayMode({ state, codeLens, stateAtEndOfLine }: StateSettings): StateDisplayMode {
  const displayMode = STATE_DISPLAY_MODES.find((one) => one === state);
  if (displayMode !== undefined) return displayMode;
  if (codeLens === true) return 'codeLens';
  return stateAtEndOfLine === true ? 'endOfLine' : 'off';
}
