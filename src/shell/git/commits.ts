// Finds the commits of the user, and the lines of the checked-out commit that given commits have changed. Files of the
// working tree are not read, so no filter or other program of the repository's configuration runs.
import type { LineRange } from '../../core/code/permalink.ts';
import type { RunGit } from './gitCommand.ts';
import { GitError, undefinedIfGitFails } from './gitError.ts';

const MAX_FILES = 50;
/** A commit that changes more files is a mass change, for example of the format. */
const MAX_FILES_OF_COMMIT = 200;

/** Options with which git runs no program that a repository's configuration names. */
const NO_PROGRAMS = ['--no-textconv', '--no-ext-diff'];

/**
 * Resolves with the lines by path, 1-based. Leaves out files that no longer exist, and files whose history git cannot
 * read in ten seconds. Ends early when the signal is aborted.
 */
export async function findChangedLines(
  run: RunGit,
  folder: string,
  commits: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly LineRange[]>> {
  const linesByPath = new Map<string, readonly LineRange[]>();
  const knownCommits = await withoutShallowRoots(run, folder, commits);
  if (knownCommits.length === 0) return linesByPath;
  const paths = new Set<string>();
  for (const commit of knownCommits) {
    const changedPaths = await changedFiles(run, folder, commit);
    if (changedPaths.length <= MAX_FILES_OF_COMMIT) for (const path of changedPaths) paths.add(path);
  }
  const commonAncestor = await run(folder, 'merge-base', '--octopus', ...knownCommits).catch(undefinedIfGitFails);
  // What is older than all commits need not be read.
  const limit = commonAncestor === undefined ? [] : [`^${commonAncestor.trim()}^@`];
  for (const path of [...paths].slice(0, MAX_FILES)) {
    if (signal.aborted) break;
    const options = ['blame', ...NO_PROGRAMS, '-s', '--porcelain', ...limit, 'HEAD', '--', path];
    const blame = await run(folder, ...options).catch(undefinedIfGitFails);
    const lines = blame === undefined ? [] : parseBlame(blame, new Set(knownCommits));
    if (lines.length > 0) linesByPath.set(path, lines);
  }
  return linesByPath;
}

/** Leaves out commits at which the history of a shallow clone ends: they seem to add every file. */
async function withoutShallowRoots(run: RunGit, folder: string, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return [];
  const isShallow = (await run(folder, 'rev-parse', '--is-shallow-repository')).trim() === 'true';
  if (!isShallow) return [...commits];
  const lines = (await run(folder, 'rev-list', '--no-walk=unsorted', '--parents', ...commits)).trim().split('\n');
  return lines.flatMap((line) => {
    const [commit, parent] = line.split(' ');
    return commit === undefined || parent === undefined ? [] : [commit];
  });
}

/** Resolves with the files that a commit added or changed. A merge has none. */
async function changedFiles(run: RunGit, folder: string, commit: string): Promise<readonly string[]> {
  const options = [
    'diff-tree',
    ...NO_PROGRAMS,
    '--root',
    '--no-commit-id',
    '--name-only',
    '--diff-filter=d',
    '-r',
    '-z',
  ];
  return ((await run(folder, ...options, commit).catch(undefinedIfGitFails)) ?? '')
    .split('\0')
    .filter((path) => path !== '');
}

/** Returns the ranges of lines whose last change is one of the commits. */
function parseBlame(porcelain: string, commits: ReadonlySet<string>): readonly LineRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const [, commit = '', lineText] of porcelain.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/gm)) {
    if (!commits.has(commit)) continue;
    const line = Number(lineText);
    const lastRange = ranges.at(-1);
    if (lastRange?.last === line - 1) lastRange.last = line;
    else ranges.push({ first: line, last: line });
  }
  return ranges;
}

const MAX_OWN_COMMITS = 100;

/**
 * Resolves with the subjects of the commits since a time in milliseconds, oldest first, whose author has the address in
 * the configuration of git. Resolves with an empty list if there is no address, or if git cannot read the history.
 */
export async function readOwnCommits(run: RunGit, folder: string, since: number): Promise<readonly string[]> {
  try {
    const email = (await run(folder, 'config', 'user.email')).trim();
    if (email === '') return [];
    const filters = [
      `--since=${new Date(since).toISOString()}`,
      '--fixed-strings',
      `--author=<${email}>`,
      '--no-merges',
    ];
    const options = ['--format=%s', `--max-count=${MAX_OWN_COMMITS}`];
    const subjects = (await run(folder, 'log', ...options, ...filters, '--branches', 'HEAD', '--')).split('\n');
    return subjects.filter((subject) => subject !== '').toReversed();
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}
