// Tests the titles of the tabs of records.
import { describe, expect, it } from 'vitest';
import { tabTitle } from '../../../../src/features/recordPage/titles.ts';

describe('tabTitle', () => {
  const longTitle = `WEB-7 ${'Board flickers when a colleague moves a card '.repeat(3)}`;

  it('returns the identifier and the start of the name of a work item, with at most 40 characters', () => {
    expect(tabTitle(longTitle, true)).toBe('WEB-7 Board flickers when a colleague m…');
    expect(tabTitle('WEB-28 Write the notes for release four', true)).toBe('WEB-28 Write the notes for release four');
  });

  it('returns the same text with and without the ● for unsaved changes', () => {
    expect(tabTitle(`● ${longTitle}`, true)).toBe(`● ${tabTitle(longTitle, true)}`);
  });

  it('does not shorten the name of a record without an identifier', () => {
    expect(tabTitle(longTitle, false)).toBe(longTitle);
  });
});
