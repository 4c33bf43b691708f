// Tests how long results are divided into pages.
import { describe, expect, it } from 'vitest';
import { countWithNoun, lastPageOf, resultPage } from '../../../src/agents/resultPages.ts';

const nextPageHint = (page: number): string => `For more, page ${page}.`;
const lines = Array.from({ length: 300 }, (_, index) => `| line ${index} ${'x'.repeat(90)}`);

/** Returns the pages of a result, in their order. */
function pagesOf(all: readonly string[]): string[] {
  const pages: string[] = [];
  for (let page = 1; page === 1 || pages.at(-1)?.includes('For more') === true; page += 1)
    pages.push(resultPage(['Head'], all, page, nextPageHint));
  return pages;
}

it.each([
  [0, '0 work items'],
  [1, '1 work item'],
  [2, '2 work items'],
])('countWithNoun returns the singular only for a count of 1: %i', (count, text) => {
  expect(countWithNoun(count, 'work item')).toBe(text);
});

describe('A page of a tool result', () => {
  it('has at most about 8000 characters, and all pages together contain every line once', () => {
    const pages = pagesOf(lines);
    expect(pages.length).toBeGreaterThan(2);
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(2_000 * 4 + 60);
    expect(pages.flatMap((page) => page.split('\n')).filter((line) => line.startsWith('| '))).toEqual(lines);
  });

  it('starts with the heading of the result, and ends with how to request the next page', () => {
    expect(resultPage(['Head'], lines, 2, nextPageHint)).toMatch(/^Head\n[^]*\nPage 2 of \d+\. For more, page 3\.$/);
    expect(resultPage(['Head'], ['One'], 1, nextPageHint)).toBe('Head\nOne');
  });

  it('contains only a part of a line if the line is longer than a page, and each part has the line prefix', () => {
    const pages = pagesOf([`| ${'y'.repeat(30_000)}`]);
    const pieces = pages.flatMap((page) => page.split('\n')).filter((line) => line.includes('yy'));
    expect(pieces.every((piece) => piece.startsWith('| '))).toBe(true);
    expect(pieces.map((piece) => piece.slice(2)).join('')).toBe('y'.repeat(30_000));
  });

  it.each([
    [3997, 1],
    [3998, 2],
  ])('with a second line of %i characters is one of %i', (length, count) => {
    // With the heading and the line breaks, the first page then has exactly 8000 characters.
    expect(pagesOf(['x'.repeat(3997), 'y'.repeat(length)])).toHaveLength(count);
    expect(lastPageOf(['Head'], ['x'.repeat(3997), 'y'.repeat(length)], 2)).toBe(count);
    expect(lastPageOf(['Head'], ['x'.repeat(3997), 'y'.repeat(length)], 1)).toBe(1);
  });

  it('that does not exist is reported with the number of the last page', () => {
    expect(() => resultPage(['Head'], ['One'], 2, nextPageHint)).toThrow('There is no page 2. The last page is 1.');
  });
});
