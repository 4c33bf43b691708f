// The results that the activation measurement inside the extension host sends to the bench, as JSON
// in a file.

export interface ActivationResult {
  /** In milliseconds. */
  readonly contrail: number;
  readonly empty: number;
  /** The bundles of Contrail that were loaded by then. */
  readonly loaded: readonly string[];
}
