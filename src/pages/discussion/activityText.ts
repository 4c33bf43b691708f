// Describes one activity of a work item as the text that follows the user's name. Pure.

import * as l10n from '@vscode/l10n';
import { estimateName } from '../../cache/estimates.ts';
import type { Activity } from '../../contract/resources/activity.ts';
import { displayName } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';

/** Display names of the fields that activities refer to. */
const FIELDS: Readonly<Record<string, string>> = {
  assignees: 'assignees',
  attachment: 'file',
  comment: 'comment',
  cycles: 'cycle',
  description: 'description',
  estimate_point: 'estimate',
  labels: 'labels',
  link: 'link',
  modules: 'module',
  module: 'module',
  name: 'name',
  parent: 'parent',
  priority: 'priority',
  start_date: 'start date',
  state: 'state',
  target_date: 'due date',
  type: 'type',
};

/** Fields whose activities add or remove one value. */
const LISTS = new Set([
  'assignees',
  'labels',
  'cycles',
  'modules',
  'module',
  'blocking',
  'blocked_by',
  'duplicate',
  'relates_to',
]);
/** Fields whose activities create or delete an object instead of setting a value. */
const THINGS = new Set(['link', 'attachment', 'comment']);

const VERBS: Readonly<Record<string, string>> = { created: 'added', deleted: 'removed' };

/**
 * Returns, for example, `set priority to High`. `nameOf` returns the name of the record with an id, or undefined if it
 * is not loaded.
 */
export function activityText(one: Activity, nameOf: (field: string, id: string) => string | undefined): string {
  const { verb, field } = one;
  if (!field) return verb === 'created' ? l10n.t('created this') : fallback(one);
  const called = FIELDS[field] ?? field.replaceAll('_', ' ');
  const [from, to] = [one.old_value, one.new_value].map((value) => valueWords(field, value, nameOf));
  // The id of a project's own estimate point means nothing to the user.
  if (
    field === 'estimate_point' &&
    [from, to].some((value) => value !== undefined && estimateName(value) === undefined)
  ) {
    return to === undefined ? l10n.t('cleared estimate') : l10n.t('changed estimate');
  }
  if (THINGS.has(field)) return thingWords(verb, called, to ?? from);
  if (field === 'description') return l10n.t('changed the description');
  const isOneOfList = LISTS.has(field) && (from === undefined) !== (to === undefined);
  if (isOneOfList)
    return to === undefined ? l10n.t('removed {0} {1}', called, from ?? '') : l10n.t('added {0} {1}', called, to);
  if (from !== undefined && to !== undefined) return l10n.t('changed {0} from {1} to {2}', called, from, to);
  if (to !== undefined) return l10n.t('set {0} to {1}', called, to);
  if (from !== undefined) return l10n.t('cleared {0}, which was {1}', called, from);
  return FIELDS[field] === undefined ? fallback(one) : l10n.t('changed {0}', called);
}

function thingWords(verb: Activity['verb'], called: string, value: string | undefined): string {
  const did = VERBS[verb ?? ''] ?? 'changed';
  // The value of a file is its storage key, and the value of a comment is HTML.
  return called === 'link' && value !== undefined ? l10n.t('{0} a link: {1}', did, value) : `${did} a ${called}`;
}

/** Uses the server's own description of the activity if there is one. */
function fallback({ comment, verb, field }: Activity): string {
  if (comment) return comment.trim();
  const did = verb || 'changed';
  return field ? `${did} ${field.replaceAll('_', ' ')}` : `${did} this`;
}

function valueWords(
  field: string,
  value: string | null | undefined,
  nameOf: (field: string, id: string) => string | undefined,
): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '' || text === 'None') return undefined;
  const name = nameOf(field, text);
  if (name !== undefined) return displayName(name);
  return displayName(truncate(text, 80));
}
