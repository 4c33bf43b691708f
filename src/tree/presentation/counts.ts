// Formats the counts of groups of which only some pages may be loaded.
import * as l10n from '@vscode/l10n';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';

/** The loaded records of a group. */
export interface GroupCount {
  readonly count: number;
  /** Whether pages that are not loaded may contain more. */
  readonly hasMore: boolean;
}

/** Returns `1,234`, or `1,234+` if there may be more. */
export function groupCountText({ count, hasMore }: GroupCount): string {
  return hasMore ? l10n.t('{0}+', formatCount(count)) : formatCount(count);
}

/** Returns `1 work item`, `2 work items`, or `1+ work items` if there may be more. */
export function itemCountText({ count, hasMore }: GroupCount): string {
  const shown = formatCount(count);
  if (hasMore) return l10n.t('{0}+ work items', shown);
  return plural(count, { one: l10n.t('{0} work item', shown), other: l10n.t('{0} work items', shown) });
}

/** Returns `1 initiative`, `2 initiatives`, or `1+ initiatives` if there may be more. */
export function initiativeCountText({ count, hasMore }: GroupCount): string {
  const shown = formatCount(count);
  if (hasMore) return l10n.t('{0}+ initiatives', shown);
  return plural(count, { one: l10n.t('{0} initiative', shown), other: l10n.t('{0} initiatives', shown) });
}
