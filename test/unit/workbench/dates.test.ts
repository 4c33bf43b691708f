// Owns the proof of dates as a person types them.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, offeredDates, readDate, todayAt } from '../../../src/workbench/features/quickEdit/dates.ts';

/** A Friday. */
const TODAY = '2026-11-20';

describe('a date', () => {
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
  ])('is read from “%s”', (text, date) => {
    expect(readDate(text, TODAY)).toEqual({ date });
  });

  it.each(['soon', '2026-1', '20.11.2026', '11/20/2026', '3', '+3', 'm', 'fridayish'])(
    'is none in “%s”, which is said with what would be',
    (text) => {
      expect(readDate(text, TODAY)).toEqual({
        problem: `“${text}” is no date. Type one such as 2026-11-20, friday, +3d or +2w.`,
      });
    },
  );

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10'])(
    'is none in “%s”, which is in no calendar',
    (text) => {
      expect(readDate(text, TODAY)).toEqual({
        problem: `There is no ${text} in the calendar. Check the month and the day.`,
      });
    },
  );

  it('is never made of any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readDate(text, TODAY);
        return 'problem' in read || /^\d{4}-\d{2}-\d{2}$/.test(read.date);
      }),
    );
  });

  it('is spoken with its weekday', () => {
    expect(formatDate('2026-11-20')).toBe('Fri, Nov 20, 2026');
  });
});

describe('what is offered', () => {
  it('begins with today, and Monday is never today', () => {
    expect(offeredDates('2026-11-23').map(({ date }) => date)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-30',
      '2026-12-07',
    ]);
  });

  it('counts from the day that it is where the person is', () => {
    const moment = new Date(2026, 10, 20, 23, 59);
    expect(todayAt(moment.getTime())).toBe('2026-11-20');
  });
});
