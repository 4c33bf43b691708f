// The RecordTarget of a new record: its initial values, and its creation.
// The record is created exactly once, even if a response is lost.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { raceAbort, throwIfAborted } from '../../client/abort.ts';
import { ApiError, existingIdOf, type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { RECORD_KINDS, type RecordAddress, type RecordKind } from '../../core/cache/address.ts';
import { loadRemainingPages } from '../../core/cache/lists/loadRemainingPages.ts';
import { projectRestrictionText } from '../../core/cache/projectRestriction.ts';
import type { StoredRecord } from '../../core/cache/resources/recordStore.ts';
import { EXTERNAL_SOURCE } from '../../core/cache/resources/sendComment.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import { isEmptyValue } from '../form/fieldSpec.ts';
import { findItems } from '../form/findItems.ts';
import { type RecordForm, recordFormOf } from '../form/recordForm.ts';
import { blankValueOf, type FieldValues, fieldValuesOf, ignoredFields, isSameFieldValue } from '../form/values.ts';
import { KIND_NAMES } from '../kindNames.ts';
import { addToCycleAndModules, stepsAfterCreation } from './addToCycleAndModules.ts';
import { containerNameOf, readContainer } from './existingRecordTarget.ts';
import type { DraftSlot, RecordSendResult, RecordTarget } from './recordTarget.ts';
import { createRequestBody } from './requestBody.ts';
import { formRecordOf, resourceStoreOf, type UntypedResourceStore } from './resourceStoreOf.ts';

/** Maximum difference between the clocks of two machines, in milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * Returns the key of a new record, for example `new workItem <project>`, which is never the key of an existing record.
 */
function newKey(kind: RecordKind, within: string): string {
  return `new ${kind} ${within}`;
}

/** Returns undefined if the text is not the key of a new record. */
export function parseNewKey(text: string): Pick<RecordAddress, 'kind' | 'within'> | undefined {
  const match = /^new ([a-zA-Z]+) ([^/ ]*)$/.exec(text);
  const kind = RECORD_KINDS.find((recordKind) => recordKind === match?.[1]);
  return kind === undefined || match?.[2] === undefined ? undefined : { kind, within: match[2] };
}

export function newRecordTarget({ kind: recordKind, within }: Pick<RecordAddress, 'kind' | 'within'>): RecordTarget {
  const form = recordFormOf(recordKind, true);
  const address: RecordAddress = { kind: recordKind, within, id: '' };
  return {
    address,
    key: newKey(recordKind, within),
    isNew: true,
    form,
    item: undefined,
    confirmed: (_, draft) => initialValuesOf(form, draft),
    caption: () => KIND_NAMES[recordKind].newName(),
    title: () => KIND_NAMES[recordKind].newName(),
    containerName: (store, draft) => containerText(containerNameOf(store, address), draft),
    dates: () => ({}),
    fetchedAt: () => undefined,
    // Reads the project again, because a project that accepted no work items before may accept work items now.
    read: async (store, options) => {
      const isRestricted = projectRestrictionText(store.project(within)) !== undefined;
      await (isRestricted
        ? store.resources.projects.readOne(within, '', options)
        : readContainer(store, address, options));
    },
    check: () => ({}),
    obstacle: (store) =>
      recordKind === 'workItem' || recordKind === 'epic' ? projectRestrictionText(store.project(within)) : undefined,
    send: (store, _, slot, options) => createRecord(store, address, form, slot, options),
    watch: () => [],
    find: (store, field, text) =>
      findItems(store, text, field === 'parent' || field === 'parent_id' ? { project: within } : {}),
  };
}

function containerText(container: string, draft: Draft | undefined): string {
  const cycle = draft?.newRecord?.cycle;
  return cycle === undefined ? container : l10n.t('{0}, in the cycle “{1}”', container, cycle.name);
}

/** Returns the initial values of a new record: the `initialValues` and first module of its draft, and blank values. */
function initialValuesOf(form: RecordForm, draft: Draft | undefined): FieldValues {
  const blankValues = Object.fromEntries(form.fields.map((spec) => [spec.name, blankValueOf(spec)]));
  const { initialValues, modules } = draft?.newRecord ?? {};
  return { ...blankValues, ...initialValues, ...(modules === undefined ? {} : { module: modules[0]?.id ?? null }) };
}

async function createRecord(
  store: Store,
  address: RecordAddress,
  form: RecordForm,
  slot: DraftSlot,
  options: CallOptions = {},
): Promise<RecordSendResult> {
  const { record, sentValues: createdWith } = await createOnce(store, address, form, slot, options);
  // Read after the request, so that the draft contains a cycle and modules that the user chose during the request.
  const draft = slot.draft();
  const values = fieldValuesOf(form.fields, formRecordOf(store, address, record));
  const createdAddress = { ...address, id: record.id };
  const created = { address: createdAddress, sentValues: createdWith };
  const ignoredLabels = ignoredLabelsOf(form, createdWith, values);
  if (address.kind !== 'workItem') return { values, created: { ...created, ignoredLabels } };
  const failedAdds = await addToCycleAndModules(
    store,
    stepsAfterCreation({ project: address.within, id: record.id }, draft, createdWith, values),
  );
  return { values, created: { ...created, failedAdds, ignoredLabels } };
}

/** Omits the module, which the steps after the creation add. */
function ignoredLabelsOf(form: RecordForm, sentValues: FieldValues, responseValues: FieldValues): string[] {
  const sentFields = form.fields.flatMap((spec) => {
    const value = sentValues[spec.name];
    return value === undefined || isEmptyValue(value) || spec.name === 'module' ? [] : [[spec, value] as const];
  });
  return ignoredFields(sentFields, responseValues).map(({ label }) => label);
}

/** A record that was created, and the values that the request to create it contained. */
interface CreatedRecord {
  readonly record: { readonly id: string };
  readonly sentValues: FieldValues;
}

async function createOnce(
  store: Store,
  address: RecordAddress,
  form: RecordForm,
  slot: DraftSlot,
  options: CallOptions,
): Promise<CreatedRecord> {
  const draft = slot.draft();
  const values: FieldValues = { ...initialValuesOf(form, draft), ...draft?.touched };
  const creation = { initialValues: {}, externalId: slot.newId(), ...draft?.newRecord };
  const { sent: earlierRequest } = creation;
  const existingRecord =
    earlierRequest === undefined
      ? undefined
      : await findEarlierRecord(
          store,
          address,
          form,
          { ...earlierRequest, externalId: creation.externalId },
          options.signal,
        );
  if (earlierRequest !== undefined && existingRecord !== undefined)
    return { record: existingRecord, sentValues: earlierRequest.values };
  // If two create requests for a work item have the same external id, the server creates it from the first request. So
  // the values of the first request count as sent, and all other values stay in the draft.
  const sent =
    address.kind === 'workItem' && earlierRequest !== undefined ? earlierRequest : { at: slot.now(), values };
  // If this attempt was canceled, another attempt may have started since then. The state of that attempt must not be
  // overwritten.
  throwIfAborted(options.signal);
  slot.change(() => ({ newRecord: { ...creation, sent } }));
  // Restores `newRecord.sent` of the draft. Keeps a cycle and modules that the user chose during the request.
  const restoreEarlierRequest = (changed: { readonly externalId?: string } = {}): void =>
    slot.change(({ newRecord = creation }) => ({ newRecord: { ...newRecord, sent: earlierRequest, ...changed } }));
  await slot.flush();
  try {
    const externalProperties = form.hasExternalId
      ? { external_source: EXTERNAL_SOURCE, external_id: creation.externalId }
      : {};
    const body = { ...withRequiredValues(address.kind, createRequestBody(form, values)), ...externalProperties };
    return {
      record: await resourceStoreOf(store.resources, address.kind).create(body, address.within, options),
      sentValues: values,
    };
  } catch (error) {
    const fault = faultOf(error);
    const existingId = existingIdOf(fault);
    if (form.hasExternalId && existingId !== undefined) {
      const record = await resourceStoreOf(store.resources, address.kind).readOne(existingId, address.within);
      // The external id of a diagnostic or a test may belong to a work item of another user, which must not replace
      // this draft. The next attempt creates another work item.
      if (isSharedExternalId(creation.externalId) && !matchesRequest(form, record, sent)) {
        restoreEarlierRequest({ externalId: randomUUID() });
        throw error;
      }
      return { record, sentValues: sent.values };
    }
    // If the network delivers a request twice, the server rejects the second one because the record already exists, for
    // example because its name is taken.
    const ownRecord =
      form.hasExternalId && fault.kind === 'rejected'
        ? await findByExternalId(store, address, creation.externalId)
        : undefined;
    if (ownRecord !== undefined) return { record: ownRecord, sentValues: sent.values };
    if (!mayHaveBeenProcessed(fault)) restoreEarlierRequest();
    throw error;
  }
}

/**
 * Adds values that servers require although the form does not require them: the name of a property defaults to its
 * display name.
 */
function withRequiredValues(recordKind: RecordKind, body: Record<string, unknown>): Record<string, unknown> {
  return recordKind === 'customerProperty' ? { name: body['display_name'], ...body } : body;
}

/**
 * Returns the record that an earlier request without a response created, or undefined. For a work item it returns
 * undefined, because the server itself recognizes the external id. For other kinds of records it reloads the list and
 * searches for the external id, or for a record without an external id that is not older than the request and has all
 * values that were sent.
 */
async function findEarlierRecord(
  store: Store,
  { kind, within }: RecordAddress,
  form: RecordForm,
  sent: { readonly at: number; readonly values: FieldValues; readonly externalId: string },
  signal: AbortSignal | undefined,
): Promise<{ readonly id: string } | undefined> {
  if (kind === 'workItem') return undefined;
  const list = resourceStoreOf(store.resources, kind);
  const fault = await raceAbort(reloadAll(list, within), signal);
  if (fault !== undefined) throw new ApiError(fault);
  const records = recordsIn(list, within);
  const ownRecord = records.find((record) => externalIdOf(record) === sent.externalId);
  return (
    ownRecord ??
    records.find(
      (record) => !externalIdOf(record) && matchesRequest(form, formRecordOf(store, { kind, within }, record), sent),
    )
  );
}

/** Whether the record is not older than the request and has all values that were sent. */
function matchesRequest(
  { fields }: RecordForm,
  record: object,
  sent: { readonly at: number; readonly values: FieldValues },
): boolean {
  const recordValues = fieldValuesOf(fields, record);
  const hasAllSentValues = fields.every((spec) => {
    const [sentValue, serverValue] = [sent.values[spec.name], recordValues[spec.name]];
    // Values that the server fills in or rewrites are not compared.
    const isComparable =
      sentValue !== undefined && serverValue !== undefined && spec.kind !== 'richText' && !isEmptyValue(sentValue);
    return !isComparable || isSameFieldValue(sentValue, serverValue, spec);
  });
  return hasAllSentValues && !isOlder(record, sent.at);
}

/** Whether several users can create records with this external id, which identifies a diagnostic or a test. */
function isSharedExternalId(externalId: string): boolean {
  return /^(?:problem|test)-/.test(externalId);
}

/** Returns the record with this external id; undefined for a work item, whose id is in the server's response. */
async function findByExternalId(
  store: Store,
  { kind, within }: RecordAddress,
  externalId: string,
): Promise<{ readonly id: string } | undefined> {
  if (kind === 'workItem') return undefined;
  const list = resourceStoreOf(store.resources, kind);
  await reloadAll(list, within);
  return recordsIn(list, within).find((record) => externalIdOf(record) === externalId);
}

async function reloadAll(store: UntypedResourceStore, within: string): Promise<Fault | undefined> {
  const list = store.list(within);
  await list.reload();
  return loadRemainingPages(list);
}

function recordsIn(store: UntypedResourceStore, within: string): readonly StoredRecord[] {
  return store.list(within).state.ids.flatMap((id) => store.get(id, within) ?? []);
}

function externalIdOf(record: StoredRecord): unknown {
  return 'external_id' in record ? record.external_id : undefined;
}

function isOlder(record: object, sentAt: number): boolean {
  const createdAt = 'created_at' in record ? Date.parse(String(record.created_at)) : Number.NaN;
  return createdAt < sentAt - MAX_CLOCK_DIFFERENCE_MS;
}
