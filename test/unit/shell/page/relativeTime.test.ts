// Tests the times of comments and changes on a page.
import { expect, it } from 'vitest';
import { relativeTime } from '../../../../src/shell/page/relativeTime.ts';

/** A Sunday evening in the time zone of the test. */
const NOW = new Date(2026, 10, 22, 21, 0).getTime();
/** Returns the text for a time in November 2026, with normal spaces: `Intl` may write another space before `PM`. */
const textFor = (day: number, hours: number, minutes = 0): string | undefined =>
  relativeTime(new Date(2026, 10, day, hours, minutes).toISOString(), NOW)?.replace(/\s/g, ' ');

it.each([
  [22, 19, '2 hours ago'],
  [21, 22, '23 hours ago'],
  [21, 14, 'yesterday, 2:05 PM'],
  [20, 23, '2 days ago, 11:05 PM'],
  [15, 0, '7 days ago, 12:05 AM'],
  [14, 23, 'Nov 14, 2026'],
])('relativeTime formats a time on November %i in hour %i as “%s” on November 22, 21:00', (day, hours, text) => {
  expect(textFor(day, hours, text.includes('hours') ? 0 : 5)).toBe(text);
});

it('relativeTime returns undefined for an invalid time', () => {
  expect(relativeTime('soon', NOW)).toBeUndefined();
});
