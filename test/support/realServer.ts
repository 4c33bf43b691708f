// Reads the environment variables that select a real Plane server for the contract tests.

/** A Plane server that is not Contrail's built-in server. */
export interface RealServer {
  readonly url: string;
  /** The slug of a workspace in which the key may create a project. */
  readonly workspace: string;
  /** An API key, or an access token (`pln_…`). */
  readonly key: string;
}

/**
 * Returns the real server, or undefined if no URL is set: the tests then run against Contrail's built-in server.
 * @throws if the URL is set and one of the other variables is not
 */
export function readRealServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
): RealServer | undefined {
  const { CONTRAIL_CONTRACT_URL: url, CONTRAIL_CONTRACT_WORKSPACE: workspace, CONTRAIL_CONTRACT_KEY: key } = env;
  if (!url) return undefined;
  if (workspace && key) return { url, workspace, key };
  throw new Error('CONTRAIL_CONTRACT_URL needs CONTRAIL_CONTRACT_WORKSPACE and CONTRAIL_CONTRACT_KEY beside it.');
}
