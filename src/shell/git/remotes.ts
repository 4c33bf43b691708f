// Orders the remotes of a repository, and parses their URLs.
import { type CodeHosts, type LinkedRemote, linkedRemote } from '../../core/code/permalink.ts';
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
