// Creates and checks the external ids by which a copied record is found again.

/** The `external_source` of every record that a copy creates. */
export const COPY_EXTERNAL_SOURCE = 'contrail-copy';

/** Returns the external id fields of a new record. The external id is the record's id in the source. */
export function externalFields(id: string): { readonly external_source: string; readonly external_id: string } {
  return { external_source: COPY_EXTERNAL_SOURCE, external_id: id };
}

/** A record as the server sends it. The schemas of some kinds do not declare the external ids. */
interface ReceivedRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Whether the record is the copy of the record with this id. */
export function isCopyOf(record: ReceivedRecord, id: string): boolean {
  return record['external_source'] === COPY_EXTERNAL_SOURCE && record['external_id'] === id;
}

/** Whether the server has stored an external id. Some servers ignore the external ids of a few kinds of records. */
export function hasExternalId(record: ReceivedRecord): boolean {
  return typeof record['external_id'] === 'string' && record['external_id'] !== '';
}
