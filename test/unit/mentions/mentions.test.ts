// Tests the search for mentions: positions, limits, binary files and cancellation.
import { describe, expect, it } from 'vitest';
import {
  type FileContent,
  MAX_MENTIONS,
  placeMentions,
  searchMentions,
  type TextSpan,
} from '../../../src/mentions/mentions.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const find = (text: string): readonly TextSpan[] =>
  [...text.matchAll(/WEB-12(?!\d)/g)].map(({ index }) => ({ start: index, end: index + 6 }));

function search(contents: Readonly<Record<string, FileContent>>, signal = new AbortController().signal) {
  return searchMentions({
    files: Object.keys(contents),
    find,
    read: async (file) => contents[file] ?? 'unreadable',
    signal,
  });
}

describe('The positions of mentions', () => {
  it('are lines and columns for any line endings', () => {
    const text = 'WEB-12 a\r\n  see WEB-12, WEB-12\rx\nlast WEB-12';
    expect(placeMentions(text, find(text)).map(({ line, column }) => [line, column])).toEqual([
      [0, 0],
      [1, 6],
      [1, 14],
      [3, 5],
    ]);
  });

  it('contain the text of the line, trimmed', () => {
    const [one] = placeMentions('\t\t// for WEB-12  \n', [{ start: 9, end: 15 }]);
    expect(one).toMatchObject({ text: '// for WEB-12', at: 7, length: 6 });
    expect(one?.text.slice(one.at, one.at + one.length)).toBe('WEB-12');
  });

  it('contain only a part of a very long line', () => {
    const text = `${'x'.repeat(5_000)} WEB-12 ${'y'.repeat(5_000)}`;
    const [one] = placeMentions(text, find(text));
    expect(one?.text.length).toBeLessThan(250);
    expect(one?.text.slice(one.at, one.at + 6)).toBe('WEB-12');
  });

  it('are found in a text with 200,000 mentions', () => {
    const text = 'WEB-12\n'.repeat(200_000);
    expect(placeMentions(text, find(text)).at(-1)?.line).toBe(199_999);
  });
});

describe('A search for mentions', () => {
  it('returns the files with mentions in order, and the number of searched files', async () => {
    const found = await search({
      'a.ts': bytes('// WEB-12'),
      'b.ts': bytes('// WEB-123'),
      'c.md': bytes('WEB-12 and WEB-12'),
    });
    expect(found.files.map(({ file, mentions }) => [file, mentions.length])).toEqual([
      ['a.ts', 1],
      ['c.md', 2],
    ]);
    expect(found).toMatchObject({ count: 3, looked: 3, large: 0, cut: undefined });
  });

  it('uses the text of an open editor instead of the file', async () => {
    expect(await search({ 'a.ts': { text: 'not saved yet: WEB-12' } })).toMatchObject({ count: 1 });
  });

  it('reads UTF-16 and skips binary files', async () => {
    const utf16 = new Uint8Array(Buffer.from('\ufeffsee WEB-12', 'utf16le'));
    const found = await search({ 'utf16.txt': utf16, 'a.png': bytes('\u0089PNG\0WEB-12') });
    expect(found.files.map(({ file }) => file)).toEqual(['utf16.txt']);
    expect(found.files[0]?.mentions[0]).toMatchObject({ line: 0, column: 4 });
  });

  it('counts the files that are too large or unreadable', async () => {
    expect(
      await search({ 'a.log': 'large', 'b.log': 'large', 'gone.ts': 'unreadable', 'c.ts': bytes('WEB-12') }),
    ).toMatchObject({
      count: 1,
      large: 2,
      unreadable: 1,
    });
  });

  it('ends at the maximum number of mentions', async () => {
    const found = await search({ 'a.md': bytes('WEB-12\n'.repeat(MAX_MENTIONS + 50)), 'b.md': bytes('WEB-12') });
    expect(found).toMatchObject({ count: MAX_MENTIONS, cut: 'many' });
  });

  it('ends when it is cancelled, with the mentions found so far', async () => {
    const stop = new AbortController();
    let read = 0;
    const found = await searchMentions({
      files: Array.from({ length: 1_000 }, (_, index) => index),
      find,
      signal: stop.signal,
      read: async () => {
        read += 1;
        if (read === 100) stop.abort();
        return bytes('WEB-12');
      },
    });
    expect(found.cut).toBe('stopped');
    expect(found.count).toBeGreaterThan(0);
    expect(read).toBeLessThan(150);
  });

  it('reports its progress', async () => {
    const told: number[] = [];
    const files = Array.from({ length: 250 }, (_, index) => index);
    const signal = new AbortController().signal;
    await searchMentions({
      files,
      find,
      signal,
      read: async () => bytes(''),
      onProgress: (looked) => told.push(looked),
    });
    expect(told).toEqual([100, 200]);
  });
});
