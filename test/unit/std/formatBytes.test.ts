// Tests formatting of numbers of bytes.
import { expect, it } from 'vitest';
import { formatBytes } from '../../../src/std/formatBytes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 kB'],
  [4300, '4.2 kB'],
  [300_000, '293 kB'],
  [5 * 1024 * 1024, '5 MB'],
  [1023 * 1024, '1 MB'],
  [3 * 1024 ** 3, '3 GB'],
  [5000 * 1024 ** 3, '5000 GB'],
])('formatBytes formats %d bytes as “%s”', (bytes, formatted) => {
  expect(formatBytes(bytes)).toBe(formatted);
});
