// Finds out whether a remote has a commit, from what the clone knows. Nothing is requested.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

/** Where a commit was seen. */
export interface PublishedCommit {
  /** The names of the remotes that have a branch with the commit. */
  readonly remotes: readonly string[];
  /** The addresses from which the commit was fetched without a branch, for example as the head of a pull request. */
  readonly addresses: readonly string[];
  /** Whether the commit came from a remote, but it is not known from which. */
  readonly isFetched: boolean;
}

/** Matches the refs under which servers offer pull requests; a clone has them only if they were fetched. */
const FETCHED_REF = /^refs\/(?:pull|pull-requests|merge-requests|changes|prefetch)\//;

/**
 * Resolves with the places where the commit is known to be. A tag counts unless a local branch has the commit, because
 * the tag may then not be pushed.
 */
export async function findPublishedCommit(
  run: RunGit,
  folder: string,
  commit: string,
  remoteNames: readonly string[],
): Promise<PublishedCommit> {
  const refs = (await run(folder, 'for-each-ref', `--contains=${commit}`, '--format=%(refname)')).split('\n');
  const has = (start: string): boolean => refs.some((ref) => ref.startsWith(start));
  const remotes = remoteNames.filter((name) => has(`refs/remotes/${name}/`));
  if (remotes.length > 0) return { remotes, addresses: [], isFetched: true };
  const addresses = await fetchedAddresses(run, folder, commit);
  const isFetched =
    addresses.length > 0 ||
    refs.some((ref) => FETCHED_REF.test(ref)) ||
    (has('refs/tags/') && !has('refs/heads/')) ||
    (await isShallowBoundary(run, folder, commit));
  return { remotes, addresses, isFetched };
}

/** Returns the addresses of the last fetch that brought the commit, or a commit that contains it. */
async function fetchedAddresses(run: RunGit, folder: string, commit: string): Promise<readonly string[]> {
  const lines = (await readGitFile(run, folder, 'FETCH_HEAD')).split('\n');
  const fetches = lines.flatMap((line) => {
    const [, hash, address] = /^([0-9a-f]{40,64})\t[^\t]*\t(?:.* of )?(\S+)$/.exec(line) ?? [];
    return hash === undefined || address === undefined ? [] : [{ hash, address }];
  });
  const addresses: string[] = [];
  for (const { hash, address } of fetches.slice(0, MAX_FETCHED_HEADS))
    if (!addresses.includes(address) && (hash === commit || (await isAncestor(run, folder, commit, hash))))
      addresses.push(address);
  return addresses;
}

/** One fetch can bring thousands of branches, but the remote's branches show these. */
const MAX_FETCHED_HEADS = 10;

async function isAncestor(run: RunGit, folder: string, commit: string, descendant: string): Promise<boolean> {
  return succeeds(run(folder, 'merge-base', '--is-ancestor', commit, descendant));
}

/** Whether the history of a shallow clone ends at the commit, which only a fetch causes. */
async function isShallowBoundary(run: RunGit, folder: string, commit: string): Promise<boolean> {
  return (await readGitFile(run, folder, 'shallow')).split('\n').includes(commit);
}

/** Resolves with the text of a file of git, which is empty if the file does not exist. Works in worktrees as well. */
async function readGitFile(run: RunGit, folder: string, name: string): Promise<string> {
  const path = (await run(folder, 'rev-parse', '--git-path', name)).trim();
  return readFile(resolve(folder, path), 'utf8').catch(() => '');
}

/**
 * Resolves with those of the commits that the clone has, or with none if git fails. Missing commits of a partial clone
 * are not downloaded.
 */
export async function findCommits(
  run: RunGit,
  folder: string,
  commits: readonly string[],
): Promise<ReadonlySet<string>> {
  if (commits.length === 0) return new Set();
  try {
    const found = new Set<string>();
    for (let start = 0; start < commits.length; start += MAX_COMMITS_PER_CALL) {
      const options = commits.slice(start, start + MAX_COMMITS_PER_CALL).map((commit) => `--disambiguate=${commit}`);
      for (const hash of (await run(folder, 'rev-parse', ...options)).split('\n')) if (hash !== '') found.add(hash);
    }
    return found;
  } catch (error) {
    if (error instanceof GitError) return new Set();
    throw error;
  }
}

/** Windows limits the length of a command line. */
const MAX_COMMITS_PER_CALL = 200;

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}
