// The work items assigned to the user, and how many projects were searched for them.
import { closedProjectOf } from '../cache/closedProject.ts';
import type { ItemRecord } from '../cache/record.ts';
import { priorityRank } from './grouping/sortItems.ts';
import type { TreeData } from './treeData.ts';

/** Returns the user's open work items: most urgent first, then by due date. */
export function assignedTo(me: string, all: readonly ItemRecord[], known: TreeData): readonly ItemRecord[] {
  const open = all.filter((item) => isAssignedAndOpen(item, me, known));
  const due = (item: ItemRecord): string => item.target_date ?? '9999';
  return open.sort(
    (one, other) =>
      priorityRank(one.priority) - priorityRank(other.priority) ||
      (due(one) < due(other) ? -1 : due(one) > due(other) ? 1 : 0) ||
      other.sequence_id - one.sequence_id,
  );
}

export function isAssignedAndOpen(item: ItemRecord, me: string, known: Pick<TreeData, 'state'>): boolean {
  if (!item.assignees.includes(me)) return false;
  const group = item.state === null ? undefined : known.state(item.project, item.state)?.group;
  return group !== 'completed' && group !== 'cancelled';
}

/** How much of the projects is loaded. The Assigned to Me section searches only loaded items. */
export interface SearchedProjects {
  /** Projects that the user has joined. */
  readonly projects: number;
  /** Ids of the projects that have pages left to load. */
  readonly left: readonly string[];
  /** Loaded work items, and the total as far as the server has reported it. */
  readonly read: number;
  readonly total: number;
  /** Whether the list of any project is not loaded. */
  readonly hasUnread: boolean;
}

export function searchedProjects(known: Pick<TreeData, 'listing' | 'project'>): SearchedProjects {
  const projects = known.listing({ of: 'projects', owner: '' }).ids.filter((id) => {
    const project = known.project(id);
    return project === undefined || closedProjectOf(project) === undefined;
  });
  const lists = projects.map((id) => ({ id, listing: known.listing({ of: 'items', owner: id }) }));
  return {
    projects: projects.length,
    left: lists.flatMap(({ id, listing }) => (listing.status === 'ready' && listing.next === undefined ? [] : [id])),
    read: lists.reduce((sum, { listing }) => sum + listing.ids.length, 0),
    total: lists.reduce((sum, { listing }) => sum + (listing.total ?? listing.ids.length), 0),
    hasUnread: lists.some(({ listing }) => listing.status !== 'ready'),
  };
}
