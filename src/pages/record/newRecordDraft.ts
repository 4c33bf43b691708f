// Creates, finds and discards the draft of a new record.
import { randomUUID } from 'node:crypto';
import type { RecordAddress } from '../../cache/address.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldValues } from '../fields/values.ts';
import { newRecordTarget, newTitle } from './newRecordTarget.ts';

/** The kind of a new record, and the id of the project or customer that will contain it ('' for the workspace). */
export type NewRecordLocation = Pick<RecordAddress, 'kind' | 'within'>;

/** A cycle in the draft of a new work item. */
interface NewItemCycle {
  readonly id: string;
  readonly name: string;
}

/** Information that is stored with the draft of a new record. */
export interface NewRecord {
  /** The cycle that the new work item will be added to. */
  readonly cycle?: NewItemCycle | undefined;
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
    ({ newRecord: { cycle: earlierCycle, ...creation } = { externalId, initialValues } }) => {
      const newCycle = earlierCycle?.isChosen === true ? earlierCycle : cycle;
      return {
        newRecord: {
          ...creation,
          ...(creation.sent === undefined ? { externalId } : {}),
          initialValues,
          ...(newCycle === undefined ? {} : { cycle: newCycle }),
          ...originPart,
        },
      };
    },
  );
}

/** Stores the cycle that the user chose for a new work item; undefined for none. */
export async function chooseCycle(
  draftStore: DraftStore,
  location: NewRecordLocation,
  cycle: NewItemCycle | undefined,
): Promise<void> {
  const { key } = newRecordTarget(location);
  await draftStore.open(key);
  draftStore.change(key, newTitle(location.kind), ({ newRecord }) => {
    const { cycle: _earlierCycle, ...creation } = newRecord ?? { externalId: randomUUID(), initialValues: {} };
    return { newRecord: { ...creation, ...(cycle === undefined ? {} : { cycle: { ...cycle, isChosen: true } }) } };
  });
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
    draft?.newRecord?.cycle?.isChosen === true ||
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
