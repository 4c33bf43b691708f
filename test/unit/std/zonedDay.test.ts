// Tests the days of time zones, over changes of the clocks, ends of months and years, and leap days.
import { describe, expect, it } from 'vitest';
import { daysAfter } from '../../../src/std/calendarDay.ts';
import {
  cycleInstants,
  dayIn,
  instantTextIn,
  isInstant,
  lastDayIn,
  startOfDayIn,
  type Zone,
  zoneNamed,
} from '../../../src/std/dates/zonedDay.ts';

const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Africa/Cairo',
  'Europe/Berlin',
  'Europe/Dublin',
  'UTC',
  'Atlantic/Azores',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Honolulu',
] as const;

function zone(name: string): Zone {
  const known = zoneNamed(name);
  if (known === undefined) throw new Error(`unknown zone ${name}`);
  return known;
}

/** Every day of a leap year and of the year in which Brazil still changed its clocks at midnight. */
const DAYS = [
  ...Array.from({ length: 368 }, (_, index) => daysAfter('2027-12-30', index)),
  ...Array.from({ length: 366 }, (_, index) => daysAfter('2018-01-01', index)),
];

describe.each(ZONES)('in %s', (name) => {
  const here = zone(name);

  it('every day is the day of the instants that a server stores for it', () => {
    const wrongDays = DAYS.filter((day) => {
      const { start, end } = cycleInstants(here, { start: day, end: day });
      return dayIn(here, start) !== day || lastDayIn(here, end) !== day;
    });
    expect(wrongDays).toEqual([]);
  });

  it('every day contains its start, and lasts from 23 to 25 hours', () => {
    const wrongDays = DAYS.filter((day) => {
      const start = startOfDayIn(here, day);
      const next = startOfDayIn(here, daysAfter(day, 1));
      const hours = (next - start) / 3_600_000;
      return dayIn(here, start) !== day || hours < 23 || hours > 25;
    });
    expect(wrongDays).toEqual([]);
  });

  it('a plain midnight is the day that begins there, also as the last day of a cycle', () => {
    expect(DAYS.filter((day) => lastDayIn(here, startOfDayIn(here, day)) !== day)).toEqual([]);
  });

  it('an instant as text is the same instant', () => {
    const starts = DAYS.map((day) => startOfDayIn(here, day));
    expect(starts.map((start) => Date.parse(instantTextIn(here, start)))).toEqual(starts);
  });
});

it.each([
  ['Asia/Tokyo', '2026-11-11', '2026-11-10T15:00:01Z', '2026-11-11T14:59:00Z'],
  ['America/Sao_Paulo', '2026-11-28', '2026-11-28T03:00:01Z', '2026-11-29T02:59:00Z'],
  ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T10:00:01Z', '2027-01-01T09:59:00Z'],
  // 23 hours: the end is 23:59 hours after the start, which is on the next day.
  ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:01Z', '2027-03-28T22:59:00Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:01Z', '2026-10-04T13:29:00Z'],
  // The clocks skip midnight.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:01Z', '2026-04-24T21:59:00Z'],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:01Z', '2018-11-05T02:59:00Z'],
  // The clocks show midnight twice.
  ['America/Havana', '2026-11-01', '2026-11-01T05:00:01Z', '2026-11-02T04:59:00Z'],
])('in %s, a cycle on %s is from %s to %s', (name, day, start, end) => {
  const instants = cycleInstants(zone(name), { start: day, end: day });
  expect(instants).toEqual({ start: Date.parse(start), end: Date.parse(end) });
});

it.each(['', ' ', 'Mars/Olympus', 'Europe/', undefined, null, 7, {}, 'a'.repeat(500), '\u0000'])(
  'zoneNamed returns undefined for %j',
  (name) => {
    expect(zoneNamed(name)).toBeUndefined();
  },
);

it.each(['utc', 'GMT', 'US/Pacific', 'Asia/Calcutta', 'asia/tokyo', ' Asia/Tokyo '])('zoneNamed knows %j', (name) => {
  expect(zoneNamed(name)).toBeDefined();
});

it.each([
  ['2026-11-10T15:00:01Z', true],
  ['2026-11-11T00:00:01+09:00', true],
  ['2026-11-10T15:00:01.123456Z', true],
  ['2026-11-10', false],
  ['2026-11-10T15:00:01', false],
  ['2026-99-10T15:00:01Z', false],
  ['', false],
])('isInstant of %j is %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected);
});
