// Determines which lists and work items of a view are visible and refreshed in the background.
import { keyOf } from '../cache/address.ts';
import { type ListKey, listKeyText } from '../cache/lists/listKey.ts';
import type { PagedList } from '../cache/lists/pagedList.ts';
import type { ProjectLists } from '../cache/lists/projectLists.ts';
import type { Store } from '../cache/store.ts';
import type { VisibleList } from '../sync/backgroundRefresh.ts';
import { requestNeededBy } from './children.ts';
import type { Node, ViewName } from './node.ts';
import type { RememberedItem, TreeData } from './treeData.ts';

/** `open` contains the nodes whose children are visible; undefined is the root. */
export interface VisibleLists {
  readonly view: ViewName;
  readonly open: readonly (Node | undefined)[];
  readonly known: TreeData;
}

/**
 * Returns only what is already loaded: the background refresh loads nothing for the first time. A list that several
 * views show has one key.
 */
export function visibleLists({ view, open, known }: VisibleLists, store: Store): VisibleList[] {
  const remembered = open.flatMap((node) => rememberedIn(node, known));
  const lists = [
    ...open.flatMap((node) => requestNeededBy(view, node, known) ?? []),
    ...open.flatMap((node) => assignedIn(node, known)),
    ...remembered.map(({ project }) => itemsOf(project)),
  ];
  const read = new Set(lists.filter((list) => isRead(list, known)).map((list) => store.list(list)));
  const alone = remembered.filter((one) => known.item(one) !== undefined && !isRead(itemsOf(one.project), known));
  const names = namesIn({ view, open, known }, store).filter(({ parts, owner }) => !parts.isCurrent(owner));
  return [
    ...[...read].map(visibleList),
    ...alone.map((one) => visibleItem(one, store)),
    ...names.map(
      ({ parts, owner, key }): VisibleList => ({
        key,
        revalidate: (signal) => parts.revalidate(owner, { urgency: 'idle', signal }),
      }),
    ),
  ];
}

/** A list that rows depend on but that has no rows of its own. `owner` is a project id, or '' for the workspace. */
interface ShownNames {
  readonly key: string;
  readonly parts: Pick<ProjectLists<unknown>, 'read' | 'isCurrent' | 'revalidate'>;
  readonly owner: string;
}

/** Returns only loaded lists of names. All other names come with the records of the rows. */
export function namesIn({ view, open, known }: VisibleLists, store: Store): ShownNames[] {
  if ((view === 'initiatives' || view === 'teamspaces') && isKnown(store.people, ''))
    return [{ key: 'people', parts: store.people, owner: '' }];
  if (known.choices.groupBy !== 'state') return [];
  const projects = open.flatMap((node) =>
    node?.kind === 'project' && isKnown(store.states, node.project) ? [node.project] : [],
  );
  return projects.map((owner) => ({ key: `states ${owner}`, parts: store.states, owner }));
}

function isKnown(parts: Pick<ProjectLists<unknown>, 'of'>, owner: string): boolean {
  const { status } = parts.of(owner);
  return status === 'ready' || status === 'failed';
}

function itemsOf(owner: string): ListKey {
  return { of: 'items', owner };
}

function isRead(list: ListKey, known: TreeData): boolean {
  return known.listing(list).status === 'ready';
}

function visibleList(list: PagedList): VisibleList {
  // Work items take one request, for the page of the last updated items; other lists are read as far as they were
  // loaded.
  const cost = list.key.of === 'items' ? 1 : Math.max(1, list.state.pages);
  return { key: listKeyText(list.key), cost, revalidate: (signal) => list.revalidate({ urgency: 'idle', signal }) };
}

function visibleItem(address: RememberedItem, store: Store): VisibleList {
  return {
    key: keyOf(address),
    revalidate: (signal) => store.resources.workItems.readOne(address.id, address.project, { urgency: 'idle', signal }),
  };
}

/** Assigned to Me shows items of every project list that is loaded. */
function assignedIn(node: Node | undefined, known: TreeData): ListKey[] {
  const isAssigned = node?.kind === 'section' && node.section === 'assigned';
  return isAssigned ? known.listing({ of: 'projects', owner: '' }).ids.map(itemsOf) : [];
}

/** Recent and pinned items are refreshed with their project's list if it is loaded. */
function rememberedIn(node: Node | undefined, { mine }: TreeData): readonly RememberedItem[] {
  if (node?.kind !== 'section' || node.section === 'assigned') return [];
  return node.section === 'recent' ? mine.recents : mine.pinned;
}
