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

/**
 * Returns the kind of host of a remote; undefined if it is unknown. `configuredKinds` contains the kinds that the user
 * configured, by host in lower case, and takes precedence.
 */
export function hostKindOf(
  { host, path }: Remote,
  configuredKinds: ReadonlyMap<string, HostKind> = new Map(),
): HostKind | undefined {
  const knownKind = configuredKinds.get(host) ?? PUBLIC_HOSTS.get(host);
  if (knownKind !== undefined) return knownKind;
  if (path.includes('_git')) return 'azureDevOps';
  const hostNameParts = host.split(/[.-]/);
  return [...HOST_KIND_BY_NAME_PART].find(([word]) => hostNameParts.includes(word))?.[1];
}

/** Returns the permalink; undefined if the path of the remote cannot be a repository on this kind of host. */
export function permalink(remote: Remote, kind: HostKind, target: LinkTarget): string | undefined {
  return remote.path.length < 2 ? undefined : LINK_BUILDERS[kind](remote, target);
}

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
