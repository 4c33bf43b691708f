// The groups of work items by due date.
import type { ItemRecord } from '../../core/cache/record.ts';
import { dueDay } from '../fields.ts';
import { dayRange } from '../filter/dateValue.ts';
import type { FilterContext } from '../filter/filterContext.ts';
import { isOpen } from '../filter/matcher.ts';

/**
 * The groups in their order. Work items with a due date in the past are in `overdue` if they are open, else in
 * `earlier`.
 */
export const DUE_GROUPS = ['overdue', 'week', 'later', 'earlier'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

/** Returns the group of a work item; null without a due date. The week ends on Sunday. */
export function dueGroupOf(item: ItemRecord, context: Pick<FilterContext, 'today' | 'state'>): DueGroup | null {
  const { today } = context;
  const due = dueDay(item);
  if (due === undefined) return null;
  if (due < today) return isOpen(item, context) ? 'overdue' : 'earlier';
  return due < (dayRange('week', today, false).until ?? '') ? 'week' : 'later';
}
