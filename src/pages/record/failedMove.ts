// Moves a new work item to its cycle and module where the create request alone does not.

import type { ItemAddress } from '../../cache/address.ts';
import { applyBulk } from '../../cache/changes/bulk.ts';
import type { ChangeStep, SetField } from '../../cache/changes/itemChange.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { FieldValues } from '../fields/values.ts';

/** A work item that was created, but not added to its cycle or module. */
export interface FailedMove {
  readonly address: ItemAddress;
  readonly field: SetField;
  readonly value: string;
  readonly fault: Fault;
}

/**
 * Returns the changes after the create request: no body of a work item has a cycle, and not every server accepts the
 * module of a new work item.
 */
export function stepsAfter(
  address: ItemAddress,
  draft: Draft | undefined,
  wanted: FieldValues,
  answered: FieldValues,
): ChangeStep[] {
  const cycle = draft?.making?.cycle?.id;
  const { module } = wanted;
  const steps: ChangeStep[] = cycle === undefined ? [] : [{ address, field: 'cycle', before: null, after: cycle }];
  const isElsewhere = typeof module === 'string' && module !== '' && answered['module'] !== module;
  return isElsewhere ? [...steps, { address, field: 'module', before: null, after: module }] : steps;
}

/** Sends each change once. Does not reject when a request fails. */
export async function moveNewItem(store: Store, steps: readonly ChangeStep[]): Promise<FailedMove[]> {
  const carried = await applyBulk(store, steps);
  return carried.flatMap(({ step: { address, field, after }, outcome }) =>
    outcome.kind === 'failed' && (field === 'cycle' || field === 'module') && typeof after === 'string'
      ? [{ address, field, value: after, fault: outcome.fault }]
      : [],
  );
}
