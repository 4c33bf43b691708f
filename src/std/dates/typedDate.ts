// Parses typed dates, and suggests dates. Dates are strings in the form 2026-11-20. Pure.
import * as l10n from '@vscode/l10n';
import { daysAfter, isDay, weekdayOf } from '../calendarDay.ts';

export interface SuggestedDate {
  readonly label: string;
  readonly date: string;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export function suggestDates(today: string): SuggestedDate[] {
  return [
    { label: l10n.t('Today'), date: today },
    { label: l10n.t('Tomorrow'), date: daysAfter(today, 1) },
    { label: l10n.t('Next Monday'), date: nextWeekday(today, 1) },
    { label: l10n.t('In Two Weeks'), date: daysAfter(today, 14) },
  ];
}

/** The date, or an error message for the user. */
export type ParsedDate = { readonly date: string } | { readonly problem: string };

/**
 * Parses `2026-11-20`, a label from `suggestDates`, an English weekday or its first letters (at least three), or a
 * number of days or weeks after or before today (`+3d`, `-2w`).
 */
export function parseDate(text: string, today: string): ParsedDate {
  const typedText = text.trim().toLowerCase();
  const matchingSuggestion = suggestDates(today).find(({ label }) => label.toLowerCase() === typedText);
  if (matchingSuggestion !== undefined) return { date: matchingSuggestion.date };
  const weekday = typedText.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(typedText));
  if (weekday >= 0) return { date: nextWeekday(today, weekday) };
  const [, sign, count, unit] = /^([+-])(\d{1,4})([dw])$/.exec(typedText) ?? [];
  if (count !== undefined) return { date: daysAfter(today, Number(`${sign}${count}`) * (unit === 'w' ? 7 : 1)) };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typedText))
    return {
      problem: l10n.t({
        message: '“{0}” is not a date. Enter a date such as {1}, friday, +3d or +2w.',
        args: [text.trim(), today],
        comment: ['Keep friday, +3d and +2w: they are what the user can enter in every language'],
      }),
    };
  return isDay(typedText)
    ? { date: typedText }
    : { problem: l10n.t('The date {0} does not exist. Check the month and the day.', typedText) };
}

/** Returns the first date after today that is on the weekday. `weekday` is from 0 (Sunday) to 6. */
function nextWeekday(today: string, weekday: number): string {
  return daysAfter(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}
