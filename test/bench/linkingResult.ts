// The result of the mention measurement in the extension host, which is passed as a JSON file.

export interface LinkingResult {
  /** The shortest time in milliseconds to find all links. */
  readonly links: number;
  /** The shortest time of the reference. */
  readonly linksBaseline: number;
  /** The number of links. */
  readonly found: number;
  /** The 95th percentile of the time to create a hover, in milliseconds. */
  readonly hover: number;
  /** The number of hovers. */
  readonly hovers: number;
}

/** The environment variable with the path of the file. */
export const resultVariable = 'CONTRAIL_BENCH_RESULT';
