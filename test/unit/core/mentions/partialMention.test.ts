// Tests which typed text starts a mention: `#` in prose, comments and strings, and a known prefix
// with a dash anywhere.
import { describe, expect, it } from 'vitest';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';
import { parsePartialMention } from '../../../../src/core/mentions/partialMention.ts';

const matcher = new IdentifierMatcher(['WEB', '项目']);
const parseTyped = (before: string, language = 'markdown') => parsePartialMention(before, language, matcher);

describe('The identifier of a known project with a dash', () => {
  it.each(['WEB-', 'see WEB-', 'const x = 1; // WEB-', 'feature/WEB-'])('starts a mention: %s', (before) => {
    expect(parseTyped(before, 'typescript')).toEqual({
      kind: 'number',
      start: before.length - 4,
      prefix: 'WEB',
      digits: '',
    });
  });

  it('starts a mention that includes the digits after the dash', () => {
    expect(parseTyped('see WEB-12')).toEqual({ kind: 'number', start: 4, prefix: 'WEB', digits: '12' });
    expect(parseTyped('见项目-1')).toEqual({ kind: 'number', start: 1, prefix: '项目', digits: '1' });
    expect(parseTyped('see WEB-0')).toBeUndefined();
  });

  it('starts no mention as part of a longer word', () => {
    expect(['XWEB-', 'UTF-', 'web-', 'WEB-1x', 'WEB- '].map((before) => parseTyped(before))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('starts a mention at the end of a very long line', () => {
    const before = `${'x '.repeat(500_000)}WEB-1`;
    expect(parseTyped(before)).toMatchObject({ start: before.length - 5 });
  });
});

describe('A number sign', () => {
  it('starts a mention in prose, with and without words after it', () => {
    expect(parseTyped('#')).toEqual({ kind: 'words', start: 0, words: '' });
    expect(parseTyped('fixes #boa', 'scminput')).toEqual({ kind: 'words', start: 6, words: 'boa' });
    expect(parseTyped('исправлено #доск', 'git-commit')).toMatchObject({ words: 'доск' });
    expect(parseTyped('修复#看板', 'plaintext')).toMatchObject({ start: 2, words: '看板' });
  });

  it('starts no mention in a Markdown heading, an HTML entity, a URL fragment or a word', () => {
    expect(['## ', '##', '# ', 'a#b', '&#12', 'https://example.com/#top'].map((before) => parseTyped(before))).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('starts a mention in code only within comments and strings', () => {
    expect(parseTyped('  total += 1; // see #', 'typescript')).toBeDefined();
    expect(parseTyped('  # see #', 'python')).toBeDefined();
    expect(parseTyped("  throw new Error('see #", 'typescript')).toBeDefined();
    expect(parseTyped('/* #', 'css')).toBeDefined();
    expect(
      [
        ['#', 'python'],
        ['  #', 'c'],
        ['#inc', 'c'],
        ['  color: #', 'css'],
        ['  color: #ab', 'css'],
        ['  this.#', 'typescript'],
        ['  #count', 'typescript'],
      ].map(([before = '', language = '']) => parseTyped(before, language)),
    ).toEqual(Array(7).fill(undefined));
  });
});
