// Creates URLs of the pages on which a pull request is created, and recognizes existing pull requests.
import * as l10n from '@vscode/l10n';
import {
  bitbucketServerUrl,
  canHaveRepository,
  encodePath,
  encodeUrlPart,
  type HostKind,
  repositoryUrl,
} from './permalink.ts';
import type { Remote } from './remote.ts';

export interface NewPullRequest {
  /** The branch that has the changes; it must exist on the host. */
  readonly branch: string;
  /** The branch that gets the changes; the host's default branch if undefined. */
  readonly base: string | undefined;
  readonly title: string;
  readonly description: string;
  /** The repository that gets the changes, if the branch is pushed to a fork of it. GitHub, Gitea and Forgejo need it. */
  readonly target?: Remote | undefined;
}

export interface PullRequestPage {
  readonly url: string;
  /** Whether the page takes the title and the description from the URL. */
  readonly isFilledIn: boolean;
}

/** Hosts and browsers reject longer URLs. The description is cut so that the URL is not longer. */
const MAX_URL_CHARACTERS = 6000;

/**
 * Returns the page on which the user creates a pull request; undefined if the path of the remote cannot be a repository
 * on this kind of host. GitHub, GitLab, Gitea (1.24) and Forgejo fill in the title and the description.
 */
export function newPullRequestPage(
  remote: Remote,
  kind: HostKind,
  request: NewPullRequest,
): PullRequestPage | undefined {
  if (!canHaveRepository(remote, kind)) return undefined;
  const { description } = request;
  for (let length = description.length; ; length = Math.floor(length / 2)) {
    const page = PAGE_BUILDERS[kind](remote, { ...request, description: description.slice(0, length) });
    if (page === undefined || page.url.length <= MAX_URL_CHARACTERS || length === 0) return page;
  }
}

type BuildPage = (remote: Remote, request: NewPullRequest) => PullRequestPage | undefined;

const PAGE_BUILDERS: Readonly<Record<HostKind, BuildPage>> = {
  github: comparePage,
  gitlab: (remote, { branch, base, title, description }) => ({
    url: `${repositoryUrl(remote)}/-/merge_requests/new?${query({
      'merge_request[source_branch]': branch,
      'merge_request[target_branch]': base,
      'merge_request[title]': title,
      'merge_request[description]': description,
    })}`,
    isFilledIn: true,
  }),
  bitbucket: (remote, { branch, base }) => ({
    url: `${repositoryUrl(remote)}/pull-requests/new?${query({
      source: branch,
      dest: base === undefined ? undefined : `${remote.path.join('/')}:${base}`,
    })}`,
    isFilledIn: false,
  }),
  bitbucketServer: (remote, { branch, base }) => ({
    url: `${bitbucketServerUrl(remote)}/pull-requests?create&${query({ sourceBranch: branch, targetBranch: base })}`,
    isFilledIn: false,
  }),
  azureDevOps: (remote, { branch, base }) =>
    remote.path.includes('_git')
      ? {
          url: `${repositoryUrl(remote)}/pullrequestcreate?${query({ sourceRef: branch, targetRef: base })}`,
          isFilledIn: false,
        }
      : undefined,
  gitea: comparePage,
  forgejo: comparePage,
};

function comparePage(remote: Remote, request: NewPullRequest): PullRequestPage {
  const { base, title, description, target = remote } = request;
  const range = `${base === undefined ? '' : `${encodePath(base)}...`}${comparedBranch(remote, request)}`;
  return {
    url: `${repositoryUrl(target)}/compare/${range}?${query({ expand: '1', title, body: description })}`,
    isFilledIn: true,
  };
}

/** Returns the name of the branch in a comparison, for example `mara:web-27` for a branch of a fork. */
function comparedBranch({ path }: Remote, { branch, target }: NewPullRequest): string {
  return target === undefined ? encodePath(branch) : `${encodePath(path.at(-2) ?? '')}:${encodePath(branch)}`;
}

function query(parameters: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encodeUrlPart(name)}=${encodeUrlPart(value)}`]))
    .join('&');
}

/** Matches the path of a pull request, with its number, on all kinds of hosts. */
const PULL_REQUEST_PATH = /\/(?:pull|pulls|pull-requests|pullrequest|merge_requests)\/(\d{1,9})(?:\/|$)/i;

/** Returns the number of the pull request at this URL; undefined for any other page. */
export function pullRequestNumber(url: string): number | undefined {
  const number = URL.canParse(url) ? PULL_REQUEST_PATH.exec(new URL(url).pathname)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}

/** Returns the title of a link to a pull request, for example `Pull request #12`; undefined for any other URL. */
export function pullRequestTitle(url: string): string | undefined {
  const number = pullRequestNumber(url);
  return number === undefined ? undefined : l10n.t('Pull request {0}', `#${number}`);
}
