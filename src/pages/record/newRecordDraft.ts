// Creates, finds and discards the draft of a new record.
import { randomUUID } from 'node:crypto';
import type { RecordAddress } from '../../cache/address.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldValues } from '../fields/values.ts';
import { newRecordTarget, newTitle } from './newRecordTarget.ts';

/** The kind of a new record, and the id of the project or customer that will contain it ('' for the workspace). */
export type NewRecordLocation = Pick<RecordAddress, 'kind' | 'within'>;

/** Information that is stored with the draft of a new record. */
export interface NewRecord {
  /** The cycle that the new work item will be added to. */
  readonly cycle?: { readonly id: string; readonly name: string } | undefined;
  /** Where the user started to create the record, as text; only the feature that stored it parses it. */
  readonly origin?: string | undefined;
  /** The external id of the new record; a random one if undefined. */
  readonly externalId?: string | undefined;
}

/**
 * Creates the draft of a new record with `initialValues`, or updates the existing draft. A draft with an
 * origin is not changed until its record is created or the draft is discarded.
 */
export async function startNewRecord(
  draftStore: DraftStore,
  location: NewRecordLocation,
  initialValues: FieldValues,
  { cycle, origin, externalId = randomUUID() }: NewRecord,
): Promise<void> {
  const { key } = newRecordTarget(location);
  const existingDraft = await draftStore.open(key);
  if (existingDraft?.newRecord?.origin !== undefined) return;
  const originPart = origin === undefined ? {} : { origin };
  draftStore.change(
    key,
    newTitle(location.kind),
    ({ newRecord: { cycle: _earlierCycle, ...creation } = { externalId, initialValues } }) => ({
      newRecord: {
        ...creation,
        ...(creation.sent === undefined ? { externalId } : {}),
        initialValues,
        ...(cycle === undefined ? {} : { cycle }),
        ...originPart,
      },
    }),
  );
}

/**
 * Resolves with the draft's origin if the user has started to create a record here: the draft has edits, was sent
 * without a response, or has an origin. Resolves with undefined otherwise.
 */
export async function newRecordAt(
  draftStore: DraftStore,
  location: NewRecordLocation,
): Promise<{ readonly origin: string | undefined } | undefined> {
  const draft = await draftStore.open(newRecordTarget(location).key);
  const isStarted =
    Object.keys(draft?.touched ?? {}).length > 0 ||
    draft?.newRecord?.sent !== undefined ||
    draft?.newRecord?.origin !== undefined;
  return isStarted ? { origin: draft?.newRecord?.origin } : undefined;
}

/** Discards the draft of the new record. */
export function discardNewRecord(draftStore: DraftStore, location: NewRecordLocation): void {
  draftStore.change(newRecordTarget(location).key, newTitle(location.kind), () => ({
    touched: {},
    base: {},
    newRecord: undefined,
  }));
}
