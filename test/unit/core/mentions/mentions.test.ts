// Tests the search for mentions: positions, limits, binary files and cancellation.
import { describe, expect, it } from 'vitest';
import {
  type FileContent,
  locateMentions,
  MAX_MENTIONS,
  searchMentions,
  type TextSpan,
} from '../../../../src/core/mentions/mentions.ts';

const utf8Bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const findMentions = (text: string): readonly TextSpan[] =>
  [...text.matchAll(/WEB-12(?!\d)/g)].map(({ index }) => ({ start: index, end: index + 6 }));

function searchFiles(contents: Readonly<Record<string, FileContent>>, signal = new AbortController().signal) {
  return searchMentions({
    files: Object.keys(contents),
    find: findMentions,
    read: async (file) => contents[file] ?? 'unreadable',
    signal,
  });
}

describe('locateMentions', () => {
  it('returns lines and columns for any line endings', () => {
    const text = 'WEB-12 a\r\n  see WEB-12, WEB-12\rx\nlast WEB-12';
    expect(locateMentions(text, findMentions(text)).map(({ line, column }) => [line, column])).toEqual([
      [0, 0],
      [1, 6],
      [1, 14],
      [3, 5],
    ]);
  });

  it('returns the text of the line without leading and trailing spaces', () => {
    const [mention] = locateMentions('\t\t// for WEB-12  \n', [{ start: 9, end: 15 }]);
    expect(mention).toMatchObject({ text: '// for WEB-12', offsetInText: 7, length: 6 });
    expect(mention?.text.slice(mention.offsetInText, mention.offsetInText + mention.length)).toBe('WEB-12');
  });

  it('returns only a part of a very long line', () => {
    const text = `${'x'.repeat(5_000)} WEB-12 ${'y'.repeat(5_000)}`;
    const [mention] = locateMentions(text, findMentions(text));
    expect(mention?.text.length).toBeLessThan(250);
    expect(mention?.text.slice(mention.offsetInText, mention.offsetInText + 6)).toBe('WEB-12');
  });

  it('returns the line of the last mention in a text with 200,000 mentions', () => {
    const text = 'WEB-12\n'.repeat(200_000);
    expect(locateMentions(text, findMentions(text)).at(-1)?.line).toBe(199_999);
  });
});

describe('A search for mentions', () => {
  it('returns the files with mentions in order, and the number of searched files', async () => {
    const searchResult = await searchFiles({
      'a.ts': utf8Bytes('// WEB-12'),
      'b.ts': utf8Bytes('// WEB-123'),
      'c.md': utf8Bytes('WEB-12 and WEB-12'),
    });
    expect(searchResult.files.map(({ file, mentions }) => [file, mentions.length])).toEqual([
      ['a.ts', 1],
      ['c.md', 2],
    ]);
    expect(searchResult).toMatchObject({
      count: 3,
      searchedCount: 3,
      largeFileCount: 0,
      incompleteReason: undefined,
    });
  });

  it('uses the text of an open editor instead of the file', async () => {
    expect(await searchFiles({ 'a.ts': { text: 'not saved yet: WEB-12' } })).toMatchObject({ count: 1 });
  });

  it('searches UTF-16 files, but no binary files', async () => {
    const utf16 = new Uint8Array(Buffer.from('\ufeffsee WEB-12', 'utf16le'));
    const searchResult = await searchFiles({ 'utf16.txt': utf16, 'a.png': utf8Bytes('\u0089PNG\0WEB-12') });
    expect(searchResult.files.map(({ file }) => file)).toEqual(['utf16.txt']);
    expect(searchResult.files[0]?.mentions[0]).toMatchObject({ line: 0, column: 4 });
  });

  it('counts the files that are too large or unreadable', async () => {
    expect(
      await searchFiles({ 'a.log': 'large', 'b.log': 'large', 'gone.ts': 'unreadable', 'c.ts': utf8Bytes('WEB-12') }),
    ).toMatchObject({
      count: 1,
      largeFileCount: 2,
      unreadableFileCount: 1,
    });
  });

  it('stops when the maximum number of mentions is found', async () => {
    const searchResult = await searchFiles({
      'a.md': utf8Bytes('WEB-12\n'.repeat(MAX_MENTIONS + 50)),
      'b.md': utf8Bytes('WEB-12'),
    });
    expect(searchResult).toMatchObject({ count: MAX_MENTIONS, incompleteReason: 'many' });
  });

  it('stops when it is aborted, and returns the mentions found so far', async () => {
    const abortController = new AbortController();
    let readCount = 0;
    const searchResult = await searchMentions({
      files: Array.from({ length: 1_000 }, (_, index) => index),
      find: findMentions,
      signal: abortController.signal,
      read: async () => {
        readCount += 1;
        if (readCount === 100) abortController.abort();
        return utf8Bytes('WEB-12');
      },
    });
    expect(searchResult.incompleteReason).toBe('stopped');
    expect(searchResult.count).toBeGreaterThan(0);
    expect(readCount).toBeLessThan(150);
  });

  it('reports its progress after every 100 files', async () => {
    const progressReports: number[] = [];
    const files = Array.from({ length: 250 }, (_, index) => index);
    const signal = new AbortController().signal;
    await searchMentions({
      files,
      find: findMentions,
      signal,
      read: async () => utf8Bytes(''),
      onProgress: (searchedCount) => progressReports.push(searchedCount),
    });
    expect(progressReports).toEqual([100, 200]);
  });
});
