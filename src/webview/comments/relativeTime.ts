// Formats the times of comments: relative for display, absolute for the tooltip.
import { displayLanguage } from '../../std/displayLanguage.ts';
import { formatRelativeTime } from '../../std/formatTime.ts';

/** Returns the relative time, or undefined if `isoTime` is not a valid ISO 8601 time. `now` is in milliseconds. */
export function relativeTime(isoTime: string, now: number): string | undefined {
  const milliseconds = Date.parse(isoTime);
  return Number.isNaN(milliseconds) ? undefined : formatRelativeTime(milliseconds, now);
}

/** Returns the date and time in the user's time zone, or `isoTime` itself if it is invalid. */
export function absoluteTime(isoTime: string): string {
  const date = new Date(isoTime);
  if (Number.isNaN(date.getTime())) return isoTime;
  return date.toLocaleString(displayLanguage(), { dateStyle: 'full', timeStyle: 'short' });
}
