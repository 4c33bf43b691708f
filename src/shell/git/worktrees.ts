// Reads, adds and removes worktrees, and reads local branches, with git's own command. Nothing is requested.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LocalBranch } from '../../core/cache/itemCode.ts';
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

/**
 * Resolves with the worktrees of a repository, the main one first if it has a checkout. One whose folder is missing is
 * left out.
 */
async function readWorktrees(run: RunGit, folder: string): Promise<readonly Worktree[]> {
  try {
    const [first, ...others] = parseWorktrees(await run(folder, 'worktree', 'list', '--porcelain'));
    if (first?.isMain !== true) return first === undefined ? [] : [first, ...others];
    // Of a submodule, git names the folder with its data, in which it finds the checkout.
    const root = await readRoot(run, first.folder).catch((error: unknown) => {
      if (!(error instanceof GitError)) throw error;
    });
    return root === undefined ? others : [{ ...first, folder: root }, ...others];
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
    const subjects = await run(folder, 'log', '-g', '--format=%gs', 'refs/stash', '--');
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
  // Git would not see new files if the user has configured that their status is not shown.
  await run(mainFolder, '-c', 'status.showUntrackedFiles=normal', 'worktree', 'remove', '--', folder);
}

/**
 * Resolves with the files that are lost with a worktree although git lists no change of them: those that it ignores,
 * and those that it was told not to compare. A folder ends with a slash. Undefined if git can't list them.
 */
export async function readHiddenFiles(run: RunGit, folder: string): Promise<readonly string[] | undefined> {
  try {
    const options = ['--ignored', '--exclude-standard', '--directory', '--no-empty-directory'];
    const ignored = (await run(folder, 'ls-files', '-z', '--others', ...options)).split('\0');
    const skipped = (await run(folder, 'ls-files', '-z', '-v')).split('\0').filter((line) => /^[a-zS] /.test(line));
    const hidden = ignored.filter((name) => name !== '');
    for (const line of skipped) if (await exists(join(folder, line.slice(2)))) hidden.push(line.slice(2));
    return hidden;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** What git stores in its folder until the user finishes or aborts it. */
const UNFINISHED_FILES = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'sequencer',
  'rebase-merge',
  'rebase-apply',
  'BISECT_LOG',
];

/** Resolves with whether a merge, rebase, cherry-pick, revert or bisect is in progress in the worktree. */
export async function readIsUnfinished(run: RunGit, folder: string): Promise<boolean> {
  try {
    const gitFolder = await readPath(run, folder, '--absolute-git-dir');
    return (await Promise.all(UNFINISHED_FILES.map((name) => exists(join(gitFolder, name))))).includes(true);
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function readRoot(run: RunGit, folder: string): Promise<string> {
  return resolve(await readPath(run, folder, '--show-toplevel'));
}

/** The name of a folder may end with a space. */
async function readPath(run: RunGit, folder: string, option: string): Promise<string> {
  return (await run(folder, 'rev-parse', option)).replace(/\r?\n$/, '');
}

function parseWorktrees(list: string): readonly Worktree[] {
  return list.split('\n\n').flatMap((entry, index): Worktree[] => {
    const folder = /^worktree (.+)$/m.exec(entry)?.[1];
    if (folder === undefined || /^prunable/m.test(entry)) return [];
    const branch = /^branch refs\/heads\/(.+)$/m.exec(entry)?.[1];
    return [{ folder, branch, isMain: index === 0 && !/^bare$/m.test(entry) }];
  });
}

/** The branches with the newest commits; older ones are rarely worked on. */
const MAX_BRANCHES = 300;
/** Counting commits reads the history, and counting changes reads a folder. */
const MAX_COUNTED_BRANCHES = 20;
const MAX_COUNTED_FOLDERS = 5;

/**
 * Resolves with the branches that `isWanted` returns true for. Those that are checked out in `folder` have no count of
 * uncommitted changes, which VS Code knows. Resolves with an empty list if git cannot tell.
 */
export async function readLocalBranches(
  run: RunGit,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<readonly LocalBranch[]> {
  try {
    const options = ['--sort=-committerdate', `--count=${MAX_BRANCHES}`, '--format=%(refname)%00%(worktreepath)'];
    const lines = (await run(folder, 'for-each-ref', ...options, 'refs/heads')).split('\n');
    const folders = new Map<string, string>();
    for (const line of lines) {
      const [ref = '', worktree = ''] = line.split('\0');
      const name = ref.slice('refs/heads/'.length);
      if (folders.size < MAX_COUNTED_BRANCHES && name !== '' && isWanted(name)) folders.set(name, worktree);
    }
    if (folders.size === 0) return [];
    const refs = [...folders.keys()].map((name) => `refs/heads/${name}`);
    const tracks = await run(folder, 'for-each-ref', '--format=%(refname)%00%(upstream:track,nobracket)', ...refs);
    const otherFolders = [...folders.values()].filter((one) => one !== '' && one !== folder);
    const uncommitted = await countUncommitted(run, otherFolders.slice(0, MAX_COUNTED_FOLDERS));
    return tracks.split('\n').flatMap((line): LocalBranch[] => {
      const [ref = '', track = ''] = line.split('\0');
      const name = ref.slice('refs/heads/'.length);
      const worktree = folders.get(name);
      if (worktree === undefined) return [];
      const count = (word: string) => Number(new RegExp(String.raw`\b${word} (\d+)`).exec(track)?.[1] ?? 0);
      return [{ name, uncommitted: uncommitted.get(worktree) ?? 0, ahead: count('ahead'), behind: count('behind') }];
    });
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}

async function countUncommitted(run: RunGit, folders: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const folder of folders) {
    try {
      const status = await run(folder, 'status', '--porcelain', '--no-renames', '--ignore-submodules=dirty', '-z');
      counts.set(folder, status.split('\0').filter((entry) => entry !== '').length);
    } catch (error) {
      // The folder of a worktree may be missing.
      if (!(error instanceof GitError)) throw error;
    }
  }
  return counts;
}
