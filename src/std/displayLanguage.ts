// Sets the language of the texts that a user reads: the translations that `l10n.t` returns, and the language in which
// `Intl` formats counts, lists and ages.
import * as l10n from '@vscode/l10n';

/** Not a text: the translations contain the language under this name, so that both are set by one call. */
const LANGUAGE_NAME = '@language';

export interface Translations {
  /** A BCP 47 tag such as `de` or `pt-br`. */
  readonly language: string;
  /** Translated texts by their English text, as in `bundle.l10n.<language>.json`. */
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Sets the language of this bundle. It must run before the first `l10n.t`, so texts are created in functions and never
 * while a module is loaded.
 */
export function setDisplayLanguage({ language, messages }: Translations): void {
  l10n.config({ contents: { ...messages, [LANGUAGE_NAME]: language } });
}

/** Returns the tag of the language; `en` without translations. */
export function displayLanguage(): string {
  const language = l10n.t(LANGUAGE_NAME);
  return language === LANGUAGE_NAME ? 'en' : language;
}

/** Returns the count with the digits and separators of the language: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString(displayLanguage());
}
