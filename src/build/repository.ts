// The public address of the repository, which only the release workflow knows: it is not written in the repository.

interface RepositoryAddresses {
  readonly repository?: { readonly type: string; readonly url: string };
}

/**
 * Returns the manifest with the addresses of the repository in which the workflow runs; outside of a workflow, the
 * manifest as it is. `env` has the variables that GitHub sets in a workflow.
 * @throws if the variables are no address of a repository
 */
export function fillRepository<M extends Readonly<Record<string, unknown>>>(
  manifest: M,
  env: Readonly<Record<string, string | undefined>>,
): M & RepositoryAddresses {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  if (server === undefined && repository === undefined) return manifest;
  const address = `${server}/${repository}`;
  if (!/^https:\/\/[\w.-]+(?::\d+)?\/[\w.-]+\/[\w.-]+$/.test(address))
    throw new Error(`GITHUB_SERVER_URL and GITHUB_REPOSITORY give no address of a repository: ${address}`);
  return {
    ...manifest,
    repository: { type: 'git', url: `${address}.git` },
    bugs: { url: `${address}/issues` },
    homepage: `${address}#readme`,
    ...('qna' in manifest ? { qna: `${address}/issues` } : {}),
  };
}

/**
 * Returns the README with absolute addresses of the files of the repository, at the tag of the manifest's version;
 * without a repository in the manifest, the README as it is.
 */
export function withAbsoluteAddresses(
  readme: string,
  manifest: RepositoryAddresses & { readonly version: string },
): string {
  const address = manifest.repository?.url.replace(/\.git$/, '');
  if (address === undefined) return readme;
  return readme.replace(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]*)\)/g,
    (_, picture: string, text: string, path: string) =>
      `${picture}[${text}](${address}/${picture === '' ? 'blob' : 'raw'}/v${manifest.version}/${path})`,
  );
}
