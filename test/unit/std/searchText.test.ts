// Tests the comparison of a typed search text with other text.
import { describe, expect, it } from 'vitest';
import { includesTyped, wordsIn } from '../../../src/std/searchText.ts';

describe('wordsIn', () => {
  it('returns the typed words in lower case', () => {
    expect(wordsIn('  Fix\tthe LOGIN ')).toEqual(['fix', 'the', 'login']);
    expect(wordsIn(' ')).toEqual([]);
  });
});

describe('includesTyped', () => {
  it('ignores case, and white space around the typed text', () => {
    expect(includesTyped('WEB-1 Fix the Login', ' the LOG ')).toBe(true);
    expect(includesTyped('WEB-1 Fix the Login', 'log the')).toBe(false);
    expect(includesTyped('anything', ' ')).toBe(true);
  });
});
