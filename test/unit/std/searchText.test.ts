// Tests how typed text is compared with other text.
import { describe, expect, it } from 'vitest';
import { includesTyped, wordsIn } from '../../../src/std/searchText.ts';

describe('wordsIn', () => {
  it('returns words in lower case', () => {
    expect(wordsIn('  Fix\tthe LOGIN ')).toEqual(['fix', 'the', 'login']);
    expect(wordsIn(' ')).toEqual([]);
  });
});

describe('includesTyped', () => {
  it('ignores case and surrounding space in what was typed', () => {
    expect(includesTyped('WEB-1 Fix the Login', ' the LOG ')).toBe(true);
    expect(includesTyped('WEB-1 Fix the Login', 'log the')).toBe(false);
    expect(includesTyped('anything', ' ')).toBe(true);
  });
});
