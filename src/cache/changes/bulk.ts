// Owns the carrying out of a change of many work items: all shown at once, each with an outcome of its own, and the way
// back.

import { throwIfAborted } from '../../client/abort.ts';
import { ApiError, type Fault, faultOf } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { type ItemAddress, keyOf } from '../address.ts';
import { loadAll } from '../lists/loadAll.ts';
import { ownerIn } from '../resources/associations.ts';
import type { Store } from '../store.ts';
import { batches, editMembers } from './editMembers.ts';
import { type ChangeStep, type CurrentValue, currentValue, isSameValue } from './itemChange.ts';

/**
 * `ignored`: the service answered, and kept something else. `stopped`: cancelled, and surely not carried out as far as
 * could be found out.
 */
export type ItemOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'cancelled' };

export interface BulkResult {
  readonly step: ChangeStep;
  readonly outcome: ItemOutcome;
}

export interface BulkOptions {
  /** Ends what has not been answered. */
  readonly signal?: AbortSignal;
  /** Told how many are settled each time that one is. */
  readonly progressed?: (settled: number) => void;
}

/**
 * Shows every step at once and sends them: the first as what a person waits for, the others so that clicks made
 * meanwhile go before. Never rejects for a fault. After a cancelling it reads, once for each project, what became of
 * those whose answer was not waited for.
 */
export async function applyBulk(
  store: Store,
  steps: readonly ChangeStep[],
  { signal, progressed }: BulkOptions = {},
): Promise<BulkResult[]> {
  let settled = 0;
  const parcels = batches(steps).map(async (parcel, index) => {
    const options: CallOptions = {
      urgency: index === 0 ? 'asked' : 'visible',
      ...(signal === undefined ? {} : { signal }),
    };
    const carried = await carry(store, parcel, options);
    settled += parcel.length;
    progressed?.(settled);
    return carried;
  });
  const carried = new Map((await Promise.all(parcels)).flat().map((one) => [one.step, one]));
  const ordered = steps.map((step) => carried.get(step) ?? { step, outcome: { kind: 'cancelled' } as const });
  return ordered.some(({ outcome }) => outcome.kind === 'cancelled') ? findOut(store, ordered) : ordered;
}

async function carry(store: Store, parcel: readonly ChangeStep[], options: CallOptions): Promise<BulkResult[]> {
  try {
    const [first] = parcel;
    if (first === undefined) return [];
    if (first.field !== 'module' && first.field !== 'cycle')
      return [{ step: first, outcome: await patch(store, first, options) }];
    throwIfAborted(options.signal);
    await editMembers(store, parcel);
    return parcel.map((step) => ({ step, outcome: { kind: 'done' } }));
  } catch (error) {
    const fault = faultOf(error);
    // One item that the service will not have must not keep the others out.
    if (parcel.length > 1 && (fault.kind === 'rejected' || fault.kind === 'notFound')) {
      return (await Promise.all(parcel.map((step) => carry(store, [step], options)))).flat();
    }
    return parcel.map((step) => ({
      step,
      outcome: fault.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', fault },
    }));
  }
}

async function patch(store: Store, { address, field, after }: ChangeStep, options: CallOptions): Promise<ItemOutcome> {
  const answered = await store.resources.workItems.update(address.id, { [field]: after }, address.project, options);
  const held = field === 'cycle' ? after : answered[field];
  return { kind: held !== undefined && isSameValue(held, after) ? 'done' : 'ignored' };
}

/** A request that was under way when it was cancelled may have arrived. */
async function findOut(store: Store, carried: readonly BulkResult[]): Promise<BulkResult[]> {
  const unsure = carried.flatMap(({ step, outcome }) => (outcome.kind === 'cancelled' ? [step.address] : []));
  try {
    for (const project of new Set(unsure.map((one) => one.project))) await store.readChanged(project);
  } catch (error) {
    faultOf(error);
    return [...carried];
  }
  return carried.map(({ step, outcome }) =>
    outcome.kind === 'cancelled' && hasIt(store, step) ? { step, outcome: { kind: 'done' } } : { step, outcome },
  );
}

/** Reads the items anew, in as few requests as may be. */
export async function revalidateItems(
  store: Store,
  addresses: readonly ItemAddress[],
  options?: CallOptions,
): Promise<void> {
  for (const project of new Set(addresses.map((one) => one.project))) {
    const wanted = addresses.filter((one) => one.project === project);
    const read = wanted.length === 1 ? [] : await store.readChanged(project, options);
    const missing = wanted.filter(({ id }) => !read.includes(id));
    await Promise.all(missing.map((one) => store.resources.workItems.readOne(one.id, one.project, options)));
  }
}

/** The steps back. `changedSince`: items that hold something else by now, which stays. */
export interface UndoPlan {
  readonly steps: readonly ChangeStep[];
  readonly changedSince: readonly ItemAddress[];
}

/**
 * Reads what the items hold now, and plans to give back what each held before, where it still holds what it was given.
 * Rejects with a FaultError.
 */
export async function undoPlan(store: Store, made: readonly ChangeStep[], options?: CallOptions): Promise<UndoPlan> {
  await refresh(store, made, options);
  const own = made.filter((step) => hasIt(store, step));
  const steps = own.map(
    ({ address, field, before = null, after }): ChangeStep => ({ address, field, before: after, after: before }),
  );
  return { steps, changedSince: made.filter((step) => !own.includes(step)).map(({ address }) => address) };
}

async function refresh(store: Store, made: readonly ChangeStep[], options: CallOptions | undefined): Promise<void> {
  const fields = made.filter(({ field }) => field !== 'module' && field !== 'cycle');
  if (fields.length > 0)
    await revalidateItems(
      store,
      fields.map(({ address }) => address),
      options,
    );
  for (const [first] of batches(made)) {
    if (first === undefined || fields.includes(first) || typeof first.after !== 'string') continue;
    const tie = first.field === 'module' ? store.associations.moduleItems : store.associations.cycleItems;
    const list = tie.list(ownerIn(first.address.project, first.after));
    await list.reload(options);
    const fault = await loadAll(list, options);
    if (fault !== undefined) throw new ApiError(fault);
  }
}

/** Whether the item holds what the step gave it, by what the server told last. */
function hasIt(store: Store, { address, field, after }: ChangeStep): boolean {
  if ((field === 'module' || field === 'cycle') && typeof after === 'string') {
    const tie = field === 'module' ? store.associations.moduleItems : store.associations.cycleItems;
    return tie.list(ownerIn(address.project, after)).state.ids.includes(address.id);
  }
  const held: CurrentValue | undefined =
    field === 'cycle'
      ? (currentValue(store, address, field) ?? null)
      : store.resources.workItems.records.confirmed(keyOf(address))?.[field];
  return held !== undefined && isSameValue(held, after);
}
