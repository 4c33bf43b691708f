// Tests formatting and parsing of page cursors.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor } from '../../../src/contract/cursor.ts';

describe('A cursor', () => {
  it('is unchanged after it is formatted and parsed', () => {
    const cursors = fc.record({ value: fc.nat(999_999_999), offset: fc.nat(999_999_999), isPrev: fc.boolean() });
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it('consists of page size, page number and direction', () => {
    expect(formatCursor({ value: 100, offset: 2, isPrev: false })).toBe('100:2:0');
    expect(formatCursor({ value: 20, offset: 0, isPrev: true })).toBe('20:0:1');
  });

  it.each([
    '',
    '100',
    '100:1',
    '100:1:2',
    '100:1:0:0',
    '-1:0:0',
    '1.5:0:0',
    ' 100:1:0',
    '100:1:0\n',
    '1e2:0:0',
    '9999999999:0:0',
  ])('is not parsed from “%s”', (text) => {
    expect(parseCursor(text)).toBeUndefined();
  });

  it('is parsed from any valid text, and formatted as the same text without leading zeros', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9:]{0,12}$/), (text) => {
        const cursor = parseCursor(text);
        if (cursor !== undefined) expect(formatCursor(cursor)).toBe(text.replace(/(^|:)0+(?=\d)/g, '$1'));
        else expect(text).not.toMatch(/^\d{1,9}:\d{1,9}:[01]$/);
      }),
    );
  });
});
