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
  /** The name of the repository on the host, for example `acme/web`. */
  readonly name: string;
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
  /** The repository of the branch: its name or, on GitLab, its id; undefined if it was deleted. */
  readonly source: string | undefined;
  /** On GitLab, the id of the repository that has the pull request. */
  readonly target?: string | undefined;
  readonly commit: string;
}

/** What a host says about a repository. */
export interface RepositoryRecord {
  /** What `source` of its pull requests is. */
  readonly source: string;
  /** The repository that it is a fork of. */
  readonly parent: ForkParent | undefined;
}

export interface ForkParent {
  readonly repository: HostedRepository;
  /** As `repositoryIdentity` returns it. */
  readonly identity: string;
}

/** Returns the repository in the API of its host; undefined for a kind of host without an API that needs no sign-in. */
export function hostedRepository({ kind, remote }: LinkedRemote, hosts: CodeHosts): HostedRepository | undefined {
  const { host, origin, path } = remote;
  const name = path.slice(-2).join('/');
  switch (kind) {
    case 'github': {
      const root = host === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
      return { kind, name, api: root + pathInApi(kind, name) };
    }
    case 'gitlab': {
      // GitLab may be below a path, which is no part of the name of the project.
      const prefix = hosts.get(host)?.url?.pathname.replace(/\/$/, '') ?? '';
      const project = path.join('/').slice(prefix.length);
      return { kind, name: project, api: `${origin}${prefix}/api/v4${pathInApi(kind, project)}` };
    }
    case 'gitea':
    case 'forgejo': {
      const prefix = path.slice(0, -2).map((part) => `/${encodeURIComponent(part)}`);
      return { kind: 'gitea', name, api: `${origin}${prefix.join('')}/api/v1${pathInApi('gitea', name)}` };
    }
    default:
      return undefined;
  }
}

function pathInApi(kind: HostedRepository['kind'], name: string): string {
  if (kind === 'gitlab') return `/projects/${encodeURIComponent(name)}`;
  return `/repos/${name.split('/').map(encodeURIComponent).join('/')}`;
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

/**
 * Returns the URL of a list of pull requests in a repository that contains the newest one of the branch of `source`, if
 * there is one.
 */
export function branchPullRequestsUrl(
  { kind, api }: HostedRepository,
  source: HostedRepository,
  branch: string,
): string {
  const [owner = ''] = source.name.split('/');
  return {
    github: `${api}/pulls?state=all&per_page=1&head=${encodeURIComponent(`${owner}:${branch}`)}`,
    gitlab: `${api}/merge_requests?per_page=20&source_branch=${encodeURIComponent(branch)}`,
    gitea: `${api}/pulls?state=all&sort=recentupdate&limit=50`,
  }[kind];
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
  head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
});
/** A merge request of GitLab. */
const mergeRequestSchema = z.object({
  iid: z.number(),
  title: z.string().catch(''),
  web_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  source_branch: z.string(),
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
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
      source: data.source_project_id?.toString(),
      target: data.target_project_id?.toString(),
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
    source: data.head.repo?.full_name,
    commit: data.head.sha,
    state: isMerged ? 'merged' : data.state === 'closed' ? 'closed' : openState(data.draft),
    hasFailingChecks: false,
  };
}

function openState(isDraft: boolean | null | undefined): PullRequestState {
  return isDraft === true ? 'draft' : 'open';
}

/** Returns the pull requests of the branch, of any repository, in the response to `branchPullRequestsUrl`. */
export function parseBranchPullRequests(
  kind: HostedRepository['kind'],
  value: unknown,
  branch: string,
): readonly PullRequestRecord[] {
  const records = Array.isArray(value) ? value.map((one: unknown) => parsePullRequest(kind, one)) : [];
  return records.filter((record) => record !== undefined).filter((record) => record.branch === branch);
}

const repositorySchema = z.object({
  full_name: z.string(),
  parent: z.object({ full_name: z.string(), html_url: z.string() }).nullish(),
});
const projectSchema = z.object({
  id: z.number(),
  forked_from_project: z.object({ path_with_namespace: z.string(), web_url: z.string() }).nullish(),
});

/** Returns what the response to the URL of a repository says; undefined if it has another form. */
export function parseRepository(repository: HostedRepository, value: unknown): RepositoryRecord | undefined {
  if (repository.kind === 'gitlab') {
    const { data } = projectSchema.safeParse(value);
    const { path_with_namespace: name, web_url: url } = data?.forked_from_project ?? {};
    return data && { source: String(data.id), parent: forkParent(repository, name, url) };
  }
  const { data } = repositorySchema.safeParse(value);
  return (
    data && { source: data.full_name, parent: forkParent(repository, data.parent?.full_name, data.parent?.html_url) }
  );
}

function forkParent(
  { kind, name, api }: HostedRepository,
  parentName: string | undefined,
  url: string | undefined,
): ForkParent | undefined {
  const remote = url === undefined ? undefined : parseRemote(url);
  if (parentName === undefined || remote === undefined) return undefined;
  const root = api.slice(0, -pathInApi(kind, name).length);
  const repository = { kind, name: parentName, api: root + pathInApi(kind, parentName) };
  return { repository, identity: repositoryIdentity(remote) };
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
