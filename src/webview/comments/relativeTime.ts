// Owns how moments are said: a while ago for reading, and the exact time for the tooltip.
import { formatRelativeTime } from '../../std/formatTime.ts';

/** `moment` in ISO 8601, `now` in milliseconds. Undefined when it is no moment. */
export function relativeTime(moment: string, now: number): string | undefined {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? undefined : formatRelativeTime(at, now);
}

/** In the reader's own time zone. */
export function absoluteTime(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' });
}
