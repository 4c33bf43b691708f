// Filters the tree views by a bar of an overview, so that they show only its work items.
import type { RecordAddress } from '../../core/cache/address.ts';
import { type Filter, NO_FILTER, withValues } from '../../items/filter/filter.ts';
import { type BarFilter, CHART_GROUPS, type ChartGroup } from '../../shell/protocol/overview.ts';
import type { TreeViews } from '../../shell/tree/treeViews.ts';

/** The statuses in a filter that select the work items of a chart group. */
const STATUSES_BY_CHART_GROUP: Readonly<Record<ChartGroup, readonly string[]>> = {
  done: ['completed'],
  started: ['started'],
  open: ['backlog', 'unstarted'],
  cancelled: ['cancelled'],
};

function filterOf({ field, value }: BarFilter): Filter {
  if (field !== 'chartGroup') return withValues(NO_FILTER, field, [value]);
  const chartGroup = CHART_GROUPS.find((group) => group === value);
  return chartGroup === undefined ? NO_FILTER : withValues(NO_FILTER, 'is', STATUSES_BY_CHART_GROUP[chartGroup]);
}

/** Replaces the filter of the views, and expands the row of the record that the overview is about. */
export async function filterViewsByBar(
  views: Pick<TreeViews, 'choose' | 'reveal'>,
  address: RecordAddress,
  barFilter: BarFilter,
): Promise<void> {
  await views.choose({ filter: filterOf(barFilter) });
  await views.reveal(address, { focus: true, expand: true });
}
