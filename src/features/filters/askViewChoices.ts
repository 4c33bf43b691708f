// Lets the user pick the grouping and order of work items, and the grouping of initiatives.

import * as l10n from '@vscode/l10n';
import type { Session } from '../../core/session/session.ts';
import { GROUPINGS, type Grouping } from '../../items/fields.ts';
import { groupingLabel, INITIATIVE_GROUPINGS, isNewestFirst, SORTS, sortText } from '../../items/grouping/choices.ts';
import { chooseRow, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { TreeViews } from '../../shell/tree/treeViews.ts';

/** The part of `TreeViews` that stores and applies grouping, order and filter. */
export type ViewsWithChoices = Pick<TreeViews, 'choices' | 'choose'>;

/** Lets the user pick the grouping. Grouping by type is not listed if the server does not support work item types. */
export async function askGrouping(prompts: Prompts, views: ViewsWithChoices, session: Session): Promise<void> {
  const currentChoice = views.choices.groupBy;
  const availableGroupings = GROUPINGS.filter(
    (value) => value !== 'type' || value === currentChoice || supportsTypes(session),
  );
  const chosenRow = await chooseRow(prompts, groupingRows(['none', ...availableGroupings] as const, currentChoice), {
    title: l10n.t('Group Work Items By'),
    placeholder: l10n.t('Select how to group the work items of a project'),
  });
  if (chosenRow !== undefined) await views.choose({ groupBy: chosenRow.value });
}

export async function askInitiativeGrouping(prompts: Prompts, views: ViewsWithChoices): Promise<void> {
  const chosenRow = await chooseRow(prompts, groupingRows(INITIATIVE_GROUPINGS, views.choices.initiativesBy), {
    title: l10n.t('Group Initiatives By'),
    placeholder: l10n.t('Select how to group initiatives'),
  });
  if (chosenRow !== undefined) await views.choose({ initiativesBy: chosenRow.value });
}

function groupingRows<Value extends Grouping | 'none'>(
  values: readonly Value[],
  currentChoice: Value,
): ValueRow<Value>[] {
  return values.map((value) => ({
    value,
    label: groupingLabel(value),
    isCurrent: value === currentChoice,
    isFocused: value === currentChoice,
  }));
}

export async function askSortOrder(prompts: Prompts, views: ViewsWithChoices): Promise<void> {
  const { sortBy: currentChoice, descending: isDescending } = views.choices;
  const rows = SORTS.flatMap((sortBy) =>
    (isNewestFirst(sortBy) ? [true, false] : [false, true]).map((descending) => {
      const isCurrent = sortBy === currentChoice && descending === isDescending;
      return {
        value: { sortBy, descending },
        label: sortText({ sortBy, descending }),
        description: sortBy === 'name' ? l10n.t('among the work items shown so far') : '',
        isCurrent,
        isFocused: isCurrent,
      };
    }),
  );
  const chosenRow = await chooseRow(prompts, rows, {
    title: l10n.t('Sort Work Items By'),
    placeholder: l10n.t('Select the order of the work items of a project'),
  });
  if (chosenRow !== undefined) await views.choose(chosenRow.value);
}

/** Whether the server may support work item types. */
export function supportsTypes({ client }: Session): boolean {
  return !client.unsupported.has('listWorkItemTypes');
}
