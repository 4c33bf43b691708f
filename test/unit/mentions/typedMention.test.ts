// Tests what counts as the start of a mention: `#` in prose, comments and strings, and a known
// prefix with its dash anywhere.
import { describe, expect, it } from 'vitest';
import { Matcher } from '../../../src/mentions/identifiers.ts';
import { typedMention } from '../../../src/mentions/typedMention.ts';

const matcher = new Matcher(['WEB', '项目']);
const typed = (before: string, language = 'markdown') => typedMention(before, language, matcher);

describe('A known prefix and its dash', () => {
  it.each(['WEB-', 'see WEB-', 'const x = 1; // WEB-', 'feature/WEB-'])('start a mention: %s', (before) => {
    expect(typed(before, 'typescript')).toEqual({
      kind: 'number',
      start: before.length - 4,
      prefix: 'WEB',
      digits: '',
    });
  });

  it('are recognized with following digits', () => {
    expect(typed('see WEB-12')).toEqual({ kind: 'number', start: 4, prefix: 'WEB', digits: '12' });
    expect(typed('见项目-1')).toEqual({ kind: 'number', start: 1, prefix: '项目', digits: '1' });
    expect(typed('see WEB-0')).toBeUndefined();
  });

  it('are not recognized as part of another word', () => {
    expect(['XWEB-', 'UTF-', 'web-', 'WEB-1x', 'WEB- '].map((before) => typed(before))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('are recognized at the end of a very long line', () => {
    const before = `${'x '.repeat(500_000)}WEB-1`;
    expect(typed(before)).toMatchObject({ start: before.length - 5 });
  });
});

describe('A number sign', () => {
  it('starts a mention in prose, with or without words', () => {
    expect(typed('#')).toEqual({ kind: 'words', start: 0, words: '' });
    expect(typed('fixes #boa', 'scminput')).toEqual({ kind: 'words', start: 6, words: 'boa' });
    expect(typed('исправлено #доск', 'git-commit')).toMatchObject({ words: 'доск' });
    expect(typed('修复#看板', 'plaintext')).toMatchObject({ start: 2, words: '看板' });
  });

  it('starts no mention in a heading, an entity, an anchor or a word', () => {
    expect(['## ', '##', '# ', 'a#b', '&#12', 'https://example.com/#top'].map((before) => typed(before))).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('starts a mention in code only within comments and strings', () => {
    expect(typed('  total += 1; // see #', 'typescript')).toBeDefined();
    expect(typed('  # see #', 'python')).toBeDefined();
    expect(typed("  throw new Error('see #", 'typescript')).toBeDefined();
    expect(typed('/* #', 'css')).toBeDefined();
    expect(
      [
        ['#', 'python'],
        ['  #', 'c'],
        ['#inc', 'c'],
        ['  color: #', 'css'],
        ['  color: #ab', 'css'],
        ['  this.#', 'typescript'],
        ['  #count', 'typescript'],
      ].map(([before = '', language = '']) => typed(before, language)),
    ).toEqual(Array(7).fill(undefined));
  });
});
