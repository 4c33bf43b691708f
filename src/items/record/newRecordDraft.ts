// Creates, changes, finds and discards the draft of a new record.
import { randomUUID } from 'node:crypto';
import type { RecordAddress } from '../../core/cache/address.ts';
import { type Draft, isEdited, isStarted } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import { isEmptyValue } from '../form/fieldSpec.ts';
import type { FieldValues } from '../form/values.ts';
import { KIND_NAMES } from '../kindNames.ts';
import type { FailedAdd } from './addToCycleAndModules.ts';
import { newRecordTarget } from './newRecordTarget.ts';

/** The kind of a new record, and the id of the project or customer that will contain it ('' for the workspace). */
export type NewRecordLocation = Pick<RecordAddress, 'kind' | 'within'>;

/** A cycle or module in the draft of a new work item. */
interface CycleOrModule {
  readonly id: string;
  readonly name: string;
}

/** The properties that the draft of a new record contains in addition to the values of its fields. */
export interface NewRecordOptions {
  /** The cycle that the new work item will be added to. */
  readonly cycle?: CycleOrModule | undefined;
  /** The modules that the new work item will be added to. They replace the module in the initial values. */
  readonly modules?: readonly CycleOrModule[] | undefined;
  /** Where the user started to create the record, as text. Only the feature that stored this text can parse it. */
  readonly origin?: string | undefined;
  /** The external id of the new record; a random one if undefined. */
  readonly externalId?: string | undefined;
}

/** Information about a record that was just created. */
export interface CreatedInfo {
  /** The cycle and modules that the new record could not be added to. */
  readonly failedAdds: readonly FailedAdd[];
  /** The labels of the fields that the server did not store. */
  readonly ignoredLabels: readonly string[];
  /** Where the user started to create the record; see `NewRecordOptions.origin`. */
  readonly origin: string | undefined;
  /** Whether the page now shows another new record. */
  readonly showsNextRecord: boolean;
  /** The values that the record was created with. */
  readonly values: FieldValues;
}

/**
 * Creates the draft of a new record with `initialValues`, or updates the existing draft. Does not change an existing
 * draft that has an origin.
 */
export async function startNewRecord(
  draftStore: DraftStore,
  location: NewRecordLocation,
  initialValues: FieldValues,
  { cycle, modules, origin, externalId = randomUUID() }: NewRecordOptions,
): Promise<void> {
  const { key } = newRecordTarget(location);
  const existingDraft = await draftStore.open(key);
  if (existingDraft?.newRecord?.origin !== undefined) return;
  const originProperty = origin === undefined ? {} : { origin };
  draftStore.change(key, KIND_NAMES[location.kind].newName(), ({ newRecord = { externalId, initialValues } }) => {
    const { cycle: earlierCycle, modules: earlierModules, areModulesChosen, ...creation } = newRecord;
    const newCycle = earlierCycle?.isChosen === true ? earlierCycle : cycle;
    const modulesProperties = areModulesChosen === true ? { modules: earlierModules, areModulesChosen } : undefined;
    return {
      newRecord: {
        ...creation,
        ...(creation.sent === undefined ? { externalId } : {}),
        initialValues,
        ...(newCycle === undefined ? {} : { cycle: newCycle }),
        ...(modulesProperties ?? (modules === undefined ? {} : { modules })),
        ...originProperty,
      },
    };
  });
}

/** Stores the cycle that the user chose for a new work item; undefined for none. */
export async function chooseCycle(
  draftStore: DraftStore,
  location: NewRecordLocation,
  cycle: CycleOrModule | undefined,
): Promise<void> {
  const { key } = newRecordTarget(location);
  await draftStore.open(key);
  draftStore.change(key, KIND_NAMES[location.kind].newName(), ({ newRecord }) => {
    const { cycle: _earlierCycle, ...creation } = newRecord ?? emptyNewRecord();
    return { newRecord: { ...creation, ...(cycle === undefined ? {} : { cycle: { ...cycle, isChosen: true } }) } };
  });
}

/** Stores the modules that the user chose for a new work item. They replace the value of the single field `module`. */
export async function chooseModules(
  draftStore: DraftStore,
  location: NewRecordLocation,
  modules: readonly CycleOrModule[],
): Promise<void> {
  const { key } = newRecordTarget(location);
  await draftStore.open(key);
  draftStore.change(key, KIND_NAMES[location.kind].newName(), ({ newRecord, touched, base }) => {
    const { modules: _earlier, areModulesChosen: _wereChosen, ...creation } = newRecord ?? emptyNewRecord();
    const isInitial = modules.length === 0 && isEmptyValue(creation.initialValues['module'] ?? null);
    const { module: _touched, ...otherFields } = touched;
    const { module: _base, ...otherBases } = base ?? {};
    return {
      touched: otherFields,
      base: otherBases,
      newRecord: isInitial ? creation : { ...creation, modules, areModulesChosen: true },
    };
  });
}

function emptyNewRecord(): NonNullable<Draft['newRecord']> {
  return { externalId: randomUUID(), initialValues: {} };
}

/**
 * Resolves with the draft's origin in an object (`origin` is undefined if the draft has none), or with undefined if the
 * user has not started to create a record at this location. A draft is started if it has edits, was sent in a request
 * that got no response, or has an origin.
 */
export async function findStartedDraft(
  draftStore: DraftStore,
  location: NewRecordLocation,
): Promise<{ readonly origin: string | undefined } | undefined> {
  const draft = await draftStore.open(newRecordTarget(location).key);
  return isStarted(draft) ? { origin: draft?.newRecord?.origin } : undefined;
}

/** Resolves with true if there is a draft, with its initial values only, and no request has been sent for it. */
export async function isUnchangedDraft(draftStore: DraftStore, location: NewRecordLocation): Promise<boolean> {
  const draft = await draftStore.open(newRecordTarget(location).key);
  return draft?.newRecord !== undefined && draft.newRecord.sent === undefined && !isEdited(draft);
}

/** Discards the draft of the new record. */
export function discardNewRecord(draftStore: DraftStore, location: NewRecordLocation): void {
  draftStore.change(newRecordTarget(location).key, KIND_NAMES[location.kind].newName(), () => ({
    touched: {},
    base: {},
    newRecord: undefined,
  }));
}
