// Adds a new work item to its cycle and modules if the create request did not add it.

import type { Fault } from '../../client/apiError.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { applyBulk } from '../../core/cache/changes/bulk.ts';
import type { ChangeStep, SingleValueField } from '../../core/cache/changes/itemChange.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { chosenModules, type Draft } from '../../core/drafts/draft.ts';
import type { FieldValues } from '../form/values.ts';

/** A new work item that could not be added to the cycle or module with the id `value`. */
export interface FailedAdd {
  readonly address: ItemAddress;
  readonly field: SingleValueField;
  readonly value: string;
  readonly fault: Fault;
}

/**
 * Returns the changes to send after the create request. A create request cannot contain a cycle, and some servers
 * ignore its module.
 */
export function stepsAfterCreation(
  address: ItemAddress,
  draft: Draft | undefined,
  sentValues: FieldValues,
  responseValues: FieldValues,
): ChangeStep[] {
  const cycle = draft?.newRecord?.cycle?.id;
  const modules = chosenModules(draft)?.map(({ id }) => id) ?? [sentValues['module']];
  const steps: ChangeStep[] = cycle === undefined ? [] : [{ address, field: 'cycle', before: null, after: cycle }];
  for (const module of new Set(modules))
    if (typeof module === 'string' && module !== '' && responseValues['module'] !== module)
      steps.push({ address, field: 'module', before: null, after: module });
  return steps;
}

/** Sends each change once. Resolves with the changes that failed. Does not reject when a request fails. */
export async function addToCycleAndModules(store: Store, steps: readonly ChangeStep[]): Promise<FailedAdd[]> {
  const results = await applyBulk(store, steps);
  return results.flatMap(({ step: { address, field, after }, outcome }) =>
    outcome.kind === 'failed' && (field === 'cycle' || field === 'module') && typeof after === 'string'
      ? [{ address, field, value: after, fault: outcome.fault }]
      : [],
  );
}
