// Tests in which texts, and at which places in a text, mentions become links.
import { describe, expect, it } from 'vitest';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';
import { mentionsInText } from '../../../../src/core/mentions/mentionsInText.ts';

const matcher = new IdentifierMatcher(['WEB']);
const foundIdentifiers = (text: string) => mentionsInText(text, matcher).map(({ identifier }) => identifier);

describe('mentionsInText', () => {
  it('returns the mentions of a text', () => {
    expect(foundIdentifiers('WEB-1 and\nWEB-2')).toEqual(['WEB-1', 'WEB-2']);
  });

  it('returns nothing for binary text', () => {
    expect(foundIdentifiers('GIF89a\0\0WEB-1')).toEqual([]);
  });

  it('searches a limited number of characters and returns a limited number of mentions', () => {
    expect(foundIdentifiers(`WEB-1 ${' '.repeat(5_000_000)} WEB-2`)).toEqual(['WEB-1']);
    expect(foundIdentifiers('WEB-1 '.repeat(20_000))).toHaveLength(10_000);
  });

  it('returns no mentions within URLs', () => {
    expect(foundIdentifiers('https://app.plane.so/acme/browse/WEB-1/ but WEB-2')).toEqual(['WEB-2']);
    expect(foundIdentifiers('(see https://example.com) WEB-3, docs/WEB-4.md')).toEqual(['WEB-3', 'WEB-4']);
  });
});
