// Owns the beginning of a new record: what its draft remembers before anything is typed, whether one was begun, and
// giving it up.
import { randomUUID } from 'node:crypto';
import type { RecordAddress } from '../../cache/address.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldValues } from '../fields/values.ts';
import { newRecordTarget, newTitle } from './newRecordTarget.ts';

/** Where a record is made. */
export type NewRecordPlace = Pick<RecordAddress, 'kind' | 'within'>;

/** What is to be remembered with a record that is being made. */
export interface NewRecord {
  /** The cycle that a work item is put into. */
  readonly cycle?: { readonly id: string; readonly name: string } | undefined;
  /** Where it was begun, in the words of whoever began it there. */
  readonly origin?: string | undefined;
}

/**
 * Begins a record with what its place implies. What was begun at an origin is left as it is until it is created or
 * given up.
 */
export async function startNewRecord(
  desk: DraftStore,
  place: NewRecordPlace,
  implied: FieldValues,
  { cycle, origin }: NewRecord,
): Promise<void> {
  const { key } = newRecordTarget(place);
  const begun = await desk.open(key);
  if (begun?.making?.origin !== undefined) return;
  const from = origin === undefined ? {} : { origin };
  desk.change(
    key,
    newTitle(place.kind),
    ({ making: { cycle: _earlier, ...making } = { externalId: randomUUID(), implied } }) => ({
      making: { ...making, implied, ...(cycle === undefined ? {} : { cycle }), ...from },
    }),
  );
}

/**
 * Whether a record was begun there and is not created: something was written, it was sent without an answer, or it has
 * an origin.
 */
export async function newRecordAt(
  desk: DraftStore,
  place: NewRecordPlace,
): Promise<{ readonly origin: string | undefined } | undefined> {
  const draft = await desk.open(newRecordTarget(place).key);
  const isBegun =
    Object.keys(draft?.touched ?? {}).length > 0 ||
    draft?.making?.sent !== undefined ||
    draft?.making?.origin !== undefined;
  return isBegun ? { origin: draft?.making?.origin } : undefined;
}

/** Forgets what was written of it. */
export function discardNewRecord(desk: DraftStore, place: NewRecordPlace): void {
  desk.change(newRecordTarget(place).key, newTitle(place.kind), () => ({ touched: {}, base: {}, making: undefined }));
}
