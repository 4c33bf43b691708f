// Describes the rows of saved views and of their groups.
import * as l10n from '@vscode/l10n';
import { groupCountText, itemCountText } from '../../../items/counts.ts';
import { describeFilter } from '../../../items/filter/describeFilter.ts';
import { groupingLabel, type ViewQuery } from '../../../items/grouping/choices.ts';
import { groupingIcon, stateIcon, type TreeIcon } from '../../../items/icons.ts';
import type { SavedViewNode, ViewGroupNode, ViewOrigin } from '../../../shell/tree/node.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { displayName } from '../../../std/displayName.ts';
import { groupName } from '../rows/groups.ts';
import { itemLoadProgressOf, viewOfNode } from '../rows/viewRows.ts';

const ORIGIN_TEXTS: Readonly<Record<ViewOrigin, () => string>> = {
  account: () => '',
  folder: () => l10n.t("from the folder's settings"),
  user: () => l10n.t('from your settings'),
};

export function presentSavedView(node: SavedViewNode, data: TreeData): Presentation {
  const view = viewOfNode(node, data);
  const label = displayName(node.name);
  const originText = ORIGIN_TEXTS[node.origin]();
  const context = node.origin === 'account' ? 'savedView own' : 'savedView settings';
  if (view === undefined || !('query' in view)) {
    const problem = view === undefined ? '' : displayName(view.problem);
    return {
      label,
      description: problem,
      icon: { id: 'error', color: 'problemsErrorIcon.foreground' },
      tooltip: [problem, originText].join('\n'),
      collapsible: false,
      context: `${context} invalid`,
      accessibleName: [label, l10n.t('saved view'), originText, problem].filter(Boolean).join(', '),
    };
  }
  // The row has no number while the view may contain work items that are not loaded, so that nothing needs to be loaded
  // for a collapsed view.
  const count = isComplete(node, data) ? { count: data.rowsOf(node).items.length, hasMore: false } : undefined;
  const { filter } = view.query;
  return {
    label,
    description: [count && groupCountText(count), originText].filter(Boolean).join(' · '),
    icon: { id: node.origin === 'account' ? 'filter' : 'references' },
    tooltip: describeFilter(filter, (id) => data.userName('', id)) || l10n.t('All work items'),
    collapsible: true,
    context,
    accessibleName: [label, l10n.t('saved view'), count && itemCountText(count), originText].filter(Boolean).join(', '),
  };
}

export function presentViewGroup(node: ViewGroupNode, data: TreeData): Presentation {
  const view = viewOfNode(node.under, data);
  const by = view !== undefined && 'query' in view ? view.query.groupBy : 'none';
  const label = displayName(node.value ?? (by === 'none' ? '' : groupName(by, null, '', data)));
  const count = { count: data.rowsOf(node).items.length, hasMore: !isComplete(node.under, data) };
  return {
    label,
    description: groupCountText(count),
    icon: groupIcon(node, by, data),
    tooltip: l10n.t('{0}: {1}', label, groupCountText(count)),
    collapsible: true,
    context: 'viewGroup',
    accessibleName: [label, l10n.t('group by {0}', groupingLabel(by)), itemCountText(count)].join(', '),
  };
}

/**
 * A group by state contains states with the same name of several projects. The state of the first work item determines
 * the icon.
 */
function groupIcon(node: ViewGroupNode, by: ViewQuery['groupBy'], data: TreeData): TreeIcon {
  if (by === 'none') return { id: 'circle-large-outline' };
  const [first] = data.rowsOf(node).items;
  if (by !== 'state' || node.value === null || first === undefined || first.state === null) return groupingIcon(by);
  return stateIcon(data.state(first.project, first.state), data.knownStates(first.project));
}

/** Whether all work items are loaded that the view can contain. */
function isComplete(node: SavedViewNode, data: TreeData): boolean {
  const { status } = data.listing({ of: 'projects', owner: '' });
  return status === 'ready' && itemLoadProgressOf(node, data).incompleteProjects.length === 0;
}
