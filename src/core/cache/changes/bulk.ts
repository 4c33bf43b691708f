// Applies a change to many work items, returns the outcome for each of them, and computes how to undo the change.

import { throwIfAborted } from '../../../client/abort.ts';
import { type Fault, faultOf } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import { ITEM_DATES, type ItemDate } from '../../../contract/resources/workItem.ts';
import { toStoredHtml } from '../../../contract/storedHtml.ts';
import { type ItemAddress, keyOf } from '../address.ts';
import type { ItemRecord } from '../record.ts';
import { ownerIn } from '../resources/associations.ts';
import type { Store } from '../store/store.ts';
import { editModules } from './editModules.ts';
import {
  type ChangeStep,
  currentValue,
  type ItemChange,
  type ItemFieldValue,
  idsIn,
  isDateField,
  isSameItemFieldValue,
  isUnchanged,
  stepsOf,
} from './itemChange.ts';
import { membersOf, reloadAll, revalidateItems } from './revalidateItems.ts';
import { groupIntoBatches, sendMembershipSteps } from './sendMembershipSteps.ts';

/**
 * `ignored`: the server accepted the request but did not store the new value. `cancelled`: the request was canceled,
 * and no response shows that the change was applied.
 */
export type ItemOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'cancelled' };

export interface BulkStepResult {
  readonly step: ChangeStep;
  readonly outcome: ItemOutcome;
}

export interface BulkOptions {
  /** Aborting this signal cancels all requests whose responses have not arrived. */
  readonly signal?: AbortSignal;
  /** Called after each batch with the number of steps that have succeeded, failed or been canceled so far. */
  readonly onProgress?: (endedStepCount: number) => void;
}

/**
 * Shows all new values at once and sends the batches. The first batch has the urgency `user`, the others have
 * `visible`, so that requests for a record that the user opens in the meantime are sent first. Failed requests do not
 * reject the promise: the results contain their faults. After a cancellation, one request for each affected project
 * determines which canceled steps the server has applied.
 */
export async function applyBulk(
  store: Store,
  steps: readonly ChangeStep[],
  { signal, onProgress: reportProgress }: BulkOptions = {},
): Promise<BulkStepResult[]> {
  let endedStepCount = 0;
  const batchResults = groupIntoBatches(steps).map(async (batch, index) => {
    const options: CallOptions = {
      urgency: index === 0 ? 'user' : 'visible',
      ...(signal === undefined ? {} : { signal }),
    };
    const results = await applyBatch(store, batch, options);
    endedStepCount += batch.length;
    reportProgress?.(endedStepCount);
    return results;
  });
  const resultByStep = new Map((await Promise.all(batchResults)).flat().map((result) => [result.step, result]));
  const results = steps.map((step) => resultByStep.get(step) ?? { step, outcome: { kind: 'cancelled' } as const });
  return results.some(({ outcome }) => outcome.kind === 'cancelled') ? checkCanceledSteps(store, results) : results;
}

/**
 * Applies changes of one work item, those of its fields with one request. A change is not sent if the field already has
 * the new value. Resolves with the outcome of each change, and with the steps that the
 * server has saved, as they can be undone.
 */
export async function applyToItem(
  store: Store,
  address: ItemAddress,
  changes: readonly ItemChange[],
  options?: BulkOptions,
): Promise<{ readonly outcomes: readonly ItemOutcome[]; readonly savedSteps: readonly ChangeStep[] }> {
  const steps = changes.flatMap((change) => stepsOf(store, [address], change, changes));
  const results = await applyBulk(
    store,
    steps.filter((step) => !isUnchanged(step)),
    options,
  );
  const outcomes = steps.map(
    (step): ItemOutcome => results.find((result) => result.step === step)?.outcome ?? { kind: 'done' },
  );
  const savedSteps = results.flatMap(({ step, outcome }) => (outcome.kind === 'done' ? [step] : []));
  // The server may have rewritten the text. Undo compares the current text with `after`, so `after` must be the text as
  // the server stored it.
  const storedSteps = savedSteps.map((step) => {
    const savedValue = step.field === 'description_html' ? currentValue(store, address, step.field) : undefined;
    return { ...step, after: savedValue ?? step.after };
  });
  return { outcomes, savedSteps: storedSteps };
}

async function applyBatch(store: Store, batch: readonly ChangeStep[], options: CallOptions): Promise<BulkStepResult[]> {
  try {
    const [first] = batch;
    if (first === undefined) return [];
    if (first.field !== 'module' && first.field !== 'cycle' && first.field !== 'modules')
      return await patchItem(store, first.address, batch, options);
    throwIfAborted(options.signal);
    await (first.field === 'modules' ? editModules : sendMembershipSteps)(store, batch);
    return batch.map((step) => ({ step, outcome: { kind: 'done' } }));
  } catch (error) {
    const fault = faultOf(error);
    // If the server rejects one item or field, the others of its batch must not fail. Dates move together.
    const dates = batch.filter(({ field }) => isDateField(field));
    const parts = [...batch.filter((step) => !dates.includes(step)).map((step) => [step]), dates];
    const isDivisible = dates.length < batch.length && batch.length > 1;
    if (isDivisible && (fault.kind === 'rejected' || fault.kind === 'notFound'))
      return (await Promise.all(parts.map((part) => applyBatch(store, part, options)))).flat();
    return batch.map((step) => ({
      step,
      outcome: fault.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', fault },
    }));
  }
}

/** Sends the steps of one work item in one request. */
async function patchItem(
  store: Store,
  address: ItemAddress,
  steps: readonly ChangeStep[],
  options: CallOptions,
): Promise<BulkStepResult[]> {
  const changes = Object.fromEntries(steps.map(({ field, after }) => [field, after]));
  const body = { ...unchangedDates(store, address, steps), ...changes };
  const record = await store.resources.workItems.update(address.id, body, address.project, options);
  return steps.map((step) => ({ step, outcome: outcomeOf(record, step) }));
}

/**
 * Returns the work item's dates if one of them changes: servers compare the start and the due date only if a request
 * contains both, and otherwise store a start after the due date.
 */
function unchangedDates(
  store: Store,
  address: ItemAddress,
  steps: readonly ChangeStep[],
): Partial<Pick<ItemRecord, ItemDate>> {
  const item = store.item(address);
  if (item === undefined || !steps.some(({ field }) => isDateField(field))) return {};
  return Object.fromEntries(ITEM_DATES.flatMap((field) => (item[field] === undefined ? [] : [[field, item[field]]])));
}

function outcomeOf(record: ItemRecord, { field, before, after }: ChangeStep): ItemOutcome {
  const newValue = field === 'cycle' || field === 'modules' ? after : record[field];
  // Servers rewrite the markup of a description, so the change was ignored only if the description has not changed at
  // all.
  if (field === 'description_html') return { kind: newValue === before ? 'ignored' : 'done' };
  return { kind: newValue !== undefined && isSameItemFieldValue(newValue, after) ? 'done' : 'ignored' };
}

/** Checks canceled steps on the server: a request may have arrived before it was canceled. */
async function checkCanceledSteps(store: Store, results: readonly BulkStepResult[]): Promise<BulkStepResult[]> {
  const canceledAddresses = results.flatMap(({ step, outcome }) =>
    outcome.kind === 'cancelled' ? [step.address] : [],
  );
  try {
    for (const project of new Set(canceledAddresses.map((address) => address.project)))
      await store.readLastUpdated(project);
  } catch (error) {
    faultOf(error);
    return [...results];
  }
  return results.map(({ step, outcome }) =>
    outcome.kind === 'cancelled' && isApplied(store, step) ? { step, outcome: { kind: 'done' } } : { step, outcome },
  );
}

/**
 * `changedAddresses`: work items whose field was changed again after the change to undo. `steps` does not change these
 * items.
 */
export interface UndoPlan {
  readonly steps: readonly ChangeStep[];
  readonly changedAddresses: readonly ItemAddress[];
}

/**
 * Reads the current values, and returns the steps that restore the previous value of each work item that still has the
 * value that the change has set. Rejects with an ApiError.
 */
export async function undoPlan(
  store: Store,
  appliedSteps: readonly ChangeStep[],
  options?: CallOptions,
): Promise<UndoPlan> {
  await readCurrentValues(store, appliedSteps, options);
  const undoableSteps = appliedSteps.filter((step) => isApplied(store, step));
  const steps = undoableSteps.map(
    ({ address, field, before = null, after }): ChangeStep => ({ address, field, before: after, after: before }),
  );
  const changedSince = appliedSteps.filter((step) => !undoableSteps.includes(step)).map(({ address }) => address);
  return { steps, changedAddresses: changedSince };
}

async function readCurrentValues(
  store: Store,
  steps: readonly ChangeStep[],
  options: CallOptions | undefined,
): Promise<void> {
  const fieldSteps = steps.filter(({ field }) => field !== 'module' && field !== 'cycle' && field !== 'modules');
  if (fieldSteps.length > 0)
    await revalidateItems(
      store,
      fieldSteps.map(({ address }) => address),
      options,
    );
  const membershipSteps = steps.filter((step) => !fieldSteps.includes(step));
  const lists = membershipSteps.flatMap(({ address, field, before, after }) =>
    (field === 'modules' ? symmetricDifference(idsIn(before), idsIn(after)) : [after]).flatMap((owner) =>
      typeof owner === 'string'
        ? [membersOf(store, field === 'cycle' ? 'cycle' : 'module', address.project, owner)]
        : [],
    ),
  );
  await reloadAll(new Set(lists), options);
}

/** Returns the ids that are in only one of the two lists. */
function symmetricDifference(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))];
}

/** Whether the work item, as the server last sent it, has the new value of the step. */
function isApplied(store: Store, { address, field, before, after }: ChangeStep): boolean {
  if (field === 'modules') {
    const current = idsIn(currentValue(store, address, field));
    return symmetricDifference(idsIn(before), idsIn(after)).every(
      (id) => current.includes(id) === idsIn(after).includes(id),
    );
  }
  if ((field === 'module' || field === 'cycle') && typeof after === 'string') {
    const association = field === 'module' ? store.associations.moduleItems : store.associations.cycleItems;
    return association.list(ownerIn(address.project, after)).state.ids.includes(address.id);
  }
  const confirmed: ItemFieldValue | undefined =
    field === 'cycle'
      ? (currentValue(store, address, field) ?? null)
      : store.resources.workItems.records.confirmed(keyOf(address))?.[field];
  if (field === 'description_html' && typeof confirmed === 'string' && typeof after === 'string')
    return toStoredHtml(confirmed) === toStoredHtml(after);
  return confirmed !== undefined && isSameItemFieldValue(confirmed, after);
}
