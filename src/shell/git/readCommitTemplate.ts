// Reads the template of commit messages that git is configured to use.
import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInsideFolder, localPathFlavor } from '../../std/files/relativePathIn.ts';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

const MAX_CHARACTERS = 20_000;

/**
 * Resolves with the text of the file that `commit.template` names, or with undefined if there is none. The
 * configuration of a repository can only name files inside of it.
 */
export async function readCommitTemplate(run: RunGit, folder: string): Promise<string | undefined> {
  try {
    const output = await run(folder, 'config', '--null', '--show-scope', '--type=path', '--get', 'commit.template');
    const [scope, value] = output.split('\0');
    if (value === undefined || value === '') return undefined;
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, value))]);
    const isOfUser = scope === 'global' || scope === 'system';
    if (!isOfUser && !isInsideFolder(root, file, localPathFlavor())) return undefined;
    const text = await readFile(file, 'utf8');
    return text.length > MAX_CHARACTERS ? undefined : text;
  } catch (error) {
    // Git fails if there is no template, and reading fails if its file is missing.
    if (error instanceof GitError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}
