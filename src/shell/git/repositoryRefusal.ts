// Explains why git does not open the repository of a folder.
import * as l10n from '@vscode/l10n';
import { withPeriod } from '../../std/formatText.ts';
import { oneLine, truncate } from '../../std/truncate.ts';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

const MAX_REASON_CHARACTERS = 300;

/** Resolves with the reason in words, or with undefined if the folder is in no repository, or in a usable one. */
export async function repositoryRefusal(run: RunGit, folder: string): Promise<string | undefined> {
  try {
    await run(folder, 'rev-parse', '--git-dir');
    return undefined;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return refusalText(error, folder);
  }
}

function refusalText({ output }: GitError, folder: string): string | undefined {
  const safeDirectory = /git config --global --add safe\.directory .+/.exec(output)?.[0].trim();
  if (/dubious ownership|unsafe repository/.test(output))
    return l10n.t(
      'Git refuses the repository in {0}, because it belongs to another user. If you trust it, run this in a terminal: {1}',
      folder,
      safeDirectory ?? `git config --global --add safe.directory ${folder}`,
    );
  if (/not a git repository \(or any/i.test(output)) return undefined;
  if (/ENOENT/.test(output)) return l10n.t('Git is disabled in VS Code or not installed.');
  if (/unknown repository extension|expected git repo version/i.test(output))
    return l10n.t(
      'The repository in {0} needs a newer version of Git. Git reports: {1}',
      folder,
      withPeriod(gitReason(output)),
    );
  return l10n.t("Git can't open the repository in {0}. Git reports: {1}", folder, withPeriod(gitReason(output)));
}

/** Returns the reason on one line, without git's hints and warnings. */
function gitReason(output: string): string {
  const lines = output.split('\n').filter((line) => !/^(?:hint|warning):/.test(line));
  return truncate(oneLine(lines.join(' ').replace(/(?:fatal|error): /g, '')), MAX_REASON_CHARACTERS);
}
