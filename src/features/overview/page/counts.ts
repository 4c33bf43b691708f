// Texts for counts of work items.
import * as l10n from '@vscode/l10n';
import type { ChartGroup, ChartGroupCounts } from '../../../shell/protocol/overview.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';

interface ChartGroupTexts {
  readonly name: ChartGroup;
  readonly label: () => string;
  /** Returns the number with the name of the chart group, for example `3 completed`. */
  readonly countText: (count: string) => string;
}

/** The chart groups, in the order of the segments of a bar. */
export const CHART_GROUP_TEXTS: readonly ChartGroupTexts[] = [
  { name: 'done', label: () => l10n.t('Completed'), countText: (count) => l10n.t('{0} completed', count) },
  { name: 'started', label: () => l10n.t('In progress'), countText: (count) => l10n.t('{0} in progress', count) },
  {
    name: 'open',
    label: () => l10n.t('Not started'),
    countText: (count) => l10n.t('{0} not started', count),
  },
  { name: 'cancelled', label: () => l10n.t('Canceled'), countText: (count) => l10n.t('{0} canceled', count) },
];

/** Returns the number of work items in all chart groups. */
export function workItemCount(counts: ChartGroupCounts): number {
  return CHART_GROUP_TEXTS.reduce((total, { name }) => total + counts[name], 0);
}

/**
 * Returns the number of work items in each chart group, for example `3 completed, 2 not started`. Groups without work items are
 * omitted.
 */
export function countsText(counts: ChartGroupCounts): string {
  const parts = CHART_GROUP_TEXTS.filter(({ name }) => counts[name] > 0).map(({ name, countText }) =>
    countText(formatCount(counts[name])),
  );
  return parts.join(', ') || l10n.t('No work items');
}

/**
 * Returns how many work items the charts are based on, for example `28 of 130 work items`. `total` is undefined while it
 * is unknown.
 */
export function loadedCountText(loadedCount: number, total: number | undefined): string {
  const [count, totalText] = [formatCount(loadedCount), formatCount(total ?? loadedCount)];
  return total === undefined || total === loadedCount
    ? plural(loadedCount, { one: l10n.t('{0} work item', count), other: l10n.t('{0} work items', count) })
    : l10n.t('{0} of {1} work items', count, totalText);
}
