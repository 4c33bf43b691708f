// Copies the permalink to the selected lines.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CodeOrigin } from '../../../codeLinks/codeComment.ts';
import { GitError } from '../../git/gitError.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts } from '../../settings.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { findOrigin } from './origin.ts';
import { getSelectedSource } from './source.ts';

/** Copies a link to the selected lines at the checked-out commit, or shows why no link can be created. */
export async function copyPermalink(prompts: Prompts, repositories: Repositories): Promise<void> {
  const source = await getSelectedSource(vscode.window.activeTextEditor, repositories);
  if ('problem' in source) {
    void prompts.notify('info', source.problem);
    return;
  }
  try {
    const { origin } = await findOrigin(source, codeHosts());
    if (origin.link === undefined) {
      void prompts.notify('info', noPermalinkText(origin, source.repository.name));
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

function noPermalinkText({ changed, noLinkReason, path, commit }: CodeOrigin, repository: string): string {
  if (changed === 'file') return l10n.t('{0} is not committed, so there is no permalink.', path);
  if (noLinkReason === 'noRemote') return l10n.t('{0} has no remote, so there is no permalink.', repository);
  if (noLinkReason === 'notPushed')
    return l10n.t('Commit {0} is not pushed, so there is no permalink.', commit.slice(0, 8));
  return l10n.t(
    'No remote of {0} is on a known host. Specify the type of your git server in the setting contrail.code.hosts.',
    repository,
  );
}
