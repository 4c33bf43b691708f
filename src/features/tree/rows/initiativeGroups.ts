// Groups the loaded initiatives by state.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../../contract/constantLabel.ts';
import { INITIATIVE_STATES } from '../../../contract/resources/initiative.ts';
import { groupCountText, initiativeCountText } from '../../../items/counts.ts';
import { groupingLabel } from '../../../items/grouping/choices.ts';
import { initiativeIcon } from '../../../items/icons.ts';
import type { FolderNode, InitiativeGroupNode } from '../../../shell/tree/node.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';

type InitiativeData = Pick<TreeData, 'listing' | 'records'>;

/** Returns the state of a loaded initiative; '' if it has none. */
export function stateOfInitiative(id: string, { records }: Pick<TreeData, 'records'>): string {
  return records.initiative(id)?.state ?? '';
}

/**
 * Returns a group for each state of the loaded initiatives: first known states in the order of their life cycle, then
 * unknown states, then the group of initiatives without a state.
 */
export function initiativeGroups(under: FolderNode, data: InitiativeData): InitiativeGroupNode[] {
  const usedStates = new Set(loadedInitiativeIds(data).map((id) => stateOfInitiative(id, data)));
  const knownStates = INITIATIVE_STATES.filter((state) => usedStates.has(state));
  const otherStates = [...usedStates]
    .filter((state) => state !== '' && !knownStates.some((one) => one === state))
    .sort();
  return [...knownStates, ...otherStates, ...(usedStates.has('') ? [''] : [])].map((state) => ({
    kind: 'initiativeGroup',
    state,
    under,
  }));
}

export function initiativesIn({ state }: InitiativeGroupNode, data: InitiativeData): readonly string[] {
  return loadedInitiativeIds(data).filter((id) => stateOfInitiative(id, data) === state);
}

export function presentInitiativeGroup(node: InitiativeGroupNode, data: InitiativeData): Presentation {
  const label = constantLabel(node.state ?? '') || l10n.t('No state');
  const hasMore = data.listing({ of: 'initiatives', owner: '' }).next !== undefined;
  const count = { count: initiativesIn(node, data).length, hasMore };
  return {
    label,
    description: groupCountText(count),
    icon: initiativeIcon(node.state),
    tooltip: l10n.t('{0}: {1}', label, groupCountText(count)),
    collapsible: true,
    context: 'initiativeGroup',
    accessibleName: [label, l10n.t('group by {0}', groupingLabel('state')), initiativeCountText(count)].join(', '),
  };
}

function loadedInitiativeIds(data: Pick<TreeData, 'listing'>): readonly string[] {
  return data.listing({ of: 'initiatives', owner: '' }).ids;
}
