// Computes the old and new value of each work item in a change, and why a change is impossible.
import {
  type EditableField,
  type EditableListField,
  ITEM_DATES,
  type ItemDate,
  isEditableField,
  isEditableListField,
} from '../../../contract/resources/workItem.ts';
import { type ItemAddress, parseRecordKey } from '../address.ts';
import type { PagedListState } from '../lists/pagedList.ts';
import type { ItemRecord } from '../record.ts';
import { ownerIn } from '../resources/associations.ts';
import type { MembershipField } from '../resources/localMemberships.ts';
import type { Store } from '../store/store.ts';

/** `cycle` is not part of a work item: it is changed by requests of its own. */
export type SingleValueField = Exclude<EditableField, EditableListField> | 'cycle';
/** Fields with several values. `modules` replaces `module` on servers where a work item can be in several modules. */
export type ListField = EditableListField | 'modules';
export type ChangeField = SingleValueField | ListField;

/**
 * The value of a field: an id, a date, a constant (`high`) or a text; null for no value; or a list of ids in any order.
 */
export type ItemFieldValue = string | null | readonly string[];

/** A change of one field, which is applied to one or more work items. */
export type ItemChange =
  | { readonly field: SingleValueField; readonly value: string | null }
  | { readonly field: ListField; readonly add: readonly string[]; readonly remove: readonly string[] };

/**
 * Why a step cannot be applied. `unknownCurrentValue`: the server does not report from which module or cycle the work
 * item has to be removed.
 */
export type Obstacle = 'endsBeforeStart' | 'ownAncestor' | 'unknownCurrentValue';

/** The change of one field of one work item, with the old and the new value. */
export interface ChangeStep {
  readonly address: ItemAddress;
  readonly field: ChangeField;
  /** Undefined if the value is unknown: for example, the server does not report which cycle the work item is in. */
  readonly before: ItemFieldValue | undefined;
  readonly after: ItemFieldValue;
  readonly obstacle?: Obstacle;
}

/** The parts of the store that a change reads. */
export type ItemChangeStore = Pick<Store, 'item' | 'resources' | 'associations' | 'localMemberships'>;

export function isChangeField(name: string): name is ChangeField {
  return name === 'cycle' || name === 'modules' || isEditableField(name);
}

export function isDateField(field: ChangeField): field is ItemDate {
  return ITEM_DATES.some((date) => date === field);
}

export function isListField(field: ChangeField): field is ListField {
  return field === 'modules' || isEditableListField(field);
}

/** Returns one step for each work item. `simultaneousChanges` are sent in the same request, so that dates can move together. */
export function stepsOf(
  store: ItemChangeStore,
  addresses: readonly ItemAddress[],
  change: ItemChange,
  simultaneousChanges: readonly ItemChange[] = [],
): ChangeStep[] {
  return addresses.map((address) => {
    const before = currentValue(store, address, change.field);
    const after = newValueOf(before, change);
    const obstacle = obstacleOf(store, address, change, before, simultaneousChanges);
    return { address, field: change.field, before, after, ...(obstacle === undefined ? {} : { obstacle }) };
  });
}

/** Returns the change that the step applies to its work item. */
export function changeOf({ field, before, after }: ChangeStep): ItemChange {
  if (!isListField(field)) return { field, value: typeof after === 'string' ? after : null };
  const [oldIds, newIds] = [idsIn(before), idsIn(after)];
  return {
    field,
    add: newIds.filter((id) => !oldIds.includes(id)),
    remove: oldIds.filter((id) => !newIds.includes(id)),
  };
}

/** Returns the ids if the value is a list, otherwise an empty list. */
export function idsIn(value: ItemFieldValue | undefined): readonly string[] {
  return typeof value === 'object' && value !== null ? value : [];
}

export function isUnchanged({ field, before, after }: ChangeStep): boolean {
  if (field === 'modules' && before === undefined) return idsIn(after).length === 0;
  return before !== undefined && isSameItemFieldValue(before, after);
}

export function isSameItemFieldValue(one: ItemFieldValue, other: ItemFieldValue): boolean {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}

export function currentValue(
  store: ItemChangeStore,
  address: ItemAddress,
  field: ChangeField,
): ItemFieldValue | undefined {
  const item = store.item(address);
  if (field === 'cycle') return moduleOrCycleOf(store, field, address);
  if (field === 'modules') return modulesOf(store, address);
  if (item === undefined) return undefined;
  if (field === 'module') return item.module === undefined ? moduleOrCycleOf(store, field, address) : item.module;
  return item[field];
}

/**
 * Returns the ids of the modules whose loaded lists contain the work item, or to which this window has added it. If
 * there is none, returns the module into which this window has moved it; an empty array if it is in no module;
 * undefined if its modules are unknown.
 */
function modulesOf(store: ItemChangeStore, address: ItemAddress): readonly string[] | undefined {
  const { project, id } = address;
  const listOf = (module: string) => store.associations.moduleItems.list(ownerIn(project, module)).state;
  const listedModuleIds = ownersOf(store, 'module', project).filter((module) => {
    const { status, ids } = listOf(module);
    // A list that is not loaded, for example of a new module, does not show what this window has added.
    return ids.includes(id) || (status !== 'ready' && store.localMemberships.isInModule(address, module) === true);
  });
  if (listedModuleIds.length > 0) return listedModuleIds;
  const moduleAfterMove = moduleOrCycleOf(store, 'module', address);
  if (typeof moduleAfterMove === 'string') return [moduleAfterMove];
  return moduleAfterMove === null ? [] : undefined;
}

/** Whether all cycles or modules of the project are known, and all pages of their lists of work items are loaded. */
function areListsComplete(
  { associations, resources }: ItemChangeStore,
  field: MembershipField,
  project: string,
): boolean {
  const [names, lists] =
    field === 'module' ? [resources.modules, associations.moduleItems] : [resources.cycles, associations.cycleItems];
  const { state } = names.list(project);
  const isComplete = ({ status, next }: PagedListState): boolean => status === 'ready' && next === undefined;
  return (
    state.asOf === undefined &&
    isComplete(state) &&
    state.ids.every((id) => isComplete(lists.list(ownerIn(project, id)).state))
  );
}

/**
 * Returns the id of the module or cycle whose loaded list contains the work item. If no list contains it, returns the
 * module or cycle into which this window has moved it (null if this window has removed it, or if all lists are loaded);
 * undefined if that module or cycle is not listed, or if its loaded list does not contain the work item.
 */
function moduleOrCycleOf(
  store: ItemChangeStore,
  field: MembershipField,
  address: ItemAddress,
): string | null | undefined {
  const { associations, localMemberships } = store;
  const { project, id } = address;
  const candidateOwners = ownersOf(store, field, project);
  const association = field === 'module' ? associations.moduleItems : associations.cycleItems;
  const listOf = (owner: string) => association.list(ownerIn(project, owner)).state;
  const listedOwner = candidateOwners.find((owner) => listOf(owner).ids.includes(id));
  if (listedOwner !== undefined) return listedOwner;
  if (areListsComplete(store, field, project)) return null;
  const ownerAfterMove = localMemberships.get(field, address);
  return typeof ownerAfterMove === 'string' &&
    (!candidateOwners.includes(ownerAfterMove) || listOf(ownerAfterMove).status === 'ready')
    ? undefined
    : ownerAfterMove;
}

/**
 * Returns the ids of the project's modules or cycles in the order of the list, followed by those that the list does not
 * contain, because they were created after it was read.
 */
function ownersOf({ resources }: ItemChangeStore, field: MembershipField, project: string): readonly string[] {
  const owners = field === 'module' ? resources.modules : resources.cycles;
  const knownIds = [...owners.records.all().keys()].flatMap((key) => {
    const address = parseRecordKey(key);
    return address?.within === project ? [address.id] : [];
  });
  return [...new Set([...owners.list(project).state.ids, ...knownIds])];
}

function newValueOf(before: ItemFieldValue | undefined, change: ItemChange): ItemFieldValue {
  if ('value' in change) return change.value;
  const currentIds = idsIn(before);
  const { add, remove } = change;
  return [...currentIds.filter((id) => !remove.includes(id)), ...add.filter((id) => !currentIds.includes(id))];
}

function obstacleOf(
  store: ItemChangeStore,
  address: ItemAddress,
  change: ItemChange,
  before: ItemFieldValue | undefined,
  simultaneousChanges: readonly ItemChange[],
): Obstacle | undefined {
  if (!('value' in change)) return undefined;
  const { field, value } = change;
  if (value === null)
    return (field === 'module' || field === 'cycle') && before === undefined ? 'unknownCurrentValue' : undefined;
  if (field === 'parent')
    return isSelfOrDescendant(store, { ...address, id: value }, address) ? 'ownAncestor' : undefined;
  if (!isDateField(field)) return undefined;
  const dates = { ...store.item(address), ...datesIn(simultaneousChanges), [field]: value };
  const [start, due] = ITEM_DATES.map((date) => dates[date]);
  return start && due && start > due ? 'endsBeforeStart' : undefined;
}

/** Returns the dates that the changes set. */
function datesIn(changes: readonly ItemChange[]): Partial<Record<ItemDate, string | null>> {
  return Object.fromEntries(
    changes.flatMap((change) => ('value' in change && isDateField(change.field) ? [[change.field, change.value]] : [])),
  );
}

/** Whether `item` is `ancestor` itself or one of its descendants, according to the loaded work items. */
export function isSelfOrDescendant(
  store: { item(address: ItemAddress): ItemRecord | undefined },
  item: ItemAddress,
  ancestor: ItemAddress,
): boolean {
  const visited = new Set<string>();
  for (
    let ancestorId: string | null = item.id;
    ancestorId !== null && !visited.has(ancestorId);
    ancestorId = store.item({ ...item, id: ancestorId })?.parent ?? null
  ) {
    if (ancestorId === ancestor.id) return true;
    visited.add(ancestorId);
  }
  return false;
}
