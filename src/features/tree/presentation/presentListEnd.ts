// Describes the last row of a list (next page, empty, failed, search) and the sign-in row.
import * as l10n from '@vscode/l10n';
import { PAGE_SIZE } from '../../../contract/schema/limits.ts';
import type { ListKind } from '../../../core/cache/lists/listKey.ts';
import { loadMoreLabel } from '../../../items/counts.ts';
import { isFiltering } from '../../../items/filter/filter.ts';
import { faultCause, formatError } from '../../../shell/faults/formatError.ts';
import type { EndNode, SearchMoreNode } from '../../../shell/tree/node.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { isEmptyProject } from '../rows/rows.ts';
import { itemLoadProgressOf } from '../rows/viewRows.ts';

/** The texts for a kind of list: the plural name of its records, and the message if the list is empty. */
interface ListTexts {
  readonly recordsName: () => string;
  readonly emptyMessage: () => string;
}

const ITEM_TEXTS: ListTexts = { recordsName: () => l10n.t('work items'), emptyMessage: () => l10n.t('No work items') };
const EPIC_TEXTS: ListTexts = { recordsName: () => l10n.t('epics'), emptyMessage: () => l10n.t('No epics') };
const LABEL_TEXTS: ListTexts = { recordsName: () => l10n.t('labels'), emptyMessage: () => l10n.t('No labels') };
const PROJECT_TEXTS: ListTexts = { recordsName: () => l10n.t('projects'), emptyMessage: () => l10n.t('No projects') };

/** The texts of the kinds of lists that trees show, except lists of work items. */
const TEXTS_BY_LIST: Readonly<Partial<Record<ListKind, ListTexts>>> = {
  projects: { recordsName: PROJECT_TEXTS.recordsName, emptyMessage: () => l10n.t('No projects in this workspace') },
  cycles: { recordsName: () => l10n.t('cycles'), emptyMessage: () => l10n.t('No cycles') },
  modules: { recordsName: () => l10n.t('modules'), emptyMessage: () => l10n.t('No modules') },
  labels: LABEL_TEXTS,
  initiatives: {
    recordsName: () => l10n.t('initiatives'),
    emptyMessage: () => l10n.t('No initiatives in this workspace'),
  },
  initiativeLabels: LABEL_TEXTS,
  initiativeEpics: EPIC_TEXTS,
  initiativeProjects: PROJECT_TEXTS,
  labelsOfInitiative: LABEL_TEXTS,
  teamspaces: {
    recordsName: () => l10n.t('teamspaces'),
    emptyMessage: () => l10n.t('No teamspaces in this workspace'),
  },
  teamspaceMembers: { recordsName: () => l10n.t('members'), emptyMessage: () => l10n.t('No members') },
  teamspaceProjects: PROJECT_TEXTS,
  customers: { recordsName: () => l10n.t('customers'), emptyMessage: () => l10n.t('No customers in this workspace') },
  customerRequests: { recordsName: () => l10n.t('requests'), emptyMessage: () => l10n.t('No requests') },
  customerProperties: { recordsName: () => l10n.t('properties'), emptyMessage: () => l10n.t('No properties') },
  epics: EPIC_TEXTS,
  stickies: { recordsName: () => l10n.t('stickies'), emptyMessage: () => l10n.t('No stickies') },
};
const ITEM_LISTS: readonly ListKind[] = ['items', 'foundItems', 'cycleItems', 'moduleItems'];

function textsOf(kind: ListKind): ListTexts {
  return TEXTS_BY_LIST[kind] ?? ITEM_TEXTS;
}

export function presentListEnd(node: EndNode, data: TreeData): Presentation {
  if (node.kind === 'more') return presentLoadMore(node, data);
  return node.kind === 'empty' ? presentEmpty(node, data) : presentFailed(node, data);
}

function presentLoadMore({ list }: EndNode, data: TreeData): Presentation {
  const label = loadMoreLabel(data.listing(list));
  const isFiltered = ITEM_LISTS.includes(list.of) && isFiltering(data.choices.filter);
  return {
    label,
    icon: { id: 'fold-down' },
    ...(isFiltered ? { tooltip: l10n.t('Only work items that match the filter are shown.') } : {}),
    collapsible: false,
    context: 'more',
    accessibleName: `${label}, ${textsOf(list.of).recordsName()}`,
  };
}

function presentEmpty(node: EndNode, data: TreeData): Presentation {
  const { list, under } = node;
  const filterText = filterExclusionText(node, data);
  if (filterText === undefined) {
    const label = emptyText(node);
    if (list.of !== 'items' || under?.kind !== 'project' || !isEmptyProject(under.project, data))
      return { label, collapsible: false, context: 'empty', accessibleName: label };
    const description = l10n.t('Select to create one');
    return {
      label,
      description,
      collapsible: false,
      context: 'emptyProject',
      accessibleName: `${label}. ${description}`,
    };
  }
  const hint = l10n.t('Select to clear the filter');
  return {
    label: l10n.t('No matches'),
    description: hint,
    tooltip: filterText,
    collapsible: false,
    context: 'emptyFiltered',
    accessibleName: `${filterText}. ${hint}`,
  };
}

function emptyText({ list, under }: EndNode): string {
  if (under?.kind === 'savedView') return l10n.t('No work items match this view');
  if (under?.kind === 'section') return l10n.t('No open work items are assigned to you');
  return textsOf(list.of).emptyMessage();
}

/**
 * Returns the text that says that the filter of the view excludes all work items; undefined if the list would also be
 * empty without the filter.
 */
function filterExclusionText({ list, under }: EndNode, data: TreeData): string | undefined {
  if (under?.kind !== 'project' && under?.kind !== 'group' && under?.kind !== 'epic') return undefined;
  if (!ITEM_LISTS.includes(list.of) || !isFiltering(data.choices.filter)) return undefined;
  // The server does not send how many work items it has compared with the filter.
  if (list.of === 'foundItems' && data.listing(list).next === undefined)
    return l10n.t('No work items match the filter');
  const { searchedCount } = data.rowsOf(under);
  if (searchedCount === 0) return undefined;
  const countText = formatCount(searchedCount);
  return plural(searchedCount, {
    one: l10n.t('{0} work item does not match the filter', countText),
    other: l10n.t('None of {0} work items match the filter', countText),
  });
}

/** The label is short, because rows are narrow: the tooltip has the whole text. */
function presentFailed({ list }: EndNode, data: TreeData): Presentation {
  const { fault, status, next } = data.listing(list);
  // If all pages of the list are loaded, the failed request was a refresh.
  const label = status === 'ready' && next === undefined ? l10n.t("Couldn't refresh") : l10n.t("Couldn't load");
  const text = fault === undefined ? '' : formatError(fault);
  const isUnauthorized = fault?.kind === 'unauthorized';
  return {
    label,
    ...(fault === undefined ? {} : { description: faultCause(fault) }),
    tooltip: `${text} ${isUnauthorized ? l10n.t('Select to sign in again.') : l10n.t('Select to try again.')}`,
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    collapsible: false,
    context: isUnauthorized ? 'failed.unauthorized' : 'failed',
    accessibleName: `${label}: ${text}`,
  };
}

/** Describes the row that opens the sign-in after the server rejected the key or token. */
export function presentSignIn({ rejection }: TreeData): Presentation {
  const label = l10n.t('Sign In Again…');
  const faultText = rejection === undefined ? '' : formatError(rejection);
  return {
    label,
    tooltip: faultText,
    icon: { id: 'sign-in', color: 'problemsWarningIcon.foreground' },
    collapsible: false,
    context: 'signIn',
    accessibleName: `${label} ${faultText}`.trim(),
  };
}

/**
 * Describes the last row of Assigned to Me or of a saved view. The row shows how many work items were searched, and
 * loads more if the user selects it.
 */
export function presentSearchMore({ under }: SearchMoreNode, data: TreeData): Presentation {
  const { incompleteProjects, loadedCount, total, hasUnloadedProjects } = itemLoadProgressOf(under, data);
  const incompleteCount = incompleteProjects.length;
  const label = searchMoreText(incompleteCount, loadedCount);
  const loadedText = formatCount(loadedCount);
  const searchedText = hasUnloadedProjects
    ? plural(loadedCount, {
        one: l10n.t('{0} work item searched', loadedText),
        other: l10n.t('{0} work items searched', loadedText),
      })
    : l10n.t('{0} of {1} work items searched', loadedText, formatCount(total));
  const tooltip =
    incompleteCount === 0
      ? l10n.t('All work items of your projects are known.')
      : under?.kind === 'savedView'
        ? l10n.t(
            "The server can't filter work items, so Contrail looks through them, {0} of a project at a time.",
            formatCount(PAGE_SIZE),
          )
        : l10n.t(
            "The server can't list the work items that are assigned to you, so Contrail looks through all of them, {0} of a project at a time.",
            formatCount(PAGE_SIZE),
          );
  return {
    label,
    ...(incompleteCount === 0 ? {} : { description: searchedText }),
    icon: { id: incompleteCount === 0 ? 'check-all' : 'fold-down' },
    tooltip,
    collapsible: false,
    context: incompleteCount === 0 ? 'searchComplete' : 'searchMore',
    accessibleName: incompleteCount === 0 ? label : `${label}, ${searchedText}`,
  };
}

function searchMoreText(projectCount: number, loadedCount: number): string {
  const countText = formatCount(projectCount);
  if (projectCount === 0)
    return plural(loadedCount, {
      one: l10n.t('{0} work item', formatCount(loadedCount)),
      other: l10n.t('All {0} work items', formatCount(loadedCount)),
    });
  return loadedCount === 0
    ? plural(projectCount, {
        one: l10n.t('Load work items from {0} project', countText),
        other: l10n.t('Load work items from {0} projects', countText),
      })
    : plural(projectCount, {
        one: l10n.t('Load more from {0} project', countText),
        other: l10n.t('Load more from {0} projects', countText),
      });
}
