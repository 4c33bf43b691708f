// Owns a change of work items: what a field of each holds, what it would hold, and what stands against it. Pure.
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

/** What a field holds: an id, word or date, none, or ids in no order. */
export type CurrentValue = string | null | readonly string[];

/** One change, the same for every item that it is made to. */
export type ItemChange =
  | { readonly field: SetField; readonly value: string | null }
  | { readonly field: ListField; readonly add: readonly string[]; readonly remove: readonly string[] };

/**
 * What stands against a step. `dates`: it would end before it starts. `circle`: the item would stand below itself.
 * `place`: where it is now is not known.
 */
export type Obstacle = 'dates' | 'circle' | 'place';

/** What a change makes of one item. */
export interface ChangeStep {
  readonly address: ItemAddress;
  readonly field: ChangeField;
  /** Undefined where no server says what the item is in. */
  readonly before: CurrentValue | undefined;
  readonly after: CurrentValue;
  readonly obstacle?: Obstacle;
}

/** What a change needs to know. A store knows it. */
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

/** The module or cycle in whose list, as far as it has been read, the item stands. */
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

/** Whether the one item is the other, or stands below it as far as is known. */
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
