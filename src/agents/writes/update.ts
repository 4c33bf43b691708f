// Changes fields of one work item for a language model.
import { type ItemAddress, keyOf } from '../../cache/address.ts';
import type { ItemOutcome } from '../../cache/changes/bulk.ts';
import { type ChangeStep, type ItemChange, isDateField, isUnchanged, stepsOf } from '../../cache/changes/itemChange.ts';
import type { ItemRecord } from '../../cache/record.ts';
import { faultOf } from '../../client/apiError.ts';
import { faultText } from '../faultText.ts';
import { findAddress, readItem } from '../findItem.ts';
import type { UpdateInput } from '../inputs.ts';
import { itemChanges } from '../itemUpdate.ts';
import { OUTCOME_MESSAGES, obstacleResult, outcomeText, savedValuesText, unchangedText } from '../resultTexts.ts';
import type { ToolContext } from '../toolContext.ts';
import { readUnknownMemberships } from './readMembership.ts';

/** The changes of one call, with the values before and after. */
export interface PreparedUpdate {
  readonly address: ItemAddress;
  readonly item: ItemRecord;
  readonly neededChanges: readonly { readonly change: ItemChange; readonly step: ChangeStep }[];
}

/**
 * Reads the work item, and resolves with the changes to send, or with the result if there is nothing to send.
 * @throws ToolError if a record that the input names does not exist
 */
export async function prepareUpdate(
  access: ToolContext,
  input: UpdateInput,
): Promise<PreparedUpdate | { readonly result: string }> {
  const { store } = access.session;
  const address = await findAddress(access, input.id);
  // A value that is read now is what is added to, removed from or replaced.
  const item = await readItem(access, address, input.id, { isCurrent: true });
  const changes = await itemChanges(access, address, input);
  await readUnknownMemberships(access, address, changes);
  const plannedChanges = changes.flatMap((change) =>
    stepsOf(store, [address], change, changes).map((step) => ({ change, step })),
  );
  const obstacle = plannedChanges.find(({ step }) => step.obstacle !== undefined)?.step;
  if (obstacle?.obstacle !== undefined) return { result: obstacleResult(obstacle.field, obstacle.obstacle) };
  const neededChanges = plannedChanges.filter(({ step }) => !isUnchanged(step));
  return neededChanges.length === 0 ? { result: unchangedText(access, item) } : { address, item, neededChanges };
}

/**
 * Sends the changes one after the other, both dates in one request, and stops after the first that fails. `send`
 * resolves with the outcome of each change that it gets. Resolves with a message for the model.
 */
export async function sendChanges(
  changes: readonly ItemChange[],
  now: () => number,
  send: (changes: readonly ItemChange[]) => Promise<readonly ItemOutcome[]>,
): Promise<{ readonly isComplete: boolean; readonly message: string }> {
  const results: string[] = [];
  let isComplete = true;
  for (const group of requestsOf(changes)) {
    const outcomes = await send(group);
    for (const [index, { field }] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome !== undefined) results.push(outcomeText(field, outcome, now()));
    }
    isComplete = outcomes.every(({ kind }) => kind === 'done');
    if (!isComplete) break;
  }
  return {
    isComplete,
    message: `${isComplete ? OUTCOME_MESSAGES.updated : OUTCOME_MESSAGES.partly} ${results.join('. ')}.`,
  };
}

/** Groups the changes into requests: one for both dates, and one for each other field. */
function requestsOf(changes: readonly ItemChange[]): readonly (readonly ItemChange[])[] {
  const dates = changes.filter(({ field }) => isDateField(field));
  return changes.flatMap((change) => {
    if (!isDateField(change.field)) return [[change]];
    return change === dates[0] ? [dates] : [];
  });
}

/** Must be called when a description that the model has written was saved. */
export async function reportWritten({ session, texts }: ToolContext, address: ItemAddress): Promise<void> {
  await texts.reportWritten(keyOf(address), session.store.item(address)?.description_html ?? '');
}

/** Resolves with `message`, followed by the values on the server, or by why the values could not be read. */
export async function reloadedValuesText(access: ToolContext, address: ItemAddress, message: string): Promise<string> {
  const { session, clock } = access;
  try {
    const item = await session.store.resources.workItems.readOne(address.id, address.project, { urgency: 'visible' });
    return savedValuesText(access, item, message);
  } catch (error) {
    return `${message} ${faultText(faultOf(error), clock.now())}`;
  }
}
