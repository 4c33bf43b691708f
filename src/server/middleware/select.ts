// Applies `fields` and `expand` to the records of an answer (§4, Fields and expand).
import type { Operation } from '../../contract/operation.ts';
import { blanks } from '../database/blanks.ts';
import { NO_COUNTS } from '../database/itemGroups.ts';
import { type RecordTypeName, type ResourceName, SCHEMAS } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { type Dialect, expandsTo } from '../dialect.ts';
import { badRequest } from '../refusal.ts';
import { shapeOf } from '../shape.ts';

type Wire = Record<string, unknown>;

interface Expansion {
  readonly kind: RecordTypeName;
  readonly show: (record: Wire) => Wire;
}

const whole = (record: Wire): Wire => record;
const only =
  (...names: string[]) =>
  (record: Wire): Wire =>
    Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
const asParent = (record: Wire): Wire => ({
  ...only('id', 'sequence_id', 'name')(record),
  project_id: record['project'],
});

const USER: Expansion = { kind: 'user', show: whole };
const EXPANSIONS: ReadonlyMap<string, Expansion> = new Map([
  ['actor', USER],
  ['assignees', USER],
  ['created_by', USER],
  ['labels', { kind: 'label', show: whole }],
  ['module', { kind: 'module', show: whole }],
  ['parent', { kind: 'workItem', show: asParent }],
  [
    'project',
    {
      kind: 'project',
      show: only('id', 'identifier', 'name', 'cover_image', 'icon_prop', 'emoji', 'description', 'cover_image_url'),
    },
  ],
  ['state', { kind: 'state', show: only('id', 'name', 'color', 'group') }],
  ['type', { kind: 'workItemType', show: whole }],
]);

const names = (text: string | undefined): string[] => (text ?? '').split(',').flatMap((name) => name.trim() || []);

/**
 * Returns the function that selects the fields of each record of an answer and expands its references.
 * @throws Refusal 400 that lists all unknown names; open-source servers ignore them.
 */
export function selection(
  row: Operation,
  query: Readonly<Record<string, string | undefined>>,
  store: Database,
  dialect: Dialect = 'spec',
): (record: Wire) => Wire {
  if (asksForAll(query)) return whole;
  const fields = names(query['fields']);
  const expand = names(query['expand']);
  const known = knownFields(row);
  const badFields = fields.filter((name) => !known.has(name));
  const badExpand = expand.filter((name) => !(row.expands?.includes(name) && EXPANSIONS.has(name)));
  const complaints = [
    ...(badFields.length > 0 ? [`Invalid fields: ${badFields.join(', ')}.`] : []),
    ...(badExpand.length > 0 ? [`Invalid expand: ${badExpand.join(', ')}.`] : []),
  ];
  if (complaints.length > 0 && dialect === 'spec') throw badRequest(complaints.join(' '));
  const expandOne = expander(store);
  return (record) => {
    const expanded = { ...record };
    for (const name of expand.filter((one) => row.expands?.includes(one) && expandsTo(dialect, one)))
      expanded[name] = expandOne(name, record[name]);
    return fields.length === 0
      ? expanded
      : Object.fromEntries(
          fields.flatMap((name) => (name in expanded || known.has(name) ? [[name, expanded[name]]] : [])),
        );
  };
}

/** Whether a query requests the records as they are. */
export function asksForAll(query: Readonly<Record<string, string | undefined>>): boolean {
  return names(query['fields']).length === 0 && names(query['expand']).length === 0;
}

/**
 * Returns the fields of a resource. A schema declares only those that the client reads; the blank of the resource has
 * all of them, except for counts that are computed on reading.
 */
function knownFields({ returns }: Operation): ReadonlySet<string> {
  if (!('schema' in returns)) return new Set();
  const names = Object.keys(SCHEMAS) as ResourceName[];
  const resource = names.find((name) => SCHEMAS[name] === returns.schema);
  const blank = resource === undefined ? {} : blanks[resource];
  const counts = resource === 'cycle' || resource === 'module' ? NO_COUNTS : {};
  return new Set(Object.keys({ ...shapeOf(returns.schema), ...blank, ...counts }));
}

/** Reads each related record once for the whole answer. The id of a record that no longer exists stays an id. */
function expander(store: Database): (name: string, value: unknown) => unknown {
  const seen = new Map<string, unknown>();
  const one = (expansion: Expansion, id: unknown): unknown => {
    if (typeof id !== 'string') return id;
    const key = `${expansion.kind} ${id}`;
    if (!seen.has(key)) {
      const record = store.get(expansion.kind, id);
      seen.set(key, record === undefined ? id : expansion.show({ ...record }));
    }
    return seen.get(key);
  };
  return (name, value) => {
    const expansion = EXPANSIONS.get(name);
    if (expansion === undefined) return value;
    return Array.isArray(value) ? value.map((id) => one(expansion, id)) : one(expansion, value);
  };
}
