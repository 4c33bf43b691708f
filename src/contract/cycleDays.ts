// Decides the days of a cycle, and whether it is current, upcoming, completed or a draft.
import { dayIn, isInstant, lastDayIn, type Zone, zoneNamed } from '../std/dates/zonedDay.ts';
import type { Cycle } from './resources/cycle.ts';

export type CyclePhase = 'current' | 'upcoming' | 'draft' | 'completed';

/** The dates as a server sends them: days or instants. */
export type CycleDates = Partial<Pick<Cycle, 'start_date' | 'end_date'>>;
/** The current time in milliseconds, and the user's current day. */
export interface CurrentTime {
  readonly now: number;
  readonly today: string;
}
/** The project of a cycle; undefined if it is not loaded. */
export type CycleProject = { readonly timezone?: string | null | undefined } | undefined;

/**
 * Returns the first and the last day of a cycle, each '' if it has none. Open-source servers send instants, with the
 * offset of the key's owner, but the days are those of the project's time zone. Without a known time zone, returns the
 * days as they are written.
 */
export function cycleDays(
  { start_date: start, end_date: end }: CycleDates,
  project: CycleProject,
): { readonly start: string; readonly end: string } {
  const zone = zoneOf([start, end], project);
  return { start: dayOf(start, zone, dayIn), end: dayOf(end, zone, lastDayIn) };
}

/**
 * Returns the cycle with days instead of instants, as forms and requests need it. A date that is missing or null stays.
 */
export function withCycleDays<C extends CycleDates>(cycle: C, project: CycleProject): C {
  const { start, end } = cycleDays(cycle, project);
  return { ...cycle, ...(cycle.start_date ? { start_date: start } : {}), ...(cycle.end_date ? { end_date: end } : {}) };
}

/**
 * Returns the phase of a cycle. With instants, it changes at midnight in the project's time zone; with plain days, at the
 * user's midnight.
 */
export function cyclePhase(cycle: CycleDates, project: CycleProject, { now, today }: CurrentTime): CyclePhase {
  const { start, end } = cycleDays(cycle, project);
  if (start === '' || end === '') return 'draft';
  const zone = zoneOf([cycle.start_date, cycle.end_date], project);
  const currentDay = zone === undefined ? today : dayIn(zone, now);
  if (end < currentDay) return 'completed';
  return start > currentDay ? 'upcoming' : 'current';
}

/** Returns the zone that decides the days; undefined if all dates are plain days, or the project's zone is unknown. */
function zoneOf(dates: readonly (string | null | undefined)[], project: CycleProject): Zone | undefined {
  return dates.some((date) => date && isInstant(date)) ? zoneNamed(project?.timezone) : undefined;
}

function dayOf(
  date: string | null | undefined,
  zone: Zone | undefined,
  dayInZone: (zone: Zone, instant: number) => string,
): string {
  if (!date) return '';
  return zone === undefined || !isInstant(date) ? date.slice(0, 10) : dayInZone(zone, Date.parse(date));
}
