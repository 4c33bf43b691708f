// Creates permalinks: URLs of lines of a file at a commit, for several kinds of hosts.
import type { Remote } from './remote.ts';

export const HOST_KINDS = [
  'github',
  'gitlab',
  'bitbucket',
  'bitbucketServer',
  'azureDevOps',
  'gitea',
  'forgejo',
] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** A range of lines. Both line numbers are 1-based and inclusive. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface LinkTarget {
  readonly commit: string;
  /** The path relative to the root of the repository, with slashes. */
  readonly path: string;
  /** The linked lines; undefined for a link to the entire file. */
  readonly lines?: LineRange | undefined;
}

/**
 * Matches files that hosts render, for example Markdown. A link to lines of a rendered file needs a query that makes
 * the host show the source.
 */
const RENDERED_FILE = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|textile|ipynb)$/i;
const PUBLIC_HOSTS: ReadonlyMap<string, HostKind> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['dev.azure.com', 'azureDevOps'],
  ['codeberg.org', 'forgejo'],
  ['gitea.com', 'gitea'],
]);
/** The kind of host by a word in the host name. */
const HOST_KIND_BY_NAME_PART: ReadonlyMap<string, HostKind> = new Map([
  ['github', 'github'],
  ['ghe', 'github'],
  ['gitlab', 'gitlab'],
  ['bitbucket', 'bitbucketServer'],
  ['stash', 'bitbucketServer'],
  ['gitea', 'gitea'],
  ['forgejo', 'forgejo'],
]);

/** The kind of a host, and the URL of its web pages if that is not `https://` and the host's name. */
export interface CodeHost {
  readonly kind: HostKind;
  readonly url?: URL | undefined;
}

/** What the user has configured, by host in lower case. */
export type CodeHosts = ReadonlyMap<string, CodeHost>;

/** A remote whose `origin` has the web pages of its host. */
export interface LinkedRemote {
  readonly kind: HostKind;
  readonly remote: Remote;
}

/**
 * Reads the value of the setting: for each host its kind, or an object with its kind and the address of its web pages.
 * The host of such an address has the same kind. Entries that are not valid are left out.
 */
export function parseCodeHosts(setting: unknown): CodeHosts {
  const hosts = new Map<string, CodeHost>();
  const configuredHosts = new Map<string, CodeHost>();
  for (const [name, value] of Object.entries(typeof setting === 'object' && setting !== null ? setting : {})) {
    const host = parseCodeHost(value);
    if (host === undefined) continue;
    configuredHosts.set(name.trim().toLowerCase(), host);
    if (host.url !== undefined) hosts.set(host.url.hostname, host);
  }
  return new Map([...hosts, ...configuredHosts]);
}

function parseCodeHost(value: unknown): CodeHost | undefined {
  const { type, url } =
    typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : { type: value, url: undefined };
  const kind = HOST_KINDS.find((candidate) => candidate === type);
  if (kind === undefined) return undefined;
  if (url === undefined) return { kind };
  const webUrl = parseWebUrl(url);
  return webUrl && { kind, url: webUrl };
}

/** Returns the address of web pages, or undefined if the text is not an `https:` or `http:` URL without credentials. */
export function parseWebUrl(text: unknown): URL | undefined {
  if (typeof text !== 'string' || !URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * Returns the remote with the address of its web pages as configured: all URLs of a repository then have the same host
 * and path, also if the web pages are on another host or below a path.
 */
export function configuredRemote(remote: Remote, hosts: CodeHosts): Remote {
  const url = hosts.get(remote.host)?.url;
  if (url === undefined) return remote;
  const prefix = url.pathname.split('/').filter((name) => name !== '');
  const hasPrefix = prefix.every((name, index) => remote.path[index]?.toLowerCase() === name.toLowerCase());
  return {
    host: url.hostname,
    path: hasPrefix && !remote.isOriginGuessed ? remote.path : [...prefix, ...remote.path],
    origin: url.origin,
    isOriginGuessed: false,
  };
}

/**
 * Returns the remote for links to its web pages; undefined if the kind of its host or the address of its web pages is
 * unknown. What is configured takes precedence.
 */
export function linkedRemote(remote: Remote, hosts: CodeHosts = new Map()): LinkedRemote | undefined {
  const configuredHost = hosts.get(remote.host);
  if (configuredHost !== undefined) return { kind: configuredHost.kind, remote: configuredRemote(remote, hosts) };
  const kind = hostKindOf(remote);
  return kind === undefined || (remote.isOriginGuessed && !mayHaveWebPages(remote.host)) ? undefined : { kind, remote };
}

/** Returns the kind of a host by its name and the path of the repository; undefined if it is unknown. */
export function hostKindOf({ host, path }: Pick<Remote, 'host' | 'path'>): HostKind | undefined {
  const knownKind = PUBLIC_HOSTS.get(host);
  if (knownKind !== undefined) return knownKind;
  if (isBelowPublicHost(host)) return undefined;
  if (path.includes('_git')) return 'azureDevOps';
  const hostNameParts = host.split(/[.-]/);
  return [...HOST_KIND_BY_NAME_PART].find(([word]) => hostNameParts.includes(word))?.[1];
}

/** Whether the host is, for example, `gist.github.com`, which has no repositories at the addresses of `github.com`. */
function isBelowPublicHost(host: string): boolean {
  return [...PUBLIC_HOSTS.keys()].some((publicHost) => host.endsWith(`.${publicHost}`));
}

/**
 * Whether the name for SSH connections may also be the name of the web pages. It is not if it is an alias in the
 * configuration of SSH, such as `github.com-work`, or a name only for SSH, such as `ssh.gitlab.example.com`.
 */
function mayHaveWebPages(host: string): boolean {
  const isDomain = /\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(host);
  return isDomain && !/^(?:[^.]*-)?(?:alt)?ssh(?:-[^.]*)?\./.test(host);
}

/** Returns the permalink; undefined if the path of the remote cannot be a repository on this kind of host. */
export function permalink(remote: Remote, kind: HostKind, target: LinkTarget): string | undefined {
  return canHaveRepository(remote, kind) ? LINK_BUILDERS[kind](remote, target) : undefined;
}

/** Whether the path can be that of a repository. The repository of a wiki or snippet has no pages for its files. */
export function canHaveRepository({ path }: Remote, kind: HostKind): boolean {
  const isWiki = path.at(-1)?.endsWith('.wiki') === true;
  const isSnippet = kind === 'gitlab' && path.at(-2) === 'snippets';
  return path.length >= 2 && !isWiki && !isSnippet && (!TWO_NAME_HOSTS.has(kind) || path.length === 2);
}

/** Hosts on which the path of a repository has exactly two names. */
const TWO_NAME_HOSTS: ReadonlySet<HostKind> = new Set(['github', 'bitbucket']);

type BuildLink = (remote: Remote, target: LinkTarget) => string | undefined;

const LINK_BUILDERS: Readonly<Record<HostKind, BuildLink>> = {
  github: (remote, { commit, path, lines }) =>
    `${repositoryUrl(remote)}/blob/${commit}/${encodePath(path)}${sourceQuery(path, lines, 'plain=1')}${lineFragment(lines, ({ first }) => `L${first}`, '-L')}`,
  gitlab: (remote, { commit, path, lines }) =>
    `${repositoryUrl(remote)}/-/blob/${commit}/${encodePath(path)}${sourceQuery(path, lines, 'plain=1')}${lineFragment(lines, ({ first }) => `L${first}`, '-')}`,
  bitbucket: (remote, { commit, path, lines }) =>
    `${repositoryUrl(remote)}/src/${commit}/${encodePath(path)}${lineFragment(lines, ({ first }) => `lines-${first}`, ':')}`,
  bitbucketServer: (remote, { commit, path, lines }) =>
    `${bitbucketServerUrl(remote)}/browse/${encodePath(path)}?at=${commit}${lineFragment(lines, ({ first }) => `${first}`, '-')}`,
  azureDevOps: (remote, { commit, path, lines }) => {
    if (!remote.path.includes('_git')) return undefined;
    const range =
      lines === undefined
        ? ''
        : `&line=${lines.first}&lineEnd=${lines.last + 1}&lineStartColumn=1&lineEndColumn=1&lineStyle=plain&_a=contents`;
    return `${repositoryUrl(remote)}?path=${encodeUrlPart(`/${path}`)}&version=GC${commit}${range}`;
  },
  gitea: giteaLink,
  forgejo: giteaLink,
};

function giteaLink(remote: Remote, { commit, path, lines }: LinkTarget): string {
  const query = sourceQuery(path, lines, 'display=source');
  return `${repositoryUrl(remote)}/src/commit/${commit}/${encodePath(path)}${query}${lineFragment(lines, ({ first }) => `L${first}`, '-L')}`;
}

/** The web page of the repository, without a slash at the end. */
export function repositoryUrl({ origin, path }: Remote): string {
  return `${origin}/${encodeNames(path)}`;
}

/** The web page of a repository on a self-hosted Bitbucket. */
export function bitbucketServerUrl({ origin, path }: Remote): string {
  const [project = '', repository = ''] = path.slice(-2);
  const projectKey = project.startsWith('~') ? project : project.toUpperCase();
  return `${origin}/${encodeNames([...path.slice(0, -2), 'projects', projectKey, 'repos', repository])}`;
}

function sourceQuery(path: string, lines: LineRange | undefined, query: string): string {
  return lines !== undefined && RENDERED_FILE.test(path) ? `?${query}` : '';
}

function lineFragment(
  lines: LineRange | undefined,
  formatStart: (lines: LineRange) => string,
  separator: string,
): string {
  if (lines === undefined) return '';
  return `#${formatStart(lines)}${lines.last === lines.first ? '' : `${separator}${lines.last}`}`;
}

/** Encodes a path, except its slashes. */
export function encodePath(path: string): string {
  return encodeNames(path.split('/'));
}

function encodeNames(names: readonly string[]): string {
  return names.map(encodeUrlPart).join('/');
}

/** Encodes a part of a URL, including parentheses and quotes, which have a meaning in Markdown. */
export function encodeUrlPart(text: string): string {
  return encodeURIComponent(toWellFormed(text)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Replaces unpaired surrogates, which `encodeURIComponent` rejects. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
