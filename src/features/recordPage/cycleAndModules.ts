// Builds the rows of a work item's cycle and modules, which are not fields of its record, from loaded data.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import { cycleOrModuleNames } from '../../core/cache/changes/cycleOrModuleNames.ts';
import { areOpenItemListsComplete } from '../../core/cache/changes/memberships.ts';
import { isListUnsupported } from '../../core/cache/lists/pagedList.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { chosenModules, type Draft } from '../../core/drafts/draft.ts';
import type { FieldView } from '../../items/form/fieldProtocol.ts';
import { isEmptyValue } from '../../items/form/fieldSpec.ts';
import type { CycleOrModuleRow } from '../../shell/protocol/cycleAndModules.ts';
import type { Disposable } from '../../std/disposable.ts';
import { formatList } from '../../std/formatText.ts';

/**
 * Returns a row for the cycle if the project uses cycles, and a row for the modules if it uses modules. Sends no
 * request.
 */
export function cycleAndModuleRows(store: Store, item: ItemAddress): readonly CycleOrModuleRow[] {
  const project = store.project(item.project);
  const record = store.item(item);
  if (project === undefined || record === undefined) return [];
  const hasModules =
    project.module_view !== false && !isListUnsupported(store.resources.modules.list(item.project).state);
  const cycle: CycleOrModuleRow = { action: 'changeCycle', label: l10n.t('Cycle'), ...valueOf(store, item, 'cycle') };
  return [
    ...(hasCycles(store, item.project) ? [cycle] : []),
    // If the server's response contains the module, the form has a field for it.
    ...(hasModules && record.module === undefined ? [modulesRow(valueOf(store, item, 'modules'))] : []),
  ];
}

/**
 * Returns the rows of the cycle and the modules that a new work item will be added to. `moduleField`: the field that
 * the row of the modules replaces; undefined if the field is shown.
 */
export function cycleAndModuleRowsOfNewItem(
  store: Store,
  project: string,
  draft: Draft | undefined,
  moduleField: FieldView | undefined,
): readonly CycleOrModuleRow[] {
  const value = draft?.newRecord?.cycle?.name ?? null;
  return [
    ...(hasCycles(store, project) ? [{ action: 'changeCycle', label: l10n.t('Cycle'), value } as const] : []),
    ...(moduleField === undefined ? [] : [modulesRow(modulesIn(draft, moduleField))]),
  ];
}

function modulesIn(draft: Draft | undefined, { value, choices = [] }: FieldView): Pick<CycleOrModuleRow, 'value'> {
  const names =
    chosenModules(draft)?.map(({ name }) => name) ?? choices.filter(({ id }) => id === value).map(({ label }) => label);
  if (names.length > 0) return { value: formatList(names) };
  return { value: isEmptyValue(value) ? null : l10n.t('Loading…') };
}

function modulesRow(value: Pick<CycleOrModuleRow, 'value'>): CycleOrModuleRow {
  return { action: 'changeModule', label: l10n.t('Modules'), ...value };
}

function hasCycles(store: Store, project: string): boolean {
  const record = store.project(project);
  return (
    record !== undefined &&
    record.cycle_view !== false &&
    !isListUnsupported(store.resources.cycles.list(project).state)
  );
}

export function watchCycleAndModules(
  store: Store,
  { project, id }: ItemAddress,
  onChange: () => void,
): readonly Disposable[] {
  return [
    store.lists.onDidChange(
      ({ of, owner }) => (of === 'cycleItems' || of === 'moduleItems') && owner.startsWith(`${project}/`) && onChange(),
    ),
    store.resources.cycles.onDidChangeListed((changedProject) => changedProject === project && onChange()),
    store.localMemberships.onDidChange((item) => item.id === id && onChange()),
  ];
}

function valueOf(
  store: Store,
  item: ItemAddress,
  field: 'cycle' | 'modules',
): Pick<CycleOrModuleRow, 'value' | 'none'> {
  const names = cycleOrModuleNames(store, item, field);
  if (names === undefined) {
    const of = field === 'cycle' ? 'cycles' : 'modules';
    if (!areOpenItemListsComplete(store, of, item.project, Date.now())) return {};
    return { value: null, none: field === 'cycle' ? l10n.t('No current cycle') : l10n.t('No open module') };
  }
  return { value: names.length === 0 ? null : formatList(names) };
}
