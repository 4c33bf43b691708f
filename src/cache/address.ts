// Owns addresses: where a record is known under.

/** A work item's place: its project's id and its own. */
export interface ItemAddress {
  readonly project: string;
  readonly id: string;
}

/** One text for one place; the key of maps and files. */
export function keyOf(address: ItemAddress): string {
  return `${address.project}/${address.id}`;
}

/** Undefined when the text is no address. */
export function parseAddress(text: string): ItemAddress | undefined {
  const match = /^([^/]+)\/([^/]+)$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { project: match[1], id: match[2] };
}

/** The path parameters of what belongs to the work item with this key. Throws for a text that is no key. */
export function itemPath(key: string): { readonly project_id: string; readonly work_item_id: string } {
  const address = parseAddress(key);
  if (address === undefined) throw new Error(`no address of a work item: ${key}`);
  return { project_id: address.project, work_item_id: address.id };
}

/** Kinds of records that have a shelf of their own. */
export const RECORD_KINDS = [
  'project',
  'workItem',
  'epic',
  'cycle',
  'module',
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
 * Where a record stands: `within` is the project of a work item, epic, cycle or module, the customer of a request, and
 * '' for what belongs to the workspace.
 */
export interface RecordAddress {
  readonly kind: RecordKind;
  readonly within: string;
  readonly id: string;
}

/** One text for one record; the key of maps and files. A work item's is that of `keyOf`. */
export function recordKey({ kind, within, id }: RecordAddress): string {
  return kind === 'workItem' ? `${within}/${id}` : `${kind} ${within}/${id}`;
}

/** Undefined when the text is no key of a record. */
export function parseRecordKey(text: string): RecordAddress | undefined {
  const match = /^(?:([a-zA-Z]+) )?([^/ ]*)\/([^/ ]+)$/.exec(text);
  const kind = match?.[1] === undefined ? 'workItem' : RECORD_KINDS.find((one) => one === match[1]);
  return kind === undefined || match?.[2] === undefined || match[3] === undefined
    ? undefined
    : { kind, within: match[2], id: match[3] };
}
