// Formats the number of records in a group or list whose pages may not all be loaded.
import * as l10n from '@vscode/l10n';
import type { PagedListState } from '../core/cache/lists/pagedList.ts';
import { formatCount } from '../std/displayLanguage.ts';
import { plural } from '../std/plural.ts';

/** The number of loaded records in a group. */
export interface GroupCount {
  readonly count: number;
  /** Whether pages that are not loaded may contain more records of the group. */
  readonly hasMore: boolean;
}

/** Returns `1,234`, or `1,234+` if there may be more records. */
export function groupCountText({ count, hasMore }: GroupCount): string {
  return hasMore ? l10n.t('{0}+', formatCount(count)) : formatCount(count);
}

/** Returns `1 work item`, `2 work items`, or `1+ work items` if there may be more work items. */
export function itemCountText({ count, hasMore }: GroupCount): string {
  const countText = formatCount(count);
  if (hasMore) return l10n.t('{0}+ work items', countText);
  return plural(count, { one: l10n.t('{0} work item', countText), other: l10n.t('{0} work items', countText) });
}

/** Returns `1 initiative`, `2 initiatives`, or `1+ initiatives` if there may be more initiatives. */
export function initiativeCountText({ count, hasMore }: GroupCount): string {
  const countText = formatCount(count);
  if (hasMore) return l10n.t('{0}+ initiatives', countText);
  return plural(count, { one: l10n.t('{0} initiative', countText), other: l10n.t('{0} initiatives', countText) });
}

/** Returns the label of the row that loads the next page of a list, in trees and pickers. */
export function loadMoreLabel({ ids, total }: Pick<PagedListState, 'ids' | 'total'>): string {
  // The label contains the number of loaded records, because a tree may have fewer rows: sub-items are below their
  // parents.
  const loadedCount = formatCount(ids.length);
  return total === undefined
    ? l10n.t('Load more ({0} so far)', loadedCount)
    : l10n.t('Load more ({0} of {1})', loadedCount, formatCount(total));
}
