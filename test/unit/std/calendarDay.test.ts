// Tests calculations with calendar days.
import { afterEach, describe, expect, it } from 'vitest';
import { daysAfter, isDay, startOfDay, todayAt, weekdayOf } from '../../../src/std/calendarDay.ts';

describe('The calendar function', () => {
  it.each(['2026-11-20', '2024-02-29'])('isDay returns true for %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['', '2026-2-3', '2026-02-30', '2025-02-29', '2026-13-01', '2026-11-20T00:00', 'today'])(
    'isDay returns false for “%s”',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-28', 7, '2026-04-04'],
  ])('daysAfter for %s and %i days returns %s', (day, count, result) => {
    expect(daysAfter(day, count)).toBe(result);
  });

  it('weekdayOf returns 0 for Sunday to 6 for Saturday', () => {
    expect(['2026-11-15', '2026-11-20', '2026-11-21'].map(weekdayOf)).toEqual([0, 5, 6]);
  });

  it.each(['2026-11-20', '2026-03-29', '2026-10-25'])(
    'startOfDay returns midnight in the user’s time zone, even when the clocks change: %s',
    (day) => {
      const start = startOfDay(day);
      expect([todayAt(start), todayAt(start - 1)]).toEqual([day, daysAfter(day, -1)]);
    },
  );
});

describe('startOfDay', () => {
  const ownZone = process.env['TZ'];
  afterEach(() => {
    if (ownZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ownZone;
  });

  // In Cairo, Beirut, Santiago and Asuncion, the clocks change at midnight, so a day may have no midnight or two of them.
  it.each([
    'Africa/Cairo',
    'Asia/Beirut',
    'America/Santiago',
    'America/Asuncion',
    'America/Havana',
    'Atlantic/Azores',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
  ])('is the first moment of each day of four years in %s', (zone) => {
    process.env['TZ'] = zone;
    for (let day = '2023-01-01'; day < '2027-01-01'; day = daysAfter(day, 1)) {
      const start = startOfDay(day);
      expect([todayAt(start), todayAt(start - 1)]).toEqual([day, daysAfter(day, -1)]);
    }
  });
});
