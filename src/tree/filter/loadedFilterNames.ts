// Collects the names that a filter can contain from the loaded records.
import type { ProjectLists } from '../../cache/lists/projectLists.ts';
import type { Store } from '../../cache/store.ts';
import { nameOfUser, type User } from '../../contract/resources/user.ts';
import { FIELD_OF_FILTER, FILTER_KEYS, ITEM_FIELDS } from '../../items/fields.ts';
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
    case 'types':
      return nameValues(store, store[source], seenNames.all[source]);
    case 'modules':
    case 'cycles':
      return nameValues(store, store[source], resources[source].records.all().values());
    case 'members':
      return userValues(store, me);
    default:
      return NO_NAMES;
  }
}

function nameValues(
  store: Store,
  projectLists: Pick<ProjectLists<HasName>, 'loadedRecords' | 'get'>,
  others: Iterable<HasName>,
): FieldNames {
  const listedRecords = projectLists.loadedRecords().flatMap(([, records]) => records);
  const names = new Set([...listedRecords, ...others].map(({ name }) => name));
  const projects = store.list({ of: 'projects', owner: '' }).state;
  const isRead = (project: string): boolean => ['ready', 'unsupported'].includes(projectLists.get(project).status);
  return {
    values: sortedByName([...names].filter(Boolean).map(nameValue)),
    isComplete: projects.status === 'ready' && projects.next === undefined && projects.ids.every(isRead),
  };
}

function userValues(
  { workspaceUsers, seenNames }: Store,
  me: { readonly id: string; readonly name: string },
): FieldNames {
  const { records, status } = workspaceUsers.get('');
  const users = new Map<string, string>([[me.id, me.name]]);
  for (const user of [...seenNames.all.users, ...records] satisfies readonly User[])
    users.set(user.id, nameOfUser(user));
  return {
    values: sortedByName([...users].map(([value, name]) => ({ value, name }))),
    isComplete: status === 'ready',
  };
}

function nameValue(name: string): NamedValue {
  return { value: name, name };
}

function sortedByName(values: readonly NamedValue[]): readonly NamedValue[] {
  return values.toSorted((one, other) => one.name.localeCompare(other.name));
}
