// Builds and parses the addresses of records, and the keys that are derived from addresses for maps and files.

/** The address of a work item: the ids of its project and of the item. */
export interface ItemAddress {
  readonly project: string;
  readonly id: string;
}

/** Returns the key of a work item in maps and files: `<project id>/<work item id>`. */
export function keyOf(address: ItemAddress): string {
  return `${address.project}/${address.id}`;
}

/** Parses a key that `keyOf` has returned. Returns undefined for any other text. */
export function parseItemKey(text: string): ItemAddress | undefined {
  const match = /^([^/]+)\/([^/]+)$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { project: match[1], id: match[2] };
}

/**
 * Returns the path parameters of requests for what belongs to the work item with this key, for example its comments.
 * @throws an Error if the text is not the key of a work item.
 */
export function itemPathParameters(key: string): { readonly project_id: string; readonly work_item_id: string } {
  const address = parseItemKey(key);
  if (address === undefined) throw new Error(`no address of a work item: ${key}`);
  return { project_id: address.project, work_item_id: address.id };
}

/** Kinds of records that have a ResourceStore. */
export const RECORD_KINDS = [
  'project',
  'workItem',
  'epic',
  'cycle',
  'module',
  'state',
  'label',
  'initiative',
  'initiativeLabel',
  'teamspace',
  'customer',
  'customerRequest',
  'customerProperty',
  'sticky',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * The address of a record. `within` is the project's id for a record in a project, the customer's id for a request, and
 * '' for a record of the workspace.
 */
export interface RecordAddress {
  readonly kind: RecordKind;
  readonly within: string;
  readonly id: string;
}

/** Returns the key of a record in maps and files; for a work item, the same key as `keyOf`. */
export function recordKey({ kind, within, id }: RecordAddress): string {
  return kind === 'workItem' ? `${within}/${id}` : `${kind} ${within}/${id}`;
}

/** Parses a key that `recordKey` has returned. Returns undefined for any other text. */
export function parseRecordKey(text: string): RecordAddress | undefined {
  const match = /^(?:([a-zA-Z]+) )?([^/ ]*)\/([^/ ]+)$/.exec(text);
  const kind = match?.[1] === undefined ? 'workItem' : RECORD_KINDS.find((name) => name === match[1]);
  return kind === undefined || match?.[2] === undefined || match[3] === undefined
    ? undefined
    : { kind, within: match[2], id: match[3] };
}
