// Labels for counts of work items.
import * as l10n from '@vscode/l10n';
import type { StateGroupCounts, StateGroupName } from '../../pages/protocol/overview.ts';

/** In the order in which they are drawn. */
export const STAGE_LABELS: readonly (readonly [StateGroupName, string])[] = [
  ['done', 'Done'],
  ['started', 'In progress'],
  ['open', 'Open'],
  ['cancelled', 'Cancelled'],
];

export function sum(counts: StateGroupCounts): number {
  return STAGE_LABELS.reduce((all, [stage]) => all + counts[stage], 0);
}

export function countItems(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? l10n.t('work item') : l10n.t('work items')}`;
}

/** Returns for example `3 done, 2 open`. Groups without work items are left out. */
export function countsText(counts: StateGroupCounts): string {
  const parts = STAGE_LABELS.filter(([stage]) => counts[stage] > 0).map(
    ([stage, label]) => `${counts[stage]} ${label.toLowerCase()}`,
  );
  return parts.join(', ') || 'nothing';
}
