// Formats the times of comments: relative for display, absolute for the tooltip.
import { daysBetween, todayAt } from '../../std/calendarDay.ts';
import { displayLanguage } from '../../std/displayLanguage.ts';
import { formatRelativeTime } from '../../std/formatTime.ts';

const DAY_MS = 86_400_000;
/** Times longer ago than this number of days are shown as a date. */
const MAX_RELATIVE_DAYS = 7;

/**
 * Returns the relative time: `2 hours ago`. After 24 hours, adds the time of day: `yesterday, 2:05 PM`. After 7 days,
 * returns the date: `Nov 12, 2026`. Returns undefined if `isoTime` is not a valid ISO 8601 time. `now` is in
 * milliseconds.
 */
export function relativeTime(isoTime: string, now: number): string | undefined {
  const date = new Date(isoTime);
  const timeMs = date.getTime();
  if (Number.isNaN(timeMs)) return undefined;
  if (now - timeMs < DAY_MS) return formatRelativeTime(timeMs, now);
  const language = displayLanguage();
  const daysAgo = daysBetween(todayAt(timeMs), todayAt(now));
  if (daysAgo > MAX_RELATIVE_DAYS) return date.toLocaleDateString(language, { dateStyle: 'medium' });
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format([
    new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-daysAgo, 'day'),
    date.toLocaleTimeString(language, { timeStyle: 'short' }),
  ]);
}

/** Returns the date and time in the user's time zone, or `isoTime` itself if it is invalid. */
export function absoluteTime(isoTime: string): string {
  const date = new Date(isoTime);
  if (Number.isNaN(date.getTime())) return isoTime;
  return date.toLocaleString(displayLanguage(), { dateStyle: 'full', timeStyle: 'short' });
}
