// The filters that the filter picker offers first.
import * as l10n from '@vscode/l10n';
import type { Session } from '../../../session/session.ts';
import { type Filter, NO_FILTER, withValues } from '../../../tree/filter/filter.ts';

export interface FilterPreset {
  readonly label: string;
  readonly filter: Filter;
}

/** Returns the presets. `today` is a calendar day; the current cycle is offered only if its dates are loaded. */
export function filterPresets({ store }: Pick<Session, 'store'>, today: string): readonly FilterPreset[] {
  const open = withValues(NO_FILTER, 'is', ['open']);
  const cycles = currentCycles(store.resources.cycles.records.all().values(), today);
  return [
    { label: l10n.t('Open'), filter: open },
    { label: l10n.t('Assigned to Me'), filter: withValues(open, 'assignee', ['me']) },
    ...(cycles.length === 0
      ? []
      : [{ label: l10n.t('Current Cycle'), filter: withValues(NO_FILTER, 'cycle', cycles) }]),
    { label: l10n.t('Created by Me'), filter: withValues(open, 'creator', ['me']) },
    { label: l10n.t('Overdue'), filter: withValues(NO_FILTER, 'is', ['overdue']) },
  ];
}

interface DatedCycle {
  readonly name: string;
  readonly start_date?: string | null | undefined;
  readonly end_date?: string | null | undefined;
}

/** Returns the names of the cycles whose dates include the day. Several projects have a current cycle. */
export function currentCycles(cycles: Iterable<DatedCycle>, today: string): readonly string[] {
  const names = [...cycles].flatMap(({ name, start_date: start, end_date: end }) => {
    if (!start || !end) return [];
    // A server may send dates with a time.
    return start.slice(0, 10) <= today && today <= end.slice(0, 10) ? [name] : [];
  });
  return [...new Set(names)];
}
