// Lets the user pick a suggested date or type a date.

import * as l10n from '@vscode/l10n';
import { ITEM_DATES } from '../../contract/resources/workItem.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { ItemChange, SingleValueField } from '../../core/cache/changes/itemChange.ts';
import type { Session } from '../../core/session/session.ts';
import { messageRow, pickRow, type ValueRow } from '../../shell/prompts/ask.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { parseDate, suggestDates } from '../../std/dates/typedDate.ts';
import { formatDate } from '../../std/formatTime.ts';
import { includesSearchText } from '../../std/searchText.ts';
import { commonValue, type PickOptions, rowAppearance } from './choices.ts';

export async function pickDate(
  { prompts, clock, title, session, addresses, onBack }: PickOptions,
  field: SingleValueField,
): Promise<ItemChange | undefined> {
  const today = todayAt(clock.now());
  const currentDate = commonValue(session, addresses, field);
  const rowOf = (date: string, label = formatDate(date)): ValueRow<string> => {
    const problem = orderProblem(session, addresses, field, date);
    return problem === undefined
      ? {
          label,
          value: date,
          ...rowAppearance(
            currentDate === date,
            { id: 'calendar' },
            label === formatDate(date) ? date : formatDate(date),
          ),
        }
      : messageRow(problem);
  };
  const suggestedDates = suggestDates(today);
  const chosenRow = await pickRow<string | null>(prompts, {
    title,
    placeholder: l10n.t({
      message: 'Enter a date such as {0}, friday, +3d or +2w',
      args: [today],
      comment: ['Keep friday, +3d and +2w: they are what the user can enter in every language'],
    }),
    matchedProperties: ['description'],
    staysOpen: true,
    onBack,
    rows: (text) => {
      const matchingDates = suggestedDates.filter(({ label }) => includesSearchText(label, text));
      const choices = matchingDates.map(({ label, date }) => rowOf(date, label));
      const noDateRow: ValueRow<string | null> = {
        label: l10n.t('No Date'),
        value: null,
        ...rowAppearance(currentDate === null, { id: 'blank' }),
      };
      if (includesSearchText(noDateRow.label, text)) return [...choices, noDateRow];
      const parsedDate = parseDate(text, today);
      if ('date' in parsedDate) return [{ ...rowOf(parsedDate.date), alwaysShow: true }];
      return matchingDates.length > 0 ? choices : [messageRow(parsedDate.problem)];
    },
  });
  return chosenRow === undefined ? undefined : { field, value: chosenRow.value };
}

/**
 * Returns the problem if the start date would be after the due date. Returns undefined for several work items, because
 * the preview shows the problem of each work item.
 */
function orderProblem(
  { store }: Session,
  addresses: readonly ItemAddress[],
  field: SingleValueField,
  date: string,
): string | undefined {
  const [onlyItem] = addresses;
  const item = onlyItem === undefined || addresses.length > 1 ? undefined : store.item(onlyItem);
  const [start, due] = ITEM_DATES;
  const [startDate, dueDate] = [item?.[start], item?.[due]];
  if (field === start && dueDate && date > dueDate)
    return l10n.t('{0} is after the due date, {1}. Change the due date first.', formatDate(date), formatDate(dueDate));
  if (field === due && startDate && date < startDate)
    return l10n.t(
      '{0} is before the start date, {1}. Change the start date first.',
      formatDate(date),
      formatDate(startDate),
    );
  return undefined;
}
