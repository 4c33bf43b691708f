// Messages that several parts of the mentions feature show.
import * as l10n from '@vscode/l10n';

/** Without an identifier, the text is shown below it. */
export function goneText(identifier?: string): string {
  return identifier === undefined
    ? l10n.t('It does not exist, or you have no access to it.')
    : l10n.t('{0} does not exist, or you have no access to it.', identifier);
}
