// Changes fields of one work item for a language model.
import * as l10n from '@vscode/l10n';
import { faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { applyToItem } from '../../core/cache/changes/bulk.ts';
import {
  type ChangeStep,
  type ItemChange,
  isDateField,
  isUnchanged,
  stepsOf,
} from '../../core/cache/changes/itemChange.ts';
import { revalidateCycles } from '../../core/cache/changes/revalidateItems.ts';
import { readIfOld } from '../../core/cache/lists/loadRemainingPages.ts';
import { completionOf } from '../../items/completionProblems.ts';
import { changedText, fieldTitle, identifierOrName, stepText } from '../../items/valueTexts.ts';
import { displayName } from '../../std/displayName.ts';
import { faultText } from '../faultText.ts';
import { findAddress, readItem } from '../findItem.ts';
import type { UpdateInput } from '../inputs.ts';
import { userNames } from '../itemTool.ts';
import type { WritePlan } from '../plannedWrite.ts';
import { OUTCOME_MESSAGES, obstacleResult, outcomeText, savedValuesText, unchangedText } from '../resultTexts.ts';
import { type ToolContext, waitForAllowance } from '../toolContext.ts';
import { itemChanges } from './itemUpdate.ts';
import { readUnknownMemberships } from './readMembership.ts';

/**
 * Reads the work item, and plans the change of its fields.
 * @throws ToolError if a record that the input names does not exist
 */
export async function planUpdate(access: ToolContext, input: UpdateInput): Promise<WritePlan> {
  const { session, texts } = access;
  const { store } = session;
  const address = await findAddress(access, input.id);
  // A value that is read now is what is added to, removed from or replaced.
  const item = await readItem(access, address, input.id, { isCurrent: true });
  const changes = await itemChanges(access, address, input);
  if (changes.some(({ field }) => field === 'cycle'))
    await revalidateCycles(store, [address], await waitForAllowance(access));
  await readUnknownMemberships(access, address, changes);
  const plannedChanges = changes.flatMap((change) =>
    stepsOf(store, [address], change, changes).map((step) => ({ change, step })),
  );
  const obstacle = plannedChanges.find(({ step }) => step.obstacle !== undefined)?.step;
  if (obstacle?.obstacle !== undefined) return { result: obstacleResult(obstacle.field, obstacle.obstacle) };
  const neededChanges = plannedChanges.filter(({ step }) => !isUnchanged(step));
  if (neededChanges.length === 0) return { result: unchangedText(access, item) };
  const steps = neededChanges.map(({ step }) => step);
  const identifier = identifierOrName(store, address);
  const problems = await readCompletionProblems(access, steps);
  const newDescription = steps.find(({ field }) => field === 'description_html')?.after;
  const changedLines =
    typeof newDescription === 'string'
      ? await texts.changedLines(item.description_html ?? '', newDescription, userNames(access, address))
      : [];
  return {
    title: l10n.t('Change {0}?', identifier),
    lines: [
      displayName(item.name),
      ...steps
        .filter(({ field }) => field !== 'description_html')
        .map((step) => `${fieldTitle(step.field, identifier)}: ${stepText(store, step)}`),
      ...problems,
      ...(changedLines.length === 0 ? [] : [l10n.t('Changes of the description:'), ...changedLines]),
    ],
    isExternal: false,
    changeKey: JSON.stringify([
      session.account,
      address,
      steps.map(({ field, before, after }) => [field, before, after]),
    ]),
    send: async () => {
      const neededFields = neededChanges.map(({ change }) => change);
      const { isSaved, message } = await sendFieldChanges(access, address, neededFields);
      return { text: await reloadedValuesText(access, address, message), isSaved };
    },
  };
}

/** Each unknown blocker takes a request. */
const MAX_READ_BLOCKERS = 3;

/** Resolves with sentences about what should be done before the work item is completed, if the steps complete it. */
export async function readCompletionProblems(
  access: ToolContext,
  steps: readonly ChangeStep[],
): Promise<readonly string[]> {
  const { store } = access.session;
  for (const address of completionOf(store, steps).addresses) await readBlockers(access, address);
  return completionOf(store, steps).problems;
}

/** Reads what blocks the work item, which is otherwise known only after its page was open. Without it, nothing is said. */
async function readBlockers({ session: { store } }: ToolContext, address: ItemAddress): Promise<void> {
  await readIfOld(store.relations.list(address));
  const unknown = store.relations.blockersOf(address).filter((blocker) => store.item(blocker) === undefined);
  const { workItems } = store.resources;
  await Promise.allSettled(
    unknown
      .slice(0, MAX_READ_BLOCKERS)
      .map(({ id, project }) => workItems.readOne(id, project, { urgency: 'visible' })),
  );
}

/**
 * Sends the changes one after the other, both dates in one request, and stops after the first that fails. Skips a change
 * if an earlier change of the same call has already set the value. Resolves with a message for the model.
 */
async function sendFieldChanges(
  access: ToolContext,
  address: ItemAddress,
  changes: readonly ItemChange[],
): Promise<{ readonly isSaved: boolean; readonly message: string }> {
  const results: string[] = [];
  const requests: (readonly ChangeStep[])[] = [];
  const changeTexts: string[] = [];
  let isUncertain = false;
  let isSaved = true;
  for (const group of requestsOf(changes)) {
    const sentChanges = await sendChanges(access, address, group);
    if (sentChanges.savedSteps.length > 0) requests.push(sentChanges.savedSteps);
    for (const text of sentChanges.changeTexts) changeTexts.push(text);
    for (const text of sentChanges.results) results.push(text);
    isUncertain ||= sentChanges.isUncertain;
    ({ isSaved } = sentChanges);
    if (!isSaved) break;
  }
  if (changeTexts.length > 0)
    access.remember({ address, text: changeTexts.join('; '), isUncertain, undo: { kind: 'fields', requests } });
  const message = `${isSaved ? OUTCOME_MESSAGES.updated : OUTCOME_MESSAGES.partly} ${results.join('. ')}.`;
  return { isSaved, message };
}

/** The changes of one request. */
interface SentChanges {
  readonly isSaved: boolean;
  readonly isUncertain: boolean;
  readonly savedSteps: readonly ChangeStep[];
  /** The values that were set, or may have been set, for the user. */
  readonly changeTexts: readonly string[];
  /** The outcome of each change, for the model. */
  readonly results: readonly string[];
}

/** Sends changes in one request. */
export async function sendChanges(
  access: ToolContext,
  address: ItemAddress,
  changes: readonly ItemChange[],
): Promise<SentChanges> {
  const { session, clock, texts, signal } = access;
  const { store } = session;
  const steps = changes.flatMap((change) => stepsOf(store, [address], change, changes));
  const { outcomes, savedSteps } = await applyToItem(store, address, changes, { signal });
  const isUncertain = outcomes.some(
    (outcome) => outcome.kind === 'cancelled' || (outcome.kind === 'failed' && mayHaveBeenProcessed(outcome.fault)),
  );
  if (savedSteps.some(({ field }) => field === 'description_html'))
    await texts.reportWritten(keyOf(address), store.item(address)?.description_html ?? '');
  return {
    isSaved: outcomes.every(({ kind }) => kind === 'done'),
    isUncertain,
    savedSteps,
    changeTexts: steps.flatMap((step, index) =>
      outcomes[index]?.kind === 'done' || isUncertain ? [changedText(store, step)] : [],
    ),
    results: steps.flatMap(({ field }, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [outcomeText(field, outcome, clock.now())];
    }),
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
