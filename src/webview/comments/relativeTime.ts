// Owns how moments are said: a while ago for reading, and the exact time for the tooltip.

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `moment` in ISO 8601, `now` in milliseconds. Undefined when it is no moment. */
export function relativeTime(moment: string, now: number): string | undefined {
  const seconds = (Date.parse(moment) - now) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (!step) return 'just now';
  const [unit, length] = step;
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.trunc(seconds / length), unit);
}

/** In the reader's own time zone. */
export function absoluteTime(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' });
}
