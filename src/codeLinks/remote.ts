// Parses the URL of a git remote into its host and repository path, without credentials.

export interface Remote {
  /** The name of the host in lower case, without a port. */
  readonly host: string;
  /** The segments of the repository's path on its host, without `.git`. */
  readonly path: readonly string[];
  /**
   * The origin of the host's web pages, without credentials: for an HTTP remote, the origin of its URL including the
   * port; otherwise `https://host`.
   */
  readonly origin: string;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/;
/** Matches `user@host:path`, the short form of an SSH URL. A single letter before the colon is a Windows drive. */
const SCP_ADDRESS = /^(?:[^/]*@)?(\[[0-9a-fA-F:.]+\]|[^:/@\s[\]]{2,}):(?!\/\/)(.+)$/;
const WEB_SCHEMES = new Set(['https:', 'http:']);
const OTHER_SCHEMES = new Set(['ssh:', 'git:', 'git+ssh:', 'ssh+git:', 'git+https:']);
/** For each host name that is used only for SSH connections on port 443: the host name of the web pages. */
const SSH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);
const AZURE_HOST = 'dev.azure.com';
const FORMER_AZURE_SUFFIX = '.visualstudio.com';

/** Parses the URL of a remote. Returns undefined for a folder, a file, and any URL without a host. */
export function parseRemote(address: string): Remote | undefined {
  const text = address.trim();
  const remote = text.includes('://') ? parseUrl(text) : parseScpUrl(text);
  if (remote === undefined || !HOST.test(remote.host) || remote.path.length === 0) return undefined;
  return azureRemote(remote) ?? azureServerRemote(remote) ?? bitbucketServerRemote(remote) ?? remote;
}

/** Returns a text that is equal for all URLs of a repository: host and path in lower case. */
export function repositoryIdentity({ host, path }: Remote): string {
  return [host, ...path].join('/').toLowerCase();
}

function parseUrl(text: string): Remote | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(text);
  const name = hostname.toLowerCase();
  const path = pathSegments(decodePath(pathname));
  if (path === undefined) return undefined;
  if (WEB_SCHEMES.has(protocol)) return { host: name, path, origin: `${protocol}//${host}` };
  return OTHER_SCHEMES.has(protocol) ? remoteOnHost(name, path) : undefined;
}

function parseScpUrl(text: string): Remote | undefined {
  const match = SCP_ADDRESS.exec(text);
  if (match?.[1] === undefined || match[2] === undefined || text.includes('\\')) return undefined;
  const path = pathSegments(decodePath(match[2]));
  return path === undefined ? undefined : remoteOnHost(match[1].toLowerCase(), path);
}

/** Creates the remote for an `ssh:` or `git:` URL, whose port is not the port of the host's web pages. */
function remoteOnHost(name: string, path: readonly string[]): Remote {
  const host = SSH_ALIASES.get(name) ?? name;
  return { host, path, origin: `https://${host}` };
}

function pathSegments(path: string): readonly string[] | undefined {
  const names = path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((name) => name !== '');
  return names.some((name) => name === '.' || name === '..' || /\p{Cc}/u.test(name)) ? undefined : names;
}

/** Decodes percent escapes. Returns the path unchanged if it contains an invalid escape. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Returns the same remote for all URLs of a repository on Azure DevOps; undefined for any other host. */
function azureRemote({ host, path }: Remote): Remote | undefined {
  const formerOrganization = host.endsWith(FORMER_AZURE_SUFFIX)
    ? host.slice(0, -FORMER_AZURE_SUFFIX.length)
    : undefined;
  const [first, ...otherNames] = path;
  if (host === 'ssh.dev.azure.com' || formerOrganization === 'vs-ssh') {
    if (first === 'v3') return azureRemoteFromPath(otherNames);
    return undefined;
  }
  if (host === AZURE_HOST) return azureRemoteFromPath(path);
  return formerOrganization === undefined
    ? undefined
    : azureRemoteFromPath([formerOrganization, ...path.filter((name) => name !== 'DefaultCollection')]);
}

/** `path` has the organization, the project and the repository; a repository named like its project may be missing. */
function azureRemoteFromPath(path: readonly string[]): Remote | undefined {
  const [organization, project, repository = project, ...extraNames] = path.filter((name) => !PATH_MARKERS.has(name));
  if (organization === undefined || project === undefined || repository === undefined || extraNames.length > 0)
    return undefined;
  return { host: AZURE_HOST, path: [organization, project, '_git', repository], origin: `https://${AZURE_HOST}` };
}

const PATH_MARKERS: ReadonlySet<string> = new Set(['_git', '_ssh']);

/** Replaces `_ssh` by `_git`, for ssh URLs of a self-hosted Azure DevOps Server; undefined for any other remote. */
function azureServerRemote({ path, ...remote }: Remote): Remote | undefined {
  return path.includes('_ssh') ? { ...remote, path: path.map((name) => (name === '_ssh' ? '_git' : name)) } : undefined;
}

/** Removes `scm` before the project, for https URLs of a self-hosted Bitbucket; undefined for any other remote. */
function bitbucketServerRemote({ path, ...remote }: Remote): Remote | undefined {
  return path.length >= 3 && path.at(-3) === 'scm' ? { ...remote, path: path.toSpliced(-3, 1) } : undefined;
}
