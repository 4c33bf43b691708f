// Tells which kinds of records a server offers, as far as is known of its edition.

import { RECORD_KINDS, type RecordKind } from '../cache/address.ts';
import type { OperationName } from '../contract/operations.ts';

/** The lists by which records of a kind are reached. Every edition has the other kinds. */
const LISTED_BY: Readonly<Partial<Record<RecordKind, readonly OperationName[]>>> = {
  epic: ['listEpics'],
  initiative: ['listInitiatives'],
  initiativeLabel: ['listInitiatives', 'listInitiativeLabels'],
  teamspace: ['listTeamspaces'],
  customer: ['listCustomers'],
  customerProperty: ['listCustomers', 'listCustomerProperties'],
  customerRequest: ['listCustomers', 'listCustomerRequests'],
};

/** Kinds of which no list is known to be lacking. No request is made. */
export function offeredKinds(lacking: ReadonlySet<OperationName>): readonly RecordKind[] {
  return RECORD_KINDS.filter((kind) => !(LISTED_BY[kind] ?? []).some((name) => lacking.has(name)));
}
