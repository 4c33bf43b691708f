// Asks the API of a code host for the state of a pull request: builds URLs, and reads responses. Pure.
// https://docs.github.com/rest/pulls, https://docs.gitlab.com/api/merge_requests, https://docs.gitea.com/api
import * as z from 'zod';
import type { CodeHosts, LinkedRemote } from './permalink.ts';
import { parseRemote, repositoryIdentity } from './remote.ts';

export type PullRequestState = 'open' | 'draft' | 'merged' | 'closed';

export interface PullRequestStatus {
  readonly state: PullRequestState;
  readonly hasFailingChecks: boolean;
  /** When the host said it, in milliseconds since the epoch. */
  readonly at: number;
}

/** A repository on a host whose API is known. */
export interface HostedRepository {
  readonly kind: 'github' | 'gitlab' | 'gitea';
  /** The URL of the repository in the API of the host. */
  readonly api: string;
  readonly owner: string;
}

export interface HostedPullRequest {
  readonly repository: HostedRepository;
  readonly number: number;
}

/** What the host says about a pull request. */
export interface PullRequestRecord extends Pick<PullRequestStatus, 'state' | 'hasFailingChecks'> {
  readonly number: number;
  readonly title: string;
  /** The address of its page. */
  readonly url: string;
  readonly branch: string;
  readonly commit: string;
}

/** Returns the repository in the API of its host; undefined for a kind of host without an API that needs no sign-in. */
export function hostedRepository({ kind, remote }: LinkedRemote, hosts: CodeHosts): HostedRepository | undefined {
  const { host, origin, path } = remote;
  const [owner = '', name = ''] = path.slice(-2);
  const nameInApi = `${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  switch (kind) {
    case 'github':
      return host === 'github.com'
        ? { kind, api: `https://api.github.com/repos/${nameInApi}`, owner }
        : { kind, api: `${origin}/api/v3/repos/${nameInApi}`, owner };
    case 'gitlab': {
      // GitLab may be below a path, which is no part of the name of the project.
      const prefix = hosts.get(host)?.url?.pathname.replace(/\/$/, '') ?? '';
      const project = path.join('/').slice(prefix.length);
      return { kind, api: `${origin}${prefix}/api/v4/projects/${encodeURIComponent(project)}`, owner };
    }
    case 'gitea':
    case 'forgejo': {
      const prefix = path.slice(0, -2).map((part) => `/${encodeURIComponent(part)}`);
      return { kind: 'gitea', api: `${origin}${prefix.join('')}/api/v1/repos/${nameInApi}`, owner };
    }
    default:
      return undefined;
  }
}

/** The URL of a pull request: that of its repository, and its number. */
const PULL_REQUEST_URL =
  /^(https?:\/\/[^?#]+?)\/(?:-\/)?(?:pull|pulls|pull-requests|pullrequest|merge_requests)\/(\d{1,9})(?:[/?#]|$)/i;

/** Returns the number of the pull request at this URL and the identity of its repository; undefined for another page. */
export function parsePullRequestUrl(url: string): { readonly number: number; readonly repository: string } | undefined {
  const [, address, number] = PULL_REQUEST_URL.exec(url) ?? [];
  const remote = address === undefined ? undefined : parseRemote(address);
  return remote && { number: Number(number), repository: repositoryIdentity(remote) };
}

export function pullRequestUrl({ repository: { kind, api }, number }: HostedPullRequest): string {
  return `${api}/${kind === 'gitlab' ? 'merge_requests' : 'pulls'}/${number}`;
}

/** Returns the URL of a list that contains the newest pull request of the branch, if there is one. */
export function branchPullRequestsUrl({ kind, api, owner }: HostedRepository, branch: string): string {
  switch (kind) {
    case 'github':
      return `${api}/pulls?state=all&per_page=1&head=${encodeURIComponent(`${owner}:${branch}`)}`;
    case 'gitlab':
      return `${api}/merge_requests?per_page=1&source_branch=${encodeURIComponent(branch)}`;
    case 'gitea':
      return `${api}/pulls?state=all&sort=recentupdate&limit=50`;
    default:
      return kind satisfies never;
  }
}

/** Returns the URLs that say whether checks of the commit have failed. GitLab says it with the pull request. */
export function checkUrls({ kind, api }: HostedRepository, commit: string): readonly string[] {
  const commitUrl = `${api}/commits/${encodeURIComponent(commit)}`;
  if (kind === 'gitlab') return [];
  return kind === 'gitea' ? [`${commitUrl}/status`] : [`${commitUrl}/check-runs?per_page=100`, `${commitUrl}/status`];
}

/** A pull request of GitHub, Gitea and Forgejo. */
const pullRequestSchema = z.object({
  number: z.number(),
  title: z.string().catch(''),
  html_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  merged: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  head: z.object({ ref: z.string(), sha: z.string() }),
});
/** A merge request of GitLab. */
const mergeRequestSchema = z.object({
  iid: z.number(),
  title: z.string().catch(''),
  web_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  source_branch: z.string(),
  sha: z.string().nullish(),
  head_pipeline: z.object({ status: z.string() }).nullish(),
});

/** Returns the pull request of a response; undefined if it has another form. */
export function parsePullRequest(kind: HostedRepository['kind'], value: unknown): PullRequestRecord | undefined {
  if (kind === 'gitlab') {
    const { data } = mergeRequestSchema.safeParse(value);
    if (data === undefined) return undefined;
    const state = data.state === 'merged' ? 'merged' : data.state === 'closed' ? 'closed' : openState(data.draft);
    return {
      number: data.iid,
      title: data.title,
      url: data.web_url,
      branch: data.source_branch,
      commit: data.sha ?? '',
      state,
      hasFailingChecks: data.head_pipeline?.status === 'failed',
    };
  }
  const { data } = pullRequestSchema.safeParse(value);
  if (data === undefined) return undefined;
  const isMerged = data.merged === true || typeof data.merged_at === 'string';
  return {
    number: data.number,
    title: data.title,
    url: data.html_url,
    branch: data.head.ref,
    commit: data.head.sha,
    state: isMerged ? 'merged' : data.state === 'closed' ? 'closed' : openState(data.draft),
    hasFailingChecks: false,
  };
}

function openState(isDraft: boolean | null | undefined): PullRequestState {
  return isDraft === true ? 'draft' : 'open';
}

/** Returns the pull request of the branch in the response to `branchPullRequestsUrl`. */
export function findBranchPullRequest(
  kind: HostedRepository['kind'],
  value: unknown,
  branch: string,
): PullRequestRecord | undefined {
  const records = Array.isArray(value) ? value.map((one: unknown) => parsePullRequest(kind, one)) : [];
  return records.find((record) => record?.branch === branch);
}

const FAILED_CONCLUSIONS = ['failure', 'timed_out', 'startup_failure'];
const checksSchema = z.object({
  state: z.string().optional(),
  check_runs: z.array(z.object({ conclusion: z.string().nullish() })).optional(),
});

/** Whether a response to one of `checkUrls` says that a check has failed. */
export function saysChecksFailed(value: unknown): boolean {
  const { state, check_runs = [] } = checksSchema.safeParse(value).data ?? {};
  const hasFailedRun = check_runs.some(({ conclusion }) => FAILED_CONCLUSIONS.includes(conclusion ?? ''));
  return hasFailedRun || state === 'failure' || state === 'error';
}
