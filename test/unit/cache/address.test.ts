// Tests the keys of work items.
import { describe, expect, it } from 'vitest';
import { keyOf, parseItemKey } from '../../../src/cache/address.ts';

describe('The key of a work item', () => {
  it('is parsed into the address that it was created from', () => {
    expect(parseItemKey(keyOf({ project: 'p1', id: 'w1' }))).toEqual({ project: 'p1', id: 'w1' });
  });

  it.each(['', '/', 'p1', 'p1/', '/w1', 'p1/w1/more'])('is not parsed from “%s”', (text) => {
    expect(parseItemKey(text)).toBeUndefined();
  });
});
