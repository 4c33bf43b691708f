// Tests the days and the phase of a cycle for time zones of the key's owner, the project and the machine.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cycleDays, cyclePhase, withCycleDays } from '../../../src/contract/cycleDays.ts';
import { daysAfter, todayAt } from '../../../src/std/calendarDay.ts';
import { cycleInstants, instantTextIn, startOfDayIn, type Zone, zoneNamed } from '../../../src/std/dates/zonedDay.ts';

const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Europe/Berlin',
  'UTC',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Honolulu',
] as const;
/** Days around changes of the clocks, ends of months and years, and leap days. */
const DAYS = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-10-29',
  '2026-11-01',
  '2026-12-31',
  '2027-01-01',
  '2027-02-28',
  '2028-02-29',
] as const;

afterEach(() => vi.unstubAllEnvs());

function zone(name: string): Zone {
  const known = zoneNamed(name);
  if (known === undefined) throw new Error(`unknown zone ${name}`);
  return known;
}

/** Returns the cycle as a server sends it to a key whose owner is in the zone `owner`. */
function sentCycle(project: string, owner: string, start: string, end: string) {
  const instants = cycleInstants(zone(project), { start, end });
  return {
    start_date: instantTextIn(zone(owner), instants.start),
    end_date: instantTextIn(zone(owner), instants.end),
  };
}

describe.each(ZONES.map((timezone, index) => ({ timezone, index })))('cycles of a project in $timezone', (project) => {
  const { timezone, index } = project;
  const machines = ZONES.map(
    (owner, ownerIndex) => [owner, ZONES[(index + ownerIndex) % ZONES.length] ?? owner] as const,
  );

  it.each(machines)('have the project’s days for a key owner in %s, on a machine in %s', (owner, machine) => {
    vi.stubEnv('TZ', machine);
    const wrongDays = DAYS.flatMap((start) => {
      const end = daysAfter(start, 1);
      const days = cycleDays(sentCycle(timezone, owner, start, end), { timezone });
      return days.start === start && days.end === end ? [] : [{ start, days }];
    });
    expect(wrongDays).toEqual([]);
  });

  it.each(DAYS)('change their phase exactly at the project’s midnight, from %s', (start) => {
    vi.stubEnv('TZ', ZONES[(index + 7) % ZONES.length]);
    const end = daysAfter(start, 2);
    const cycle = sentCycle(timezone, 'UTC', start, end);
    const [first, after] = [startOfDayIn(zone(timezone), start), startOfDayIn(zone(timezone), daysAfter(end, 1))];
    const phases = [first - 1, first, after - 1, after].map((now) =>
      cyclePhase(cycle, { timezone }, { now, today: todayAt(now) }),
    );
    expect(phases).toEqual(['upcoming', 'current', 'current', 'completed']);
  });
});

it.each([
  { timezone: 'Asia/Tokyo', start: '2026-11-11', end: '2026-11-28' },
  { timezone: 'UTC', start: '2026-11-10', end: '2026-11-28' },
  // The days as they are written.
  { timezone: undefined, start: '2026-11-10', end: '2026-11-28' },
  { timezone: null, start: '2026-11-10', end: '2026-11-28' },
  { timezone: '', start: '2026-11-10', end: '2026-11-28' },
  { timezone: 'Mars/Olympus', start: '2026-11-10', end: '2026-11-28' },
])('cycleDays returns $start to $end if the zone is $timezone', ({ timezone, start, end }) => {
  const cycle = { start_date: '2026-11-10T15:00:01Z', end_date: '2026-11-28T14:59:00Z' };
  expect(cycleDays(cycle, { timezone })).toEqual({ start, end });
});

it.each([
  { start_date: '2026-11-11', end_date: '2026-11-28' },
  { start_date: '2026-11-11T00:00:00', end_date: '2026-11-28T23:59:00' },
])('cycleDays keeps days without an offset: $start_date', (cycle) => {
  expect(cycleDays(cycle, { timezone: 'America/Sao_Paulo' })).toEqual({ start: '2026-11-11', end: '2026-11-28' });
});

it.each([
  [{}, {}],
  [
    { start_date: null, end_date: null },
    { start_date: null, end_date: null },
  ],
  [
    { start_date: '2026-11-10T15:00:01Z', end_date: null },
    { start_date: '2026-11-11', end_date: null },
  ],
  [{ end_date: 'someday' }, { end_date: 'someday' }],
])('withCycleDays converts %j to %j', (cycle, expected) => {
  expect(withCycleDays(cycle, { timezone: 'Asia/Tokyo' })).toEqual(expected);
});

it.each([
  ['2026-11-10', 'upcoming'],
  ['2026-11-11', 'current'],
  ['2026-11-28', 'current'],
  ['2026-11-29', 'completed'],
])('a cycle with plain days is, on the user’s day %s, %s', (today, phase) => {
  const cycle = { start_date: '2026-11-11', end_date: '2026-11-28' };
  expect(cyclePhase(cycle, { timezone: 'Pacific/Kiritimati' }, { now: 0, today })).toBe(phase);
});

it.each([{}, { start_date: null, end_date: null }, { start_date: '2026-11-11', end_date: null }])(
  'a cycle without both dates is a draft: %j',
  (cycle) => {
    expect(cyclePhase(cycle, undefined, { now: 0, today: '2026-11-11' })).toBe('draft');
  },
);
