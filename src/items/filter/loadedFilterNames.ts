// Collects the names that a filter can contain from the loaded records.

import { nameOfUser, type User } from '../../contract/resources/user.ts';
import type { PagedList } from '../../core/cache/lists/pagedList.ts';
import type { RecordStore, StoredRecord } from '../../core/cache/resources/recordStore.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { FIELD_OF_FILTER, FILTER_KEYS, ITEM_FIELDS } from '../fields.ts';
import type { FilterField } from './fields.ts';
import type { FieldNames, GetFieldNames, NamedValue } from './names.ts';

interface HasName {
  readonly name: string;
}

const NO_NAMES: FieldNames = { values: [], isComplete: true };

/**
 * Returns a function that returns the names for a field. Its first call for a field collects the names from the records
 * that are loaded at that time; later calls for the field return the same names. `me` is the signed-in user.
 */
export function loadedFilterNames(store: Store, me: { readonly id: string; readonly name: string }): GetFieldNames {
  const cached = new Map<FilterField, FieldNames>();
  return (field) => {
    const names = cached.get(field) ?? namesOf(store, me, field);
    cached.set(field, names);
    return names;
  };
}

function namesOf(store: Store, me: { readonly id: string; readonly name: string }, field: FilterField): FieldNames {
  if (field === 'project') {
    const list = store.list({ of: 'projects', owner: '' }).state;
    const identifiers = list.ids.flatMap((id) => store.project(id)?.identifier ?? []);
    return { values: identifiers.map(nameValue), isComplete: list.status === 'ready' && list.next === undefined };
  }
  const key = FILTER_KEYS.find((one) => one === field);
  const source = key === undefined ? undefined : ITEM_FIELDS[FIELD_OF_FILTER[key]].source;
  const { seenNames, resources } = store;
  switch (source) {
    case 'states':
    case 'labels':
      return nameValues(store, resources[source], seenNames.all[source]);
    case 'types':
      return nameValues(store, store.types, seenNames.all.types);
    case 'modules':
    case 'cycles':
      return nameValues(store, resources[source]);
    case 'members':
      return userValues(store, me);
    default:
      return NO_NAMES;
  }
}

function nameValues(
  store: Store,
  nameStore: Pick<RecordStore<StoredRecord & HasName, never>, 'records' | 'list'>,
  seen: readonly HasName[] = [],
): FieldNames {
  const names = new Set([...nameStore.records.all().values(), ...seen].map(({ name }) => name));
  const projects = store.list({ of: 'projects', owner: '' }).state;
  return {
    values: sortedByName([...names].filter(Boolean).map(nameValue)),
    isComplete:
      projects.status === 'ready' &&
      projects.next === undefined &&
      projects.ids.every((project) => isRead(nameStore.list(project))),
  };
}

/** Whether all pages of the list have been read in this run, or the server does not have it. */
function isRead({ readAt, state }: PagedList): boolean {
  return readAt !== undefined && state.next === undefined;
}

function userValues(
  { workspaceUsers, seenNames }: Store,
  me: { readonly id: string; readonly name: string },
): FieldNames {
  const users = new Map<string, string>([[me.id, me.name]]);
  for (const user of [...seenNames.all.users, ...workspaceUsers.listed()] satisfies readonly User[])
    users.set(user.id, nameOfUser(user));
  return {
    values: sortedByName([...users].map(([value, name]) => ({ value, name }))),
    isComplete: isRead(workspaceUsers.list()),
  };
}

function nameValue(name: string): NamedValue {
  return { value: name, name };
}

function sortedByName(values: readonly NamedValue[]): readonly NamedValue[] {
  return values.toSorted((one, other) => one.name.localeCompare(other.name));
}
