// Determines which kinds of records a server offers, as far as its edition is known.

import { RECORD_KINDS, type RecordKind } from '../cache/address.ts';
import type { OperationName } from '../contract/operations.ts';
import { resourceTable } from '../contract/resourceTable.ts';

/**
 * By kind of record: the lists that the user needs to reach such a record. Kinds without an entry are supported by
 * every edition.
 */
const REQUIRED_LISTS: Readonly<Partial<Record<RecordKind, readonly RecordKind[]>>> = {
  epic: ['epic'],
  initiative: ['initiative'],
  initiativeLabel: ['initiative', 'initiativeLabel'],
  teamspace: ['teamspace'],
  customer: ['customer'],
  customerProperty: ['customer', 'customerProperty'],
  customerRequest: ['customer', 'customerRequest'],
};

/** Returns the kinds whose lists are not known to be unsupported. Sends no request. */
export function offeredKinds(unsupported: ReadonlySet<OperationName>): readonly RecordKind[] {
  return RECORD_KINDS.filter(
    (kind) => !(REQUIRED_LISTS[kind] ?? []).some((required) => unsupported.has(resourceTable[required].names.list)),
  );
}
