// Finds the changes that concern the user between two versions of a work item, and the activity of each change. Pure.

import { type Activity, activityTime } from '../../contract/resources/activity.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { tokenizeHtml } from '../../std/htmlTokens.ts';

/**
 * A change of a field. `value` is the id of the assigned user, the id of the new state, or the new due date; null for a
 * mention, and if the field was cleared.
 */
export interface FieldChange {
  readonly kind: 'assigned' | 'state' | 'dueDate' | 'mention';
  readonly value: string | null;
}

/** The field of the work item for each kind of change. */
export const WATCHED_FIELDS = {
  assigned: 'assignees',
  state: 'state',
  dueDate: 'target_date',
  mention: 'description_html',
} as const satisfies Readonly<Record<FieldChange['kind'], keyof ItemRecord>>;

/** Returns the changes that concern the user. `before` is undefined for a new work item. `me` is the id of the user. */
export function changesOf(before: ItemRecord | undefined, after: ItemRecord, me: string): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  if (after.assignees.includes(me) && before?.assignees.includes(me) !== true)
    changes.push({ kind: 'assigned', value: me });
  if (before !== undefined && before.state !== after.state) changes.push({ kind: 'state', value: after.state });
  if (before !== undefined && before.target_date !== after.target_date)
    changes.push({ kind: 'dueDate', value: after.target_date });
  // The earlier version may have no description, because a list may omit descriptions. Then it is unknown whether a
  // mention is new.
  const canCompareDescriptions = before === undefined || before.description_html !== undefined;
  if (canCompareDescriptions && mentionsUser(after.description_html, me) && !mentionsUser(before?.description_html, me))
    changes.push({ kind: 'mention', value: null });
  return changes;
}

/** Whether the HTML of a description or comment mentions the user. */
export function mentionsUser(html: string | null | undefined, user: string): boolean {
  if (!html?.includes(user)) return false;
  let isMentioned = false;
  tokenizeHtml(html, {
    open: (tag, attributes) => {
      isMentioned ||= tag === 'mention-component' && attributes.get('entity_identifier') === user;
    },
    close: () => undefined,
    text: () => undefined,
  });
  return isMentioned;
}

/** By kind of change: the name of the field in activities. */
const ACTIVITY_FIELDS: Readonly<Record<FieldChange['kind'], string>> = { ...WATCHED_FIELDS, mention: 'description' };

/**
 * Returns the latest activity after `since` (in milliseconds) that describes the change; undefined if no activity does.
 */
export function activityOf(
  { kind, value }: FieldChange,
  activities: readonly Activity[],
  since: number,
): Activity | undefined {
  const describesChange = (activity: Activity): boolean => {
    if (activity.field !== ACTIVITY_FIELDS[kind] || activityTime(activity) <= since) return false;
    const newValue = kind === 'dueDate' ? activity.new_value : activity['new_identifier'];
    return kind === 'mention' || typeof newValue !== 'string' || newValue === '' || newValue === value;
  };
  return activities.filter(describesChange).toSorted((one, other) => activityTime(other) - activityTime(one))[0];
}
