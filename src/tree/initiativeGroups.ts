// Groups the loaded initiatives by state.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../contract/constantLabel.ts';
import { INITIATIVE_STATES } from '../contract/resources/initiative.ts';
import { GROUPING_LABELS } from './grouping/choices.ts';
import type { InitiativeGroupNode } from './node.ts';
import { groupCountText, initiativeCountText } from './presentation/counts.ts';
import type { Presentation } from './presentation/presentation.ts';
import { initiativeIcon } from './presentation/symbols.ts';
import type { TreeData } from './treeData.ts';

type Reading = Pick<TreeData, 'listing' | 'records'>;

/** Returns the state; '' if the initiative has none. */
export function stateOfInitiative(id: string, { records }: Pick<TreeData, 'records'>): string {
  return records.initiative(id)?.state ?? '';
}

/**
 * Returns a group for each state that occurs: known states in the order of their life cycle, then unknown states, then
 * no state.
 */
export function initiativeGroups(known: Reading): InitiativeGroupNode[] {
  const present = new Set(idsIn(known).map((id) => stateOfInitiative(id, known)));
  const usual = INITIATIVE_STATES.filter((state) => present.has(state));
  const others = [...present].filter((state) => state !== '' && !usual.some((one) => one === state)).sort();
  return [...usual, ...others, ...(present.has('') ? [''] : [])].map(initiativeGroupOf);
}

export function initiativeGroupOf(state: string): InitiativeGroupNode {
  return { kind: 'initiativeGroup', state, under: undefined };
}

export function initiativesIn({ state }: InitiativeGroupNode, known: Reading): readonly string[] {
  return idsIn(known).filter((id) => stateOfInitiative(id, known) === state);
}

export function presentInitiativeGroup(node: InitiativeGroupNode, known: Reading): Presentation {
  const label = constantLabel(node.state ?? '') || l10n.t('No state');
  const hasMore = known.listing({ of: 'initiatives', owner: '' }).next !== undefined;
  const count = { count: initiativesIn(node, known).length, hasMore };
  return {
    label,
    description: groupCountText(count),
    icon: initiativeIcon(node.state),
    tooltip: l10n.t('{0}: {1}', label, groupCountText(count)),
    collapsible: true,
    context: 'initiativeGroup',
    spoken: [label, l10n.t('group by {0}', GROUPING_LABELS.state()), initiativeCountText(count)].join(', '),
  };
}

function idsIn(known: Pick<TreeData, 'listing'>): readonly string[] {
  return known.listing({ of: 'initiatives', owner: '' }).ids;
}
