// Formats times: relative for display, absolute for the tooltip.
import { displayLanguage } from '../../std/displayLanguage.ts';
import { formatRelativeTime } from '../../std/formatTime.ts';

/** Returns the relative time, or undefined for an invalid `moment`. `moment` is in ISO 8601, `now` in milliseconds. */
export function relativeTime(moment: string, now: number): string | undefined {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? undefined : formatRelativeTime(at, now);
}

/** Returns the date and time in the user's time zone. */
export function absoluteTime(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return date.toLocaleString(displayLanguage(), { dateStyle: 'full', timeStyle: 'short' });
}
