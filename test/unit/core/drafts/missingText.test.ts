// Tests that a text and another version of it lose nothing when they are put together.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingText } from '../../../../src/core/drafts/missingText.ts';

function together(shown: string, kept: string): string {
  const { offset, text } = missingText(shown, kept);
  return shown.slice(0, offset) + text + shown.slice(offset);
}

function hasInOrder(text: string, part: string): boolean {
  let from = 0;
  for (const character of part) {
    from = text.indexOf(character, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

describe('missingText', () => {
  it.each([
    ['round two', 'round two', 'round two'],
    ['round two', 'round two on', 'round two on'],
    ['round two fresh', 'round two on', 'round two on\nfresh'],
    ['one three', 'one two three', 'one two three'],
    ['', 'kept', 'kept'],
    ['typed', '', 'typed'],
    ['a😀', 'a😁', 'a😁\n😀'],
    ['😀b', '🐀b', '🐀\n😀b'],
    ['aa', 'aaa', 'aaa'],
  ])('of %j and %j makes %j', (shown, kept, expected) => {
    expect(together(shown, kept)).toBe(expected);
  });

  it('keeps all of both texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀', '😁') });
    fc.assert(
      fc.property(text, text, text, text, (start, shown, kept, end) => {
        const [one, other] = [start + shown + end, start + kept + end];
        const result = together(one, other);
        expect([hasInOrder(result, one), hasInOrder(result, other)]).toEqual([true, true]);
        expect(result).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
