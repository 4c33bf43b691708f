// Owns the proof of addresses.
import { describe, expect, it } from 'vitest';
import { keyOf, parseAddress } from '../../../src/cache/address.ts';

describe('an address', () => {
  it('is the same after it was written and read', () => {
    expect(parseAddress(keyOf({ project: 'p1', id: 'w1' }))).toEqual({ project: 'p1', id: 'w1' });
  });

  it.each(['', '/', 'p1', 'p1/', '/w1', 'p1/w1/more'])('is not read from “%s”', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});
