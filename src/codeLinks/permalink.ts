// Creates permalinks: the web address of lines of a file at a commit, for every kind of host.
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

/** Both 1-based and inclusive. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export interface LinkTarget {
  readonly commit: string;
  /** Relative to the repository's root, with slashes. */
  readonly path: string;
  /** Undefined for the whole file. */
  readonly lines?: Lines | undefined;
}

/** Files that hosts render: a link to their lines needs a query that shows the source. */
const RENDERED = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|textile|ipynb)$/i;
const PUBLIC: ReadonlyMap<string, HostKind> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['dev.azure.com', 'azureDevOps'],
  ['codeberg.org', 'forgejo'],
  ['gitea.com', 'gitea'],
]);
/** Words in a host name that identify its software. */
const TELLING: ReadonlyMap<string, HostKind> = new Map([
  ['github', 'github'],
  ['ghe', 'github'],
  ['gitlab', 'gitlab'],
  ['bitbucket', 'bitbucketServer'],
  ['stash', 'bitbucketServer'],
  ['gitea', 'gitea'],
  ['forgejo', 'forgejo'],
]);

/**
 * Returns the kind of host. `named` maps hosts (lower case) to kinds, and takes precedence over the host name.
 * Undefined for an unknown host.
 */
export function hostKindOf(
  { host, path }: Remote,
  named: ReadonlyMap<string, HostKind> = new Map(),
): HostKind | undefined {
  const known = named.get(host) ?? PUBLIC.get(host);
  if (known !== undefined) return known;
  if (path.includes('_git')) return 'azureDevOps';
  const words = host.split(/[.-]/);
  return [...TELLING].find(([word]) => words.includes(word))?.[1];
}

/** Returns the permalink; undefined if the remote's path is not that of a repository on such a host. */
export function permalink(remote: Remote, kind: HostKind, target: LinkTarget): string | undefined {
  return remote.path.length < 2 ? undefined : LINKS[kind](remote, target);
}

type Link = (remote: Remote, target: LinkTarget) => string | undefined;

const LINKS: Readonly<Record<HostKind, Link>> = {
  github: (remote, { commit, path, lines }) =>
    `${page(remote)}/blob/${commit}/${encodedPath(path)}${rendered(path, lines, 'plain=1')}${hash(lines, ({ first }) => `L${first}`, '-L')}`,
  gitlab: (remote, { commit, path, lines }) =>
    `${page(remote)}/-/blob/${commit}/${encodedPath(path)}${rendered(path, lines, 'plain=1')}${hash(lines, ({ first }) => `L${first}`, '-')}`,
  bitbucket: (remote, { commit, path, lines }) =>
    `${page(remote)}/src/${commit}/${encodedPath(path)}${hash(lines, ({ first }) => `lines-${first}`, ':')}`,
  bitbucketServer: (remote, { commit, path, lines }) => {
    const [project = '', repository = ''] = remote.path.slice(-2);
    const before = remote.path.slice(0, -2);
    const way = [...before, 'projects', project.startsWith('~') ? project : project.toUpperCase(), 'repos', repository];
    return `${remote.origin}/${encodedNames(way)}/browse/${encodedPath(path)}?at=${commit}${hash(lines, ({ first }) => `${first}`, '-')}`;
  },
  azureDevOps: (remote, { commit, path, lines }) => {
    if (!remote.path.includes('_git')) return undefined;
    const range =
      lines === undefined
        ? ''
        : `&line=${lines.first}&lineEnd=${lines.last + 1}&lineStartColumn=1&lineEndColumn=1&lineStyle=plain&_a=contents`;
    return `${page(remote)}?path=${encoded(`/${path}`)}&version=GC${commit}${range}`;
  },
  gitea: forge,
  forgejo: forge,
};

function forge(remote: Remote, { commit, path, lines }: LinkTarget): string {
  const query = rendered(path, lines, 'display=source');
  return `${page(remote)}/src/commit/${commit}/${encodedPath(path)}${query}${hash(lines, ({ first }) => `L${first}`, '-L')}`;
}

function page({ origin, path }: Remote): string {
  return `${origin}/${encodedNames(path)}`;
}

function rendered(path: string, lines: Lines | undefined, query: string): string {
  return lines !== undefined && RENDERED.test(path) ? `?${query}` : '';
}

function hash(lines: Lines | undefined, begin: (lines: Lines) => string, between: string): string {
  if (lines === undefined) return '';
  return `#${begin(lines)}${lines.last === lines.first ? '' : `${between}${lines.last}`}`;
}

function encodedPath(path: string): string {
  return encodedNames(path.split('/'));
}

function encodedNames(names: readonly string[]): string {
  return names.map(encoded).join('/');
}

/** Also encodes parentheses and quotes, because the address is used in Markdown. */
function encoded(text: string): string {
  return encodeURIComponent(isWellFormed(text)).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Replaces unpaired surrogates, which `encodeURIComponent` rejects. */
export function isWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
