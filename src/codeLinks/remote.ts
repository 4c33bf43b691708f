// Owns the address of a git remote in all its forms: which repository it means, and never who signs in to it.

export interface Remote {
  /** Lower case, without a port. */
  readonly host: string;
  /** The way to the repository on its host, one name each, without `.git`. */
  readonly path: readonly string[];
  /**
   * Where the host's web pages are: `https://host`, or what a web address says, with its port. Without user and
   * password.
   */
  readonly origin: string;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/;
/** `user@host:path`, as ssh and scp take it. One letter before the colon is a drive of Windows. */
const SCP = /^(?:[^/]*@)?(\[[0-9a-fA-F:.]+\]|[^:/@\s[\]]{2,}):(?!\/\/)(.+)$/;
const WEB = new Set(['https:', 'http:']);
const OTHER = new Set(['ssh:', 'git:', 'git+ssh:', 'ssh+git:', 'git+https:']);
/** Hosts that take ssh on the web's port are called otherwise than their pages. */
const SSH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);
const AZURE = 'dev.azure.com';
const OLD_AZURE = '.visualstudio.com';

/** Undefined for a folder, a file, and whatever names no host. */
export function readRemote(address: string): Remote | undefined {
  const text = address.trim();
  const read = text.includes('://') ? readUrl(text) : readScp(text);
  if (read === undefined || !HOST.test(read.host) || read.path.length === 0) return undefined;
  return azure(read) ?? collection(read) ?? scm(read) ?? read;
}

/** One text for one repository, however its remote is written: no scheme, port, user or capital letters. */
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

/** The port of ssh says nothing about where the pages are. */
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

/** A percent sign that encodes nothing stands for itself. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Azure DevOps on its new host, on its old one, and both by ssh are one. */
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

/** Organisation, project, repository; where a project's only repository has its name, the project is left out. */
function azureAt(path: readonly string[]): Remote | undefined {
  const [organisation, project, repository = project, ...more] = path.filter((name) => !MARKS.has(name));
  if (organisation === undefined || project === undefined || repository === undefined || more.length > 0)
    return undefined;
  return { host: AZURE, path: [organisation, project, '_git', repository], origin: `https://${AZURE}` };
}

const MARKS: ReadonlySet<string> = new Set(['_git', '_ssh']);

/** An Azure DevOps server of one's own writes `_ssh` where its pages write `_git`. */
function collection({ path, ...remote }: Remote): Remote | undefined {
  return path.includes('_ssh') ? { ...remote, path: path.map((name) => (name === '_ssh' ? '_git' : name)) } : undefined;
}

/** Bitbucket of one's own puts `scm` before the project in web addresses only. */
function scm({ path, ...remote }: Remote): Remote | undefined {
  return path.length >= 3 && path.at(-3) === 'scm' ? { ...remote, path: path.toSpliced(-3, 1) } : undefined;
}
