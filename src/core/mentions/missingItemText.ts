// Messages about mentioned work items.
import * as l10n from '@vscode/l10n';

/** `identifier` is omitted if the message is shown below the identifier. */
export function missingItemText(identifier?: string): string {
  return identifier === undefined
    ? l10n.t('The work item does not exist, or you have no access to it.')
    : l10n.t('{0} does not exist, or you have no access to it.', identifier);
}
