// Owns the subject of an editor that stands on a shelf: everything that is there but work items.

import { type RecordAddress, recordKey } from '../../cache/address.ts';
import type { StoredRecord } from '../../cache/resources/resourceStore.ts';
import type { Store } from '../../cache/store.ts';
import type { CallOptions } from '../../client/call.ts';
import { capitalize } from '../../std/english.ts';
import { findItems } from '../fields/findItems.ts';
import { recordFormOf } from '../fields/recordForm.ts';
import { type FieldValues, fieldValuesOf } from '../fields/values.ts';
import type { RecordDates, RecordTarget } from './recordTarget.ts';
import { sentBody } from './sentBody.ts';
import { type OpenStore, type ResourceKind, storeOf } from './storeOf.ts';

export function resourceTarget(address: RecordAddress & { readonly kind: ResourceKind }): RecordTarget {
  const kind = recordFormOf(address.kind, false);
  const key = recordKey(address);
  const { id, within } = address;
  const shelf = (store: Store): OpenStore => storeOf(store.resources, address.kind);
  const held = (record: StoredRecord | undefined): FieldValues | undefined =>
    record === undefined ? undefined : fieldValuesOf(kind.fields, record);
  const told = (store: Store): FieldValues | undefined => withDefaultState(store, address, held(shelf(store).records.confirmed(key)));
  return {
    address,
    key,
    isNew: false,
    kind,
    item: undefined,
    told: (store) => (store === undefined ? undefined : told(store)),
    caption: () => capitalize(kind.noun),
    title: (store) => nameOf(kind.fields[0]?.name, store === undefined ? undefined : held(shelf(store).get(id, within)), kind.noun),
    place: (store) => placeOf(store, address),
    dates: (store) => datesOf(shelf(store).records.confirmed(key)),
    heardAt: (store) => shelf(store).records.fetchedAt(key),
    read: async (store, options) => {
      await Promise.all([shelf(store).readOne(id, within, options), readPlace(store, address, options)]);
      if (told(store)?.['default_state'] === null) await store.states.readForNames(id);
    },
    check: () => ({}),
    send: async (store, sent, _, options) => {
      const told = held(shelf(store).get(id, within)) ?? {};
      const always = kind.fields.filter(({ isAlwaysSent }) => isAlwaysSent).map(({ name }) => [name, told[name]]);
      const record = await shelf(store).update(id, sentBody(kind, { ...Object.fromEntries(always), ...sent }), within, options);
      return { values: fieldValuesOf(kind.fields, record) };
    },
    watch: (store, changed) => [shelf(store).records.onDidChange((keys) => keys.includes(key) && changed())],
    // A parent is of the same project; what a customer asks for may be of any.
    find: (store, field, text) => findItems(store, text, field === 'parent_id' ? { project: within } : {}),
  };
}

/** Servers say null of a project's default state although it has one: the state that says so of itself counts (API-FACTS A.2). */
function withDefaultState(store: Store, { kind, id }: RecordAddress, values: FieldValues | undefined): FieldValues | undefined {
  if (kind !== 'project' || values === undefined || values['default_state'] !== null) return values;
  const state = store.states.of(id).records.find((one) => one.default === true);
  return state === undefined ? values : { ...values, default_state: state.id };
}

/** What the record stands within, by name. */
export function placeOf(store: Store | undefined, { kind, within }: Pick<RecordAddress, 'kind' | 'within'>): string {
  if (within === '') return '';
  const name = kind === 'customerRequest' ? store?.resources.customers.get(within)?.name : store?.project(within)?.name;
  return name ?? '';
}

/** Reads what the record stands within, to name it, when it is not known. */
export async function readPlace(
  store: Store,
  { kind, within }: Pick<RecordAddress, 'kind' | 'within'>,
  options?: CallOptions,
): Promise<void> {
  if (within === '') return;
  if (kind === 'customerRequest') {
    if (store.resources.customers.get(within) === undefined) await store.resources.customers.readOne(within, '', options);
  } else if (store.project(within) === undefined) await store.resources.projects.readOne(within, '', options);
}

/** A record without a name of its own, as a sticky may be, is called by its kind. */
function nameOf(field: string | undefined, values: FieldValues | undefined, noun: string): string | undefined {
  if (values === undefined || field === undefined) return undefined;
  const name = values[field];
  return typeof name === 'string' && name !== '' ? name : capitalize(noun);
}

function datesOf(record: StoredRecord | undefined): RecordDates {
  const told = (record ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => (typeof told[name] === 'string' ? told[name] : undefined);
  const createdAt = text('created_at');
  const createdBy = text('created_by');
  const updatedAt = text('updated_at');
  return {
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}
