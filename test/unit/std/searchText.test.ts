// Tests the comparison of a typed search text with other text.
import { describe, expect, it } from 'vitest';
import { includesSearchText, searchWords } from '../../../src/std/searchText.ts';

describe('wordsIn', () => {
  it('returns the typed words in lower case', () => {
    expect(searchWords('  Fix\tthe LOGIN ')).toEqual(['fix', 'the', 'login']);
    expect(searchWords(' ')).toEqual([]);
  });
});

describe('includesTyped', () => {
  it('ignores case, and white space around the typed text', () => {
    expect(includesSearchText('WEB-1 Fix the Login', ' the LOG ')).toBe(true);
    expect(includesSearchText('WEB-1 Fix the Login', 'log the')).toBe(false);
    expect(includesSearchText('anything', ' ')).toBe(true);
  });
});
