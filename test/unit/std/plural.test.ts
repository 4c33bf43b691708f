// Tests which plural form is returned for a count.
import { describe, expect, it } from 'vitest';
import { plural } from '../../../src/std/plural.ts';

describe('plural', () => {
  it('returns the singular only for 1', () => {
    const forms = { one: 'item', other: 'items' };
    expect([0, 1, 2, 21, 101, 1.5, Number.NaN].map((count) => plural(count, forms))).toEqual([
      'items',
      'item',
      'items',
      'items',
      'items',
      'items',
      'items',
    ]);
  });
});
