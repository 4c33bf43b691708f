// The result of the activation measurement in the extension host, which is passed as a JSON file.

export interface ActivationResult {
  /** The duration of the activation of Contrail, in milliseconds. */
  readonly contrail: number;
  /** The duration of the activation of the empty extension, in milliseconds. */
  readonly empty: number;
  /** The names of the bundles of Contrail that are loaded when its activation has ended. */
  readonly loadedBundles: readonly string[];
}
