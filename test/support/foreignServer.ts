// Owns which server the contract suite is put to: by three variables of the environment, read here and nowhere else.

export interface ForeignServer {
  readonly url: string;
  /** Slug of a workspace in which the key may make a project. */
  readonly workspace: string;
  /** An API key, or an access token (`pln_…`). */
  readonly key: string;
}

/**
 * Undefined when no address is given: then the suite is put to our own service. Throws when the address stands alone.
 */
export function foreignServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
): ForeignServer | undefined {
  const { CONTRAIL_CONTRACT_URL: url, CONTRAIL_CONTRACT_WORKSPACE: workspace, CONTRAIL_CONTRACT_KEY: key } = env;
  if (!url) return undefined;
  if (workspace && key) return { url, workspace, key };
  throw new Error('CONTRAIL_CONTRACT_URL needs CONTRAIL_CONTRACT_WORKSPACE and CONTRAIL_CONTRACT_KEY beside it.');
}
