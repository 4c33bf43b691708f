// Sets the language of translated texts and of formatted counts, lists and times.
import * as l10n from '@vscode/l10n';

/**
 * The key under which the language is stored among the translations, so that one call sets the language and the
 * translations.
 */
const LANGUAGE_KEY = '@language';

export interface Translations {
  /** A BCP 47 tag, for example `de` or `pt-br`. */
  readonly language: string;
  /** The translations. The keys are the English texts, as in `bundle.l10n.<language>.json`. */
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Sets the language of this bundle. Must be called before the first `l10n.t`. Modules therefore call `l10n.t` only
 * inside functions, not while they are loaded.
 */
export function setDisplayLanguage({ language, messages }: Translations): void {
  l10n.config({ contents: { ...messages, [LANGUAGE_KEY]: language } });
}

/** Returns the BCP 47 tag of the display language; `en` if no translations were set. */
export function displayLanguage(): string {
  const language = l10n.t(LANGUAGE_KEY);
  return language === LANGUAGE_KEY ? 'en' : language;
}

/** Returns the count with the digits and separators of the display language: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString(displayLanguage());
}
