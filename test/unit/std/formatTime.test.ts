// Tests how times are formatted for the user.
import { describe, expect, it } from 'vitest';
import { formatAge, formatRelativeTime } from '../../../src/std/formatTime.ts';

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('formatAge', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 minute ago'],
    [7_200_000, '2 hours ago'],
    [86_400_000 * 3, '3 days ago'],
    [-5, 'just now'],
    [-10 * MINUTE, 'just now'],
    [DAY, '1 day ago'],
    [DAY * 40, '40 days ago'],
  ])('formats an age of %i ms as %s', (age, words) => {
    expect(formatAge(NOW - age, NOW)).toBe(words);
  });
});

describe('formatRelativeTime', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [119_999, '1 minute ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, 'yesterday'],
    [DAY * 9, 'last week'],
    [DAY * 40, 'last month'],
    [DAY * 800, '2 years ago'],
    [-10 * MINUTE, 'in 10 minutes'],
  ])('formats an age of %i ms as %s', (age, words) => {
    expect(formatRelativeTime(NOW - age, NOW)).toBe(words);
  });
});
