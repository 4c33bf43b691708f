// The reasons why no git repository is available, and their messages.
import * as l10n from '@vscode/l10n';

/** A known reason, or the text in which git itself refuses. */
export type GitUnavailableReason = keyof typeof TEXTS | { readonly refusal: string };

const TEXTS = {
  noExtension: () => l10n.t("VS Code's Git extension is missing or disabled."),
  off: () => l10n.t('Git is disabled in VS Code or not installed.'),
  noFolder: () => l10n.t('No folder is open in this window, so there is no Git repository.'),
  virtual: () => l10n.t("Git can't be used in a virtual workspace."),
  bare: () => l10n.t('This is a bare Git repository, so no branch can be checked out.'),
  noRepository: () => l10n.t('No Git repository is open in this window.'),
};

export function gitUnavailableText(reason: GitUnavailableReason): string {
  return typeof reason === 'object' ? reason.refusal : TEXTS[reason]();
}
