// Determines which kinds of records a server may support.

import type { OperationName } from '../../contract/operations.ts';
import { resourceTable } from '../../contract/resourceTable.ts';
import { RECORD_KINDS, type RecordKind } from '../cache/address.ts';

/**
 * By kind of record: the kinds whose lists the server must support, so that the user can find records of this kind. A
 * kind without an entry is supported by every edition.
 */
const REQUIRED_KINDS: Readonly<Partial<Record<RecordKind, readonly RecordKind[]>>> = {
  epic: ['epic'],
  initiative: ['initiative'],
  initiativeLabel: ['initiative', 'initiativeLabel'],
  teamspace: ['teamspace'],
  customer: ['customer'],
  customerProperty: ['customer', 'customerProperty'],
  customerRequest: ['customer', 'customerRequest'],
};

/** Returns all kinds except those that require a list that is known to be unsupported. Sends no request. */
export function supportedKinds(unsupported: ReadonlySet<OperationName>): readonly RecordKind[] {
  return RECORD_KINDS.filter(
    (kind) =>
      !(REQUIRED_KINDS[kind] ?? []).some((required) => unsupported.has(resourceTable[required].operationNames.list)),
  );
}
