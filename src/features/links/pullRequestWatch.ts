// Reads the states of the pull requests that are linked to visible work items, while the window has the focus.
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { CodeHosts } from '../../core/code/permalink.ts';
import {
  type HostedPullRequest,
  type HostedRepository,
  hostedRepository,
  type PullRequestStatus,
  parsePullRequestUrl,
} from '../../core/code/pullRequestApi.ts';
import type { PullRequestReader } from '../../core/code/pullRequestReader.ts';
import { repositoryIdentity } from '../../core/code/remote.ts';
import type { Session } from '../../core/session/session.ts';
import { linkedRemotesOf } from '../../shell/git/remotes.ts';
import type { Repositories } from '../../shell/git/repositories.ts';
import type { Repository } from '../../shell/git/repository.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';

/** The status of a pull request as it is stored for the next window. */
export interface StoredStatus {
  readonly item: ItemAddress;
  readonly url: string;
  readonly status: PullRequestStatus;
}

export interface PullRequestWatchDeps {
  readonly repositories: Pick<Repositories, 'all'>;
  readonly codeHosts: () => CodeHosts;
  /** Whether the folder is trusted and the window has the focus. */
  readonly mayRead: () => boolean;
  readonly visibleItems: () => readonly ItemAddress[];
  readonly pullRequests: Pick<PullRequestReader, 'read' | 'maxAge' | 'parentOf'>;
  /** Looks for the pull requests of branches. */
  readonly checkBranches: () => Promise<void>;
  readonly memory: {
    get(account: string): readonly StoredStatus[];
    add(account: string, status: StoredStatus): Promise<void>;
  };
  readonly clock: Clock;
}

/** The time between two looks at what is visible, in milliseconds. A look without a due pull request requests nothing. */
const INTERVAL_MS = 20_000;
const MAX_READS = 5;
/** A merged or closed pull request rarely changes, in milliseconds. */
const SETTLED_MAX_AGE_MS = 30 * 60_000;

interface LinkedPullRequest {
  readonly item: ItemAddress;
  readonly url: string;
  readonly pullRequest: HostedPullRequest;
}

export class PullRequestWatch implements Disposable {
  readonly #deps: PullRequestWatchDeps;
  readonly #session: Session;
  readonly #disposal = new AbortController();
  readonly #requestedAt = new Map<string, number>();
  #pause = new AbortController();

  constructor(deps: PullRequestWatchDeps, session: Session) {
    this.#deps = deps;
    this.#session = session;
    for (const { item, url, status } of deps.memory.get(session.account))
      session.store.code.setPullRequest(item, url, status);
  }

  /** Looks at once, for example because the window has the focus again. */
  wake(): void {
    this.#pause.abort();
  }

  /** Resolves after `dispose` is called. */
  async run(): Promise<void> {
    const { clock, mayRead } = this.#deps;
    const { signal } = this.#disposal;
    while (!signal.aborted) {
      if (mayRead()) await this.#look();
      this.#pause = new AbortController();
      const pause = AbortSignal.any([signal, this.#pause.signal]);
      await clock.sleep(INTERVAL_MS, pause).catch((reason: unknown) => {
        if (!pause.aborted) throw reason;
      });
    }
  }

  dispose(): void {
    this.#disposal.abort();
  }

  async #look(): Promise<void> {
    await this.#deps.checkBranches();
    for (const { item, url, pullRequest } of (await this.#dueOnes()).slice(0, MAX_READS)) {
      if (this.#disposal.signal.aborted) return;
      this.#requestedAt.set(url, this.#deps.clock.now());
      const status = await this.#deps.pullRequests.read(pullRequest);
      if (status === undefined) continue;
      const { code } = this.#session.store;
      const before = code.statusOf(url);
      code.setPullRequest(item, url, status);
      if (before?.state !== status.state || before.hasFailingChecks !== status.hasFailingChecks)
        await this.#deps.memory.add(this.#session.account, { item, url, status });
    }
  }

  /** Returns the pull requests in repositories of the window that were not read for some time. */
  async #dueOnes(): Promise<readonly LinkedPullRequest[]> {
    const { clock, pullRequests } = this.#deps;
    return (await this.#visiblePullRequests()).filter(({ url, pullRequest: { repository } }) => {
      const { state } = this.#session.store.code.statusOf(url) ?? {};
      const isSettled = state === 'merged' || state === 'closed';
      const maxAge = isSettled ? SETTLED_MAX_AGE_MS : pullRequests.maxAge(repository);
      return clock.now() - (this.#requestedAt.get(url) ?? Number.NEGATIVE_INFINITY) >= maxAge;
    });
  }

  async #visiblePullRequests(): Promise<readonly LinkedPullRequest[]> {
    const { repositories, visibleItems, pullRequests } = this.#deps;
    const items = new Map(visibleItems().map((item) => [keyOf(item), item]));
    if (items.size === 0 || repositories.all.length === 0) return [];
    const hosts = this.#deps.codeHosts();
    const hosted = new Map(
      repositories.all.flatMap((repository) =>
        linkedRemotesOf(repository, hosts).map((linked) => [
          repositoryIdentity(linked.remote),
          hostedRepository(linked, hosts),
        ]),
      ),
    );
    const visible: LinkedPullRequest[] = [];
    for (const item of items.values())
      for (const { url } of this.#session.store.links.listed(item)) {
        const parsed = parsePullRequestUrl(url);
        if (parsed === undefined) continue;
        if (!hosted.has(parsed.repository))
          for (const repository of repositories.all) {
            const parent = await findParent(pullRequests, repository, hosts, parsed.repository);
            if (parent !== undefined) hosted.set(parsed.repository, parent);
          }
        const repository = hosted.get(parsed.repository);
        if (repository !== undefined) visible.push({ item, url, pullRequest: { repository, number: parsed.number } });
      }
    return visible;
  }
}

/**
 * Resolves with the repository with this identity if one of the remotes is a fork of it. Asks only about remotes, and
 * only about those on its host.
 */
export async function findParent(
  pullRequests: Pick<PullRequestReader, 'parentOf'>,
  repository: Repository,
  hosts: CodeHosts,
  identity: string,
): Promise<HostedRepository | undefined> {
  for (const linked of linkedRemotesOf(repository, hosts)) {
    const hosted = identity.startsWith(`${linked.remote.host}/`) ? hostedRepository(linked, hosts) : undefined;
    const parent = hosted && (await pullRequests.parentOf(hosted));
    if (parent?.identity === identity) return parent.repository;
  }
  return undefined;
}
