// Applies a change to many work items, with an outcome for each, and plans how to undo it.

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
 * `ignored`: the server answered, but kept another value. `cancelled`: cancelled, and not applied as far as could be
 * determined.
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
  /** Cancels the requests that are not answered yet. */
  readonly signal?: AbortSignal;
  /** Called after each batch with the number of settled steps. */
  readonly progressed?: (settled: number) => void;
}

/**
 * Shows every step at once and sends the batches: the first with the urgency `asked`, the others with `visible`, so
 * that requests for what the user selects in the meantime go first. Never rejects with a fault. After a cancellation,
 * reads each affected project once to find out which unanswered steps were applied.
 */
export async function applyBulk(
  store: Store,
  steps: readonly ChangeStep[],
  { signal, progressed }: BulkOptions = {},
): Promise<BulkResult[]> {
  let settled = 0;
  const results = batches(steps).map(async (batch, index) => {
    const options: CallOptions = {
      urgency: index === 0 ? 'asked' : 'visible',
      ...(signal === undefined ? {} : { signal }),
    };
    const carried = await carry(store, batch, options);
    settled += batch.length;
    progressed?.(settled);
    return carried;
  });
  const carried = new Map((await Promise.all(results)).flat().map((one) => [one.step, one]));
  const ordered = steps.map((step) => carried.get(step) ?? { step, outcome: { kind: 'cancelled' } as const });
  return ordered.some(({ outcome }) => outcome.kind === 'cancelled') ? findOut(store, ordered) : ordered;
}

async function carry(store: Store, batch: readonly ChangeStep[], options: CallOptions): Promise<BulkResult[]> {
  try {
    const [first] = batch;
    if (first === undefined) return [];
    if (first.field !== 'module' && first.field !== 'cycle')
      return [{ step: first, outcome: await patch(store, first, options) }];
    throwIfAborted(options.signal);
    await editMembers(store, batch);
    return batch.map((step) => ({ step, outcome: { kind: 'done' } }));
  } catch (error) {
    const fault = faultOf(error);
    // One item that the server rejects must not fail the others of its batch.
    if (batch.length > 1 && (fault.kind === 'rejected' || fault.kind === 'notFound')) {
      return (await Promise.all(batch.map((step) => carry(store, [step], options)))).flat();
    }
    return batch.map((step) => ({
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

/** Checks cancelled steps on the server: a request may have arrived before it was cancelled. */
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

/** Reads the items again, in as few requests as possible. */
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

/** The steps that undo a change. `changedSince`: items whose field has another value by now, which they keep. */
export interface UndoPlan {
  readonly steps: readonly ChangeStep[];
  readonly changedSince: readonly ItemAddress[];
}

/**
 * Reads the current values, and plans to restore the previous value of each item that still has the value that the
 * change set. Rejects with an ApiError.
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

/** Whether the item has the value that the step set, as the server last sent it. */
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
