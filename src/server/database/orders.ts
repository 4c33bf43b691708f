// Maps the values of `order_by` to SQL.

/** One ORDER BY term. Created only in this file: text from a request never becomes SQL. */
export interface Order {
  readonly expression: string;
  readonly descending: boolean;
}

const related = (kind: string, field: string, column: string): string =>
  `(SELECT other.body ->> '$.${field}' FROM record other WHERE other.kind = '${kind}' AND other.id = record.body ->> '$.${column}')`;
const firstOf = (kind: string, field: string, list: string): string =>
  `(SELECT min(other.body ->> '$.${field}') FROM json_each(record.body, '$.${list}') entry JOIN record other ON other.kind = '${kind}' AND other.id = entry.value)`;
const ranked = (expression: string, names: readonly string[]): string =>
  `CASE ${expression} ${names.map((name, rank) => `WHEN '${name}' THEN ${rank}`).join(' ')} ELSE ${names.length} END`;

const WORK_ITEM_ORDERS: ReadonlyMap<string, string> = new Map([
  ['created_at', 'created_at'],
  ['updated_at', 'updated_at'],
  ['sequence_id', 'number'],
  ['sort_order', 'position'],
  ['target_date', "body ->> '$.target_date'"],
  ['start_date', "body ->> '$.start_date'"],
  ['completed_at', "body ->> '$.completed_at'"],
  ['archived_at', "body ->> '$.archived_at'"],
  ['priority', ranked("body ->> '$.priority'", ['urgent', 'high', 'medium', 'low', 'none'])],
  ['state__name', related('state', 'name', 'state')],
  [
    'state__group',
    ranked(related('state', 'group', 'state'), ['backlog', 'unstarted', 'started', 'completed', 'cancelled']),
  ],
  ['assignees__first_name', firstOf('user', 'first_name', 'assignees')],
  ['labels__name', firstOf('label', 'name', 'labels')],
  ['issue_module__module__name', related('module', 'name', 'module')],
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

export const NEWEST_FIRST: Order = { expression: 'created_at', descending: true };
export const OLDEST_FIRST: Order = { expression: 'created_at', descending: false };
/** By `sort_order`, or by `sequence` for states. */
export const BY_POSITION: Order = { expression: 'position', descending: false };

/** The gap between the positions of two projects; other records have a larger one. */
export const PROJECT_GAP = 1000;

/** Returns the `sort_order` of the record at an index of its list, with gaps for records in between. */
export function positionAt(index: number, gap = 10_000): number {
  return 65_535 + index * gap;
}

function orderOf(orders: ReadonlyMap<string, string>, asked: string | undefined, usual: Order): Order {
  const descending = asked?.startsWith('-') ?? false;
  const expression = orders.get(asked?.slice(descending ? 1 : 0) ?? '');
  return expression === undefined ? usual : { expression, descending };
}

/** Returns the requested order. An unknown name silently gives the default order, as on real servers. */
export function workItemOrder(asked: string | undefined): Order {
  return orderOf(WORK_ITEM_ORDERS, asked, NEWEST_FIRST);
}

/** The same for projects. Their default order is by position. */
export function projectOrder(asked: string | undefined): Order {
  return orderOf(PROJECT_ORDERS, asked, BY_POSITION);
}

/** The same for activities. Their default order is oldest first. */
export function activityOrder(asked: string | undefined): Order {
  return orderOf(ACTIVITY_ORDERS, asked, OLDEST_FIRST);
}
