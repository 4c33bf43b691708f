// The filters that the filter picker offers first.
import * as l10n from '@vscode/l10n';
import type { Cycle } from '../../../contract/resources/cycle.ts';
import type { Session } from '../../../session/session.ts';
import { type Filter, NO_FILTER, withValues } from '../../../tree/filter/filter.ts';
import { cyclePhase } from '../../../tree/folders/cyclePhase.ts';

export interface FilterPreset {
  readonly label: string;
  readonly filter: Filter;
}

/** Returns the presets. `today` is a calendar day; the current cycle is offered only if its dates are loaded. */
export function filterPresets({ store }: Pick<Session, 'store'>, today: string): readonly FilterPreset[] {
  const openFilter = withValues(NO_FILTER, 'is', ['open']);
  const cycleNames = currentCycleNames(store.resources.cycles.records.all().values(), today);
  return [
    {
      label: l10n.t({ message: 'Open', comment: ['Adjective: work items that are not completed or canceled'] }),
      filter: openFilter,
    },
    { label: l10n.t('Assigned to Me'), filter: withValues(openFilter, 'assignee', ['me']) },
    ...(cycleNames.length === 0
      ? []
      : [{ label: l10n.t('Current Cycle'), filter: withValues(NO_FILTER, 'cycle', cycleNames) }]),
    { label: l10n.t('Created by Me'), filter: withValues(openFilter, 'creator', ['me']) },
    { label: l10n.t('Overdue'), filter: withValues(NO_FILTER, 'is', ['overdue']) },
  ];
}

/** Returns the names of the cycles whose dates include the day. Each project can have such a cycle. */
export function currentCycleNames(
  cycles: Iterable<Pick<Cycle, 'name' | 'start_date' | 'end_date'>>,
  today: string,
): readonly string[] {
  const currentCycles = [...cycles].filter((cycle) => cyclePhase(cycle, today) === 'current');
  return [...new Set(currentCycles.map(({ name }) => name))];
}
