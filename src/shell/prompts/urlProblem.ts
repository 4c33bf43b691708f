// Checks a typed web address.
import * as l10n from '@vscode/l10n';

/** Returns the reason why a text is not a web address, or undefined if it is one. */
export function urlProblem(text: string): string | undefined {
  const isWebUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWebUrl ? undefined : l10n.t('Use a web address that starts with https:// or http://.');
}
