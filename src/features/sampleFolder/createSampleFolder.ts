// Creates the sample folder with its git repository.
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isolatedGitCommand } from '../../shell/git/gitCommand.ts';
import { GitError } from '../../shell/git/gitError.ts';
import { SAMPLE_COMMITS, SAMPLE_REMOTE, type SampleCommit } from './sampleCommits.ts';

export interface CreateSampleFolderOptions {
  /** The path or name of the program git; undefined if there is none. */
  readonly git: string | undefined;
  /** The time to which the dates of commits are relative, in milliseconds since the epoch. */
  readonly now: number;
}

/** `withoutGit`: git is missing or has failed, so the folder has only the files. */
export type SampleFolderOutcome = 'created' | 'existing' | 'withoutGit';

const HOUR_MS = 3_600_000;

/**
 * Creates the folder, unless it exists: then nothing in it is changed. The folder appears when it is complete, so one
 * whose creation was interrupted is created again. Rejects with the error of the file system.
 */
export async function createSampleFolder(
  folder: string,
  { git, now }: CreateSampleFolderOptions,
): Promise<SampleFolderOutcome> {
  if (await isExisting(folder)) return 'existing';
  await mkdir(dirname(folder), { recursive: true });
  const unfinishedFolder = await mkdtemp(`${folder}-`);
  try {
    const hasRepository = git !== undefined && (await writeCommits(unfinishedFolder, git, now));
    if (!hasRepository) await writeFilesOnly(unfinishedFolder);
    await rename(unfinishedFolder, folder);
    return hasRepository ? 'created' : 'withoutGit';
  } catch (error) {
    // Another window may have created the folder at the same time, so it can't be replaced.
    if (await isExisting(folder)) return 'existing';
    throw error;
  } finally {
    await rm(unfinishedFolder, { recursive: true, force: true });
  }
}

async function isExisting(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Resolves with false if git does not run or fails. */
async function writeCommits(folder: string, git: string, now: number): Promise<boolean> {
  const run = isolatedGitCommand(git);
  try {
    await run(folder, 'init', '--quiet', '--template=');
    // `init --initial-branch` needs git 2.28.
    await run(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    await run(folder, 'remote', 'add', 'origin', SAMPLE_REMOTE);
    for (const commit of SAMPLE_COMMITS) {
      if (commit.branch !== undefined) await run(folder, 'checkout', '--quiet', '-b', commit.branch);
      await writeFiles(folder, commit);
      await run(folder, 'add', '--all', '--force');
      const runAsAuthor = isolatedGitCommand(git, authorVariables(commit, now));
      await runAsAuthor(folder, 'commit', '--quiet', '--message', commit.message);
    }
    await run(folder, 'checkout', '--quiet', 'main');
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

async function writeFilesOnly(folder: string): Promise<void> {
  // Git may have failed after some commits.
  await rm(folder, { recursive: true });
  for (const commit of SAMPLE_COMMITS) if (commit.branch === undefined) await writeFiles(folder, commit);
}

async function writeFiles(folder: string, { files = {}, edits = {} }: SampleCommit): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  for (const [path, [text, replacement]] of Object.entries(edits)) {
    const file = join(folder, path);
    // A function, because `$` has a meaning in a replacement text.
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace(text, () => replacement),
    );
  }
}

function authorVariables({ author, at }: SampleCommit, now: number): Readonly<Record<string, string>> {
  const date = typeof at === 'string' ? at : new Date(now - at.ageHours * HOUR_MS).toISOString();
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_COMMITTER_DATE: date,
  };
}
