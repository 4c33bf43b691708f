// The values of date fields in a filter: `overdue`, `today`, `week`, `2026-11-20`, `<2026-11-20`, `<7d`, `>=2w`,
// `2026-11-20..2026-11-30`.
import { daysAfter, isDay, weekdayOf } from '../../std/calendarDay.ts';

/** The date values without a number, in the order in which they are suggested. */
export const DATE_WORDS = ['overdue', 'today', 'tomorrow', 'yesterday', 'week'] as const;

/** A range of days: `from` is the first, `until` the day after the last. An undefined end is open. */
export interface DayRange {
  readonly from?: string;
  readonly until?: string;
}

/** The days with a name, in days after today. */
const NAMED_DAYS: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
const DAY = `\\d{4}-\\d{2}-\\d{2}|${[...NAMED_DAYS.keys()].join('|')}`;
const DATE_COMPARISON = new RegExp(`^(<=?|>=?)?(?:(${DAY})|(\\d{1,4})([dw]))$`);
const DATE_RANGE = new RegExp(`^(${DAY})\\.\\.(${DAY})$`);

/** Whether the text is a date value. `overdue` is valid only for due dates. */
export function isDateValue(text: string, isDueDate: boolean): boolean {
  if (DATE_WORDS.some((word) => word === text)) return isDueDate || text !== 'overdue';
  const isValidDay = (day = ''): boolean => NAMED_DAYS.has(day) || isDay(day);
  const range = DATE_RANGE.exec(text);
  if (range !== null) return isValidDay(range[1]) && isValidDay(range[2]);
  const [, sign, day, count] = DATE_COMPARISON.exec(text) ?? [];
  return day === undefined ? count !== undefined && sign !== undefined : isValidDay(day);
}

/**
 * Returns the days that a valid date value contains. A number of days or weeks is counted from today: into the past if
 * `countsIntoPast` is set, otherwise into the future (`<7d` then contains all past days too).
 */
export function dayRange(value: string, today: string, countsIntoPast: boolean): DayRange {
  if (value === 'overdue') return { until: today };
  if (value === 'week') {
    const monday = daysAfter(today, -((weekdayOf(today) + 6) % 7));
    return { from: monday, until: daysAfter(monday, 7) };
  }
  const dayNamed = (name: string): string => {
    const distance = NAMED_DAYS.get(name);
    return distance === undefined ? name : daysAfter(today, distance);
  };
  const [, first, last] = DATE_RANGE.exec(value) ?? [];
  if (first !== undefined && last !== undefined) return { from: dayNamed(first), until: daysAfter(dayNamed(last), 1) };
  const [, sign = '=', day, count, unit] = DATE_COMPARISON.exec(value) ?? [];
  if (day !== undefined) return compareDates(sign, dayNamed(day));
  const days = Number(count) * (unit === 'w' ? 7 : 1);
  if (!countsIntoPast) return compareDates(sign, daysAfter(today, days));
  const opposite = sign.replace(/[<>]/, (one) => (one === '<' ? '>' : '<'));
  return compareDates(opposite, daysAfter(today, -days));
}

function compareDates(sign: string, day: string): DayRange {
  switch (sign) {
    case '<':
      return { until: day };
    case '<=':
      return { until: daysAfter(day, 1) };
    case '>':
      return { from: daysAfter(day, 1) };
    case '>=':
      return { from: day };
    default:
      return { from: day, until: daysAfter(day, 1) };
  }
}
