// Tests the comparison of a typed search text with other text.
import { describe, expect, it } from 'vitest';
import { includesSearchText, searchWords } from '../../../src/std/searchText.ts';

describe('searchWords', () => {
  it('returns the words of the typed text in lower case', () => {
    expect(searchWords('  Fix\tthe LOGIN ')).toEqual(['fix', 'the', 'login']);
    expect(searchWords(' ')).toEqual([]);
  });
});

describe('includesSearchText', () => {
  it('ignores case, and white space around the typed text', () => {
    expect(includesSearchText('WEB-1 Fix the Login', ' the LOG ')).toBe(true);
    expect(includesSearchText('WEB-1 Fix the Login', 'log the')).toBe(false);
    expect(includesSearchText('anything', ' ')).toBe(true);
  });
});
