// Calculates with calendar days. A day is a string in the form 2026-11-20, so days can be compared as strings.

const DAY_MS = 86_400_000;

/** Returns the current day in the user's time zone. `now` is in milliseconds since the epoch. */
export function todayAt(now: number): string {
  const nowDate = new Date(now);
  return dayText(Date.UTC(nowDate.getFullYear(), nowDate.getMonth(), nowDate.getDate()));
}

/** Returns when a day starts in the user's time zone, in milliseconds since the epoch. */
export function startOfDay(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

/** Whether the text is a day that exists. Returns false for `2026-02-30`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayText(time) === text;
}

/** Returns the day that is `count` days after `day`, or before `day` if `count` is negative. */
export function daysAfter(day: string, count: number): string {
  return dayText(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS);
}

/** Returns the number of days from the first day to the second day; negative if the second day is earlier. */
export function daysBetween(firstDay: string, secondDay: string): number {
  return (Date.parse(`${secondDay}T00:00:00Z`) - Date.parse(`${firstDay}T00:00:00Z`)) / DAY_MS;
}

/** Returns the day of the week, from 0 (Sunday) to 6. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
