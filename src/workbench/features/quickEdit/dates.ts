// Parses a typed date, and offers dates. Pure; days are strings such as 2026-11-20.
import * as l10n from '@vscode/l10n';
import { displayLanguage } from '../../../std/displayLanguage.ts';

export interface OfferedDate {
  readonly label: string;
  readonly date: string;
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_MS = 86_400_000;

/** Returns the current day in the user's time zone. `now` is in milliseconds since the epoch. */
export function todayAt(now: number): string {
  const moment = new Date(now);
  return dayText(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()));
}

export function offeredDates(today: string): OfferedDate[] {
  return [
    { label: l10n.t('Today'), date: today },
    { label: l10n.t('Tomorrow'), date: daysAfter(today, 1) },
    { label: l10n.t('Next Monday'), date: nextWeekday(today, 1) },
    { label: l10n.t('In Two Weeks'), date: daysAfter(today, 14) },
  ];
}

/** A date, or a message about why the text is not a date and what would be. */
export type ReadDate = { readonly date: string } | { readonly problem: string };

/** Parses `2026-11-20`, a weekday, and `+3d` or `+2w` from today. */
export function readDate(text: string, today: string): ReadDate {
  const wanted = text.trim().toLowerCase();
  const offered = offeredDates(today).find(({ label }) => label.toLowerCase() === wanted);
  if (offered !== undefined) return { date: offered.date };
  const day = wanted.length < 3 ? -1 : DAYS.findIndex((name) => name.startsWith(wanted));
  if (day >= 0) return { date: nextWeekday(today, day) };
  const [, sign, count, unit] = /^([+-])(\d{1,4})([dw])$/.exec(wanted) ?? [];
  if (count !== undefined) return { date: daysAfter(today, Number(`${sign}${count}`) * (unit === 'w' ? 7 : 1)) };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wanted))
    return {
      problem: l10n.t({
        message: '“{0}” is not a date. Enter a date such as {1}, friday, +3d or +2w.',
        args: [text.trim(), today],
        comment: ['Keep friday, +3d and +2w: they are what the user can enter in every language'],
      }),
    };
  return isDay(wanted)
    ? { date: wanted }
    : { problem: l10n.t('The date {0} does not exist. Check the month and the day.', wanted) };
}

/** For example `Fri, Nov 20, 2026`. */
export function formatDate(date: string): string {
  const shown: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  };
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(displayLanguage(), shown);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayText(time) === text;
}

function daysAfter(day: string, count: number): string {
  return dayText(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS);
}

/** Returns the next such weekday after today. */
function nextWeekday(today: string, day: number): string {
  const from = new Date(`${today}T00:00:00Z`).getUTCDay();
  return daysAfter(today, ((day - from + 6) % 7) + 1);
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
