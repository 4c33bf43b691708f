// Computes the steps of a change of work items: old and new values, and obstacles. Pure functions.
import type { ItemAddress } from '../address.ts';
import type { ItemRecord } from '../record.ts';
import { ownerIn } from '../resources/associations.ts';
import type { Store } from '../store.ts';

export type SetField =
  | 'state'
  | 'priority'
  | 'parent'
  | 'estimate_point'
  | 'type'
  | 'module'
  | 'cycle'
  | 'start_date'
  | 'target_date';
export type ListField = 'assignees' | 'labels';
export type ChangeField = SetField | ListField;

/** The value of a field: an id, word or date, null for no value, or ids in any order. */
export type CurrentValue = string | null | readonly string[];

/** One change, the same for every item that it applies to. */
export type ItemChange =
  | { readonly field: SetField; readonly value: string | null }
  | { readonly field: ListField; readonly add: readonly string[]; readonly remove: readonly string[] };

/**
 * Why a step cannot be applied. `dates`: the item would end before it starts. `circle`: the item would be its own
 * ancestor. `place`: the module or cycle to remove the item from is unknown.
 */
export type Obstacle = 'dates' | 'circle' | 'place';

/** What a change does to one item. */
export interface ChangeStep {
  readonly address: ItemAddress;
  readonly field: ChangeField;
  /** Undefined if the value is unknown, for example if no server reports which module or cycle the item is in. */
  readonly before: CurrentValue | undefined;
  readonly after: CurrentValue;
  readonly obstacle?: Obstacle;
}

/** The parts of the store that a change reads. */
export type ItemContainers = Pick<Store, 'item' | 'modules' | 'cycles' | 'resources' | 'associations'>;

export function stepsOf(known: ItemContainers, addresses: readonly ItemAddress[], change: ItemChange): ChangeStep[] {
  return addresses.map((address) => {
    const before = currentValue(known, address, change.field);
    const after = afterOf(before, change);
    const obstacle = obstacleTo(known, address, change, before);
    return { address, field: change.field, before, after, ...(obstacle === undefined ? {} : { obstacle }) };
  });
}

export function isUnchanged({ before, after }: ChangeStep): boolean {
  return before !== undefined && isSameValue(before, after);
}

export function isSameValue(one: CurrentValue, other: CurrentValue): boolean {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}

export function currentValue(
  known: ItemContainers,
  address: ItemAddress,
  field: ChangeField,
): CurrentValue | undefined {
  const item = known.item(address);
  if (field === 'cycle') return ownerOf(known, field, address);
  if (item === undefined) return undefined;
  if (field === 'module') return item.module === undefined ? ownerOf(known, field, address) : item.module;
  return item[field];
}

/** Returns the module or cycle whose list, as far as it has been read, contains the item. */
function ownerOf(
  { resources, modules, cycles, associations }: ItemContainers,
  field: 'module' | 'cycle',
  { project, id }: ItemAddress,
): string | undefined {
  const isModule = field === 'module';
  const named = (isModule ? modules : cycles).of(project).records.map((one) => one.id);
  const owners = [...named, ...(isModule ? resources.modules : resources.cycles).list(project).state.ids];
  const tie = isModule ? associations.moduleItems : associations.cycleItems;
  return owners.find((owner) => tie.list(ownerIn(project, owner)).state.ids.includes(id));
}

function afterOf(before: CurrentValue | undefined, change: ItemChange): CurrentValue {
  if ('value' in change) return change.value;
  const present = typeof before === 'object' && before !== null ? before : [];
  const { add, remove } = change;
  return [...present.filter((id) => !remove.includes(id)), ...add.filter((id) => !present.includes(id))];
}

function obstacleTo(
  known: ItemContainers,
  address: ItemAddress,
  change: ItemChange,
  before: CurrentValue | undefined,
): Obstacle | undefined {
  if (!('value' in change)) return undefined;
  const { field, value } = change;
  if (value === null) return (field === 'module' || field === 'cycle') && before === undefined ? 'place' : undefined;
  if (field === 'parent') return isBelow(known, { ...address, id: value }, address) ? 'circle' : undefined;
  const item = known.item(address);
  if (field === 'start_date' && item?.target_date && value > item.target_date) return 'dates';
  if (field === 'target_date' && item?.start_date && value < item.start_date) return 'dates';
  return undefined;
}

/** Whether `one` is `other` or, as far as the parents are known, one of its descendants. */
export function isBelow(
  known: { item(address: ItemAddress): ItemRecord | undefined },
  one: ItemAddress,
  other: ItemAddress,
): boolean {
  const seen = new Set<string>();
  for (
    let at: string | null = one.id;
    at !== null && !seen.has(at);
    at = known.item({ ...one, id: at })?.parent ?? null
  ) {
    if (at === other.id) return true;
    seen.add(at);
  }
  return false;
}
