// Owns what the measures of linking that are taken inside the extension host tell the bench outside of it: JSON in a
// file.

export interface LinkingTold {
  /** Milliseconds, the least. */
  readonly links: number;
  readonly linksFloor: number;
  readonly found: number;
  /** Milliseconds, 95th percentile. */
  readonly hover: number;
  readonly hovers: number;
}

/** The environment variable that names the file. */
export const toldVariable = 'CONTRAIL_BENCH_TOLD';
