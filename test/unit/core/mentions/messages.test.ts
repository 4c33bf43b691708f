// Tests the messages about a search for mentions: plural forms, and files that were not searched.
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../../src/core/mentions/mentions.ts';
import { noMentionsText, searchResultText } from '../../../../src/core/mentions/messages.ts';

const searchResult = (overrides: Partial<SearchResult<string>>, fileCount = 0): SearchResult<string> => ({
  count: 0,
  files: Array.from({ length: fileCount }, (_, index) => ({ file: `f${index}`, mentions: [] })),
  searchedCount: 0,
  largeFileCount: 0,
  unreadableFileCount: 0,
  incompleteReason: undefined,
  ...overrides,
});

describe('The message for a search for mentions with a result', () => {
  it.each([
    [searchResult({ count: 1 }, 1), '1 mention in 1 file.'],
    [searchResult({ count: 2 }, 1), '2 mentions in 1 file.'],
    [searchResult({ count: 1234 }, 11), '1,234 mentions in 11 files.'],
    [searchResult({ count: 2, largeFileCount: 1 }, 2), '2 mentions in 2 files. 1 very large file was not searched.'],
    [searchResult({ count: 2, unreadableFileCount: 2 }, 2), '2 mentions in 2 files. 2 files could not be read.'],
    [searchResult({ count: 2, incompleteReason: 'many' }, 2), '2 mentions in 2 files. Not all mentions are shown.'],
  ])('contains the counts of mentions, of files, and of files that were not searched (case %#)', (result, text) => {
    expect(searchResultText(result)).toBe(text);
  });
});

describe('The message for a search for mentions without a result', () => {
  it('states that the files of the window were searched', () => {
    expect(noMentionsText('WEB-1', searchResult({}))).toBe('WEB-1 is not mentioned in the files of this window.');
  });

  it('states that the search was canceled if the user canceled it', () => {
    expect(noMentionsText('WEB-1', searchResult({ incompleteReason: 'stopped', largeFileCount: 2 }))).toBe(
      'WEB-1 is not mentioned in the files searched so far. The search was canceled before it finished. ' +
        '2 very large files were not searched.',
    );
  });
});
