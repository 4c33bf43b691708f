// Orders the remotes of a repository, and parses their URLs.
import { type CodeHosts, type LinkedRemote, linkedRemote } from '../../core/code/permalink.ts';
import { type HostedRepository, hostedRepository } from '../../core/code/pullRequestApi.ts';
import type { Remote } from '../../core/code/remote.ts';
import type { Repository } from './repository.ts';

export interface NamedRemote {
  readonly name: string;
  readonly remote: Remote;
}

/** What a link to the web pages of a repository depends on. */
export type RepositoryRemotes = Pick<Repository, 'name' | 'remotes' | 'head' | 'parseRemote'>;

/** Returns the remote to which commits are pushed under this name; undefined for a folder, which has no web pages. */
export function pushRemote(repository: RepositoryRemotes, name: string): Remote | undefined {
  const { pushUrl, fetchUrl } = repository.remotes.find((remote) => remote.name === name) ?? {};
  return repository.parseRemote(pushUrl ?? fetchUrl ?? '');
}

/** Returns the remotes: first the remote of the branch's upstream, then `origin`, then all others. */
export function remotesOf(repository: RepositoryRemotes): readonly NamedRemote[] {
  const { remotes, head } = repository;
  const rank = (name: string): number =>
    head?.upstream?.startsWith(`${name}/`) === true ? 0 : name === 'origin' ? 1 : 2;
  return remotes
    .toSorted((first, other) => rank(first.name) - rank(other.name))
    .flatMap(({ name, fetchUrl, pushUrl }) => {
      const remote = repository.parseRemote(fetchUrl ?? pushUrl ?? '');
      return remote === undefined ? [] : [{ name, remote }];
    });
}

/** Returns the remotes whose web pages are known, in the order of `remotesOf`. */
export function linkedRemotesOf(repository: RepositoryRemotes, hosts: CodeHosts): readonly LinkedRemote[] {
  return remotesOf(repository).flatMap(({ remote }) => linkedRemote(remote, hosts) ?? []);
}

/** Where the pull requests of a pushed branch are looked for. */
interface PullRequestTargets {
  readonly source: HostedRepository;
  /** The repositories that may have the pull request, the likeliest first. */
  readonly targets: readonly HostedRepository[];
}

const MAX_TARGETS = 3;

/**
 * Returns the repository in the API of its host to which branches are pushed under the name of this remote, and those
 * that may have their pull requests: a branch that is pushed to a fork is usually meant for the remote `upstream`.
 */
export function pullRequestTargets(
  repository: RepositoryRemotes,
  name: string,
  hosts: CodeHosts,
): PullRequestTargets | undefined {
  const hostedAt = (remote: Remote | undefined): HostedRepository | undefined => {
    const linked = remote && linkedRemote(remote, hosts);
    return linked && hostedRepository(linked, hosts);
  };
  const source = hostedAt(pushRemote(repository, name));
  if (source === undefined) return undefined;
  const { origin } = new URL(source.api);
  const isUpstream = (remote: NamedRemote): boolean => remote.name === 'upstream';
  const remotes = remotesOf(repository);
  const [upstreams, others] = [remotes.filter(isUpstream), remotes.filter((remote) => !isUpstream(remote))];
  const hosted = (list: readonly NamedRemote[]) => list.flatMap(({ remote }) => hostedAt(remote) ?? []);
  const byUrl = new Map(
    [...hosted(upstreams), source, ...hosted(others)]
      .filter(({ api }) => new URL(api).origin === origin)
      .map((one) => [one.api.toLowerCase(), one]),
  );
  return { source, targets: [...byUrl.values()].slice(0, MAX_TARGETS) };
}
