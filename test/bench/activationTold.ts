// Owns what the measure of activation that is taken inside the extension host tells the bench outside of it: JSON in a
// file.

export interface ActivationTold {
  /** Milliseconds. */
  readonly contrail: number;
  readonly empty: number;
  /** The bundles of Contrail that were read by then. */
  readonly loaded: readonly string[];
}
