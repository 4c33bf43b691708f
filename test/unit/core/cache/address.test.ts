// Tests the keys of work items.
import { describe, expect, it } from 'vitest';
import { keyOf, parseItemKey } from '../../../../src/core/cache/address.ts';

describe('parseItemKey', () => {
  it('returns the address from which keyOf has created the key', () => {
    expect(parseItemKey(keyOf({ project: 'p1', id: 'w1' }))).toEqual({ project: 'p1', id: 'w1' });
  });

  it.each(['', '/', 'p1', 'p1/', '/w1', 'p1/w1/more'])('returns undefined for the invalid key “%s”', (text) => {
    expect(parseItemKey(text)).toBeUndefined();
  });
});
