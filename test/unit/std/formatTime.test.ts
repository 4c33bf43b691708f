// Tests formatting of times for the user.
import { afterEach, describe, expect, it } from 'vitest';
import { setDisplayLanguage } from '../../../src/std/displayLanguage.ts';
import {
  formatAge,
  formatDateRange,
  formatRelativeTime,
  formatShortDateRange,
  formatTime,
  formatTimeWithSeconds,
} from '../../../src/std/formatTime.ts';

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

afterEach(() => setDisplayLanguage({ language: 'en', messages: {} }));

describe('formatTime', () => {
  const MORNING = new Date(2026, 10, 22, 9, 30, 5).getTime();

  // Newer ICU data separates the time from AM by U+202F.
  const withPlainSpaces = (text: string) => text.replaceAll('\u202f', ' ');

  it.each([
    ['en', '09:30 AM', 'November 22 at 09:30 AM', '9:30:05 AM'],
    ['de', '09:30', '22. November um 09:30', '09:30:05'],
  ])('formats a time in the language %s, with the date if it is not today', (language, today, later, exact) => {
    setDisplayLanguage({ language, messages: {} });
    expect(withPlainSpaces(formatTime(MORNING, MORNING + MINUTE))).toBe(today);
    expect(withPlainSpaces(formatTime(MORNING, MORNING + DAY))).toBe(later);
    expect(withPlainSpaces(formatTimeWithSeconds(MORNING))).toBe(exact);
  });
});

describe('formatShortDateRange', () => {
  // Intl separates the days by thin spaces.
  const range = (start: string, end: string) =>
    formatShortDateRange(start, end, '2026-11-20').replaceAll(/[\u2009\u202f]/g, ' ');

  it('formats two days with the year unless both days are in the current year', () => {
    expect(range('2026-11-09', '2026-11-24')).toBe('Nov 9 – 24');
    expect(range('2026-11-23', '2027-01-02')).toBe('Nov 23, 2026 – Jan 2, 2027');
    expect(range('2026-11-20', '2026-11-20')).toBe('Nov 20');
  });

  it('returns an empty text if a day is missing or the days are reversed', () => {
    expect(range('', '2026-11-24')).toBe('');
    expect(range('2026-11-24', 'soon')).toBe('');
    expect(range('2026-11-24', '2026-11-23')).toBe('');
  });
});

describe('formatDateRange', () => {
  it.each([
    ['2026-11-09', '2026-11-26T00:00:00Z', 'Mon, Nov 9, 2026 to Thu, Nov 26, 2026'],
    ['2026-11-09', null, 'Mon, Nov 9, 2026'],
    [undefined, '2026-11-26', 'Thu, Nov 26, 2026'],
    ['', null, undefined],
  ])('formats the days from %s to %s', (start, end, formatted) => {
    expect(formatDateRange(start, end)).toBe(formatted);
  });
});

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
  ])('formats an age of %i ms as %s', (age, formatted) => {
    expect(formatAge(NOW - age, NOW)).toBe(formatted);
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
    [-59 * MINUTE, 'just now'],
    [-DAY, 'just now'],
    [-DAY * 2, 'in 2 days'],
  ])('formats an age of %i ms as %s', (age, formatted) => {
    expect(formatRelativeTime(NOW - age, NOW)).toBe(formatted);
  });

  it('counts the days of the calendar in the time zone of the user', () => {
    const wednesday = (hour: number) => new Date(2026, 10, 25, hour).getTime();
    const before = (days: number, hour: number) => new Date(2026, 10, 25 - days, hour).getTime();
    expect(formatRelativeTime(before(1, 9), wednesday(9))).toBe('yesterday');
    expect(formatRelativeTime(before(2, 23), wednesday(1))).toBe('2 days ago');
    expect(formatRelativeTime(before(2, 10), wednesday(9))).toBe('2 days ago');
    expect(formatRelativeTime(before(6, 12), wednesday(12))).toBe('6 days ago');
    expect(formatRelativeTime(before(1, 12), wednesday(9))).toBe('21 hours ago');
  });
});
