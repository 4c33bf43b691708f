// Finds out whether a branch was merged, from what the clone has fetched. Nothing is requested.
import type { RunGit } from './gitCommand.ts';
import { undefinedIfGitFails } from './gitError.ts';

/** Whether and when a base branch got the changes of a commit, in milliseconds since the epoch. */
export type MergeState = { readonly isMerged: false } | { readonly isMerged: true; readonly at: number };

/** A squashed merge is looked for among so many commits of the base branch, and for so many files. */
const MAX_CANDIDATES = 20;
const MAX_FILES = 200;

/** Resolves with the commit of the first of the remote's branches that exists. */
export async function readRemoteCommit(
  run: RunGit,
  folder: string,
  remote: string,
  names: readonly string[],
): Promise<string | undefined> {
  const refs = names.map((name) => `refs/remotes/${remote}/${name}`);
  const lines = (await run(folder, 'for-each-ref', '--format=%(objectname) %(refname)', ...refs)).split('\n');
  const found = refs.map((ref) => lines.find((line) => line.endsWith(` ${ref}`))).find((line) => line !== undefined);
  return found?.split(' ')[0];
}

/**
 * Resolves with whether the base branch contains the commit, or one commit that left all files of the branch as the
 * commit has them: a squashed or rebased merge. Rejects with a GitError if the clone lacks one of the commits.
 */
export async function readMergeState(run: RunGit, folder: string, commit: string, base: string): Promise<MergeState> {
  const mergeBase = (await run(folder, 'merge-base', commit, base)).trim();
  if (mergeBase === commit) {
    const merges = await run(folder, 'log', '--first-parent', '--ancestry-path', '--format=%ct', `${commit}..${base}`);
    const first = merges.trim().split('\n').at(-1) ?? '';
    return { isMerged: true, at: Number(first || (await run(folder, 'show', '-s', '--format=%ct', commit))) * 1000 };
  }
  const changed = await run(folder, 'diff', ...SAFE_DIFF, '--name-only', '-z', mergeBase, commit);
  const files = changed.split('\0').filter((file) => file !== '');
  if (files.length === 0 || files.length > MAX_FILES) return { isMerged: false };
  const range = `${mergeBase}..${base}`;
  const options = ['--first-parent', `--max-count=${MAX_CANDIDATES}`, '--format=%H %ct'];
  const candidates = await run(folder, '--literal-pathspecs', 'log', ...options, range, '--', ...files);
  for (const candidate of candidates.split('\n').filter((line) => line !== '')) {
    const [hash = '', seconds = ''] = candidate.split(' ');
    if (await isEqual(run, folder, commit, hash, files)) return { isMerged: true, at: Number(seconds) * 1000 };
  }
  return { isMerged: false };
}

/** A repository's attributes name no program that compares files. */
const SAFE_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames'];

async function isEqual(
  run: RunGit,
  folder: string,
  commit: string,
  other: string,
  files: readonly string[],
): Promise<boolean> {
  const options = [...SAFE_DIFF, '--name-only', commit, other];
  return (await run(folder, '--literal-pathspecs', 'diff', ...options, '--', ...files)).trim() === '';
}

/** Resolves with when the local branch was created here, in seconds since the epoch; undefined if it is older. */
export async function readBranchCreation(run: RunGit, folder: string, branch: string): Promise<number | undefined> {
  const options = ['-g', '-n', '100', '--date=unix', '--format=%gd %gs'];
  const log = await run(folder, 'log', ...options, `refs/heads/${branch}`).catch(undefinedIfGitFails);
  const firstEntry = log?.trimEnd().split('\n').at(-1) ?? '';
  const [, seconds, origin = ''] = /@\{(\d+)\} branch: Created from (.+)$/.exec(firstEntry) ?? [];
  // A checkout of a branch that only a remote has creates a branch, too.
  const isCheckout = origin.endsWith(`/${branch}`);
  return seconds === undefined || isCheckout ? undefined : Number(seconds);
}
