// Tests the decoding of percent escapes.
import { expect, it } from 'vitest';
import { decodePercent } from '../../../src/std/decodePercent.ts';

it.each([
  ['a%20b%2Fc', 'a b/c'],
  ['100%', '100%'],
  ['%E4 and %20', '%E4 and %20'],
  ['', ''],
])('decodePercent returns for %j: %j', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded);
});
