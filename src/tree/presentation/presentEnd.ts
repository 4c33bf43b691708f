// Describes the last rows of lists (next page, empty, failed) and the sign-in row.
import * as l10n from '@vscode/l10n';
import type { ListKind } from '../../cache/lists/listKey.ts';
import type { Fault } from '../../client/apiError.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { plural } from '../../std/plural.ts';
import { isFiltering } from '../grouping/choices.ts';
import { searchedProjects } from '../mine.ts';
import type { EndNode } from '../node.ts';
import { isNotJoined } from '../notJoined.ts';
import type { TreeData } from '../treeData.ts';
import type { Presentation } from './presentation.ts';

const WHAT: Readonly<Record<ListKind, string>> = {
  projects: 'projects',
  items: 'work items',
  cycles: 'cycles',
  modules: 'modules',
  cycleItems: 'work items',
  moduleItems: 'work items',
  initiatives: 'initiatives',
  initiativeLabels: 'labels',
  initiativeEpics: 'epics',
  initiativeProjects: 'projects',
  labelsOfInitiative: 'labels',
  teamspaces: 'teamspaces',
  teamspaceMembers: 'members',
  teamspaceProjects: 'projects',
  customers: 'customers',
  customerRequests: 'requests',
  customerProperties: 'properties',
  epics: 'epics',
  stickies: 'stickies',
  comments: 'comments',
  attachments: 'attachments',
  activities: 'activities',
};
const OF_WORKSPACE: readonly ListKind[] = ['projects', 'initiatives', 'teamspaces', 'customers'];
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
    total === undefined ? l10n.t('Load {0} more', left) : l10n.t('Load {0} more of {1}', left, inFigures(total));
  const what = WHAT[list.of];
  const arranged =
    HOLD_ITEMS.includes(list.of) && isFiltering(known.choices.filter) ? l10n.t('looked through') : 'shown';
  return {
    label,
    icon: { id: 'fold-down' },
    tooltip:
      total === undefined
        ? l10n.t('{0} {1} are {2}.', inFigures(loaded), what, arranged)
        : l10n.t('{0} of {1} {2} are {3}.', inFigures(loaded), inFigures(total), what, arranged),
    collapsible: false,
    context: 'more',
    spoken: `${label} ${what}`,
  };
}

function presentEmpty(node: EndNode, known: TreeData): Presentation {
  const label = emptyWords(node, known);
  return {
    label,
    icon: { id: 'circle-slash', color: 'disabledForeground' },
    collapsible: false,
    context: 'empty',
    spoken: label,
  };
}

function emptyWords({ list, under }: EndNode, known: TreeData): string {
  if (under?.kind === 'section')
    return under.section === 'recent'
      ? l10n.t('Nothing has been opened yet')
      : l10n.t('Nothing is pinned: use Pin in the menu of a work item');
  if (OF_WORKSPACE.includes(list.of) && list.owner === '') return l10n.t('No {0} in this workspace', WHAT[list.of]);
  if (!HOLD_ITEMS.includes(list.of) || under === undefined) return l10n.t('No {0}', WHAT[list.of]);
  const { looked } = known.rowsOf(under);
  const { next, total } = known.listing(list);
  if (looked === 0 || !isFiltering(known.choices.filter)) return l10n.t('No work items');
  return next === undefined
    ? l10n.t('None of {0} work items match the filter', inFigures(looked))
    : `None of the ${inFigures(looked)} work items read so far match the filter${total === undefined ? '' : l10n.t('; there are {0}', inFigures(total))}`;
}

function presentFailed({ list }: EndNode, known: TreeData, words: (fault: Fault) => string): Presentation {
  const { fault } = known.listing(list);
  if (isNotJoined(list, known)) return presentNotJoined();
  const sentence = fault === undefined ? '' : words(fault);
  const isUnsigned = fault?.kind === 'unauthorized';
  return {
    label: sentence,
    tooltip: `${sentence} ${isUnsigned ? l10n.t('Click to sign in again.') : l10n.t('Click to try again.')}`,
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    collapsible: false,
    context: isUnsigned ? 'failed.unsigned' : 'failed',
    spoken: l10n.t('Could not be read: {0}', sentence),
  };
}

function presentNotJoined(): Presentation {
  const label = l10n.t('You have not joined this project');
  return {
    label,
    tooltip: l10n.t('{0}. Join it in Plane, or ask its admin to add you, and click to try again.', label),
    icon: { id: 'lock' },
    collapsible: false,
    context: 'failed',
    spoken: l10n.t('{0}. Join it in Plane, or ask its admin to add you.', label),
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
 * Describes the row that says how many items were searched for those assigned to the user, and that searches more when
 * it is selected.
 */
export function presentSearchMore(known: TreeData): Presentation {
  const { projects, left, read, total, hasUnread } = searchedProjects(known);
  const count = left.length;
  const label =
    count === 0
      ? l10n.t('All {0} work items were looked through', inFigures(read))
      : l10n.t(
          'Look through {0} {1}{2}…',
          count,
          plural(count, { one: 'project', other: 'projects' }),
          read === 0 ? '' : ' further',
        );
  const many = hasUnread
    ? l10n.t('{0} work items read so far', inFigures(read))
    : l10n.t('{0} of {1} work items', inFigures(read), inFigures(total));
  const tooltip =
    count === 0
      ? l10n.t('Every work item of your {0} projects has been read.', projects)
      : l10n.t(
          'The service cannot list what is assigned to you, so the work items are looked through: one request for the next {0} of each project. Looked through: {1}.',
          PAGE_SIZE,
          many,
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

function inFigures(count: number): string {
  return count.toLocaleString('en-US');
}
