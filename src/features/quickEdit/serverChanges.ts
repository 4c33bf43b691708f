// Before a change is sent: reads the work items again, and asks about fields that were changed on the server.

import * as l10n from '@vscode/l10n';
import {
  type ChangeStep,
  changeOf,
  currentValue,
  isSameItemFieldValue,
  isUnchanged,
  stepsOf,
} from '../../core/cache/changes/itemChange.ts';
import { revalidateCycles, revalidateItems } from '../../core/cache/changes/revalidateItems.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { fieldTitle, fieldValueText, identifierOrName, stepText } from '../../items/valueTexts.ts';
import { chooseRows } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { withProgress } from '../../shell/prompts/withProgress.ts';
import type { Clock } from '../../std/clock.ts';
import { commandTitle, obstacleText } from './messages.ts';
import { rowLabel } from './preview.ts';

export interface CheckServerChangesDeps {
  readonly prompts: Prompts;
  readonly clock: Clock;
  /** The title of the progress, which is shown if reading takes longer than 500 ms. */
  readonly progressTitle: string;
}

/**
 * A field that another user has changed. `shownStep` is the step that the user has seen. `step` is the same step with
 * the value on the server as `before`.
 */
interface ServerChange {
  readonly shownStep: ChangeStep;
  readonly step: ChangeStep;
}

/**
 * Reads the work items again, and resolves with the steps to send. A value that was changed on the server is overwritten
 * only if the user agrees; after the question, the work items are read once more. Added and removed labels and assignees
 * are applied to the list on the server. Resolves with undefined if the user cancels a question. Rejects with an
 * ApiError if a request fails, or if the user cancels while work items are read.
 */
export async function checkServerChanges(
  deps: CheckServerChangesDeps,
  store: Store,
  steps: readonly ChangeStep[],
): Promise<readonly ChangeStep[] | undefined> {
  const { prompts, clock, progressTitle } = deps;
  const addresses = steps.filter((step) => isReported(store, step)).map(({ address }) => address);
  await withProgress(
    { prompts, clock, title: progressTitle, total: steps.length, rateLimit: store.rateLimit },
    async (signal) => {
      await revalidateItems(store, addresses, { signal });
      const cycleSteps = steps.filter(({ field }) => field === 'cycle');
      await revalidateCycles(
        store,
        cycleSteps.map(({ address }) => address),
        { signal },
      );
    },
  );
  const stepsWithoutOverwriting: ChangeStep[] = [];
  const serverChanges: ServerChange[] = [];
  for (const shownStep of steps) {
    const [step] = stepsOf(store, [shownStep.address], changeOf(shownStep));
    if (step === undefined) continue;
    if (isOverwriting(shownStep, step)) serverChanges.push({ shownStep, step });
    else stepsWithoutOverwriting.push(step);
  }
  const overwritingSteps =
    serverChanges.length === 0 ? [] : await askToOverwrite(prompts, store, serverChanges, steps.length);
  if (overwritingSteps === undefined) return undefined;
  if (overwritingSteps.length > 0)
    return checkServerChanges(deps, store, [...stepsWithoutOverwriting, ...overwritingSteps]);
  const remainingSteps = [...stepsWithoutOverwriting, ...overwritingSteps].filter((step) => !isUnchanged(step));
  for (const step of remainingSteps) {
    const problem = obstacleText(store, step);
    if (problem !== undefined) void prompts.notify('warning', problem);
  }
  return remainingSteps.filter((step) => step.obstacle === undefined);
}

/**
 * Whether the server sends the value of this field with the work item. No server sends the cycle, and some servers do
 * not send the module.
 */
function isReported(store: Store, { address, field }: ChangeStep): boolean {
  if (field === 'modules') return false;
  if (field === 'module') return store.item(address)?.module !== undefined;
  return field !== 'cycle' && currentValue(store, address, field) !== undefined;
}

function isOverwriting(shownStep: ChangeStep, { field, before, after }: ChangeStep): boolean {
  if (
    field === 'assignees' ||
    field === 'labels' ||
    field === 'modules' ||
    shownStep.before === undefined ||
    before === undefined
  )
    return false;
  return !isSameItemFieldValue(shownStep.before, before) && !isSameItemFieldValue(before, after);
}

/**
 * Asks about the values that were changed on the server. Resolves with the steps that the user wants to send, or with
 * undefined if the user cancels.
 */
async function askToOverwrite(
  prompts: Prompts,
  store: Store,
  changes: readonly ServerChange[],
  stepCount: number,
): Promise<readonly ChangeStep[] | undefined> {
  const [first] = changes;
  if (stepCount === 1 && first !== undefined)
    return (await askAboutOneField(prompts, store, first)) ? [first.step] : undefined;
  const rows = changes.map(({ shownStep: shown, step }) => ({
    label: rowLabel(store, step),
    description: stepText(store, step),
    detail: l10n.t('Changed on the server. Earlier value: {0}', valueText(store, shown, shown.before)),
    step,
  }));
  const title = commandTitle(
    store,
    l10n.t('Changed on the Server'),
    rows.map(({ step }) => step.address),
  );
  const placeholder = l10n.t(
    'Select the work items to overwrite. Work items that are not listed are changed in any case.',
  );
  const chosenRows = await chooseRows(prompts, rows, { title, placeholder, staysOpen: true, isChecked: () => false });
  return chosenRows?.map(({ step }) => step);
}

async function askAboutOneField(
  prompts: Prompts,
  store: Store,
  { shownStep: shown, step }: ServerChange,
): Promise<boolean> {
  const overwrite = l10n.t('Overwrite');
  const field = fieldTitle(step.field, identifierOrName(store, step.address));
  const detail = [
    l10n.t('Shown: {0}', valueText(store, step, shown.before)),
    l10n.t('On the server: {0}', valueText(store, step, step.before)),
    l10n.t('New value: {0}', valueText(store, step, step.after)),
  ].join('\n');
  const question = l10n.t('{0} was changed on the server after it was shown. Overwrite it?', field);
  return (await prompts.confirm(question, detail, overwrite, l10n.t("Keep the Server's Value"))) === overwrite;
}

function valueText(store: Store, { address, field }: ChangeStep, value: ChangeStep['before']): string {
  return fieldValueText(store, address, field, value);
}
