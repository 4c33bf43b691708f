// Formats days and times for the user: as a date, as a time of day, or relative to the current time.
import * as l10n from '@vscode/l10n';
import { daysBetween, isDay, todayAt } from './calendarDay.ts';
import { displayLanguage } from './displayLanguage.ts';

const DAY_MS = 86_400_000;
/** Units of time with their length in milliseconds, the longest unit first. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const UNITS_UP_TO_DAYS = UNITS.slice(3);

/** Returns `10:32 AM`, with the date if `at` is not on the day of `now`. Both times are in milliseconds. */
export function formatTime(at: number, now: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(displayLanguage(), {
    ...(isToday ? {} : { day: 'numeric', month: 'long' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/**
 * Returns a day (YYYY-MM-DD) in the display language: `Fri, Nov 20, 2026`. A text that is not a day is returned
 * unchanged.
 */
export function formatDate(day: string): string {
  if (!isDay(day)) return day;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(displayLanguage(), {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/**
 * Returns two days (YYYY-MM-DD) as a short range: `Nov 10 – 24`, with the year unless both days are in the year of
 * `today`. Returns '' if one of the texts is not a day, or if `end` is before `start`.
 */
export function formatShortDateRange(start: string, end: string, today: string): string {
  if (!isDay(start) || !isDay(end) || end < start) return '';
  const year = today.slice(0, 4);
  const isThisYear = start.startsWith(year) && end.startsWith(year);
  return new Intl.DateTimeFormat(displayLanguage(), {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(start), new Date(end));
}

/**
 * Returns a day without the year if it is in the year of `today`: `Nov 20`. Both days are YYYY-MM-DD; a text that is not
 * a day is returned unchanged.
 */
export function formatShortDate(day: string, today: string): string {
  if (!isDay(day)) return day;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(displayLanguage(), {
    month: 'short',
    day: 'numeric',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** Returns the day of the week of a day (YYYY-MM-DD): `Fri`. */
export function formatWeekday(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(displayLanguage(), { weekday: 'short', timeZone: 'UTC' });
}

/**
 * Formats both days like `formatDate`. If only one day is set, returns that day; if no day is set, returns undefined.
 * Ignores a time after the date.
 */
export function formatDateRange(start: string | null | undefined, end: string | null | undefined): string | undefined {
  const [from, to] = [start, end].map((day) => (day ? formatDate(day.slice(0, 10)) : undefined));
  return from && to ? l10n.t('{0} to {1}', from, to) : (from ?? to);
}

/** Returns the time with seconds: `10:32:07 AM`. `at` is in milliseconds. */
export function formatTimeWithSeconds(at: number): string {
  return new Date(at).toLocaleTimeString(displayLanguage());
}

/** A server's clock, or the time zone of one, can differ from the local clock by so much, in milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = DAY_MS;

/**
 * Returns `just now`, `2 hours ago`, `yesterday`, `last week`; from 24 hours on, with days of the calendar. Returns `just now` for a time that is in the future by a
 * day at most: what has happened is only there if two clocks differ. Both times are in milliseconds.
 */
export function formatRelativeTime(at: number, now: number): string {
  const difference = at - now;
  if (difference > 0 && difference <= MAX_CLOCK_DIFFERENCE_MS) return l10n.t('just now');
  const days = daysBetween(todayAt(now), todayAt(at));
  const isInDays = Math.abs(difference) >= DAY_MS && Math.abs(days) < 7;
  return formatDifference(isInDays ? days * DAY_MS : difference, UNITS, 'auto');
}

/**
 * Returns the age in minutes, hours or days, but never in longer units: `1 day ago`, `40 days ago`. Returns `just now`
 * for a time in the future. Both times are in milliseconds.
 */
export function formatAge(at: number, now: number): string {
  return formatDifference(Math.min(0, at - now), UNITS_UP_TO_DAYS, 'always');
}

function formatDifference(difference: number, units: typeof UNITS, numeric: 'auto' | 'always'): string {
  const unitAndLength = units.find(([, unitMs]) => Math.abs(difference) >= unitMs);
  if (unitAndLength === undefined) return l10n.t('just now');
  const [unit, unitMs] = unitAndLength;
  return new Intl.RelativeTimeFormat(displayLanguage(), { numeric }).format(Math.trunc(difference / unitMs), unit);
}
