// Messages that several parts of the mentions feature show.
import * as l10n from '@vscode/l10n';

/** `subject` is an identifier, or a word for it. */
export function goneText(subject: string): string {
  return l10n.t('{0} does not exist, or you may not see it.', subject);
}
