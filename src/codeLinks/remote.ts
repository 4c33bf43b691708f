// Parses the address of a git remote into its host and repository path, without credentials.

export interface Remote {
  /** The name of the host in lower case, without a port. */
  readonly host: string;
  /** The path of the repository on its host, one element for each name, without `.git`. */
  readonly path: readonly string[];
  /**
   * The origin of the host's web pages: `https://host`, or the origin of a web address with its port. Without
   * credentials.
   */
  readonly origin: string;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/;
/** `user@host:path`, as ssh and scp accept it. A single letter before the colon is a Windows drive. */
const SCP = /^(?:[^/]*@)?(\[[0-9a-fA-F:.]+\]|[^:/@\s[\]]{2,}):(?!\/\/)(.+)$/;
const WEB = new Set(['https:', 'http:']);
const OTHER = new Set(['ssh:', 'git:', 'git+ssh:', 'ssh+git:', 'git+https:']);
/** Hosts that accept ssh on port 443 have other names than their web pages. */
const SSH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);
const AZURE = 'dev.azure.com';
const OLD_AZURE = '.visualstudio.com';

/** Undefined for a folder, a file, and any address without a host. */
export function readRemote(address: string): Remote | undefined {
  const text = address.trim();
  const read = text.includes('://') ? readUrl(text) : readScp(text);
  if (read === undefined || !HOST.test(read.host) || read.path.length === 0) return undefined;
  return azure(read) ?? collection(read) ?? scm(read) ?? read;
}

/** Returns the same text for every form of a repository's address: no scheme, port, user or upper case. */
export function identityOf({ host, path }: Remote): string {
  return [host, ...path].join('/').toLowerCase();
}

function readUrl(text: string): Remote | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(text);
  const name = hostname.toLowerCase();
  const path = namesIn(decoded(pathname));
  if (path === undefined) return undefined;
  if (WEB.has(protocol)) return { host: name, path, origin: `${protocol}//${host}` };
  return OTHER.has(protocol) ? withoutPort(name, path) : undefined;
}

function readScp(text: string): Remote | undefined {
  const match = SCP.exec(text);
  if (match?.[1] === undefined || match[2] === undefined || text.includes('\\')) return undefined;
  const path = namesIn(decoded(match[2]));
  return path === undefined ? undefined : withoutPort(match[1].toLowerCase(), path);
}

/** The ssh port is not the port of the web pages. */
function withoutPort(name: string, path: readonly string[]): Remote {
  const host = SSH_ALIASES.get(name) ?? name;
  return { host, path, origin: `https://${host}` };
}

function namesIn(path: string): readonly string[] | undefined {
  const names = path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((name) => name !== '');
  return names.some((name) => name === '.' || name === '..' || /\p{Cc}/u.test(name)) ? undefined : names;
}

/** A percent sign that is not part of an escape is literal. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Maps the new and the old host of Azure DevOps, and both over ssh, to one remote. */
function azure({ host, path }: Remote): Remote | undefined {
  const old = host.endsWith(OLD_AZURE) ? host.slice(0, -OLD_AZURE.length) : undefined;
  const [first, ...rest] = path;
  if (host === 'ssh.dev.azure.com' || old === 'vs-ssh') {
    if (first === 'v3') return azureAt(rest);
    return undefined;
  }
  if (host === AZURE) return azureAt(path);
  return old === undefined ? undefined : azureAt([old, ...path.filter((name) => name !== 'DefaultCollection')]);
}

/** Organization, project, repository. The project is omitted if its only repository has the same name. */
function azureAt(path: readonly string[]): Remote | undefined {
  const [organisation, project, repository = project, ...more] = path.filter((name) => !MARKS.has(name));
  if (organisation === undefined || project === undefined || repository === undefined || more.length > 0)
    return undefined;
  return { host: AZURE, path: [organisation, project, '_git', repository], origin: `https://${AZURE}` };
}

const MARKS: ReadonlySet<string> = new Set(['_git', '_ssh']);

/** A self-hosted Azure DevOps Server uses `_ssh` where its web pages use `_git`. */
function collection({ path, ...remote }: Remote): Remote | undefined {
  return path.includes('_ssh') ? { ...remote, path: path.map((name) => (name === '_ssh' ? '_git' : name)) } : undefined;
}

/** A self-hosted Bitbucket adds `scm` before the project, but only in web addresses. */
function scm({ path, ...remote }: Remote): Remote | undefined {
  return path.length >= 3 && path.at(-3) === 'scm' ? { ...remote, path: path.toSpliced(-3, 1) } : undefined;
}
