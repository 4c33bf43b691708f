// Reads what this clone has pushed, from git's log of its remote branches. Nothing is requested.
import type { RunGit } from './gitCommand.ts';
import { GitError, undefinedIfGitFails } from './gitError.ts';

export interface PushedCommit {
  readonly hash: string;
  readonly message: string;
}

export interface Push {
  readonly remote: string;
  /** The name of the branch on the remote. */
  readonly branch: string;
  readonly commit: string;
  /** In seconds since the epoch. */
  readonly at: number;
  /** The main branch of the remote; undefined if the clone does not know it. */
  readonly defaultBranch: string | undefined;
  /** The pushed commits that no other branch of a remote had, the newest first; without merges. */
  readCommits(): Promise<readonly PushedCommit[]>;
}

/** A push of a whole history says nothing about single work items. */
const MAX_COMMITS = 50;

/**
 * Resolves with the last update of the remote branch if it was a push; undefined if it was fetched, or if git keeps no
 * log of its branches.
 */
export async function readLastPush(
  run: RunGit,
  folder: string,
  { remote, name }: { readonly remote: string; readonly name: string },
): Promise<Push | undefined> {
  const ref = `refs/remotes/${remote}/${name}`;
  try {
    const log = await run(folder, 'log', '-g', '-n', '2', '--date=unix', '--format=%H %gd %gs', ref);
    const [last = '', previous = ''] = log.split('\n');
    const [, commit, seconds] = /^([0-9a-f]{40,64}) \S+@\{(\d+)\} update by push/.exec(last) ?? [];
    if (commit === undefined || seconds === undefined) return undefined;
    const [previousCommit = ''] = previous.split(' ');
    return {
      remote,
      branch: name,
      commit,
      at: Number(seconds),
      defaultBranch: await readDefaultBranch(run, folder, remote),
      readCommits: () => readNewCommits(run, folder, { commit, previousCommit, branch: `${remote}/${name}` }),
    };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

async function readNewCommits(
  run: RunGit,
  folder: string,
  push: { readonly commit: string; readonly previousCommit: string; readonly branch: string },
): Promise<readonly PushedCommit[]> {
  const { commit, previousCommit, branch } = push;
  // A remote's HEAD is another name of its main branch, which may be the pushed one.
  const others = ['--not', `--exclude=${branch}`, '--exclude=*/HEAD', '--remotes'];
  const ends = previousCommit === '' ? [commit] : [commit, `^${previousCommit}`];
  const options = ['--no-merges', `--max-count=${MAX_COMMITS}`, '-z', '--format=%H%n%B'];
  const log = await run(folder, 'log', ...options, ...ends, ...others);
  return log.split('\0').flatMap((entry) => {
    const end = entry.indexOf('\n');
    return end < 0 ? [] : [{ hash: entry.slice(0, end), message: entry.slice(end + 1).trim() }];
  });
}

async function readDefaultBranch(run: RunGit, folder: string, remote: string): Promise<string | undefined> {
  const start = `refs/remotes/${remote}/`;
  const ref = await run(folder, 'symbolic-ref', '--quiet', `${start}HEAD`).catch(undefinedIfGitFails);
  return ref?.startsWith(start) === true ? ref.trim().slice(start.length) : undefined;
}
