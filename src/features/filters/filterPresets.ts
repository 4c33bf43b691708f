// The filters that the filter picker offers first.
import * as l10n from '@vscode/l10n';
import { type CurrentTime, type CycleDates, type CycleProject, cyclePhase } from '../../contract/cycleDays.ts';
import type { Cycle } from '../../contract/resources/cycle.ts';
import { parseRecordKey } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import type { FilterField } from '../../items/filter/fields.ts';
import type { Filter, FilterTerm } from '../../items/filter/filter.ts';

/** A condition that the user switches on and off. Presets add up, also two that are on the same field. */
export interface FilterPreset {
  readonly label: string;
  readonly term: FilterTerm;
}

/** Returns the presets. The current cycle is offered only if its dates are loaded. */
export function filterPresets({ store }: Pick<Session, 'store'>, time: CurrentTime): readonly FilterPreset[] {
  const cycles = [...store.resources.cycles.records.all()].map(
    ([key, cycle]) => [cycle, store.project(parseRecordKey(key)?.within ?? '')] as const,
  );
  const cycleNames = currentCycleNames(cycles, time);
  return [
    {
      label: l10n.t({ message: 'Open', comment: ['Adjective: work items that are not completed or canceled'] }),
      term: termOf('is', ['open']),
    },
    { label: l10n.t('Assigned to Me'), term: termOf('assignee', ['me']) },
    ...(cycleNames.length === 0 ? [] : [{ label: l10n.t('Current Cycle'), term: termOf('cycle', cycleNames) }]),
    { label: l10n.t('Created by Me'), term: termOf('creator', ['me']) },
    { label: l10n.t('Overdue'), term: termOf('is', ['overdue']) },
  ];
}

function termOf(field: FilterField, values: readonly string[]): FilterTerm {
  return { field, values, isExcluded: false };
}

/** Whether the filter has the preset as one of its terms. `ownId` is the signed-in user, whom a filter can name by id. */
export function isPresetActive(filter: Filter, { term }: FilterPreset, ownId: string): boolean {
  return filter.some((one) => isSameTerm(one, term, ownId));
}

/** Returns the filter without the preset if it has it, and otherwise with it. All other terms stay. */
export function togglePreset(filter: Filter, preset: FilterPreset, ownId: string): Filter {
  return isPresetActive(filter, preset, ownId)
    ? filter.filter((one) => !isSameTerm(one, preset.term, ownId))
    : [...filter, preset.term];
}

function isSameTerm({ field, values, isExcluded }: FilterTerm, preset: FilterTerm, ownId: string): boolean {
  const namedValues = new Set(values.map((value) => (value === ownId ? 'me' : value)));
  return (
    field === preset.field &&
    !isExcluded &&
    namedValues.size === preset.values.length &&
    preset.values.every((value) => namedValues.has(value))
  );
}

/** Returns the names of the current cycles. Each project can have such a cycle. */
export function currentCycleNames(
  cycles: Iterable<readonly [CycleDates & Pick<Cycle, 'name'>, CycleProject]>,
  time: CurrentTime,
): readonly string[] {
  const currentCycles = [...cycles].filter(([cycle, project]) => cyclePhase(cycle, project, time) === 'current');
  return [...new Set(currentCycles.map(([{ name }]) => name))];
}
