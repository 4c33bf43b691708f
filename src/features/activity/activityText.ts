// Describes one activity of a work item as the text that follows the user's name. Pure.

import * as l10n from '@vscode/l10n';
import type { Activity } from '../../contract/resources/activity.ts';
import { estimateName } from '../../core/cache/estimates.ts';
import { ITEM_FIELDS, type ItemField, itemFieldNames } from '../../items/fields.ts';
import { displayName } from '../../std/displayName.ts';
import { formatShortDate } from '../../std/formatTime.ts';
import { truncate } from '../../std/truncate.ts';

/** Fields of activities that each add or remove one value, besides the fields of a work item that are lists. */
const OTHER_LIST_FIELDS = new Set(['module', 'cycles', 'blocking', 'blocked_by', 'duplicate', 'relates_to']);

/**
 * Returns, for example, `set priority to High`. `nameOf` returns the name of the record with this id, or undefined if
 * the record is not loaded or the text is not an id. Dates are in the short form, with the year unless it is the year of
 * `today` (YYYY-MM-DD).
 */
export function activityText(
  activity: Activity,
  nameOf: (field: string, id: string) => string | undefined,
  today: string,
): string {
  const { verb, field } = activity;
  if (!field) return verb === 'created' ? l10n.t('created the work item') : fallbackText(activity);
  const row = fieldOfActivity(field);
  const fieldLabel = row?.word() ?? field.replaceAll('_', ' ');
  const [oldValue, newValue] = [activity.old_value, activity.new_value].map((value) =>
    valueText(field, value, nameOf, today),
  );
  // The id of an estimate point that the project defines is not shown, because a user cannot interpret an id.
  if (
    field === 'estimate_point' &&
    [oldValue, newValue].some((value) => value !== undefined && estimateName(value) === undefined)
  ) {
    return newValue === undefined ? l10n.t('cleared the estimate') : l10n.t('changed the estimate');
  }
  const objectDescription = objectText(verb, field, newValue ?? oldValue);
  if (objectDescription !== undefined) return objectDescription;
  if (field === 'description') return l10n.t('changed the description');
  if (oldValue !== undefined && newValue !== undefined)
    return l10n.t('changed {0} from {1} to {2}', fieldLabel, oldValue, newValue);
  const isList = row?.kind === 'ids' || OTHER_LIST_FIELDS.has(field);
  const word = row?.one?.word() ?? fieldLabel;
  if (newValue !== undefined)
    return isList ? l10n.t('added {0} {1}', word, newValue) : l10n.t('set {0} to {1}', word, newValue);
  if (oldValue !== undefined) {
    if (isList) return l10n.t('removed {0} {1}', word, oldValue);
    return row === undefined
      ? l10n.t('cleared {0} ({1})', word, oldValue)
      : l10n.t('cleared the {0} ({1})', word, oldValue);
  }
  return row === undefined ? fallbackText(activity) : l10n.t('changed {0}', fieldLabel);
}

/** Returns the row of a field by its name in activities; undefined for a field that is not in the table. */
export function fieldOfActivity(field: string): ItemField | undefined {
  const name = itemFieldNames.find((one) => one === (field === 'cycles' ? 'cycle' : field));
  return name === undefined ? undefined : ITEM_FIELDS[name];
}

/**
 * Returns the text for a field whose activities create or delete an object, for example a link. Returns undefined for
 * all other fields, whose activities set a value.
 */
function objectText(verb: Activity['verb'], field: string, value: string | undefined): string | undefined {
  switch (field) {
    case 'link':
      return linkText(verb, value);
    // In the activities of attachments, values are storage keys; in the activities of comments, values are HTML. The
    // texts of these activities therefore do not contain the values.
    case 'attachment':
      if (verb === 'created') return l10n.t('added a file');
      return verb === 'deleted' ? l10n.t('removed a file') : l10n.t('changed a file');
    case 'comment':
      if (verb === 'created') return l10n.t('added a comment');
      return verb === 'deleted' ? l10n.t('removed a comment') : l10n.t('changed a comment');
    default:
      return undefined;
  }
}

function linkText(verb: Activity['verb'], url: string | undefined): string {
  if (verb === 'created') return url === undefined ? l10n.t('added a link') : l10n.t('added a link: {0}', url);
  if (verb === 'deleted') return url === undefined ? l10n.t('removed a link') : l10n.t('removed a link: {0}', url);
  return url === undefined ? l10n.t('changed a link') : l10n.t('changed a link: {0}', url);
}

/** Returns the server's description of the activity if there is one, otherwise a text with the verb and the field. */
function fallbackText({ comment, verb, field }: Activity): string {
  if (comment) return comment.trim();
  const name = field?.replaceAll('_', ' ');
  switch (verb || 'updated') {
    case 'updated':
      return name ? l10n.t('changed {0}', name) : l10n.t('changed the work item');
    case 'created':
      return name ? l10n.t('added {0}', name) : l10n.t('created the work item');
    case 'deleted':
      return name ? l10n.t('removed {0}', name) : l10n.t('deleted the work item');
    default:
      return name ? `${verb} ${name}` : `${verb}`;
  }
}

function valueText(
  field: string,
  value: string | null | undefined,
  nameOf: (field: string, id: string) => string | undefined,
  today: string,
): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '' || text === 'None') return undefined;
  const name = nameOf(field, text);
  if (name !== undefined) return displayName(name);
  if (fieldOfActivity(field)?.kind === 'day') return displayName(formatShortDate(truncate(text, 80), today));
  return displayName(truncate(text, 80));
}
