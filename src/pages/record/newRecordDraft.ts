// Creates, finds and discards the draft of a new record.
import { randomUUID } from 'node:crypto';
import type { RecordAddress } from '../../cache/address.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldValues } from '../fields/values.ts';
import { newRecordTarget, newTitle } from './newRecordTarget.ts';

/** Where a record is created. */
export type NewRecordPlace = Pick<RecordAddress, 'kind' | 'within'>;

/** What is stored with the draft of a new record. */
export interface NewRecord {
  /** The cycle that the work item is added to. */
  readonly cycle?: { readonly id: string; readonly name: string } | undefined;
  /** Where the record was started, as text written by the code that started it. */
  readonly origin?: string | undefined;
}

/**
 * Starts a record with the values that its place implies. A draft that was started at an origin is not changed until
 * the record is created or the draft is discarded.
 */
export async function startNewRecord(
  draftStore: DraftStore,
  place: NewRecordPlace,
  implied: FieldValues,
  { cycle, origin }: NewRecord,
): Promise<void> {
  const { key } = newRecordTarget(place);
  const begun = await draftStore.open(key);
  if (begun?.making?.origin !== undefined) return;
  const from = origin === undefined ? {} : { origin };
  draftStore.change(
    key,
    newTitle(place.kind),
    ({ making: { cycle: _earlier, ...making } = { externalId: randomUUID(), implied } }) => ({
      making: { ...making, implied, ...(cycle === undefined ? {} : { cycle }), ...from },
    }),
  );
}

/**
 * Resolves with the draft's origin if a record was started there and not created: it has edits, it was sent without a
 * response, or it has an origin. Resolves with undefined otherwise.
 */
export async function newRecordAt(
  draftStore: DraftStore,
  place: NewRecordPlace,
): Promise<{ readonly origin: string | undefined } | undefined> {
  const draft = await draftStore.open(newRecordTarget(place).key);
  const isBegun =
    Object.keys(draft?.touched ?? {}).length > 0 ||
    draft?.making?.sent !== undefined ||
    draft?.making?.origin !== undefined;
  return isBegun ? { origin: draft?.making?.origin } : undefined;
}

/** Discards the draft of the new record. */
export function discardNewRecord(draftStore: DraftStore, place: NewRecordPlace): void {
  draftStore.change(newRecordTarget(place).key, newTitle(place.kind), () => ({
    touched: {},
    base: {},
    making: undefined,
  }));
}
