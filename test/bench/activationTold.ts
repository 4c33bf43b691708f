// Owns what the measure of activation that is taken inside the extension host tells the bench outside of it: JSON in a file.

/** Milliseconds, as VS Code itself has taken them. */
export interface Activation {
  readonly load: number;
  readonly call: number;
  readonly finish: number;
}

export interface ActivationTold {
  readonly contrail: Activation;
  readonly empty: Activation;
  /** The bundles of Contrail that were read by then. */
  readonly loaded: readonly string[];
}
