// Creates records that a work item's fields can have as values: states, labels, modules and cycles of its project.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../contract/constantLabel.ts';
import { STATE_GROUPS, type StateGroup } from '../../contract/resources/state.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Choice } from './fieldProtocol.ts';

/** The colors that Plane gives to the first state of each group, in the order in which the choices list the groups. */
export const NEW_STATE_COLORS: Readonly<Record<StateGroup, string>> = {
  started: '#f59e0b',
  unstarted: '#3a7bd5',
  backlog: '#60646c',
  completed: '#46a758',
  cancelled: '#9aa4bc',
};

/**
 * Returns the choices that create a record with the typed text as its name, in the list `source`. `{0}` in a label
 * stands for this text.
 */
export function newChoicesIn(source: string | undefined): readonly Choice[] {
  switch (source) {
    case 'labels':
      return [{ id: 'label', label: l10n.t('Create Label “{0}”') }];
    case 'modules':
      return [{ id: 'module', label: l10n.t('Create Module “{0}”') }];
    case 'cycles':
      return [{ id: 'cycle', label: l10n.t('Create Cycle “{0}”') }];
    case 'states':
      return Object.keys(NEW_STATE_COLORS).map((group) => ({
        id: group,
        label: l10n.t('Create State “{0}”'),
        detail: constantLabel(group),
        icon: group,
      }));
    default:
      return [];
  }
}

/**
 * Creates a record in the project. `newChoice` is an id from `newChoicesIn`. Resolves with the id of the record.
 * Rejects with an ApiError.
 */
export async function createChoice(store: Store, project: string, newChoice: string, name: string): Promise<string> {
  switch (newChoice) {
    case 'label':
      return store.createLabel(project, name);
    case 'module':
      return (await store.resources.modules.create({ name }, project)).id;
    case 'cycle':
      return (await store.resources.cycles.create({ name }, project)).id;
    default: {
      const group = STATE_GROUPS.find((name) => name === newChoice) ?? 'started';
      return store.createState(project, { name, group, color: NEW_STATE_COLORS[group] });
    }
  }
}
