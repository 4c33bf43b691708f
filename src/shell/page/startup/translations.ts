// Reads the translations that the host wrote into the HTML of a page.
import { setDisplayLanguage } from '../../../std/displayLanguage.ts';

/** Applies the translations of the page. Call it before the page renders. Does nothing if the language is English. */
export function applyTranslations(): void {
  const data = document.getElementById('translations')?.textContent;
  if (data !== undefined && data !== null && data !== '') setDisplayLanguage(JSON.parse(data));
}
