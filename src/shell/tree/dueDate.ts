// Formats due dates for the rows of trees.
import * as l10n from '@vscode/l10n';
import { daysBetween, isDay } from '../../std/calendarDay.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { formatShortDate, formatWeekday } from '../../std/formatTime.ts';

/** A due date is near, and its work item is in the section Due Soon, if it is at most this number of days away. */
export const SOON_DAYS = 7;

export interface DueTexts {
  /** The date: `Nov 19`. */
  readonly date: string;
  /**
   * The date as the description of a row shows it: `Nov 19 · 6 d` with the days since then, or `Today`, `Fri`, or the
   * date if it is a week away. Undefined for a later date.
   */
  readonly near: string | undefined;
  /** The time since the date, or until a near date, in two characters: `6d`, `3w`, `2m`, `1y`. */
  readonly badge: string | undefined;
}

/** Returns the texts of a due date. `day` is as the server sends it; if it is not a day, `date` is that text. */
export function dueTextsOf(day: string, today: string): DueTexts {
  const date = formatShortDate(day, today);
  const near = isDay(day) ? nearText(day, date, daysBetween(today, day)) : undefined;
  return { date, near, badge: near === undefined ? undefined : badgeText(Math.abs(daysBetween(today, day))) };
}

/** Returns the number of days in the largest unit of which it has at least one, as one digit and the unit. */
function badgeText(days: number): string {
  if (days < 10) return l10n.t({ message: '{0}d', args: [days], comment: ['Days, in at most two characters'] });
  if (days < 70)
    return l10n.t({ message: '{0}w', args: [Math.floor(days / 7)], comment: ['Weeks, in at most two characters'] });
  if (days < 300)
    return l10n.t({ message: '{0}m', args: [Math.floor(days / 30)], comment: ['Months, in at most two characters'] });
  const years = Math.min(9, Math.max(1, Math.floor(days / 365)));
  return l10n.t({ message: '{0}y', args: [years], comment: ['Years, in at most two characters'] });
}

function nearText(day: string, date: string, daysLeft: number): string | undefined {
  if (daysLeft < 0)
    return l10n.t({
      message: '{0} · {1} d',
      args: [date, formatCount(-daysLeft)],
      comment: ['A past due date and the number of days since then, in little space: Nov 19 · 6 d'],
    });
  if (daysLeft === 0) return l10n.t('Today');
  if (daysLeft > SOON_DAYS) return undefined;
  // The day of the week that is a week away has the name of today.
  return daysLeft === SOON_DAYS ? date : formatWeekday(day);
}

/** The texts of all due dates that rows have shown today: formatting a date takes longer than all else of a row. */
export class DueDateCache {
  readonly #texts = new Map<string, DueTexts>();
  #today = '';

  textsOf(day: string, today: string): DueTexts {
    if (today !== this.#today) this.#texts.clear();
    this.#today = today;
    const cached = this.#texts.get(day);
    if (cached !== undefined) return cached;
    const texts = dueTextsOf(day, today);
    this.#texts.set(day, texts);
    return texts;
  }
}
