// Parses the URL of a git remote into its host and repository path, without credentials.

import { decodePercent } from '../../std/decodePercent.ts';

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
  /** Whether `host` is only known to accept SSH or `git:` connections. Its web pages may be on another host. */
  readonly isOriginGuessed: boolean;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/;
/**
 * Matches `user@host:path`, the short form of an SSH URL, and `[user@host:port]:path`. A single letter before the colon
 * is a Windows drive.
 */
const SCP_ADDRESS = /^(?:[^/[\]]*@)?(?:\[(?:[^@/\]]*@)?([^@/\s[\]]+)\]|([^:/@\s[\]]{2,})):(?!\/\/)(.+)$/;
const IPV6 = /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i;
const WEB_SCHEMES = new Set(['https:', 'http:']);
const OTHER_SCHEMES = new Set(['ssh:', 'git:', 'git+ssh:', 'ssh+git:']);
/** Schemes that tell git how to transfer the URL of a web page, for example `git+https:`. */
const WEB_SCHEME_PREFIX = /^git\+(?=https?:)/i;
/** Matches the address of a repository for the AWS helper `git-remote-codecommit`: region and name. */
const CODE_COMMIT_ADDRESS = /^codecommit::([a-z0-9-]+):\/\/(?:[^@/]*@)?([\w.-]+)$/i;
/** Matches the name of a remote helper, for example `gcrypt::`; the address after it has any form. */
const REMOTE_HELPER = /^[a-z][\w+.-]*::/i;
/** For each other name of a public host: the host name of its web pages. */
export const HOST_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['www.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['www.bitbucket.org', 'bitbucket.org'],
  ['hf.co', 'huggingface.co'],
  ['lp', 'git.launchpad.net'],
]);
const GIST_HOST = 'gist.github.com';
const AZURE_HOST = 'dev.azure.com';
const FORMER_AZURE_SUFFIX = '.visualstudio.com';

/** Returns the name that an SSH connection to a host of this name goes to. */
export type ResolveSshHost = (name: string) => string;

/** Parses the URL of a remote. Returns undefined for a folder, a file, and any URL without a host. */
export function parseRemote(address: string, resolveSshHost: ResolveSshHost = (name) => name): Remote | undefined {
  const text = address.trim().replace(WEB_SCHEME_PREFIX, '');
  const remote =
    parseCodeCommit(text) ??
    // A helper transfers the repository in a form of its own, for example encrypted, so the host cannot show its files.
    (REMOTE_HELPER.test(text)
      ? undefined
      : text.includes('://')
        ? parseUrl(text, resolveSshHost)
        : parseScpUrl(text, resolveSshHost));
  if (remote === undefined || !HOST.test(remote.host) || remote.path.length === 0) return undefined;
  return (
    gistRemote(remote) ?? azureRemote(remote) ?? azureServerRemote(remote) ?? bitbucketServerRemote(remote) ?? remote
  );
}

/** Returns a text that is equal for all URLs of a repository: host and path in lower case. */
export function repositoryIdentity({ host, path }: Remote): string {
  return [host, ...path].join('/').toLowerCase();
}

function parseUrl(text: string, resolveSshHost: ResolveSshHost): Remote | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(text);
  const path = pathSegments(decodePercent(pathname));
  if (path === undefined) return undefined;
  if (!WEB_SCHEMES.has(protocol))
    return OTHER_SCHEMES.has(protocol) ? remoteOnHost(decodePercent(hostname), path, resolveSshHost) : undefined;
  const name = hostname.replace(/\.$/, '');
  const alias = HOST_ALIASES.get(name);
  if (alias !== undefined) return { host: alias, path, origin: `https://${alias}`, isOriginGuessed: false };
  return { host: name, path, origin: `${protocol}//${host.replace(/\.(?=$|:)/, '')}`, isOriginGuessed: false };
}

function parseScpUrl(text: string, resolveSshHost: ResolveSshHost): Remote | undefined {
  const [, inBrackets, plainName, pathText] = SCP_ADDRESS.exec(text) ?? [];
  if (pathText === undefined || text.includes('\\') || pathText.startsWith(':')) return undefined;
  const path = pathSegments(decodePercent(pathText));
  const name = inBrackets === undefined ? plainName : hostInBrackets(inBrackets);
  return path === undefined || name === undefined ? undefined : remoteOnHost(name, path, resolveSshHost);
}

function hostInBrackets(text: string): string {
  return IPV6.test(text) ? `[${text}]` : text.replace(/:\d+$/, '');
}

function parseCodeCommit(text: string): Remote | undefined {
  const [, region, name] = CODE_COMMIT_ADDRESS.exec(text) ?? [];
  if (region === undefined || name === undefined) return undefined;
  const host = `git-codecommit.${region.toLowerCase()}.amazonaws.com`;
  return { host, path: ['v1', 'repos', name], origin: `https://${host}`, isOriginGuessed: true };
}

/** Creates the remote for an `ssh:` or `git:` URL, whose port is not the port of the host's web pages. */
function remoteOnHost(name: string, path: readonly string[], resolveSshHost: ResolveSshHost): Remote {
  const sshHost = normalizeHost(resolveSshHost(name));
  const host = HOST_ALIASES.get(sshHost) ?? sshHost;
  return { host, path, origin: `https://${host}`, isOriginGuessed: true };
}

/** Returns the host as web browsers write it: in lower case and without a dot at the end; IPv6 in its short form. */
function normalizeHost(name: string): string {
  const plainHost = name.toLowerCase().replace(/\.$/, '');
  const host = IPV6.test(plainHost) ? `[${plainHost}]` : plainHost;
  const isSpecial = /^\[|\P{ASCII}/u.test(host) && !/[/?#@\\]/.test(host);
  return isSpecial && URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host;
}

function pathSegments(path: string): readonly string[] | undefined {
  const names = path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((name) => name !== '');
  return names.some((name) => name === '.' || name === '..' || /\p{Cc}/u.test(name)) ? undefined : names;
}

/** Leaves out the user's name, which the address of a gist may have; undefined for any other remote. */
function gistRemote({ host, path, ...remote }: Remote): Remote | undefined {
  return host === GIST_HOST ? { ...remote, host, path: path.slice(-1) } : undefined;
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
  return {
    host: AZURE_HOST,
    path: [organization, project, '_git', repository],
    origin: `https://${AZURE_HOST}`,
    isOriginGuessed: false,
  };
}

/** Names in the path that are no part of the repository's name; `_full` and `_optimized` say what a clone contains. */
const PATH_MARKERS: ReadonlySet<string> = new Set(['_git', '_ssh', '_full', '_optimized']);

/** Replaces `_ssh` by `_git`, for ssh URLs of a self-hosted Azure DevOps Server; undefined for any other remote. */
function azureServerRemote({ path, ...remote }: Remote): Remote | undefined {
  return path.includes('_ssh') ? { ...remote, path: path.map((name) => (name === '_ssh' ? '_git' : name)) } : undefined;
}

/** Removes `scm` before the project, for https URLs of a self-hosted Bitbucket; undefined for any other remote. */
function bitbucketServerRemote({ path, ...remote }: Remote): Remote | undefined {
  return path.length >= 3 && path.at(-3) === 'scm' ? { ...remote, path: path.toSpliced(-3, 1) } : undefined;
}
