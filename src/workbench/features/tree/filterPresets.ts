// The filters that the filter picker offers first.
import * as l10n from '@vscode/l10n';
import { parseRecordKey } from '../../../cache/address.ts';
import { type CurrentTime, type CycleDates, type CycleProject, cyclePhase } from '../../../contract/cycleDays.ts';
import type { Cycle } from '../../../contract/resources/cycle.ts';
import type { Session } from '../../../session/session.ts';
import { type Filter, NO_FILTER, withValues } from '../../../tree/filter/filter.ts';

export interface FilterPreset {
  readonly label: string;
  readonly filter: Filter;
}

/** Returns the presets. The current cycle is offered only if its dates are loaded. */
export function filterPresets({ store }: Pick<Session, 'store'>, time: CurrentTime): readonly FilterPreset[] {
  const openFilter = withValues(NO_FILTER, 'is', ['open']);
  const cycles = [...store.resources.cycles.records.all()].map(
    ([key, cycle]) => [cycle, store.project(parseRecordKey(key)?.within ?? '')] as const,
  );
  const cycleNames = currentCycleNames(cycles, time);
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

/** Returns the names of the current cycles. Each project can have such a cycle. */
export function currentCycleNames(
  cycles: Iterable<readonly [CycleDates & Pick<Cycle, 'name'>, CycleProject]>,
  time: CurrentTime,
): readonly string[] {
  const currentCycles = [...cycles].filter(([cycle, project]) => cyclePhase(cycle, project, time) === 'current');
  return [...new Set(currentCycles.map(([{ name }]) => name))];
}
