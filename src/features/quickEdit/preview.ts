// The prompts for changes of several work items: preview and list of failures.

import * as l10n from '@vscode/l10n';
import { type ChangeStep, isUnchanged } from '../../core/cache/changes/itemChange.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { identifierOrName, stepText } from '../../items/valueTexts.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { chooseRow, chooseRows } from '../../shell/prompts/ask.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';

interface StepRow extends ListRow {
  readonly step: ChangeStep;
}

/**
 * Lists the steps as rows with check boxes. Resolves with the checked steps when the user accepts, or with undefined if
 * the user cancels. A step that changes nothing or cannot be applied is shown unchecked, and is not in the result.
 */
export async function confirmSteps(
  prompts: Prompts,
  store: Store,
  steps: readonly ChangeStep[],
  title: string,
): Promise<readonly ChangeStep[] | undefined> {
  const rows = steps.map(
    (step): StepRow => ({
      label: rowLabel(store, step),
      description: stepText(store, step),
      ...(step.obstacle === undefined ? {} : { icon: { id: 'warning' } }),
      step,
    }),
  );
  const chosenRows = await chooseRows(prompts, rows, {
    title,
    placeholder: l10n.t('Select the work items to change'),
    matchedProperties: ['description'],
    staysOpen: true,
    isChecked: ({ step }) => canApply(step),
  });
  return chosenRows?.map(({ step }) => step).filter(canApply);
}

function canApply(step: ChangeStep): boolean {
  return step.obstacle === undefined && !isUnchanged(step);
}

/** Lists the work items with their messages, and opens the work item that the user picks. */
export async function showProblemList(
  prompts: Prompts,
  store: Store,
  rows: readonly { readonly step: ChangeStep; readonly problem: string }[],
  title: string,
): Promise<void> {
  const chosenRow = await chooseRow(
    prompts,
    rows.map(({ step, problem }) => ({ label: rowLabel(store, step), detail: problem, value: step.address })),
    { title, matchedProperties: ['detail'], placeholder: l10n.t('Select a work item to open it') },
  );
  if (chosenRow !== undefined) await prompts.runCommand(COMMANDS.openWorkItem, chosenRow.value);
}

/** Returns the identifier and the name of the step's work item. */
export function rowLabel(store: Store, { address }: ChangeStep): string {
  return `${identifierOrName(store, address)}  ${store.item(address)?.name ?? ''}`;
}
