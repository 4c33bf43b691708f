// The target of a page for a new record: its initial values and its creation.
// The record is created exactly once although a response may be lost.

import * as l10n from '@vscode/l10n';
import { RECORD_KINDS, type RecordAddress, type RecordKind } from '../../cache/address.ts';
import { closedProjectText } from '../../cache/closedProject.ts';
import { loadAll } from '../../cache/lists/loadAll.ts';
import type { StoredRecord } from '../../cache/resources/resourceStore.ts';
import { EXTERNAL_SOURCE } from '../../cache/resources/sendComment.ts';
import type { Store } from '../../cache/store.ts';
import { raceAbort, throwIfAborted } from '../../client/abort.ts';
import { ApiError, type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Draft } from '../../drafts/draft.ts';
import { isNone } from '../fields/fieldSpec.ts';
import { findItems } from '../fields/findItems.ts';
import { kindNames } from '../fields/kindNames.ts';
import { type RecordForm, recordFormOf } from '../fields/recordForm.ts';
import { blankValueOf, type FieldValues, fieldValuesOf, isSameFieldValue } from '../fields/values.ts';
import { moveNewItem, stepsAfter } from './failedMove.ts';
import type { DraftSlot, RecordTarget, SentFields } from './recordTarget.ts';
import { placeOf, readPlace } from './resourceTarget.ts';
import { newBody } from './sentBody.ts';
import { type OpenStore, storeOf } from './storeOf.ts';

/** Maximum difference between the clocks of two machines, in milliseconds. */
const CLOCKS_DIFFER = 5 * 60_000;

/** Returns `new workItem <project>`, which is never the key of a record. */
function newKey(kind: RecordKind, within: string): string {
  return `new ${kind} ${within}`;
}

/** Returns undefined if the text is not the key of a new record. */
export function parseNewKey(text: string): Pick<RecordAddress, 'kind' | 'within'> | undefined {
  const match = /^new ([a-zA-Z]+) ([^/ ]*)$/.exec(text);
  const kind = RECORD_KINDS.find((one) => one === match?.[1]);
  return kind === undefined || match?.[2] === undefined ? undefined : { kind, within: match[2] };
}

export function newRecordTarget({ kind: name, within }: Pick<RecordAddress, 'kind' | 'within'>): RecordTarget {
  const kind = recordFormOf(name, true);
  const address: RecordAddress = { kind: name, within, id: '' };
  return {
    address,
    key: newKey(name, within),
    isNew: true,
    kind,
    item: undefined,
    confirmed: (_, draft) => startOf(kind, draft),
    caption: () => kind.newLabel,
    title: () => kind.newLabel,
    place: (store, draft) => newPlaceOf(placeOf(store, address), draft),
    dates: () => ({}),
    fetchedAt: () => undefined,
    // A project that accepts no work items is read again, because that may have changed.
    read: async (store, options) => {
      const isClosed = closedProjectText(store.project(within)) !== undefined;
      await (isClosed ? store.resources.projects.readOne(within, '', options) : readPlace(store, address, options));
    },
    check: () => ({}),
    obstacle: (store) =>
      name === 'workItem' || name === 'epic' ? closedProjectText(store.project(within)) : undefined,
    send: (store, _, slot, options) => make(store, address, kind, slot, options),
    watch: () => [],
    find: (store, field, text) =>
      findItems(store, text, field === 'parent' || field === 'parent_id' ? { project: within } : {}),
  };
}

function newPlaceOf(place: string, draft: Draft | undefined): string {
  const cycle = draft?.making?.cycle;
  return cycle === undefined ? place : l10n.t('{0}, in the cycle “{1}”', place, cycle.name);
}

/** Returns the initial values of a new record: the ones that its place implies, and blank values. */
function startOf(kind: RecordForm, draft: Draft | undefined): FieldValues {
  const blanks = Object.fromEntries(kind.fields.map((spec) => [spec.name, blankValueOf(spec)]));
  return { ...blanks, ...draft?.making?.implied };
}

async function make(
  store: Store,
  address: RecordAddress,
  kind: RecordForm,
  slot: DraftSlot,
  options: CallOptions = {},
): Promise<SentFields> {
  const draft = slot.held();
  const { record, of } = await makeOnce(store, address, kind, slot, options);
  const values = fieldValuesOf(kind.fields, record);
  const made = { ...address, id: record.id };
  if (address.kind !== 'workItem') return { values, made: { address: made, of } };
  const notPut = await moveNewItem(store, stepsAfter({ project: address.within, id: record.id }, draft, of, values));
  return { values, made: { address: made, of, notPut } };
}

/** `of`: the values that the record was created with. */
interface Made {
  readonly record: { readonly id: string };
  readonly of: FieldValues;
}

async function makeOnce(
  store: Store,
  address: RecordAddress,
  kind: RecordForm,
  slot: DraftSlot,
  options: CallOptions,
): Promise<Made> {
  const draft = slot.held();
  const values: FieldValues = { ...startOf(kind, draft), ...draft?.touched };
  const making = { implied: {}, externalId: slot.newId(), ...draft?.making };
  const { sent: earlier } = making;
  const found =
    earlier === undefined
      ? undefined
      : await findEarlier(store, address, kind, { ...earlier, externalId: making.externalId }, options.signal);
  if (earlier !== undefined && found !== undefined) return { record: found, of: earlier.values };
  // Which of two requests for a work item arrived is unknown: only the values of the first count as sent.
  const sent = address.kind === 'workItem' && earlier !== undefined ? earlier : { at: slot.now(), values };
  // Another attempt may have started since this one was canceled.
  throwIfAborted(options.signal);
  slot.change(() => ({ making: { ...making, sent } }));
  await slot.flush();
  try {
    const external = kind.hasExternalId ? { external_source: EXTERNAL_SOURCE, external_id: making.externalId } : {};
    const body = { ...completed(address.kind, newBody(kind, values)), ...external };
    return { record: await storeOf(store.resources, address.kind).create(body, address.within, options), of: values };
  } catch (error) {
    const fault = faultOf(error);
    if (kind.hasExternalId && fault.kind === 'rejected' && fault.status === 409 && fault.existing !== undefined) {
      return {
        record: await storeOf(store.resources, address.kind).readOne(fault.existing, address.within),
        of: sent.values,
      };
    }
    // A request that the network delivered twice is rejected the second time because of the record that the first
    // created, for example because of its name.
    const own =
      kind.hasExternalId && fault.kind === 'rejected' ? await findOwn(store, address, making.externalId) : undefined;
    if (own !== undefined) return { record: own, of: sent.values };
    if (!mayHaveHappened(fault)) slot.change(() => ({ making }));
    throw error;
  }
}

/**
 * Adds values that servers require although the form does not ask for them: the name of a property is derived from its
 * display name.
 */
function completed(kind: RecordKind, body: Record<string, unknown>): Record<string, unknown> {
  return kind === 'customerProperty' ? { name: body['display_name'], ...body } : body;
}

/**
 * Returns the record that an earlier request without a response created. For a work item the server recognizes the
 * external id. For the other kinds the list is reloaded: the record is the one with our external id, or one without an
 * external id that has all values that were sent and is not older.
 */
async function findEarlier(
  store: Store,
  { kind, within }: RecordAddress,
  { fields }: RecordForm,
  sent: { readonly at: number; readonly values: FieldValues; readonly externalId: string },
  signal: AbortSignal | undefined,
): Promise<{ readonly id: string } | undefined> {
  if (kind === 'workItem') return undefined;
  const list = storeOf(store.resources, kind);
  const holdsAll = (record: object): boolean => {
    const held = fieldValuesOf(fields, record);
    return fields.every((spec) => {
      const [wanted, there] = [sent.values[spec.name], held[spec.name]];
      // Values that the server fills in or rewrites are not compared.
      const isDistinctive = wanted !== undefined && there !== undefined && spec.kind !== 'richText' && !isNone(wanted);
      return !isDistinctive || isSameFieldValue(wanted, there, spec);
    });
  };
  const fault = await raceAbort(readWhole(list, within), signal);
  if (fault !== undefined) throw new ApiError(fault);
  const records = recordsIn(list, within);
  const own = records.find((one) => externalIdOf(one) === sent.externalId);
  return own ?? records.find((one) => !externalIdOf(one) && !isOlder(one, sent.at) && holdsAll(one));
}

/** Returns the record with our external id, if the list can be read. For a work item the server reports it. */
async function findOwn(
  store: Store,
  { kind, within }: RecordAddress,
  externalId: string,
): Promise<{ readonly id: string } | undefined> {
  if (kind === 'workItem') return undefined;
  const list = storeOf(store.resources, kind);
  await readWhole(list, within);
  return recordsIn(list, within).find((one) => externalIdOf(one) === externalId);
}

async function readWhole(store: OpenStore, within: string): Promise<Fault | undefined> {
  const list = store.list(within);
  await list.reload();
  return loadAll(list);
}

function recordsIn(list: OpenStore, within: string): readonly StoredRecord[] {
  return list.list(within).state.ids.flatMap((id) => list.get(id, within) ?? []);
}

function externalIdOf(one: StoredRecord): unknown {
  return 'external_id' in one ? one.external_id : undefined;
}

function isOlder(one: object, sentAt: number): boolean {
  const at = 'created_at' in one ? Date.parse(String(one.created_at)) : Number.NaN;
  return at < sentAt - CLOCKS_DIFFER;
}

/** Returns the title of the tab of a new record. */
export function newTitle(kind: RecordKind): string {
  return kindNames(kind).newLabel;
}
