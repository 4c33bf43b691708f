// Determines which lists and work items of a view are visible and refreshed in the background.
import { keyOf } from '../../core/cache/address.ts';
import { type ListKey, listKeyText } from '../../core/cache/lists/listKey.ts';
import { isListUnsupported, type PagedList, readAllOrThrow } from '../../core/cache/lists/pagedList.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { RARELY_CHANGED_MS, type VisibleList } from '../../core/sync/backgroundRefresh.ts';
import type { Node, ViewName } from '../../shell/tree/node.ts';
import { isComputedSection, listsOfCurrentCycles, storedRecords } from '../../shell/tree/sections.ts';
import type { RememberedItem, TreeData } from '../../shell/tree/treeData.ts';
import { listNeededBy } from './children.ts';

/** The minimum time between two refreshes of what is in a current cycle, in milliseconds. */
const CURRENT_CYCLE_MS = 6 * RARELY_CHANGED_MS;

/** The visible part of a view. `open` contains the nodes whose children are visible; undefined is the root. */
export interface VisibleViewPart {
  readonly view: ViewName;
  readonly open: readonly (Node | undefined)[];
  readonly data: TreeData;
}

/**
 * Returns what the background refresh checks for this part of a view: the visible lists that are loaded, the visible
 * work items whose project's list is not loaded, and the lists that provide names. The background refresh loads a list
 * for the first time only if nothing else would: the states that icons need, and the lists of current cycles. A list
 * has the same key in every view that shows it.
 */
export function visibleLists({ view, open, data }: VisibleViewPart, store: Store): VisibleList[] {
  const storedItems = open.flatMap((node) => storedItemsOf(node, data));
  const lists = [
    ...open.flatMap((node) => listNeededBy(view, node, data) ?? []),
    ...open.flatMap((node) => sourceListsOf(node, data)).filter(({ owner }) => !store.sync.isRarelyChecked(owner)),
    ...storedItems.map(({ project }) => itemListOf(project)),
  ];
  const loadedLists = new Set(lists.filter((list) => isListLoaded(list, data)).map((list) => store.list(list)));
  const singleItems = storedItems.filter(
    (one) => data.item(one) !== undefined && !isListLoaded(itemListOf(one.project), data),
  );
  const nameLists = [...nameListsIn({ open, data }, store), ...missingStatesIn(open, data, store)].filter(
    (list) => !list.isCurrent(),
  );
  const cycleLists = view === 'myWork' && open.includes(undefined) ? listsOfCurrentCycles(data) : [];
  const otherCycleLists = cycleLists.map((list) => store.list(list)).filter((list) => !loadedLists.has(list));
  return [
    ...[...loadedLists].map(visibleList),
    ...otherCycleLists.map(currentCycleList),
    ...singleItems.map((one) => visibleItem(one, store)),
    ...nameLists.map(
      (list): VisibleList => ({
        key: listKeyText(list.key),
        minAgeMs: isReady(list) ? RARELY_CHANGED_MS : 0,
        revalidate: (signal) => {
          const options = { urgency: 'background', signal } as const;
          return isReady(list) ? list.revalidate(options) : readAllOrThrow(list, options);
        },
      }),
    ),
  ];
}

/**
 * Returns the loaded lists whose records have no rows but provide names for visible rows: users, or the states of
 * projects grouped by state.
 */
export function nameListsIn(
  { open, data }: Omit<VisibleViewPart, 'view'>,
  { workspaceUsers, resources }: Store,
): PagedList[] {
  const showsUsers = open.some(
    (node) => node?.kind === 'folder' && (node.folder === 'initiatives' || node.folder === 'teamspaces'),
  );
  if (showsUsers && isRequested(workspaceUsers.list())) return [workspaceUsers.list()];
  if (data.choices.groupBy !== 'state') return [];
  return open
    .flatMap((node) => (node?.kind === 'project' ? [resources.states.list(node.project)] : []))
    .filter(isRequested);
}

/**
 * Returns the lists of states of those expanded projects whose states are not known and whose loaded work items are in
 * several started states: without the list, the icons of these states are equal. One request for each project is
 * enough, because the list is stored.
 */
function missingStatesIn(open: VisibleViewPart['open'], data: TreeData, { resources }: Store): PagedList[] {
  return open.flatMap((node) => {
    if (node?.kind !== 'project') return [];
    const list = resources.states.list(node.project);
    if (list.state.status === 'ready' || isRequested(list)) return [];
    const startedStates = new Set<string>();
    for (const { project, state } of data.items())
      if (project === node.project && state !== null && data.state(project, state)?.group === 'started')
        startedStates.add(state);
    return startedStates.size > 1 ? [list] : [];
  });
}

/** Whether a list was requested in this run, and is not unsupported. */
function isRequested({ readAt, state }: PagedList): boolean {
  return (readAt !== undefined || state.fault !== undefined) && !isListUnsupported(state);
}

function isReady({ state }: PagedList): boolean {
  return state.status === 'ready';
}

function itemListOf(owner: string): ListKey {
  return { of: 'items', owner };
}

function isListLoaded(list: ListKey, data: TreeData): boolean {
  return data.listing(list).status === 'ready';
}

function visibleList(list: PagedList): VisibleList {
  // Refreshing a list of work items takes one request, for the most recently updated items. Refreshing any other list
  // takes one request for each page.
  const requestsPerRefresh = list.key.of === 'items' ? 1 : Math.max(1, list.state.pages);
  return {
    key: listKeyText(list.key),
    requestsPerRefresh,
    ...(list.key.of === 'items' ? {} : { minAgeMs: RARELY_CHANGED_MS }),
    revalidate: (signal) => list.revalidate({ urgency: 'background', signal }),
  };
}

/** A list that My Work needs to know which work items are in a current cycle. It is missing until it is loaded here. */
function currentCycleList(list: PagedList): VisibleList {
  const isMissing = list.state.status === 'notLoaded';
  return {
    ...visibleList(list),
    minAgeMs: isMissing ? 0 : CURRENT_CYCLE_MS,
    revalidate: (signal) => list[isMissing ? 'read' : 'revalidate']({ urgency: 'background', signal }),
  };
}

function visibleItem(address: RememberedItem, store: Store): VisibleList {
  return {
    key: keyOf(address),
    revalidate: (signal) =>
      store.resources.workItems.readOne(address.id, address.project, { urgency: 'background', signal }),
  };
}

/**
 * Returns the lists of work items of all projects if the node is a saved view or a section that is computed from these
 * lists; otherwise an empty array.
 */
function sourceListsOf(node: Node | undefined, data: TreeData): ListKey[] {
  const isComputed = node?.kind === 'savedView' || (node?.kind === 'section' && isComputedSection(node.section));
  return isComputed ? data.listing({ of: 'projects', owner: '' }).ids.map(itemListOf) : [];
}

/**
 * Returns the work items of the sections Recently Viewed and Pinned; an empty array for other nodes. The section
 * Current is not refreshed.
 */
function storedItemsOf(node: Node | undefined, { ownItems }: TreeData): readonly RememberedItem[] {
  if (node?.kind !== 'section' || isComputedSection(node.section) || node.section === 'current') return [];
  return storedRecords(node.section, ownItems).filter(({ kind }) => kind === undefined);
}
