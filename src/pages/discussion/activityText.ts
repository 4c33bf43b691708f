// Owns how one thing that was done to a work item is said, as what follows the name of who did it. Pure.

import { estimateName } from '../../cache/estimates.ts';
import type { Activity } from '../../contract/resources/activity.ts';
import { displayName } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';

/** How each field that records tell of is called. */
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

/** Fields of which single values come and go. */
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
/** Things that are made and deleted rather than set. */
const THINGS = new Set(['link', 'attachment', 'comment']);

const VERBS: Readonly<Record<string, string>> = { created: 'added', deleted: 'removed' };

/** `nameOf` knows records by their ids; undefined where it does not. */
export function activityText(one: Activity, nameOf: (field: string, id: string) => string | undefined): string {
  const { verb, field } = one;
  if (!field) return verb === 'created' ? 'created this' : fallback(one);
  const called = FIELDS[field] ?? field.replaceAll('_', ' ');
  const [from, to] = [one.old_value, one.new_value].map((value) => valueWords(field, value, nameOf));
  // The ids of a project's own points say nothing.
  if (
    field === 'estimate_point' &&
    [from, to].some((value) => value !== undefined && estimateName(value) === undefined)
  ) {
    return to === undefined ? 'cleared estimate' : 'changed estimate';
  }
  if (THINGS.has(field)) return thingWords(verb, called, to ?? from);
  if (field === 'description') return 'changed the description';
  const isOneOfList = LISTS.has(field) && (from === undefined) !== (to === undefined);
  if (isOneOfList) return to === undefined ? `removed ${called} ${from}` : `added ${called} ${to}`;
  if (from !== undefined && to !== undefined) return `changed ${called} from ${from} to ${to}`;
  if (to !== undefined) return `set ${called} to ${to}`;
  if (from !== undefined) return `cleared ${called}, which was ${from}`;
  return FIELDS[field] === undefined ? fallback(one) : `changed ${called}`;
}

function thingWords(verb: Activity['verb'], called: string, value: string | undefined): string {
  const did = VERBS[verb ?? ''] ?? 'changed';
  // The values of files are keys of the store they lie in, and those of comments are HTML.
  return called === 'link' && value !== undefined ? `${did} a link: ${value}` : `${did} a ${called}`;
}

/** Servers say in words of their own what is done: better than nothing for what is not known here. */
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
