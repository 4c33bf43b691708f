// Tests the limits of the search in a text: no binary text, no web addresses, and only a part of a
// very large text.
import { describe, expect, it } from 'vitest';
import { Matcher } from '../../../src/mentions/identifiers.ts';
import { mentionsInText } from '../../../src/mentions/textLimits.ts';

const matcher = new Matcher(['WEB']);
const found = (text: string) => mentionsInText(text, matcher).map(({ identifier }) => identifier);

describe('mentionsInText', () => {
  it('returns the mentions of a text', () => {
    expect(found('WEB-1 and\nWEB-2')).toEqual(['WEB-1', 'WEB-2']);
  });

  it('returns nothing for binary text', () => {
    expect(found('GIF89a\0\0WEB-1')).toEqual([]);
  });

  it('limits the characters read and the mentions returned', () => {
    expect(found(`WEB-1 ${' '.repeat(5_000_000)} WEB-2`)).toEqual(['WEB-1']);
    expect(found('WEB-1 '.repeat(20_000))).toHaveLength(10_000);
  });

  it('skips mentions in web addresses', () => {
    expect(found('https://app.plane.so/acme/browse/WEB-1/ but WEB-2')).toEqual(['WEB-2']);
    expect(found('(see https://example.com) WEB-3, docs/WEB-4.md')).toEqual(['WEB-3', 'WEB-4']);
  });
});
