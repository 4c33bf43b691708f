// The results that the mention measurement inside the extension host sends to the bench, as JSON in
// a file.

export interface LinkingResult {
  /** The shortest time in milliseconds. */
  readonly links: number;
  readonly linksFloor: number;
  readonly found: number;
  /** The 95th percentile in milliseconds. */
  readonly hover: number;
  readonly hovers: number;
}

/** The environment variable that names the file. */
export const resultVariable = 'CONTRAIL_BENCH_RESULT';
