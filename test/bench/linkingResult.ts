// The result of the mention measurement in the extension host, which is passed as a JSON file.

export interface LinkingResult {
  /** The shortest time in milliseconds to find all links. */
  readonly linksMs: number;
  /** The shortest time of the reference implementation to find all links, in milliseconds. */
  readonly linksBaselineMs: number;
  /** The number of found links. */
  readonly found: number;
  /** The time to create a hover in milliseconds: the 95th percentile of the work items' medians. */
  readonly hoverMs: number;
  /** The number of measured hovers. */
  readonly hovers: number;
}

/** The environment variable with the path of the result file. */
export const resultVariable = 'CONTRAIL_BENCH_RESULT';
