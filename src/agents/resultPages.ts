// Divides a long result into pages of a limited number of tokens, and formats counts in results.

import { ToolError } from './toolError.ts';
import { isFramedLine } from './untrustedText.ts';

/** The number of characters that count as one token. Real tokenizers produce fewer tokens for English text. */
export const CHARACTERS_PER_TOKEN = 4;
/** The maximum number of tokens of a page, not counting the last line, which says how to get the next page. */
export const MAX_PAGE_TOKENS = 2_000;
const MAX_PAGE_LENGTH = MAX_PAGE_TOKENS * CHARACTERS_PER_TOKEN;

/** Returns, for example, `1 work item` or `2 work items`. `noun` is an English noun with a regular plural. */
export function countWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Returns one page of a result. `head` is repeated on every page. If more pages follow, the last line says how to get
 * the next page; `nextPageText` returns this line for the number of the next page.
 * @throws ToolError if there is no page with this number
 */
export function resultPage(
  head: readonly string[],
  lines: readonly string[],
  page: number,
  nextPageText: (page: number) => string,
): string {
  const pages = pagesOf(lines, MAX_PAGE_LENGTH - head.join('\n').length);
  const pageLines = pages[page - 1];
  if (pageLines === undefined) throw new ToolError(`There is no page ${page}. The last page is ${pages.length}.`);
  const nextPageNote = page < pages.length ? [`Page ${page} of ${pages.length}. ${nextPageText(page + 1)}`] : [];
  return [...head, ...pageLines, ...nextPageNote].join('\n');
}

/** Returns the number of the last page that contains one of the first `count` lines of a result. */
export function lastPageOf(head: readonly string[], lines: readonly string[], count: number): number {
  return pagesOf(lines.slice(0, count), MAX_PAGE_LENGTH - head.join('\n').length).length;
}

/** Distributes the lines over at least one page. A line is divided only if it is longer than a page. */
function pagesOf(lines: readonly string[], maxLength: number): string[][] {
  const pages: string[][] = [[]];
  let length = 0;
  for (const line of lines.flatMap((one) => splitLine(one, maxLength))) {
    if (length + line.length + 1 > maxLength) {
      pages.push([]);
      length = 0;
    }
    pages.at(-1)?.push(line);
    length += line.length + 1;
  }
  return pages;
}

/** Divides a line that is longer than a page. Each piece of a framed line is framed. */
function splitLine(line: string, maxLength: number): string[] {
  if (line.length < maxLength) return [line];
  const prefix = isFramedLine(line) ? line.slice(0, 2) : '';
  const text = line.slice(prefix.length);
  const maxPieceLength = maxLength - prefix.length - 1;
  return Array.from(
    { length: Math.ceil(text.length / maxPieceLength) },
    (_, index) => prefix + text.slice(index * maxPieceLength, (index + 1) * maxPieceLength),
  );
}
