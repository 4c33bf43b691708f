// Reads in which other folders branches of a repository are checked out.
import { resolve } from 'node:path';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

/**
 * Resolves with the folder of each branch that another worktree has checked out. A worktree whose folder is missing is
 * left out.
 */
export async function readOtherWorktrees(run: RunGit, folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    const list = await run(folder, 'worktree', 'list', '--porcelain');
    return parseWorktrees(list, (await run(folder, 'rev-parse', '--show-toplevel')).trim());
  } catch (error) {
    // Without the list, git reports a branch of another worktree at its checkout.
    if (error instanceof GitError) return new Map();
    throw error;
  }
}

function parseWorktrees(list: string, root: string): ReadonlyMap<string, string> {
  const worktrees = new Map<string, string>();
  for (const entry of list.split('\n\n')) {
    const path = /^worktree (.+)$/m.exec(entry)?.[1];
    const branch = /^branch refs\/heads\/(.+)$/m.exec(entry)?.[1];
    if (path === undefined || branch === undefined || /^prunable/m.test(entry)) continue;
    if (resolve(path) !== resolve(root)) worktrees.set(branch, path);
  }
  return worktrees;
}
