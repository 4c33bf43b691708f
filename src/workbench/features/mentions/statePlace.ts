// Decides where an editor shows the states of mentioned work items.

const STATE_PLACES = ['off', 'codeLens', 'endOfLine'] as const;
export type StatePlace = (typeof STATE_PLACES)[number];

/** The values of the settings `contrail.mentions.*`. `state` is undefined if the user has not set it. */
interface StateSettings {
  readonly state: unknown;
  /** The value of a deprecated setting, which the setting `state` replaces. */
  readonly codeLens: unknown;
  /** The value of a deprecated setting, which the setting `state` replaces. */
  readonly stateAtEndOfLine: unknown;
}

/** Returns the value of `state` or, if it is not set, of the two settings that it replaces. */
export function statePlace({ state, codeLens, stateAtEndOfLine }: StateSettings): StatePlace {
  const place = STATE_PLACES.find((one) => one === state);
  if (place !== undefined) return place;
  if (codeLens === true) return 'codeLens';
  return stateAtEndOfLine === true ? 'endOfLine' : 'off';
}
