// Maps the values of `order_by` to SQL.

import { ITEM_DATES } from '../../contract/resources/workItem.ts';

/** One ORDER BY term. Created only in this file: text from a request never becomes SQL. */
export interface Order {
  readonly expression: string;
  readonly isDescending: boolean;
}

/** Returns the SQL of a field of the record whose id is in `column`. Never pass text of a request. */
export const relatedField = (kind: string, field: string, column: string): string =>
  `(SELECT other.body ->> '$.${field}' FROM record other WHERE other.kind = '${kind}' AND other.id = record.body ->> '$.${column}')`;
const smallestRelatedField = (kind: string, field: string, list: string): string =>
  `(SELECT min(other.body ->> '$.${field}') FROM json_each(record.body, '$.${list}') entry JOIN record other ON other.kind = '${kind}' AND other.id = entry.value)`;
const rankSql = (expression: string, names: readonly string[]): string =>
  `CASE ${expression} ${names.map((name, rank) => `WHEN '${name}' THEN ${rank}`).join(' ')} ELSE ${names.length} END`;

const WORK_ITEM_ORDERS: ReadonlyMap<string, string> = new Map([
  ['created_at', 'created_at'],
  ['updated_at', 'updated_at'],
  ['sequence_id', 'number'],
  ['sort_order', 'position'],
  ...ITEM_DATES.map((date) => [date, `body ->> '$.${date}'`] as const),
  ['completed_at', "body ->> '$.completed_at'"],
  ['archived_at', "body ->> '$.archived_at'"],
  ['priority', rankSql("body ->> '$.priority'", ['urgent', 'high', 'medium', 'low', 'none'])],
  ['state__name', relatedField('state', 'name', 'state')],
  [
    'state__group',
    rankSql(relatedField('state', 'group', 'state'), ['backlog', 'unstarted', 'started', 'completed', 'cancelled']),
  ],
  ['assignees__first_name', smallestRelatedField('user', 'first_name', 'assignees')],
  ['labels__name', smallestRelatedField('label', 'name', 'labels')],
  ['issue_module__module__name', relatedField('module', 'name', 'module')],
]);

const PROJECT_ORDERS: ReadonlyMap<string, string> = new Map([
  ['created_at', 'created_at'],
  ['updated_at', 'updated_at'],
  ['name', "body ->> '$.name'"],
  ['network', "body ->> '$.network'"],
  ['sort_order', 'position'],
]);

const ACTIVITY_ORDERS: ReadonlyMap<string, string> = new Map([
  ['created_at', 'created_at'],
  ['updated_at', 'updated_at'],
]);

export const NEWEST_FIRST: Order = { expression: 'created_at', isDescending: true };
export const OLDEST_FIRST: Order = { expression: 'created_at', isDescending: false };
/** Orders states by `sequence`, and all other records by `sort_order`. */
export const BY_POSITION: Order = { expression: 'position', isDescending: false };

/** The gap between the positions of two new projects. Other records have the larger default gap of `positionAt`. */
export const PROJECT_POSITION_GAP = 1000;

/** Returns the `sort_order` of the record at an index of its list. The gaps let clients insert records in between. */
export function positionAt(index: number, gap = 10_000): number {
  return 65_535 + index * gap;
}

function orderOf(orders: ReadonlyMap<string, string>, orderBy: string | undefined, defaultOrder: Order): Order {
  const descending = orderBy?.startsWith('-') ?? false;
  const expression = orders.get(orderBy?.slice(descending ? 1 : 0) ?? '');
  return expression === undefined ? defaultOrder : { expression, isDescending: descending };
}

/**
 * Returns the order for the parameter `order_by` of a list of work items; newest first by default. An unknown name is
 * ignored, as on real servers.
 */
export function workItemOrder(orderBy: string | undefined): Order {
  return orderOf(WORK_ITEM_ORDERS, orderBy, NEWEST_FIRST);
}

/** Returns the order for the parameter `order_by` of a list of projects; by position by default. */
export function projectOrder(orderBy: string | undefined): Order {
  return orderOf(PROJECT_ORDERS, orderBy, BY_POSITION);
}

/** Returns the order for the parameter `order_by` of a list of activities; oldest first by default. */
export function activityOrder(orderBy: string | undefined): Order {
  return orderOf(ACTIVITY_ORDERS, orderBy, OLDEST_FIRST);
}
