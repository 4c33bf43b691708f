// Tests how typed dates are parsed, and which dates are suggested.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { todayAt } from '../../../src/std/calendarDay.ts';
import { parseDate, suggestDates } from '../../../src/std/dates/typedDate.ts';
import { formatDate } from '../../../src/std/formatTime.ts';

/** A Friday. */
const TODAY = '2026-11-20';

describe('A date', () => {
  it.each([
    ['2027-02-28', '2027-02-28'],
    [' 2028-02-29 ', '2028-02-29'],
    ['today', '2026-11-20'],
    ['Tomorrow', '2026-11-21'],
    ['next monday', '2026-11-23'],
    ['mon', '2026-11-23'],
    ['Friday', '2026-11-27'],
    ['thu', '2026-11-26'],
    ['+3d', '2026-11-23'],
    ['+2w', '2026-12-04'],
    ['-1d', '2026-11-19'],
  ])('is parsed from “%s”', (text, date) => {
    expect(parseDate(text, TODAY)).toEqual({ date });
  });

  it.each(['soon', '2026-1', '20.11.2026', '11/20/2026', '3', '+3', 'm', 'fridayish'])(
    'is not parsed from “%s”, and the message contains valid examples',
    (text) => {
      expect(parseDate(text, TODAY)).toEqual({
        problem: `“${text}” is not a date. Enter a date such as 2026-11-20, friday, +3d or +2w.`,
      });
    },
  );

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10'])(
    'is not parsed from “%s”, because the calendar has no such day',
    (text) => {
      expect(parseDate(text, TODAY)).toEqual({
        problem: `The date ${text} does not exist. Check the month and the day.`,
      });
    },
  );

  it('is either parsed or rejected with a message, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const result = parseDate(text, TODAY);
        return 'problem' in result || /^\d{4}-\d{2}-\d{2}$/.test(result.date);
      }),
    );
  });

  it('is formatted with its weekday', () => {
    expect(formatDate('2026-11-20')).toBe('Fri, Nov 20, 2026');
  });
});

describe('The suggested dates', () => {
  it('start with today, and Next Monday is never today', () => {
    expect(suggestDates('2026-11-23').map(({ date }) => date)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-30',
      '2026-12-07',
    ]);
  });

  it('start from the current day in the user’s time zone', () => {
    const lateEvening = new Date(2026, 10, 20, 23, 59);
    expect(todayAt(lateEvening.getTime())).toBe('2026-11-20');
  });
});
