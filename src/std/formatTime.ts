// Formats times for the user: as a time of day, or by their age.
import * as l10n from '@vscode/l10n';
import { displayLanguage } from './displayLanguage.ts';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const UP_TO_DAYS = UNITS.slice(3);

/** Returns `10:32 AM` on the day of `now`, with the date on another day. Both times are in milliseconds. */
export function formatTime(at: number, now: number): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  return then.toLocaleString(displayLanguage(), {
    ...(isToday ? {} : { day: 'numeric', month: 'long' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** Returns `10:32:07 AM`. `at` is in milliseconds. */
export function formatTimeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(displayLanguage());
}

/** Returns `just now`, `2 hours ago`, `yesterday`, `last week`. Both times are in milliseconds. */
export function formatRelativeTime(at: number, now: number): string {
  return relative(at - now, UNITS, 'auto');
}

/**
 * Like `formatRelativeTime`, but always with a number, and in days for any longer time: `1 day ago`, `40 days ago`. A
 * time in the future is `just now`.
 */
export function formatAge(at: number, now: number): string {
  return relative(Math.min(0, at - now), UP_TO_DAYS, 'always');
}

function relative(difference: number, units: typeof UNITS, numeric: 'auto' | 'always'): string {
  const found = units.find(([, length]) => Math.abs(difference) >= length);
  if (found === undefined) return l10n.t('just now');
  const [unit, length] = found;
  return new Intl.RelativeTimeFormat(displayLanguage(), { numeric }).format(Math.trunc(difference / length), unit);
}
