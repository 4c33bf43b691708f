// Copies the permalink to the selected lines.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CodeOrigin } from '../../../core/comments/codeComment.ts';
import { findOrigin } from '../../../shell/code/origin.ts';
import { getSelectedSource } from '../../../shell/code/source.ts';
import { showSourceProblem } from '../../../shell/code/sourceProblem.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import { offerCodeHost } from '../../../shell/git/offerCodeHost.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { codeHosts, saveCodeHost } from '../../../shell/settings.ts';

/** Copies a link to the selected lines at the checked-out commit, or shows why no link can be created. */
export async function copyPermalink(prompts: Prompts, repositories: Repositories): Promise<void> {
  const source = await getSelectedSource(vscode.window.activeTextEditor, repositories);
  if ('problem' in source) {
    void showSourceProblem(prompts, source);
    return;
  }
  try {
    const { origin } = await findOrigin(source, codeHosts());
    if (origin.link === undefined) {
      await showNoPermalink(prompts, repositories, source.repository, origin);
      return;
    }
    await prompts.copyText(origin.link);
    prompts.showStatus(
      origin.changed === 'no'
        ? l10n.t('Copied the permalink')
        : l10n.t('Copied the permalink. The lines have uncommitted changes.'),
      5000,
      'link',
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    void prompts.notify('error', l10n.t('Git could not determine the origin of this code. {0}', error.output));
  }
}

/** Shows why there is no link. Tries again when the user has specified the git server. */
async function showNoPermalink(
  prompts: Prompts,
  repositories: Repositories,
  repository: Repository,
  origin: CodeOrigin,
): Promise<void> {
  const message = noPermalinkText(origin, repository.name);
  if (message !== undefined) void prompts.notify('info', message);
  else if (await offerCodeHost(prompts, { codeHosts, saveCodeHost }, repository, 'info'))
    await copyPermalink(prompts, repositories);
}

/** Returns undefined if the git server is unknown. */
function noPermalinkText({ changed, noLinkReason, path, commit }: CodeOrigin, repository: string): string | undefined {
  if (changed === 'file') return l10n.t('{0} is not committed, so there is no permalink.', path);
  if (noLinkReason === 'noRemote') return l10n.t('{0} has no remote, so there is no permalink.', repository);
  if (noLinkReason === 'notPushed')
    return l10n.t('No remote branch is known to contain commit {0}, so there is no permalink.', commit.slice(0, 8));
  return undefined;
}
