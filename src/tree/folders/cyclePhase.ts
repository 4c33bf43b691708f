// Determines from the dates of a cycle whether it is current, upcoming, completed or a draft.
import type { Cycle } from '../../contract/resources/cycle.ts';

export type CyclePhase = 'current' | 'upcoming' | 'draft' | 'completed';

type CycleDates = Pick<Cycle, 'start_date' | 'end_date'>;

/** Returns the first and the last day of a cycle, each '' if it has none. Some servers send dates with a time. */
export function cycleDays({ start_date: start, end_date: end }: CycleDates): {
  readonly start: string;
  readonly end: string;
} {
  return { start: start?.slice(0, 10) ?? '', end: end?.slice(0, 10) ?? '' };
}

export function cyclePhase(cycle: CycleDates, today: string): CyclePhase {
  const { start, end } = cycleDays(cycle);
  if (start === '' || end === '') return 'draft';
  if (end < today) return 'completed';
  return start > today ? 'upcoming' : 'current';
}
