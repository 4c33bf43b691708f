// Reads from three environment variables which server the contract tests run against.
// No other file reads these variables.

export interface ForeignServer {
  readonly url: string;
  /** Slug of a workspace in which the key may create a project. */
  readonly workspace: string;
  /** An API key, or an access token (`pln_…`). */
  readonly key: string;
}

/**
 * Returns undefined if no address is set: the tests then run against Contrail's own server.
 * @throws if the address is set without the other variables
 */
export function foreignServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
): ForeignServer | undefined {
  const { CONTRAIL_CONTRACT_URL: url, CONTRAIL_CONTRACT_WORKSPACE: workspace, CONTRAIL_CONTRACT_KEY: key } = env;
  if (!url) return undefined;
  if (workspace && key) return { url, workspace, key };
  throw new Error('CONTRAIL_CONTRACT_URL needs CONTRAIL_CONTRACT_WORKSPACE and CONTRAIL_CONTRACT_KEY beside it.');
}
