// Converts between calendar days and instants in an IANA time zone. A day is a string in the form 2026-11-20.
import { largestOf } from '../firstInOrder.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** From the start of a day to 23:59, as Plane's servers store the end of a cycle. */
const LAST_MINUTE_MS = DAY_MS - 60_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A time zone that the platform knows. */
export interface Zone {
  readonly format: Intl.DateTimeFormat;
}

/** Returns undefined for a missing name, and for a name that is no time zone of this platform. */
export function zoneNamed(name: unknown): Zone | undefined {
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name.trim(),
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return { format };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether the text is a time with an offset, which means the same moment everywhere. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the day in the zone. `instant` is in milliseconds since the epoch. */
export function dayIn(zone: Zone, instant: number): string {
  return new Date(wallTime(zone, instant)).toISOString().slice(0, 10);
}

/**
 * Returns when a day starts in the zone, in milliseconds since the epoch. If the clocks are set back over midnight, this
 * is the second midnight; if they skip midnight, the moment at which they skip it. Plane's servers decide the same.
 */
export function startOfDayIn(zone: Zone, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const [offsetBefore, offsetAfter] = [offsetAt(zone, midnight - DAY_MS), offsetAt(zone, midnight + DAY_MS)];
  const candidates = [midnight - offsetBefore, midnight - offsetAfter].filter(
    (instant) => wallTime(zone, instant) === midnight,
  );
  return candidates.length === 0 ? midnight - offsetBefore : largestOf(candidates);
}

/** Returns the instants that Plane's servers store for the first and the last day of a cycle: 00:00:01 and 23:59. */
export function cycleInstants(
  zone: Zone,
  { start, end }: { readonly start: string; readonly end: string },
): { readonly start: number; readonly end: number } {
  return { start: startOfDayIn(zone, start) + SECOND_MS, end: startOfDayIn(zone, end) + LAST_MINUTE_MS };
}

/**
 * Returns the last day of a cycle that ends at this instant. Servers add 23:59 hours to the start of the day, so on a day
 * with 23 hours the end is after midnight. Such an end belongs to the day before.
 */
export function lastDayIn(zone: Zone, instant: number): string {
  const day = dayIn(zone, instant);
  const isEndOf = (other: string): boolean => startOfDayIn(zone, other) + LAST_MINUTE_MS === instant;
  const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return !isEndOf(day) && isEndOf(dayBefore) ? dayBefore : day;
}

/** Returns the instant as text with the zone's offset: `2026-11-11T00:00:01+09:00`, or with `Z` if there is none. */
export function instantTextIn(zone: Zone, instant: number): string {
  const offset = offsetAt(zone, instant);
  const text = new Date(instant + offset).toISOString().replace(/\.000Z$/, 'Z');
  if (offset === 0) return text;
  const minutes = Math.abs(offset) / 60_000;
  const twoDigits = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  return `${text.slice(0, -1)}${offset < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

function offsetAt(zone: Zone, instant: number): number {
  return wallTime(zone, instant) - Math.floor(instant / SECOND_MS) * SECOND_MS;
}

/** Returns what clocks in the zone show, as milliseconds that UTC clocks would show it at. */
function wallTime({ format }: Zone, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const [year = 0, month = 1, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => parts.get(type));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
