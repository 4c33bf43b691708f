// The text of HTML, for a language model.
import { firstLines } from '../std/text.ts';

/** Returns the text of HTML, without links and formatting. */
export function htmlText(html: string | null | undefined): string {
  return firstLines(html ?? '', Number.POSITIVE_INFINITY).join('\n');
}
