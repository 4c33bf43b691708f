// Reads, adds and removes worktrees, with git's own command.
import { resolve } from 'node:path';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

/** A folder with a checkout of a repository. */
interface Worktree {
  readonly folder: string;
  /** Undefined if a commit is checked out instead of a branch. */
  readonly branch: string | undefined;
  /** Whether it is the folder of the repository itself, with which its other worktrees would be lost. */
  readonly isMain: boolean;
}

/** What a new worktree has checked out: a new branch at `base` (by default HEAD), or an existing branch. */
export type WorktreeStart =
  | { readonly kind: 'create'; readonly name: string; readonly base: string | undefined }
  | { readonly kind: 'checkout'; readonly name: string; readonly trackedBranch?: string };

/** Resolves with the worktrees of a repository, the main one first. One whose folder is missing is left out. */
async function readWorktrees(run: RunGit, folder: string): Promise<readonly Worktree[]> {
  try {
    return parseWorktrees(await run(folder, 'worktree', 'list', '--porcelain'));
  } catch (error) {
    // Without the list, git reports a branch of another worktree at its checkout.
    if (error instanceof GitError) return [];
    throw error;
  }
}

/** Resolves with the folder of each branch that another worktree has checked out. */
export async function readOtherWorktrees(run: RunGit, folder: string): Promise<ReadonlyMap<string, string>> {
  const worktrees = await readWorktrees(run, folder);
  if (worktrees.length === 0) return new Map();
  const root = await readRoot(run, folder);
  return new Map(
    worktrees.flatMap((one): [string, string][] =>
      one.branch === undefined || resolve(one.folder) === root ? [] : [[one.branch, one.folder]],
    ),
  );
}

/** Resolves with the folder of the repository if `folder` is another worktree of it; else with undefined. */
export async function readMainWorktree(run: RunGit, folder: string): Promise<string | undefined> {
  const [main] = await readWorktrees(run, folder);
  return main === undefined || !main.isMain || resolve(main.folder) === (await readRoot(run, folder))
    ? undefined
    : main.folder;
}

/** Resolves with the number of stashes that were made on the branch. All worktrees share them. */
export async function countStashes(run: RunGit, folder: string, branch: string): Promise<number> {
  try {
    const subjects = await run(folder, 'log', '-g', '--no-show-signature', '--format=%gs', 'refs/stash', '--');
    return subjects
      .split('\n')
      .filter((text) => [`WIP on ${branch}:`, `On ${branch}:`].some((start) => text.startsWith(start))).length;
  } catch (error) {
    // Without a stash, the reference does not exist.
    if (error instanceof GitError) return 0;
    throw error;
  }
}

/** Creates the folder, which must not exist or be empty, and checks out the branch there. Rejects with a GitError. */
export async function addWorktree(run: RunGit, folder: string, newFolder: string, start: WorktreeStart): Promise<void> {
  const options =
    start.kind === 'create'
      ? ['--no-track', '-b', start.name, '--', newFolder, start.base ?? 'HEAD']
      : start.trackedBranch === undefined
        ? ['--', newFolder, start.name]
        : ['--track', '-b', start.name, '--', newFolder, start.trackedBranch];
  await run(folder, 'worktree', 'add', ...options);
}

/** Removes the folder. Git refuses, with a GitError, if it has changes or files that are not committed. */
export async function removeWorktree(run: RunGit, mainFolder: string, folder: string): Promise<void> {
  await run(mainFolder, 'worktree', 'remove', '--', folder);
}

async function readRoot(run: RunGit, folder: string): Promise<string> {
  return resolve((await run(folder, 'rev-parse', '--show-toplevel')).trim());
}

function parseWorktrees(list: string): readonly Worktree[] {
  return list.split('\n\n').flatMap((entry, index): Worktree[] => {
    const folder = /^worktree (.+)$/m.exec(entry)?.[1];
    if (folder === undefined || /^prunable/m.test(entry)) return [];
    const branch = /^branch refs\/heads\/(.+)$/m.exec(entry)?.[1];
    return [{ folder, branch, isMain: index === 0 && !/^bare$/m.test(entry) }];
  });
}
