// Determines which kinds of records a server offers, as far as its edition is known.

import { RECORD_KINDS, type RecordKind } from '../cache/address.ts';
import type { OperationName } from '../contract/operations.ts';
import { resourceTable } from '../contract/resourceTable.ts';

/** The kinds whose lists must be loaded to reach records of a kind. Every edition has the other kinds. */
const REACHED_BY: Readonly<Partial<Record<RecordKind, readonly RecordKind[]>>> = {
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
    (kind) => !(REACHED_BY[kind] ?? []).some((listed) => unsupported.has(resourceTable[listed].names.list)),
  );
}
