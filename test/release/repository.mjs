// The public address of the repository, which only the release workflow knows: it is not written in the repository.
// This file is loaded before npm has installed Node 24, so it is not TypeScript.

/**
 * Returns the manifest with the addresses of the repository in which the workflow runs; outside of a workflow, the
 * manifest as it is.
 * @template {Record<string, unknown>} M
 * @param {M} manifest the content of a package.json
 * @param {Record<string, string | undefined>} env the variables that GitHub sets in a workflow
 * @returns {M & { repository?: { type: string, url: string } }}
 * @throws if the variables are no address of a repository
 */
export function fillRepository(manifest, env) {
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
 * @param {string} readme
 * @param {Record<string, any>} manifest
 */
export function withAbsoluteAddresses(readme, manifest) {
  const address = manifest['repository']?.url.replace(/\.git$/, '');
  if (address === undefined) return readme;
  return readme.replace(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]*)\)/g,
    (_, picture, text, path) =>
      `${picture}[${text}](${address}/${picture === '' ? 'blob' : 'raw'}/v${manifest['version']}/${path})`,
  );
}
