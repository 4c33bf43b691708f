// The RecordTarget of an existing record.

import * as l10n from '@vscode/l10n';
import type { CallOptions } from '../../client/call.ts';
import { identifierOf, workItemCodec } from '../../contract/resources/workItem.ts';
import { type ItemAddress, type RecordAddress, recordKey } from '../../core/cache/address.ts';
import { hasDescription } from '../../core/cache/record.ts';
import type { StoredRecord } from '../../core/cache/resources/recordStore.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import { findItems } from '../form/findItems.ts';
import { DESCRIPTION_FIELD, recordFormOf } from '../form/recordForm.ts';
import { type FieldValues, fieldValuesOf } from '../form/values.ts';
import { KIND_NAMES } from '../kindNames.ts';
import type { RecordDates, RecordTarget } from './recordTarget.ts';
import { updateRequestBody } from './requestBody.ts';
import { formRecordOf, resourceStoreOf, type UntypedResourceStore } from './resourceStoreOf.ts';

export function targetOf(address: RecordAddress): RecordTarget {
  const form = recordFormOf(address.kind, false);
  const key = recordKey(address);
  const { id, within } = address;
  const item: ItemAddress | undefined = address.kind === 'workItem' ? { project: within, id } : undefined;
  const resourceStore = (store: Store): UntypedResourceStore => resourceStoreOf(store.resources, address.kind);
  const formValuesOf = (store: Store, record: StoredRecord): FieldValues =>
    fieldValuesOf(form.fields, formRecordOf(store, address, record));
  const valuesOf = (store: Store, record: StoredRecord | undefined): FieldValues | undefined =>
    record === undefined ? undefined : formValuesOf(store, record);
  const confirmed = (store: Store): FieldValues | undefined => {
    const record = resourceStore(store).records.confirmed(key);
    const values = withDefaultState(store, address, valuesOf(store, record));
    if (values === undefined || record === undefined || item === undefined || hasDescription(record)) return values;
    // Otherwise, the user could edit a description that seems empty.
    const { [DESCRIPTION_FIELD]: _notLoaded, ...loadedValues } = values;
    return loadedValues;
  };
  const nameOfRecord = (store: Store): string | undefined =>
    nameOrLabel(
      form.fields[0]?.name,
      valuesOf(store, resourceStore(store).get(id, within)),
      KIND_NAMES[address.kind].name(),
    );
  return {
    address,
    key,
    isNew: false,
    form,
    item,
    confirmed: (store) => (store === undefined ? undefined : confirmed(store)),
    caption: (store) => {
      if (item !== undefined) return store?.identifier(item) ?? '';
      return [KIND_NAMES[address.kind].name(), store === undefined ? undefined : epicIdentifier(store, address)]
        .filter(Boolean)
        .join(' ');
    },
    title: (store) => {
      const name = store === undefined ? undefined : nameOfRecord(store);
      return item === undefined || name === undefined ? name : withIdentifier(store?.identifier(item), name);
    },
    containerName: (store) => containerNameOf(store, address),
    dates: (store) => datesOf(resourceStore(store).records.confirmed(key)),
    fetchedAt: (store) => resourceStore(store).records.fetchedAt(key),
    read: async (store, options) => {
      // A work item is read together with its project.
      const containerRequest = item === undefined ? readContainer(store, address, options) : undefined;
      await Promise.all([resourceStore(store).readOne(id, within, options), containerRequest]);
      if (confirmed(store)?.['default_state'] === null)
        await store.resources.states.list(id).readAll({ maxAge: Number.POSITIVE_INFINITY });
    },
    check: ({ parent }) => (parent === id ? { parent: l10n.t("A work item can't be its own parent.") } : {}),
    send: async (store, sent, _, options) => {
      const confirmed = valuesOf(store, resourceStore(store).get(id, within)) ?? {};
      const dateRange: readonly string[] = form.dateRange ?? [];
      const sendsDates = dateRange.some((name) => sent[name] !== undefined);
      const alwaysSentFields = form.fields
        .filter(({ name, isAlwaysSent }) => isAlwaysSent || (sendsDates && dateRange.includes(name)))
        .map(({ name }) => [name, confirmed[name]]);
      const record = await resourceStore(store).update(
        id,
        updateRequestBody(form, { ...Object.fromEntries(alwaysSentFields), ...sent }),
        within,
        options,
      );
      return { values: formValuesOf(store, record) };
    },
    watch: (store, changed) => [resourceStore(store).records.onDidChange((keys) => keys.includes(key) && changed())],
    // A parent must be in the same project. The work items of a customer request can be in any project.
    find: (store, field, text) => {
      const isParent = field === 'parent' || field === 'parent_id';
      return findItems(store, text, {
        ...(isParent ? { project: within } : {}),
        ...(item === undefined ? {} : { excludedId: id }),
      });
    },
  };
}

/** Returns the identifier of an epic; undefined for another record, and if the epic or its project is not loaded. */
function epicIdentifier(store: Store, { kind, within, id }: RecordAddress): string | undefined {
  const epic = kind === 'epic' ? store.resources.epics.get(id, within) : undefined;
  const project = store.project(within);
  if (epic === undefined || project === undefined) return undefined;
  return identifierOf(project.identifier, workItemCodec.normalize(epic).sequence_id);
}

function withIdentifier(identifier: string | undefined, name: string): string | undefined {
  return identifier === undefined ? undefined : `${identifier} ${name}`;
}

/**
 * Sets the default state of a project to the state that is marked as default, because servers send null even if the
 * project has a default state.
 */
function withDefaultState(
  store: Store,
  { kind, id }: RecordAddress,
  values: FieldValues | undefined,
): FieldValues | undefined {
  if (kind !== 'project' || values === undefined || values['default_state'] !== null) return values;
  const state = store.resources.states.listed(id).find((state) => state.default === true);
  return state === undefined ? values : { ...values, default_state: state.id };
}

/** Returns the name of the project or customer that contains the record; empty for the workspace. */
export function containerNameOf(
  store: Store | undefined,
  { kind, within }: Pick<RecordAddress, 'kind' | 'within'>,
): string {
  if (within === '') return '';
  const name = kind === 'customerRequest' ? store?.resources.customers.get(within)?.name : store?.project(within)?.name;
  return name ?? '';
}

/** Reads the project or customer that contains the record, if its name is not loaded. */
export async function readContainer(
  store: Store,
  { kind, within }: Pick<RecordAddress, 'kind' | 'within'>,
  options?: CallOptions,
): Promise<void> {
  if (within === '') return;
  if (kind === 'customerRequest') {
    if (store.resources.customers.get(within) === undefined)
      await store.resources.customers.readOne(within, '', options);
  } else if (store.project(within) === undefined) await store.resources.projects.readOne(within, '', options);
}

/** Returns the record's name, or the label of its kind if the name is empty: the name of a sticky can be empty. */
function nameOrLabel(field: string | undefined, values: FieldValues | undefined, label: string): string | undefined {
  if (values === undefined || field === undefined) return undefined;
  const name = values[field];
  return typeof name === 'string' && name !== '' ? name : label;
}

function datesOf(record: StoredRecord | undefined): RecordDates {
  const confirmed = (record ?? {}) as Readonly<Record<string, unknown>>;
  const textIn = (name: string): string | undefined =>
    typeof confirmed[name] === 'string' ? confirmed[name] : undefined;
  const [createdAt, createdBy, updatedAt] = [textIn('created_at'), textIn('created_by'), textIn('updated_at')];
  return definedFields({ createdAt, createdBy, updatedAt });
}
