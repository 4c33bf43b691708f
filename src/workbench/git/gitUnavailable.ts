// The reasons why no git repository is available, and their messages.
import * as l10n from '@vscode/l10n';

export type GitUnavailableReason =
  | 'noExtension'
  | 'off'
  | 'noFolder'
  | 'virtual'
  | 'bare'
  | 'noRepository'
  | { readonly refusal: string };

export function gitUnavailableText(reason: GitUnavailableReason): string {
  if (typeof reason === 'object') return reason.refusal;
  switch (reason) {
    case 'noExtension':
      return l10n.t("VS Code's Git extension is missing or disabled.");
    case 'off':
      return l10n.t('Git is disabled in VS Code or not installed.');
    case 'noFolder':
      return l10n.t('No folder is open in this window, so there is no Git repository.');
    case 'virtual':
      return l10n.t("Git can't be used in a virtual workspace.");
    case 'bare':
      return l10n.t('This is a bare Git repository, so no branch can be checked out.');
    case 'noRepository':
      return l10n.t('No Git repository is open in this window.');
    default:
      return reason satisfies never;
  }
}
