// Creates URLs of the pages of branches and commits, and recognizes pages of pull requests and commits by their URLs.
import {
  bitbucketServerUrl,
  canHaveRepository,
  encodePath,
  encodeUrlPart,
  type HostKind,
  hostKindOf,
  type LinkedRemote,
  repositoryUrl,
} from './permalink.ts';
import { HOST_ALIASES, type Remote } from './remote.ts';

export interface CodeHostPage {
  readonly kind: 'pullRequest' | 'commit';
  /** The number as the host writes it, for example `#12` or `!12`; of a commit, the first 7 characters of its hash. */
  readonly reference: string;
}

/**
 * Matches a path that starts with the pattern `start`. The first group is the number of the pull request, the second
 * group the hash of the commit.
 */
function pathPattern(start: string, pullRequest: string, commit: string): RegExp {
  return new RegExp(`${start}/(?:${pullRequest}/(\\d{1,9})|${commit}/([0-9a-f]{7,64}))(?:/|\\.(?:diff|patch)$|$)`, 'i');
}

/** The source of a pattern: the owner and the name of the repository. */
const REPOSITORY_PATTERN = '^/[^/]+/[^/]+';
const PATH_PATTERNS: Readonly<Record<HostKind, RegExp>> = {
  github: pathPattern(REPOSITORY_PATTERN, 'pull', 'commit'),
  gitlab: pathPattern(`${REPOSITORY_PATTERN}(?:/(?!-/)[^/]+)*?(?:/-)?`, 'merge_requests', 'commit'),
  bitbucket: pathPattern(REPOSITORY_PATTERN, 'pull-requests', 'commits'),
  bitbucketServer: pathPattern('/repos/[^/]+', 'pull-requests', 'commits'),
  azureDevOps: pathPattern('/_git/[^/]+', 'pullrequest', 'commit'),
  gitea: pathPattern(`${REPOSITORY_PATTERN}(?:/[^/]+)?`, 'pulls', 'commit'),
  forgejo: pathPattern(`${REPOSITORY_PATTERN}(?:/[^/]+)?`, 'pulls', 'commit'),
};
/** The hosts that write `!` before the number of a pull request. */
const EXCLAMATION_MARK_HOSTS: ReadonlySet<HostKind> = new Set(['gitlab', 'azureDevOps']);

/** Returns the pull request or commit at this URL; undefined for any other page or host. */
export function parseCodeHostPage(url: string): CodeHostPage | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  const host = HOST_ALIASES.get(hostname) ?? hostname;
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const kind = hostKindOf({ host, path: pathname.split('/').filter((name) => name !== '') });
  if (kind === undefined) return undefined;
  const [, number, hash] = PATH_PATTERNS[kind].exec(pathname) ?? [];
  if (number !== undefined)
    return { kind: 'pullRequest', reference: `${EXCLAMATION_MARK_HOSTS.has(kind) ? '!' : '#'}${number}` };
  return hash === undefined ? undefined : { kind: 'commit', reference: hash.slice(0, 7).toLowerCase() };
}

interface PageBuilder {
  branch(remote: Remote, branch: string): string;
  commit(remote: Remote, commit: string): string;
}

const GITEA_PAGES: PageBuilder = {
  branch: (remote, branch) => `${repositoryUrl(remote)}/src/branch/${encodePath(branch)}`,
  commit: (remote, commit) => `${repositoryUrl(remote)}/commit/${commit}`,
};
const PAGES: Readonly<Record<HostKind, PageBuilder>> = {
  github: {
    branch: (remote, branch) => `${repositoryUrl(remote)}/tree/${encodePath(branch)}`,
    commit: (remote, commit) => `${repositoryUrl(remote)}/commit/${commit}`,
  },
  gitlab: {
    branch: (remote, branch) => `${repositoryUrl(remote)}/-/tree/${encodePath(branch)}`,
    commit: (remote, commit) => `${repositoryUrl(remote)}/-/commit/${commit}`,
  },
  bitbucket: {
    branch: (remote, branch) => `${repositoryUrl(remote)}/branch/${encodePath(branch)}`,
    commit: (remote, commit) => `${repositoryUrl(remote)}/commits/${commit}`,
  },
  bitbucketServer: {
    branch: (remote, branch) => `${bitbucketServerUrl(remote)}/browse?at=${encodeUrlPart(`refs/heads/${branch}`)}`,
    commit: (remote, commit) => `${bitbucketServerUrl(remote)}/commits/${commit}`,
  },
  azureDevOps: {
    branch: (remote, branch) => `${repositoryUrl(remote)}?version=${encodeUrlPart(`GB${branch}`)}`,
    commit: (remote, commit) => `${repositoryUrl(remote)}/commit/${commit}`,
  },
  gitea: GITEA_PAGES,
  forgejo: GITEA_PAGES,
};

/** Returns the page of a branch or commit of the remote; undefined if its path cannot be that of a repository. */
export function codeHostUrl(
  { kind, remote }: LinkedRemote,
  page: { readonly branch: string } | { readonly commit: string },
): string | undefined {
  if (!canHaveRepository(remote, kind) || (kind === 'azureDevOps' && !remote.path.includes('_git'))) return undefined;
  return 'branch' in page ? PAGES[kind].branch(remote, page.branch) : PAGES[kind].commit(remote, page.commit);
}
