// The result of the activation measurement in the extension host, which is passed as a JSON file.

export interface ActivationResult {
  /** The milliseconds to load the code of Contrail and to call `activate`. */
  readonly contrail: number;
  /** The same of the empty extension. */
  readonly empty: number;
  /** The names of the bundles of Contrail that are loaded when its activation has ended. */
  readonly loadedBundles: readonly string[];
}
