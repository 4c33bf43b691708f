// Applies `fields` and `expand` to the records of a response (specification §4).
import type { Operation } from '../../contract/operation.ts';
import { NO_COUNTS } from '../database/cycleAndModuleItems.ts';
import type { Database } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import { type RecordTypeName, type ResourceName, SCHEMAS } from '../database/records.ts';
import { type Dialect, supportsExpand } from '../http/dialect.ts';
import { invalidQueryOrJson } from '../http/httpError.ts';
import { shapeOf } from '../http/shape.ts';

type JsonRecord = Record<string, unknown>;

/** How `expand` replaces an id. */
interface Expansion {
  readonly kind: RecordTypeName;
  /** Returns the fields of the expanded record that are sent. */
  readonly fieldsOf: (record: JsonRecord) => JsonRecord;
}

const allFields = (record: JsonRecord): JsonRecord => record;
const pickFields =
  (...names: string[]) =>
  (record: JsonRecord): JsonRecord =>
    Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
const parentFields = (record: JsonRecord): JsonRecord => ({
  ...pickFields('id', 'sequence_id', 'name')(record),
  project_id: record['project'],
});

const USER: Expansion = { kind: 'user', fieldsOf: allFields };
const EXPANSIONS: ReadonlyMap<string, Expansion> = new Map([
  ['actor', USER],
  ['assignees', USER],
  ['created_by', USER],
  ['labels', { kind: 'label', fieldsOf: allFields }],
  ['module', { kind: 'module', fieldsOf: allFields }],
  ['parent', { kind: 'workItem', fieldsOf: parentFields }],
  [
    'project',
    {
      kind: 'project',
      fieldsOf: pickFields(
        'id',
        'identifier',
        'name',
        'cover_image',
        'icon_prop',
        'emoji',
        'description',
        'cover_image_url',
      ),
    },
  ],
  ['state', { kind: 'state', fieldsOf: pickFields('id', 'name', 'color', 'group') }],
  ['type', { kind: 'workItemType', fieldsOf: allFields }],
]);

const parseNames = (text: string | undefined): string[] => (text ?? '').split(',').flatMap((name) => name.trim() || []);

/**
 * Returns a function that applies `fields` and `expand` of the query to a record of the response.
 * @throws HttpError 400 that lists all unknown names. In the open-source dialect, unknown names are ignored.
 */
export function fieldSelector(
  operation: Operation,
  query: Readonly<Record<string, string | undefined>>,
  store: Database,
  dialect: Dialect = 'spec',
): (record: JsonRecord) => JsonRecord {
  if (selectsAllFields(query)) return allFields;
  const fields = parseNames(query['fields']);
  const expand = parseNames(query['expand']);
  const validFields = fieldsOfResource(operation);
  const unknownFields = fields.filter((name) => !validFields.has(name));
  const unknownExpandNames = expand.filter(
    (name) => !(operation.expandableFields?.includes(name) && EXPANSIONS.has(name)),
  );
  const errors = [
    ...(unknownFields.length > 0 ? [`Invalid fields: ${unknownFields.join(', ')}.`] : []),
    ...(unknownExpandNames.length > 0 ? [`Invalid expand: ${unknownExpandNames.join(', ')}.`] : []),
  ];
  if (errors.length > 0 && dialect === 'spec') throw invalidQueryOrJson(errors.join(' '));
  const expandField = createExpander(store);
  return (record) => {
    const expandedRecord = { ...record };
    for (const name of expand.filter(
      (field) => operation.expandableFields?.includes(field) && supportsExpand(dialect, field),
    ))
      expandedRecord[name] = expandField(name, record[name]);
    return fields.length === 0
      ? expandedRecord
      : Object.fromEntries(
          fields.flatMap((name) =>
            name in expandedRecord || validFields.has(name) ? [[name, expandedRecord[name]]] : [],
          ),
        );
  };
}

/** Whether the query contains neither `fields` nor `expand`, so that records are sent unchanged. */
export function selectsAllFields(query: Readonly<Record<string, string | undefined>>): boolean {
  return parseNames(query['fields']).length === 0 && parseNames(query['expand']).length === 0;
}

/**
 * Returns the names of all fields in the response of the operation: the fields of the schema, which declares only what
 * the client reads, the fields of the resource in `defaultRecords.ts`, and the counts, which each response computes.
 */
function fieldsOfResource({ returns }: Operation): ReadonlySet<string> {
  if (!('schema' in returns)) return new Set();
  const names = Object.keys(SCHEMAS) as ResourceName[];
  const resource = names.find((name) => SCHEMAS[name] === returns.schema);
  const defaultRecord = resource === undefined ? {} : defaultRecords[resource];
  const counts = resource === 'cycle' || resource === 'module' ? NO_COUNTS : {};
  return new Set(Object.keys({ ...shapeOf(returns.schema), ...defaultRecord, ...counts }));
}

/** Reads each related record only once per response. The id of a record that no longer exists is not replaced. */
function createExpander(store: Database): (name: string, value: unknown) => unknown {
  const valueByKey = new Map<string, unknown>();
  const expandId = (expansion: Expansion, id: unknown): unknown => {
    if (typeof id !== 'string') return id;
    const key = `${expansion.kind} ${id}`;
    if (!valueByKey.has(key)) {
      const record = store.get(expansion.kind, id);
      valueByKey.set(key, record === undefined ? id : expansion.fieldsOf({ ...record }));
    }
    return valueByKey.get(key);
  };
  return (name, value) => {
    const expansion = EXPANSIONS.get(name);
    if (expansion === undefined) return value;
    return Array.isArray(value) ? value.map((id) => expandId(expansion, id)) : expandId(expansion, value);
  };
}
