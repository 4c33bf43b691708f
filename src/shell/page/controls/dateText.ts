// Formats a date as text: `Nov 17 · 5 days overdue`.
import * as l10n from '@vscode/l10n';
import { daysBetween, isDay } from '../../../std/calendarDay.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { formatShortDate } from '../../../std/formatTime.ts';
import { plural } from '../../../std/plural.ts';

/** A deadline at most this number of days away is marked as close. */
const SOON_DAYS = 2;

/** Returns whether a deadline has passed or is close, or undefined for a later day. Both days are YYYY-MM-DD. */
export function deadlineStatusOf(day: string, today: string): 'overdue' | 'soon' | undefined {
  if (!isDay(day)) return undefined;
  const days = daysBetween(today, day);
  return days < 0 ? 'overdue' : days <= SOON_DAYS ? 'soon' : undefined;
}

/**
 * Returns the day without the current year, in the display language. For a deadline, adds how far away it is if it has
 * passed or is close. Both days are YYYY-MM-DD; a text that is not a day is returned unchanged.
 */
export function dateText(day: string, today: string, isDeadline: boolean): string {
  const text = formatShortDate(day, today);
  const distance =
    isDeadline && deadlineStatusOf(day, today) !== undefined ? distanceText(daysBetween(today, day)) : '';
  return distance === '' ? text : `${text} · ${distance}`;
}

function distanceText(days: number): string {
  if (days === 0) return l10n.t('today');
  if (days === 1) return l10n.t('tomorrow');
  const count = formatCount(Math.abs(days));
  return days < 0
    ? plural(-days, { one: l10n.t('{0} day overdue', count), other: l10n.t('{0} days overdue', count) })
    : plural(days, { one: l10n.t('in {0} day', count), other: l10n.t('in {0} days', count) });
}
