// Describes the last rows of lists (next page, empty, failed) and the sign-in row.
import * as l10n from '@vscode/l10n';
import type { ListKind } from '../../cache/lists/listKey.ts';
import type { Fault } from '../../client/apiError.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';
import { isFiltering } from '../grouping/choices.ts';
import { searchedProjects } from '../mine.ts';
import type { EndNode } from '../node.ts';
import { isNotJoined } from '../notJoined.ts';
import type { TreeData } from '../treeData.ts';
import { itemCountText } from './counts.ts';
import type { Presentation } from './presentation.ts';

/** The texts of a kind of list: what it contains, and that it contains none. */
interface ListTexts {
  readonly many: () => string;
  readonly none: () => string;
}

const ITEMS: ListTexts = { many: () => l10n.t('work items'), none: () => l10n.t('No work items') };
const EPICS: ListTexts = { many: () => l10n.t('epics'), none: () => l10n.t('No epics') };
const LABELS: ListTexts = { many: () => l10n.t('labels'), none: () => l10n.t('No labels') };
const PROJECTS: ListTexts = { many: () => l10n.t('projects'), none: () => l10n.t('No projects') };

const LISTS: Readonly<Record<ListKind, ListTexts>> = {
  projects: { many: PROJECTS.many, none: () => l10n.t('No projects in this workspace') },
  items: ITEMS,
  cycles: { many: () => l10n.t('cycles'), none: () => l10n.t('No cycles') },
  modules: { many: () => l10n.t('modules'), none: () => l10n.t('No modules') },
  cycleItems: ITEMS,
  moduleItems: ITEMS,
  initiatives: { many: () => l10n.t('initiatives'), none: () => l10n.t('No initiatives in this workspace') },
  initiativeLabels: LABELS,
  initiativeEpics: EPICS,
  initiativeProjects: PROJECTS,
  labelsOfInitiative: LABELS,
  teamspaces: { many: () => l10n.t('teamspaces'), none: () => l10n.t('No teamspaces in this workspace') },
  teamspaceMembers: { many: () => l10n.t('members'), none: () => l10n.t('No members') },
  teamspaceProjects: PROJECTS,
  customers: { many: () => l10n.t('customers'), none: () => l10n.t('No customers in this workspace') },
  customerRequests: { many: () => l10n.t('requests'), none: () => l10n.t('No requests') },
  customerProperties: { many: () => l10n.t('properties'), none: () => l10n.t('No properties') },
  epics: EPICS,
  stickies: { many: () => l10n.t('stickies'), none: () => l10n.t('No stickies') },
  comments: { many: () => l10n.t('comments'), none: () => l10n.t('No comments') },
  attachments: { many: () => l10n.t('attachments'), none: () => l10n.t('No attachments') },
  activities: { many: () => l10n.t('activities'), none: () => l10n.t('No activity') },
};
const HOLD_ITEMS: readonly ListKind[] = ['items', 'cycleItems', 'moduleItems'];

export function presentEnd(node: EndNode, known: TreeData, words: (fault: Fault) => string): Presentation {
  if (node.kind === 'more') return presentMore(node, known);
  return node.kind === 'empty' ? presentEmpty(node, known) : presentFailed(node, known, words);
}

function presentMore({ list }: EndNode, known: TreeData): Presentation {
  const { ids, total } = known.listing(list);
  const loaded = ids.length;
  const left = total === undefined ? PAGE_SIZE : Math.min(PAGE_SIZE, Math.max(1, total - loaded));
  const label =
    total === undefined
      ? l10n.t('Load {0} more', formatCount(left))
      : l10n.t('Load {0} more of {1}', formatCount(left), formatCount(total));
  const isFiltered = HOLD_ITEMS.includes(list.of) && isFiltering(known.choices.filter);
  return {
    label,
    icon: { id: 'fold-down' },
    tooltip: [
      total === undefined
        ? l10n.t('{0} loaded.', formatCount(loaded))
        : l10n.t('{0} of {1} loaded.', formatCount(loaded), formatCount(total)),
      ...(isFiltered ? [l10n.t('Only work items that match the filter are shown.')] : []),
    ].join(' '),
    collapsible: false,
    context: 'more',
    spoken: `${label}, ${LISTS[list.of].many()}`,
  };
}

function presentEmpty(node: EndNode, known: TreeData): Presentation {
  const label = emptyText(node, known);
  return {
    label,
    icon: { id: 'circle-slash', color: 'disabledForeground' },
    collapsible: false,
    context: 'empty',
    spoken: label,
  };
}

function emptyText({ list, under }: EndNode, known: TreeData): string {
  if (under?.kind === 'section')
    return under.section === 'recent'
      ? l10n.t('No recent work items')
      : l10n.t('No pinned work items. To pin one, right-click it and select Pin.');
  const none = LISTS[list.of].none();
  if (!HOLD_ITEMS.includes(list.of) || under === undefined) return none;
  const { looked } = known.rowsOf(under);
  if (looked === 0 || !isFiltering(known.choices.filter)) return none;
  const shown = formatCount(looked);
  return known.listing(list).next === undefined
    ? plural(looked, {
        one: l10n.t('{0} work item does not match the filter', shown),
        other: l10n.t('None of {0} work items match the filter', shown),
      })
    : plural(looked, {
        one: l10n.t('{0} loaded work item does not match the filter', shown),
        other: l10n.t('None of {0} loaded work items match the filter', shown),
      });
}

function presentFailed({ list }: EndNode, known: TreeData, words: (fault: Fault) => string): Presentation {
  const { fault } = known.listing(list);
  if (isNotJoined(list, known)) return presentNotJoined();
  const sentence = fault === undefined ? '' : words(fault);
  const isUnsigned = fault?.kind === 'unauthorized';
  return {
    label: sentence,
    tooltip: `${sentence} ${isUnsigned ? l10n.t('Select to sign in again.') : l10n.t('Select to try again.')}`,
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    collapsible: false,
    context: isUnsigned ? 'failed.unsigned' : 'failed',
    spoken: l10n.t('Could not be loaded: {0}', sentence),
  };
}

function presentNotJoined(): Presentation {
  const label = l10n.t('You have not joined this project');
  return {
    label,
    tooltip: l10n.t(
      'You have not joined this project. Join it in Plane, or ask its admin to add you, and select to try again.',
    ),
    icon: { id: 'lock' },
    collapsible: false,
    context: 'failed',
    spoken: l10n.t('You have not joined this project. Join it in Plane, or ask its admin to add you.'),
  };
}

/** Describes the row that opens the sign-in after the server rejected the key or token. */
export function presentSignIn({ rejection }: TreeData, words: (fault: Fault) => string): Presentation {
  const label = l10n.t('Sign In Again…');
  const sentence = rejection === undefined ? '' : words(rejection);
  return {
    label,
    tooltip: sentence,
    icon: { id: 'sign-in', color: 'problemsWarningIcon.foreground' },
    collapsible: false,
    context: 'signIn',
    spoken: `${label} ${sentence}`.trim(),
  };
}

/**
 * Describes the row that shows how many items are loaded, among which those assigned to the user are found, and that
 * loads more when it is selected.
 */
export function presentSearchMore(known: TreeData): Presentation {
  const { left, read, total, hasUnread } = searchedProjects(known);
  const count = left.length;
  const label = searchMoreLabel(count, read);
  const many = hasUnread
    ? itemCountText({ count: read, hasMore: false })
    : plural(total, {
        one: l10n.t('{0} of {1} work item', formatCount(read), formatCount(total)),
        other: l10n.t('{0} of {1} work items', formatCount(read), formatCount(total)),
      });
  const tooltip =
    count === 0
      ? l10n.t('All work items of your projects are loaded.')
      : l10n.t(
          "The server can't list the work items that are assigned to you, so Contrail finds them among the loaded work items. Each request loads up to {0} work items of a project.",
          formatCount(PAGE_SIZE),
        );
  return {
    label,
    ...(count === 0 ? {} : { description: many }),
    icon: { id: count === 0 ? 'check-all' : 'search' },
    tooltip,
    collapsible: false,
    context: count === 0 ? 'looked' : 'look',
    spoken: count === 0 ? label : `${label}, ${many}`,
  };
}

function searchMoreLabel(projects: number, loaded: number): string {
  const shown = formatCount(projects);
  if (projects === 0)
    return plural(loaded, {
      one: l10n.t('{0} work item is loaded', formatCount(loaded)),
      other: l10n.t('All {0} work items are loaded', formatCount(loaded)),
    });
  return loaded === 0
    ? plural(projects, {
        one: l10n.t('Load work items from {0} project', shown),
        other: l10n.t('Load work items from {0} projects', shown),
      })
    : plural(projects, {
        one: l10n.t('Load more from {0} project', shown),
        other: l10n.t('Load more from {0} projects', shown),
      });
}
