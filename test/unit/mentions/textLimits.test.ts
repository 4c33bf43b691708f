// Owns the proof of how much of a text is read: nothing of a binary file, a bounded part of a huge one, and no web
// address.
import { describe, expect, it } from 'vitest';
import { Matcher } from '../../../src/mentions/identifiers.ts';
import { mentionsInText } from '../../../src/mentions/textLimits.ts';

const matcher = new Matcher(['WEB']);
const found = (text: string) => mentionsInText(text, matcher).map(({ identifier }) => identifier);

describe('a text', () => {
  it('gives its mentions', () => {
    expect(found('WEB-1 and\nWEB-2')).toEqual(['WEB-1', 'WEB-2']);
  });

  it('that is binary gives none', () => {
    expect(found('GIF89a\0\0WEB-1')).toEqual([]);
  });

  it('that is huge is read as far as it can be at once', () => {
    expect(found(`WEB-1 ${' '.repeat(5_000_000)} WEB-2`)).toEqual(['WEB-1']);
    expect(found('WEB-1 '.repeat(20_000))).toHaveLength(10_000);
  });

  it('leaves web addresses to themselves', () => {
    expect(found('https://app.plane.so/acme/browse/WEB-1/ but WEB-2')).toEqual(['WEB-2']);
    expect(found('(see https://example.com) WEB-3, docs/WEB-4.md')).toEqual(['WEB-3', 'WEB-4']);
  });
});
