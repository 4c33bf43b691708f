// The result of the activation measurement in the extension host, which is passed as a JSON file.

export interface ActivationResult {
  /** The duration of the activation in milliseconds. */
  readonly contrail: number;
  readonly empty: number;
  /** The names of Contrail's bundles that were loaded after the activation. */
  readonly loadedBundles: readonly string[];
}
