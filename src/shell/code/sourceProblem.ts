// Why code can't be linked, and what the user can do about it.
import * as l10n from '@vscode/l10n';
import { type GitUnavailableReason, gitUnavailableText } from '../git/gitUnavailable.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface SourceProblem {
  readonly problem: string;
  /** Whether the problem is solved when the user opens a folder that is a repository. */
  readonly isFolderMissing?: boolean;
}

/** Returns the problem of code that can't be linked because no repository is available. */
export function unlinkableProblem(reason: GitUnavailableReason): SourceProblem {
  return reason === 'noRepository' || reason === 'noFolder'
    ? {
        problem: l10n.t('Linking code needs a Git repository, and none is open in this window.'),
        isFolderMissing: true,
      }
    : { problem: gitUnavailableText(reason) };
}

/** Shows the problem, and offers to open a folder if that solves it. */
export async function showSourceProblem(prompts: Prompts, { problem, isFolderMissing }: SourceProblem): Promise<void> {
  const buttons = isFolderMissing === true ? [l10n.t('Open Folder…')] : [];
  if ((await prompts.notify('warning', problem, ...buttons)) !== undefined)
    await prompts.runCommand('vscode.openFolder');
}
