// Tests shortening of text to one line and to a length.
import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, truncate } from '../../../src/std/truncate.ts';

describe('oneLine', () => {
  it('replaces any white space in the text by a single space', () => {
    expect(oneLine('  a\r\n\tb  c\n')).toBe('a b c');
  });
});

describe('truncate', () => {
  it('keeps a text that is short enough, and ends a cut text with an ellipsis', () => {
    expect(truncate('abcde', 5)).toBe('abcde');
    expect(truncate('abcdef', 5)).toBe('abcd…');
    expect(truncate('abc   def', 6)).toBe('abc…');
  });

  it('does not cut a surrogate pair, an emoji sequence or a letter with its accent', () => {
    expect(truncate('ab🎉🎉', 4)).toBe('ab…');
    expect(truncate('ab👩‍👩‍👧‍👦cd', 7)).toBe('ab…');
    expect(truncate('abe\u0301cd', 4)).toBe('ab…');
  });

  it('returns well-formed text that is not longer than the maximum', () => {
    assert(
      property(string({ unit: 'grapheme' }), integer({ min: 1, max: 30 }), (text, maxLength) => {
        const truncated = truncate(text, maxLength);
        expect(truncated.length).toBeLessThanOrEqual(maxLength);
        expect(truncated).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
