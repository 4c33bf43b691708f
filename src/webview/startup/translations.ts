// Reads the translations that the host wrote into the HTML of a page.
import { setDisplayLanguage } from '../../std/displayLanguage.ts';

/** Must run before the page renders. Does nothing when the display language is English. */
export function applyTranslations(): void {
  const data = document.getElementById('translations')?.textContent;
  if (data !== undefined && data !== null && data !== '') setDisplayLanguage(JSON.parse(data));
}
